// The numbers of traces of dpor with sleep sets, and the place of the first deadlock.
// RUN: %clang-search %s -o %t
// RUN: %t | FileCheck %s
#include "Inputs/tiny.h"

static const struct mc_primitive *const mutex = &tiny_mutex;

/// `dining`: each takes a shared mutex first (the paper's program). `ordered`: the last philosopher
/// takes the forks the other way round.
static struct program philosophers(unsigned n, bool dining, bool ordered) {
  struct program p = {0};
  for (unsigned i = 0; i <= n; i++)
    add_object(&p, mutex, NULL);
  for (mc_thread i = 0; i < n; i++) {
    bool other_way = ordered && i == n - 1u;
    mc_object left = i, right = (i + 1) % n, first = other_way ? right : left;
    if (dining)
      add(&p, i, mutex, "lock", 1, n, 0);
    add(&p, i, mutex, "lock", 1, first, 0);
    add(&p, i, mutex, "lock", 1, left + right - first, 0);
    if (dining)
      add(&p, i, mutex, "unlock", 1, n, 0);
    add(&p, i, mutex, "unlock", 1, left, 0);
    add(&p, i, mutex, "unlock", 1, right, 0);
  }
  return p;
}

/// The threads 1 to n are created by thread 0, which joins them. A thread's life is a semaphore for
/// its start and one for its end.
static struct program with_main(const struct program *given) {
  struct program p = *given;
  for (mc_thread t = (mc_thread)p.threads; t > 0; t--) {
    p.length[t] = 0;
    mc_object start = add_object(&p, &tiny_semaphore, NULL);
    mc_object end = add_object(&p, &tiny_semaphore, NULL);
    add(&p, t, &tiny_semaphore, "wait", 1, start, 0);
    for (unsigned i = 0; i < given->length[t - 1]; i++) {
      p.code[t][p.length[t]] = given->code[t - 1][i];
      p.code[t][p.length[t]++].operation.thread = t;
    }
    add(&p, t, &tiny_semaphore, "post", 1, end, 0);
  }
  unsigned n = given->threads;
  p.length[0] = 0;
  for (unsigned t = n; t > 0; t--)
    add(&p, 0, &tiny_semaphore, "post", 1, p.objects - 2 * t, 0);
  for (unsigned t = n; t > 0; t--)
    add(&p, 0, &tiny_semaphore, "wait", 1, p.objects - 2 * t + 1, 0);
  return p;
}

static struct program one_mutex(unsigned n) {
  struct program p = {0};
  add_object(&p, mutex, NULL);
  for (mc_thread t = 0; t < n; t++) {
    add(&p, t, mutex, "lock", 1, 0, 0);
    add(&p, t, mutex, "unlock", 1, 0, 0);
  }
  return p;
}

static struct program writer_and_readers(unsigned readers) {
  struct program p = {0};
  add_object(&p, &tiny_variable, NULL);
  add(&p, 0, &tiny_variable, "write", 1, 0, 0)->operation.argument[0] = 1;
  for (mc_thread t = 1; t <= readers; t++)
    add(&p, t, &tiny_variable, "read", 1, 0, 0);
  return p;
}

static void check(const char *title, unsigned n, const struct program *program) {
  const struct mc_search_config config = config_of(MC_DPOR, MC_SLEEP_PLAIN);
  struct report report = explore(program, &config, 0);
  char text[80];
  snprintf(text, sizeof text, "%s %u", title, n);
  print_counts(text, &report);
  if (report.deadlocks[0])
    printf("  deadlock: trace %u, after %u sleep-set blocked\n", (unsigned)report.deadlocks[0],
           (unsigned)report.blocked_before);
}

int main(void) {
  struct program p;
  // Optimal is 2^N - 1, one of them the deadlock.
  // CHECK: naive philosophers 2: 2 completed, 1 deadlocked
  // CHECK: naive philosophers 3: 6 completed, 1 deadlocked, 1 sleep-set blocked
  // CHECK: naive philosophers 4: 14 completed, 1 deadlocked, 7 sleep-set blocked
  // CHECK: naive philosophers 5: 30 completed, 1 deadlocked, 28 sleep-set blocked
  // CHECK-NEXT: deadlock: trace 16, after 6 sleep-set blocked
  for (unsigned n = 2; n <= 5; n++) {
    p = philosophers(n, false, false);
    check("naive philosophers", n, &p);
  }
  // 2^N - 2.
  // CHECK: ordered philosophers 3: 6 completed
  // CHECK: ordered philosophers 4: 14 completed
  // CHECK: ordered philosophers 5: 30 completed
  for (unsigned n = 3; n <= 5; n++) {
    p = philosophers(n, false, true);
    check("ordered philosophers", n, &p);
  }
  // N!; the paper's tool explores 45, 311, 2507 for 4, 5, 6.
  // CHECK: dining philosophers 4: 24 completed, 17 sleep-set blocked
  // CHECK: dining philosophers 5: 120 completed, 135 sleep-set blocked
  // CHECK: dining philosophers 6: 720 completed, 1135 sleep-set blocked
  for (unsigned n = 4; n <= 6; n++) {
    p = philosophers(n, true, false);
    check("dining philosophers", n, &p);
  }
  // The same where main creates and joins them.
  // CHECK: created philosophers 3: 6 completed
  // CHECK: created philosophers 4: 24 completed
  for (unsigned n = 3; n <= 4; n++) {
    const struct program alone = philosophers(n, true, false);
    p = with_main(&alone);
    check("created philosophers", n, &p);
  }
  // N!
  // CHECK: one mutex 2: 2 completed{{$}}
  // CHECK: one mutex 3: 6 completed{{$}}
  // CHECK: one mutex 4: 24 completed{{$}}
  // CHECK: one mutex 5: 120 completed{{$}}
  for (unsigned n = 2; n <= 5; n++) {
    p = one_mutex(n);
    check("one mutex", n, &p);
  }
  // 2^N
  // CHECK: readers 2: 4 completed
  // CHECK: readers 3: 8 completed
  // CHECK: readers 6: 64 completed
  for (unsigned n = 2; n <= 6; n++) {
    p = writer_and_readers(n);
    check("readers", n, &p);
  }
  return 0;
}
