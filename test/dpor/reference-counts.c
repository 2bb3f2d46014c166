// The reference finds the numbers of classes that are known: by hand, by closed forms, and by
// another enumeration.
// RUN: %clang-search %s -o %t
// RUN: %t | FileCheck %s
#include "Inputs/builtin.h"
#include "Inputs/reference.h"

#include <string.h>

static void count(const char *title, const struct program *program) {
  struct reference r = enumerate(program, 2000000, true);
  printf("%s: %u", title, r.classes);
  if (r.deadlocks)
    printf(", %u deadlocked", r.deadlocks);
  printf("%s%s%s\n", r.fails ? ", some step fails" : "", r.wrong ? ", wrong: " : "",
         r.wrong ? r.wrong : "");
  if (r.too_large)
    printf("too large\n");
  reference_free(&r);
}

static void numbered(const char *title, unsigned n, const struct program *program) {
  char text[80];
  snprintf(text, sizeof text, "%s %u", title, n);
  count(text, program);
}

/// The threads' operations on one object, by words; threads are separated by `/`.
static struct program words(struct program p, mc_object object, const char *text) {
  char copy[200];
  mc_thread t = 0;
  strcpy(copy, text);
  for (char *word = strtok(copy, " "); word; word = strtok(NULL, " ")) {
    if (strcmp(word, "/") == 0)
      t++;
    else
      on(&p, t, word, object);
  }
  return p;
}

static struct program one_mutex(const char *text) {
  struct program p = {0};
  const mc_object m = new_mutex(&p, PTHREAD_MUTEX_NORMAL, false);
  return words(p, m, text);
}

static struct program one_object(const struct mc_primitive *primitive, const char *text) {
  struct program p = {0};
  const mc_object o = new_object(&p, primitive);
  return words(p, o, text);
}

static struct program one_semaphore(unsigned value, bool is_numbered, const char *text) {
  struct program p = {0};
  const mc_object s = new_semaphore(&p, value, is_numbered);
  return words(p, s, text);
}

static struct program one_variable(const char *text) {
  struct program p = {0};
  const mc_object v = new_variable(&p);
  return words(p, v, text);
}

/// `ordered`: each takes the fork of the lower number first; else its left one.
static struct program philosophers(unsigned n, bool ordered) {
  struct program p = {0};
  for (unsigned i = 0; i < n; i++)
    new_mutex(&p, PTHREAD_MUTEX_NORMAL, false);
  for (mc_thread i = 0; i < n; i++) {
    const mc_object left = i, right = (i + 1) % n;
    const mc_object first = ordered && right < left ? right : left;
    on(&p, i, "lock", first);
    on(&p, i, "lock", left + right - first);
    on(&p, i, "unlock", first);
    on(&p, i, "unlock", left + right - first);
  }
  return p;
}

static void by_hand(void) {
  // The ten of docs/equivalence.md.
  // CHECK: L U / L U: 2{{$}}
  // CHECK: L / L: 2, 2 deadlocked
  // CHECK: T / T: 2{{$}}
  // CHECK: R / R / W: 4{{$}}
  // CHECK: W / W / R: 6{{$}}
  // CHECK: rl / rl / wl: 2, 2 deadlocked
  // CHECK: P / P / S: 3{{$}}
  // CHECK: P / P / S, numbered: 2{{$}}
  // CHECK: L wait wake U / signal: 2, 1 deadlocked
  // CHECK: barrier of 2: 1{{$}}
  // CHECK: naive philosophers 2: 3, 1 deadlocked
  struct program p = one_mutex("lock unlock / lock unlock");
  count("L U / L U", &p);
  p = one_mutex("lock / lock");
  count("L / L", &p);
  p = one_mutex("trylock / trylock");
  count("T / T", &p);
  p = one_variable("read / read / write");
  count("R / R / W", &p);
  p = one_variable("write / write / read");
  count("W / W / R", &p);
  p = one_object(&mc_primitive_rwlock, "rdlock / rdlock / wrlock");
  count("rl / rl / wl", &p);
  p = one_semaphore(0, false, "post / post / wait");
  count("P / P / S", &p);
  p = one_semaphore(0, true, "post / post / wait");
  count("P / P / S, numbered", &p);
  p = one_mutex("lock");
  const mc_object c = new_object(&p, &mc_primitive_condition);
  on_both(&p, 0, "wait", c, 0);
  on_both(&p, 0, "wake", c, 0);
  on(&p, 0, "unlock", 0);
  on(&p, 1, "signal", c);
  count("L wait wake U / signal", &p);
  p = (struct program){0};
  const mc_object b = new_barrier(&p, 2);
  p = words(p, b, "arrive leave / arrive leave");
  count("barrier of 2", &p);
  p = philosophers(2, false);
  count("naive philosophers 2", &p);
}

/// The smallest programs on which a simpler search loses a class.
static void traps(void) {
  // CHECK: L U / L: 2, 1 deadlocked
  // CHECK: T / L: 2, 1 deadlocked
  // CHECK: S / timed S (1): 2, 1 deadlocked
  // CHECK: rl / rl / rl ru / wl: 3, 3 deadlocked
  // CHECK: broadcast / signal / broadcast broadcast: 6{{$}}
  struct program p = one_mutex("lock unlock / lock");
  count("L U / L", &p);
  p = one_mutex("trylock / lock");
  count("T / L", &p);
  p = one_semaphore(1, false, "wait / timedwait");
  count("S / timed S (1)", &p);
  p = one_object(&mc_primitive_rwlock, "rdlock / rdlock / rdlock rdunlock / wrlock");
  count("rl / rl / rl ru / wl", &p);
  p = one_object(&mc_primitive_condition, "broadcast / signal / broadcast broadcast");
  count("broadcast / signal / broadcast broadcast", &p);
  // Who takes the tokens, in which order; the last one has none: it waits for ever, or fails.
  // CHECK: timed S / timed S S (2): 3, 2 deadlocked
  // CHECK: try S / timed S / timed S (2): 6{{$}}
  // CHECK: S / timed S timed S / timed S (2): 7, 3 deadlocked
  p = one_semaphore(2, false, "timedwait / timedwait wait");
  count("timed S / timed S S (2)", &p);
  p = one_semaphore(2, false, "trywait / timedwait / timedwait");
  count("try S / timed S / timed S (2)", &p);
  p = one_semaphore(2, false, "wait / timedwait timedwait / timedwait");
  count("S / timed S timed S / timed S (2)", &p);
}

static void closed_forms(void) {
  struct program p;
  // N!
  // CHECK: one mutex 3: 6{{$}}
  // CHECK: one mutex 4: 24{{$}}
  // CHECK: one mutex 5: 120{{$}}
  // CHECK: one mutex 6: 720{{$}}
  for (unsigned n = 3; n <= 6; n++) {
    p = (struct program){0};
    new_mutex(&p, PTHREAD_MUTEX_NORMAL, false);
    for (mc_thread t = 0; t < n; t++) {
      on(&p, t, "lock", 0);
      on(&p, t, "unlock", 0);
    }
    numbered("one mutex", n, &p);
  }
  // 2^N - 1 and 2^N - 2.
  // CHECK: naive philosophers 3: 7, 1 deadlocked
  // CHECK: ordered philosophers 3: 6{{$}}
  // CHECK: naive philosophers 4: 15, 1 deadlocked
  // CHECK: ordered philosophers 4: 14{{$}}
  // CHECK: naive philosophers 5: 31, 1 deadlocked
  // CHECK: ordered philosophers 5: 30{{$}}
  for (unsigned n = 3; n <= 5; n++) {
    p = philosophers(n, false);
    numbered("naive philosophers", n, &p);
    p = philosophers(n, true);
    numbered("ordered philosophers", n, &p);
  }
  // 2^N
  // CHECK: readers 3: 8{{$}}
  // CHECK: readers 6: 64{{$}}
  for (unsigned n = 3; n <= 6; n += 3) {
    p = one_variable("write");
    for (mc_thread t = 1; t <= n; t++)
      access_to(&p, t, "read", 0, 0, 0);
    numbered("readers", n, &p);
  }
  // (n + 3) * 2^(n - 2)
  // CHECK: lastzero 2: 5{{$}}
  // CHECK: lastzero 3: 12{{$}}
  // CHECK: lastzero 4: 28{{$}}
  // CHECK: lastzero 5: 64{{$}}
  // CHECK: lastzero 6: 144{{$}}
  for (unsigned n = 2; n <= 6; n++) {
    p = (struct program){0};
    for (unsigned i = 0; i <= n; i++)
      new_variable(&p);
    // The array starts with zeroes; a writer leaves 1 more than it reads, which is not 0.
    for (unsigned i = n + 1; i-- > 0;)
      access_to(&p, 0, "read", i, 0, 0)->leaves = true;
    for (mc_thread t = 1; t <= n; t++) {
      access_to(&p, t, "read", t - 1u, 0, 0);
      access_to(&p, t, "write", t, 1, 0);
    }
    numbered("lastzero", n, &p);
  }
}

/// The paper's programs with semaphores, without main, which only creates and joins: no class more.
static struct program dining(unsigned n, unsigned value, bool is_numbered) {
  struct program p = {0};
  for (unsigned i = 0; i < n; i++)
    new_mutex(&p, PTHREAD_MUTEX_NORMAL, false);
  const mc_object s = new_semaphore(&p, value, is_numbered);
  for (mc_thread i = 0; i < n; i++) {
    on(&p, i, "wait", s);
    on(&p, i, "lock", i);
    on(&p, i, "lock", (i + 1) % n);
    on(&p, i, "unlock", i);
    on(&p, i, "unlock", (i + 1) % n);
    on(&p, i, "post", s);
  }
  return p;
}

static struct program producer_consumer(bool is_numbered) {
  struct program p = {0};
  new_mutex(&p, PTHREAD_MUTEX_NORMAL, false);
  const mc_object empty = new_semaphore(&p, 5, is_numbered),
                  full = new_semaphore(&p, 0, is_numbered);
  for (mc_thread t = 0; t < 2; t++)
    for (int round = 0; round < 5; round++) {
      on(&p, t, "wait", t ? full : empty);
      on(&p, t, "lock", 0);
      on(&p, t, "unlock", 0);
      on(&p, t, "post", t ? empty : full);
    }
  return p;
}

static struct program simple_broadcast(unsigned n, bool is_numbered) {
  struct program p = {0};
  new_mutex(&p, PTHREAD_MUTEX_NORMAL, false);
  const mc_object start = new_semaphore(&p, 0, is_numbered),
                  end = new_semaphore(&p, 0, is_numbered);
  for (mc_thread t = 1; t <= n; t++)
    on(&p, 0, "wait", start);
  for (mc_thread t = 1; t <= n; t++)
    on(&p, 0, "post", end);
  for (mc_thread t = 1; t <= n; t++) {
    on(&p, t, "post", start);
    on(&p, t, "lock", 0);
    on(&p, t, "wait", end);
    on(&p, t, "unlock", 0);
  }
  return p;
}

static void semaphores(void) {
  // CHECK: plain: philosophers_semaphores 3: 66{{$}}
  // CHECK: plain: philosophers_semaphores 4: 2144{{$}}
  // CHECK: plain: philosophers_semaphores_deadlock 3: 108, 6 deadlocked
  // CHECK: plain: producer_consumer: 3225{{$}}
  // CHECK: plain: simple_cond_broadcast 2: 12{{$}}
  // CHECK: plain: simple_cond_broadcast 3: 480{{$}}
  // CHECK: numbered: philosophers_semaphores 3: 72{{$}}
  // CHECK: numbered: philosophers_semaphores 4: 3312{{$}}
  // CHECK: numbered: philosophers_semaphores_deadlock 3: 222, 6 deadlocked
  // CHECK: numbered: producer_consumer: 42{{$}}
  // CHECK: numbered: simple_cond_broadcast 2: 4{{$}}
  // CHECK: numbered: simple_cond_broadcast 3: 36{{$}}
  for (int is_numbered = 0; is_numbered < 2; is_numbered++) {
    const char *name = is_numbered ? "numbered" : "plain";
    char title[80];
    struct program p;
    for (unsigned n = 3; n <= 4; n++) {
      p = dining(n, n - 1, is_numbered);
      snprintf(title, sizeof title, "%s: philosophers_semaphores", name);
      numbered(title, n, &p);
    }
    p = dining(3, 3, is_numbered);
    snprintf(title, sizeof title, "%s: philosophers_semaphores_deadlock", name);
    numbered(title, 3, &p);
    p = producer_consumer(is_numbered);
    snprintf(title, sizeof title, "%s: producer_consumer", name);
    count(title, &p);
    for (unsigned n = 2; n <= 3; n++) {
      p = simple_broadcast(n, is_numbered);
      snprintf(title, sizeof title, "%s: simple_cond_broadcast", name);
      numbered(title, n, &p);
    }
  }
}

int main(void) {
  by_hand();
  traps();
  closed_forms();
  semaphores();
  return 0;
}
