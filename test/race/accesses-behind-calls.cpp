// Accesses that are made inside of what the compiler or a library calls: an atomic structure's operand and
// result, which are plain memory; functions of the C library that are called by a pointer, by the program or
// the C++ library; what %n stores; a coroutine that is resumed, destroyed, or asked whether it is done; a
// dynamic_cast; a copy of a locale. Each has a data race with what the other thread does, and no other: a
// twin does the same to memory of its own.
// RUN: %mcmini-c++ -std=c++20 -g -w %s -o %t -latomic
// RUN: %mcmini-c++ -std=c++20 -g -w -O2 %s -o %t.2 -latomic
// RUN: sh -c 'for p in %t %t.2; do for c in `$p`; do %mcmini -k -q $p $c >$c.txt; test $? = 1 || echo $c $?; \
// RUN:   grep -q "mcmini: data race" $c.txt || echo $c: no race; %mcmini -k -q $p $c twin >$c.txt || echo $c twin $?; \
// RUN:   done; done; echo all' | FileCheck %s
// CHECK-NOT: {{.}}
// CHECK: {{^}}all
#include <atomic>
#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <locale>
#include <pthread.h>
#include <string>
#include <unistd.h>

struct wide {
  long a, b, c;
};
struct shape {
  virtual ~shape() {}
};
struct circle : shape {};

struct task {
  struct promise_type {
    task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};

static task turns() {
  for (int i = 0; i < 3; i++)
    co_await std::suspend_always{};
}

struct memory {
  wide place = {}, other = {};
  char text[16] = "12";
  std::string number = "12";
  int stored = 0;
  task coroutine = turns();
  shape *object = new circle;
  std::locale names;
};

static std::atomic<wide> shared;
static memory of[2];
static volatile long seen;
static void *(*volatile fill)(void *, int, size_t) = memset;
static size_t (*const measures[])(const char *) = {strlen, strlen};

using action = void (*)(memory &);
static const struct {
  const char *name;
  action one, other;
} cases[] = {
    {"operand", [](memory &m) { m.place.b = 1; },
     [](memory &m) { __atomic_store(reinterpret_cast<wide *>(&shared), &m.place, __ATOMIC_SEQ_CST); }},
    {"result",
     [](memory &m) { __atomic_load(reinterpret_cast<wide *>(&shared), &m.other, __ATOMIC_SEQ_CST); },
     [](memory &m) { seen = m.other.b; }},
    {"expected",
     [](memory &m) {
       m.other.a = 1;
       __atomic_compare_exchange(reinterpret_cast<wide *>(&shared), &m.other, &m.place, false,
                                 __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
     },
     [](memory &m) { seen = m.other.b; }},
    {"by-pointer", [](memory &m) { fill(m.text, 0, 8); }, [](memory &m) { seen = m.text[7]; }},
    {"by-table", [](memory &m) { m.text[0] = 'x'; }, [](memory &m) { seen = (long)measures[1](m.text); }},
    {"by-library", [](memory &m) { m.number[0] = '3'; }, [](memory &m) { seen = std::stoi(m.number); }},
    {"stored", [](memory &m) { printf("%d%n\n", 1, &m.stored); }, [](memory &m) { seen = m.stored; }},
    {"resume", [](memory &m) { m.coroutine.handle.resume(); },
     [](memory &m) { m.coroutine.handle.resume(); }},
    {"done", [](memory &m) { m.coroutine.handle.resume(); },
     [](memory &m) { seen = m.coroutine.handle.done(); }},
    {"cast", [](memory &m) { m.object->~shape(), new (m.object) shape; },
     [](memory &m) { seen = dynamic_cast<circle *>(m.object) != nullptr; }},
    {"locale", [](memory &m) { m.names = std::locale::classic(); },
     [](memory &m) { std::locale copy(m.names); }},
};
static int chosen = -1;
static bool is_twin;

int main(int argc, char **argv) {
  for (int i = 0; i < (int)(sizeof cases / sizeof *cases); i++)
    if (argc < 2)
      puts(cases[i].name);
    else if (strcmp(argv[1], cases[i].name) == 0)
      chosen = i;
  if (chosen < 0)
    return 0;
  is_twin = argc > 2;
  pthread_t thread[2];
  pthread_create(&thread[0], nullptr, [](void *) -> void * { cases[chosen].one(of[0]); return nullptr; }, nullptr);
  pthread_create(&thread[1], nullptr, [](void *) -> void * { cases[chosen].other(of[is_twin]); return nullptr; }, nullptr);
  pthread_join(thread[0], nullptr);
  pthread_join(thread[1], nullptr);
  _exit(0);
}
