// What a limit cuts is bounded, unless the blocked threads wait for each other in a circle.
// RUN: %clang-search %s -o %t
// RUN: %t | FileCheck %s
#include "Inputs/tiny.h"

static void run(const char *title, const struct program *program, uint32_t depth,
                uint32_t per_thread) {
  struct mc_search_config config = config_of(MC_DPOR, MC_SLEEP_PLAIN);
  config.max_depth = depth;
  config.max_depth_per_thread = per_thread;
  struct report report = explore(program, &config, 0);
  print_counts(title, &report);
}

static void cross(struct program *p, mc_thread thread, mc_object first, mc_object second) {
  add(p, thread, &tiny_mutex, "lock", 1, first, 0);
  add(p, thread, &tiny_mutex, "lock", 1, second, 0);
  add(p, thread, &tiny_mutex, "unlock", 1, second, 0);
  add(p, thread, &tiny_mutex, "unlock", 1, first, 0);
}

int main(void) {
  struct program p = {0};
  mc_object a = add_object(&p, &tiny_mutex, NULL), b = add_object(&p, &tiny_mutex, NULL);
  cross(&p, 0, a, b);
  cross(&p, 1, b, a);
  // CHECK: no limit: 2 completed, 1 deadlocked
  run("no limit", &p, 100, 0);
  // CHECK: 7 transitions: 1 deadlocked, 2 bounded
  run("7 transitions", &p, 7, 0);
  // A trace of exactly the limit is not cut.
  // CHECK: exact: 2 completed, 1 deadlocked
  run("exact", &p, 8, 0);
  // The circle is a deadlock whatever the third thread, which the limit stops, would have done.
  // CHECK: circle: 1 deadlocked, 2 bounded, 2 sleep-set blocked
  for (int i = 0; i < 5; i++)
    add_yield(&p, 2);
  run("circle", &p, 100, 4);
  // Who waits for a thread that the limit stopped is not in a deadlock.
  // CHECK: holder stopped: 2 bounded
  struct program q = {0};
  add_object(&q, &tiny_mutex, NULL);
  cross(&q, 0, a, a);
  cross(&q, 1, a, a);
  run("holder stopped", &q, 100, 1);
  return 0;
}
