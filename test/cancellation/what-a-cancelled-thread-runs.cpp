// A cancelled thread unwinds: its cleanup handlers and destructors run, the last ones first, then those of its keys;
// a catch of all exceptions sees it, and has to go on with it; its result is PTHREAD_CANCELED. Beside it the order with
// main is explored: C before the point, while it waits: 2 traces.
// RUN: %mcmini-c++ -g %s -o %t && %gxx -g -pthread %s -o %t.plain
// RUN: %mcmini --output=all %t | FileCheck %s
// RUN: %mcmini --output=all --isolation=fork %t | FileCheck %s
// RUN: %mcmini --output=all --threads=kernel %t | FileCheck %s
// RUN: %mcmini --output=all %t.plain | FileCheck %s
// CHECK: caught handler destructor key cancelled
// CHECK: mcmini: ok
// CHECK: {{^}}2 traces: 2 completed
// An exception that is not handed on ends the program, as in glibc.
// RUN: not %mcmini %t keeps 2>&1 | FileCheck %s --check-prefix=KEEPS
// KEEPS: {{abort|SIGABRT|terminate}}
#include <cstdio>
#include <cstring>
#include <pthread.h>
#include <semaphore.h>

static sem_t never;
static pthread_key_t key;
static char said[100];
static bool keeps;

static void say(const char *what) {
  std::strcat(said, what);
  std::strcat(said, " ");
}

struct speaks {
  ~speaks() { say("destructor"); }
};

static void handle(void *) { say("handler"); }

static void waits() {
  pthread_cleanup_push(handle, nullptr);
  try {
    sem_wait(&never);
  } catch (...) {
    say("caught");
    if (!keeps)
      throw;
  }
  pthread_cleanup_pop(0);
}

static void *work(void *) {
  speaks one;
  pthread_setspecific(key, said);
  waits();
  return nullptr;
}

int main(int count, char **) {
  pthread_t thread;
  void *result;
  keeps = count > 1;
  sem_init(&never, 0, 0);
  pthread_key_create(&key, [](void *) { say("key"); });
  pthread_create(&thread, nullptr, work, nullptr);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  std::printf("%s%s\n", said, result == PTHREAD_CANCELED ? "cancelled" : "?");
}
