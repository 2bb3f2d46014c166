// Waiting ends: process exit comes last, pollers and busy waits give way, and waiting for nothing
// is told apart.
// RUN: %clang-search %s -o %t
// RUN: %t | FileCheck %s
#include "Inputs/tiny.h"

static const char *const verdict[] = {"step", "end", "livelock", "diverged", "unfair", "exhausted"};

static struct report run(const char *title, const struct program *program,
                         struct mc_search_config config) {
  struct report report = explore(program, &config, 1000);
  printf("%s, %s: %s, depth %u; ", title, config.algorithm == MC_DFS ? "dfs" : "dpor",
         verdict[report.end], report.counts.max_depth);
  print_counts("", &report);
  return report;
}

static void run_both(const char *title, const struct program *program) {
  run(title, program, config_of(MC_DFS, MC_SLEEP_NONE));
  run(title, program, config_of(MC_DPOR, MC_SLEEP_PLAIN));
}

/// `thread` polls: it yields until a trylock succeeds.
static void add_poller(struct program *p, mc_thread thread, mc_object mutex) {
  add_yield(p, thread);
  add(p, thread, &tiny_mutex, "trylock", 1, mutex, 0)->jump = -2;
}

static void exits(void) {
  // CHECK: exit and two steps, dfs: end, depth 3; : 1 completed
  // CHECK: exit and two steps, dpor: end, depth 3; : 1 completed
  struct program p = {0};
  mc_object mutex = add_object(&p, &tiny_mutex, NULL), other = add_object(&p, &tiny_mutex, NULL);
  add_exit(&p, 0);
  add(&p, 1, &tiny_mutex, "lock", 1, mutex, 0);
  add(&p, 1, &tiny_mutex, "unlock", 1, mutex, 0);
  run_both("exit and two steps", &p);
  // Who is blocked at process exit is no deadlock.
  // CHECK: exit and a blocked thread, dfs: end, depth 2; : 1 completed
  // CHECK: exit and a blocked thread, dpor: end, depth 2; : 1 completed
  p.length[1] = 0;
  add(&p, 1, &tiny_mutex, "lock", 1, mutex, 0);
  add(&p, 1, &tiny_mutex, "lock", 1, mutex, 0);
  run_both("exit and a blocked thread", &p);
  // Either may be the one that ends the process.
  // CHECK: two exits, dfs: end, depth 1; : 2 completed
  // CHECK: two exits, dpor: end, depth 1; : 2 completed
  p.length[1] = 0;
  add_exit(&p, 1);
  run_both("two exits", &p);
  // A poller keeps the process alive: it may have an end, where it fails.
  // CHECK: exit and a poller, dpor: unfair, depth 0;
  // Those that the caller has given up do not: each yields ten times.
  // CHECK: exit and a poller, dfs: end, depth 20; : 1 completed
  // CHECK: exit and a poller, dpor: end, depth 20; : 1 completed
  // CHECK: exit and two pollers, dpor: end, depth 39; : 1 completed
  p.initial[mutex][0] = p.initial[other][0] = 9;
  p.length[1] = 0;
  add_poller(&p, 1, mutex);
  run("exit and a poller", &p, config_of(MC_DPOR, MC_SLEEP_PLAIN));
  mc_set_add(&p.left, 1);
  mc_set_add(&p.left, 2);
  run_both("exit and a poller", &p);
  add_poller(&p, 2, other);
  run("exit and two pollers", &p, config_of(MC_DPOR, MC_SLEEP_PLAIN));
}

static void polls(void) {
  // The first choice lets the others pass, so the poller gets what it waits for.
  // CHECK: poller first, dpor: end, depth 3;
  struct program p = {0};
  mc_object mutex = add_object(&p, &tiny_mutex, NULL);
  p.initial[mutex][0] = 2;
  add_poller(&p, 0, mutex);
  add(&p, 1, &tiny_mutex, "unlock", 1, mutex, 0);
  struct mc_search_config config = config_of(MC_DPOR, MC_SLEEP_PLAIN);
  struct report report = explore(&p, &config, 1);
  printf("poller first, dpor: %s, depth %u;\n", verdict[report.end], report.counts.max_depth);
  // Explored to the end, the poller can poll for ever. Fair: from its second yield on it lets the
  // other pass, so the unlock comes before or after its first yield, first try, or second yield.
  // CHECK: poller, dfs: unfair
  // CHECK: fair poller, dfs: end, depth 5; : 4 completed
  // CHECK: fair poller, dpor: end, depth 5; : 2 completed
  config = config_of(MC_DFS, MC_SLEEP_NONE);
  config.max_depth = 100;
  run("poller", &p, config);
  config.fair = true;
  run("fair poller", &p, config);
  config.algorithm = MC_DPOR;
  config.sleep_sets = MC_SLEEP_PLAIN;
  run("fair poller", &p, config);
  // A poller that waits for nothing polls fairly for ever.
  // CHECK: hopeless poller, dpor: end, depth 100; : 1 bounded
  p.length[1] = 0;
  run("hopeless poller", &p, config);
  // A timed operation polls where it times out.
  // CHECK: timed loop, dpor: end, depth 3; : 1 completed
  add(&p, 1, &tiny_mutex, "unlock", 1, mutex, 0);
  p.length[0] = 0;
  struct instruction *timed = add(&p, 0, &tiny_mutex, "timedlock", 1, mutex, 0);
  timed->operation.flags = MC_YIELD;
  timed->jump = -1;
  config = config_of(MC_DPOR, MC_SLEEP_PLAIN);
  report = explore(&p, &config, 1);
  printf("timed loop, dpor: %s, depth %u; ", verdict[report.end], report.counts.max_depth);
  print_counts("", &report);
}

static void busy_waits(void) {
  // A busy wait is taken when nobody else can run: after the lock, not before.
  // CHECK: busy wait, dfs: end, depth 3; : 1 completed
  // CHECK: busy wait, dpor: end, depth 3; : 1 completed
  struct program p = {0};
  mc_object mutex = add_object(&p, &tiny_mutex, NULL);
  add_busy_wait(&p, 0);
  add(&p, 1, &tiny_mutex, "lock", 1, mutex, 0);
  add(&p, 1, &tiny_mutex, "unlock", 1, mutex, 0);
  run_both("busy wait", &p);
  // Again only after another thread has done something.
  // CHECK: busy waits, dfs: livelock, depth 3; : 1 failed
  // CHECK: busy waits, dpor: livelock, depth 3; : 1 failed
  add_busy_wait(&p, 0);
  run_both("busy waits", &p);
  // CHECK: busy waits and exit, dfs: end, depth 4; : 1 completed
  add_exit(&p, 1);
  run("busy waits and exit", &p, config_of(MC_DFS, MC_SLEEP_NONE));
}

int main(void) {
  exits();
  polls();
  busy_waits();
  return 0;
}
