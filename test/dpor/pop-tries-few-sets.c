// The sets of steps that pop tries for a read-write lock with n readers and a writer are n/2 for each
// trace: one for each reader that comes before the writer. A set in which some reader has the lock
// and does not give it back hinders the writer, whatever the others do; there are 3^n sets, and 2^n
// traces.
// RUN: %clang-search %s -o %t
// RUN: %t | FileCheck %s
// CHECK: 9 readers: 512 traces, 0 blocked, 2304 sets
// CHECK: 12 readers: 4096 traces, 0 blocked, 24576 sets
#include "Inputs/builtin.h"
#include "dpor/pop.h"

static uint64_t tried;

static void note(const struct mc_search *search, const struct mc_model *model) {
  (void)model;
  tried = search->pop->tried;
}

static void run(unsigned readers) {
  struct program p = {.threads = readers + 1};
  const mc_object lock = new_object(&p, &mc_primitive_rwlock);
  on(&p, 0, "wrlock", lock);
  on(&p, 0, "wrunlock", lock);
  for (mc_thread t = 1; t <= readers; t++) {
    on(&p, t, "rdlock", lock);
    on(&p, t, "rdunlock", lock);
  }
  const struct mc_search_config config = {
      .algorithm = MC_POP, .sleep_sets = MC_SLEEP_PLAIN, .max_depth = 1000};
  const struct report report = explore(&p, &config, 0);
  printf("%u readers: %lu traces, %lu blocked, %lu sets\n", readers,
         (unsigned long)mc_traces_of(&report.counts),
         (unsigned long)report.counts.traces[MC_SLEEP_SET_BLOCKED], (unsigned long)tried);
}

int main(void) {
  at_end = note;
  run(9);
  run(12);
  return 0;
}
