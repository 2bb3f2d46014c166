// Who watches the search is told that it goes on while the races of a long trace are looked for,
// each 64 steps: that takes minutes for some 100,000, and is no fault of McMini's.
// RUN: %clang-search %s -o %t
// RUN: %t | FileCheck %s
// CHECK: trace: 1 completed
// CHECK: 128 steps, told 2 times
#include "Inputs/tiny.h"
#include <stdio.h>

static unsigned told;
static void note(void) { told++; }

int main(void) {
  struct program p = {0};
  mc_object lock = add_object(&p, &tiny_mutex, NULL);
  for (mc_thread t = 0; t < 8; t++)
    for (int i = 0; i < 8; i++) {
      add(&p, t, &tiny_mutex, "lock", 1, lock, 0);
      add(&p, t, &tiny_mutex, "unlock", 1, lock, 0);
    }
  struct mc_search_config config = config_of(MC_OPTIMAL, MC_SLEEP_PLAIN);
  config.max_depth = 1000;
  config.goes_on = note;
  struct report report = explore(&p, &config, 1);
  print_counts("trace", &report);
  printf("%u steps, told %u times\n", report.counts.max_depth, told);
  return 0;
}
