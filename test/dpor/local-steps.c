// Which steps are local, by the primitives' answers alone, and that none is where another thread
// can race with it, be it in one trace only. Each program has an outcome for which that thread must
// come first: its number of traces is the number of its classes, and dfs finds no other outcome.
// RUN: %clang-search %s -o %t
// RUN: %t | FileCheck %s
#include "Inputs/builtin.h"
#include "Inputs/tiny.h"

#include <stdlib.h>
#include <string.h>

static uint64_t local, steps; ///< of all traces of the last search; none is in the first one

static void count_local(const struct mc_search *search, const struct mc_model *model) {
  (void)model;
  if (mc_search_is_outdated(search)) {
    local = steps = 0;
    return;
  }
  for (uint32_t i = 0; i < mc_search_depth(search); i++) {
    steps++;
    local += mc_search_operation(search, i)->is_local;
  }
}

static void run(const char *title, const struct program *program) {
  struct mc_search_config config = config_of(MC_DFS, MC_SLEEP_NONE);
  const struct report all = explore(program, &config, 0);
  config = config_of(MC_OPTIMAL, MC_SLEEP_PLAIN);
  at_end = count_local;
  const struct report report = explore(program, &config, 0);
  at_end = NULL;
  printf("%s, %s", title, outcomes_equal(&all.outcomes, &report.outcomes) ? "" : "WRONG ");
  print_counts("optimal", &report);
}

/// The same, and how many of its steps are local.
static void run_and_count(const char *title, const struct program *program) {
  local = steps = 0;
  run(title, program);
  printf("  %llu of %llu steps were local\n", (unsigned long long)local, (unsigned long long)steps);
}

/// Thread 0 creates the others.
static void create_threads(struct program *p, unsigned threads, mc_object object[]) {
  for (mc_thread t = 1; t < threads; t++)
    create(p, 0, t, object[t] = new_thread(p, false));
}

static void lives(void) {
  // create, start, exit and join of both threads: all but the two writes.
  // CHECK: two writes, optimal: 2 completed
  // CHECK-NEXT: 8 of 20 steps were local
  struct program p = {0};
  mc_object thread[3], v = new_variable(&p);
  create_threads(&p, 3, thread);
  for (mc_thread t = 1; t < 3; t++) {
    access_to(&p, t, "write", v, t, 0);
    on(&p, t, "exit", thread[t]);
  }
  on(&p, 0, "join", thread[1]);
  on(&p, 0, "join", thread[2]);
  run_and_count("two writes", &p);
  // A tryjoin comes before the exit, or after it: 2 for each order of the writes.
  // CHECK: and a tryjoin, optimal: 4 completed
  on(&p, 2, "tryjoin", thread[1]);
  p.length[0]--;
  p.length[0]--;
  run("and a tryjoin", &p);
}

static void joiners(void) {
  // Who is first joins, and the other one's join is a misuse: fails in both orders.
  // CHECK: two joins, optimal: 2 failed
  struct program p = {0};
  mc_object thread[4];
  create_threads(&p, 4, thread);
  on(&p, 1, "exit", thread[1]);
  on(&p, 2, "join", thread[1]);
  on(&p, 3, "join", thread[1]);
  run("two joins", &p);
  // A detach before the join makes that fail; so does one after it.
  // CHECK: a join and a detach, optimal: 2 failed
  p.length[3]--;
  on(&p, 3, "detach", thread[1]);
  run("a join and a detach", &p);
}

static void unlocks(void) {
  // An unlock can race with no lock: 3! orders of locks.
  // CHECK: three locks, optimal: 6 completed
  // CHECK-NEXT: 15 of 36 steps were local
  struct program p = {0};
  const mc_object m = new_mutex(&p, PTHREAD_MUTEX_NORMAL, false);
  for (mc_thread t = 0; t < 3; t++) {
    on(&p, t, "lock", m);
    on(&p, t, "unlock", m);
  }
  run_and_count("three locks", &p);
  // With a trylock it can: that is busy, and before or behind all of the others.
  // CHECK: a lock and a trylock, optimal: 3 completed
  // CHECK-NEXT: {{^}}  0 of
  struct program q = {0};
  new_mutex(&q, PTHREAD_MUTEX_NORMAL, false);
  on(&q, 0, "lock", m);
  on(&q, 0, "unlock", m);
  on(&q, 1, "trylock", m)->jump = 1;
  on(&q, 1, "unlock", m);
  run_and_count("a lock and a trylock", &q);
}

/// Thread 1 has a variable of its own, but where thread 0 has read 0.
static void second_user(void) {
  // CHECK: of one thread, optimal: 2 completed
  // CHECK-NEXT: 2 of 8 steps were local
  struct program p = {0};
  const mc_object v = new_variable(&p), own = new_variable(&p);
  access_to(&p, 0, "write", v, 1, 0);
  access_to(&p, 1, "read", v, 0, 0);
  access_to(&p, 1, "read", own, 0, 0);
  access_to(&p, 1, "read", own, 0, 0);
  run_and_count("of one thread", &p);
  // The first trace reads 1. Where thread 2 has read 0, it writes before both reads of thread 1,
  // between them, or after them: 3 + 1 classes, for which the write must come before what thread 1
  // did alone.
  // CHECK: of two threads in one class, optimal: 4 completed
  struct program q = {0};
  new_variable(&q);
  new_variable(&q);
  access_to(&q, 0, "write", v, 1, 0);
  access_to(&q, 1, "read", own, 0, 0);
  access_to(&q, 1, "read", own, 0, 0);
  access_to(&q, 2, "read", v, 0, 0)->jump = 1;
  access_to(&q, 2, "write", own, 7, 0);
  run("of two threads in one class", &q);
}

/// Thread 0 makes local steps without an end; thread 1 is not to wait for that.
static void endless(void) {
  // CHECK: without an end, optimal: 2 bounded
  struct program p = {0};
  const mc_object m = add_object(&p, &tiny_mutex, NULL), v = new_variable(&p);
  access_to(&p, 0, "write", v, 1, 0);
  access_to(&p, 1, "write", v, 2, 0);
  add(&p, 0, &tiny_mutex, "lock", 1, m, 0);
  add(&p, 0, &tiny_mutex, "unlock", 1, m, 0);
  add(&p, 0, &tiny_mutex, "trylock", 1, m, 0);
  add(&p, 0, &tiny_mutex, "trylock", 1, m, 0)->jump = -2;
  struct mc_search_config config = config_of(MC_OPTIMAL, MC_SLEEP_PLAIN);
  config.max_depth = 3000;
  const struct report report = explore(&p, &config, 0);
  printf("without an end, ");
  print_counts("optimal", &report);
}

int main(void) {
  lives();
  joiners();
  unlocks();
  second_user();
  endless();
}
