// Programs that the oracle has found, made small: every algorithm is right about them now.
// RUN: %clang-search %s -o %t
// RUN: %t | FileCheck %s
// CHECK-NOT: wrong
// CHECK: 12 programs
//
// To add one: paste the function that the oracle prints, and a line in main.
#include "Inputs/builtin.h"
#include "Inputs/opaque.h"
#include "Inputs/oracle.h"

// dpor with sleep sets: a step whose other alternative is asleep, and so not explored here, must be
// reversed with what depends on that one.
static struct program asleep_alternative(void) {
  struct program p = {0};
  struct instruction *i;
  add_object(&p, &opaque_primitive, (const char[MC_MAX_STATE]){[0] = 6});
  static struct opaque opaque_0 = {.states = 8, .kinds = 2};
  opaque_0.alternatives[0] = 2;
  opaque_0.step[0][0] =
      (struct opaque_alternative){.enabled = 0x55, .next = {2, 3, 0, 1, 6, 7, 4, 5}};
  opaque_0.step[0][1] =
      (struct opaque_alternative){.enabled = 0xaa, .next = {4, 5, 6, 7, 0, 1, 2, 3}};
  opaque_0.alternatives[1] = 2;
  opaque_0.step[1][0] = (struct opaque_alternative){
      .enabled = 0xff, .next = {4, 5, 6, 7, 0, 1, 2, 3}, .shown = {0, 1, 0, 1, 0, 1, 0, 1}};
  opaque_0.step[1][1] =
      (struct opaque_alternative){.enabled = 0xff, .next = {1, 0, 3, 2, 5, 4, 7, 6}};
  opaque_complete(&opaque_0);
  i = add(&p, 1, &opaque_primitive, "b", 1, 0, 0);
  i->operation.argument[0] = (uintptr_t)&opaque_0;
  i = add(&p, 2, &opaque_primitive, "a", 1, 0, 0);
  i->operation.argument[0] = (uintptr_t)&opaque_0;
  i = add(&p, 3, &opaque_primitive, "b", 1, 0, 0);
  i->operation.argument[0] = (uintptr_t)&opaque_0;
  p.threads = 4;
  return p;
}

// source, optimal: an object that only one thread uses has no races, but its steps may have other
// alternatives.
static struct program alternatives_of_one_thread(void) {
  struct program p = {0};
  struct instruction *i;
  add_object(&p, &opaque_primitive, (const char[MC_MAX_STATE]){[0] = 7});
  static struct opaque opaque_0 = {.states = 9, .kinds = 2};
  opaque_0.alternatives[0] = 2;
  opaque_0.step[0][0] =
      (struct opaque_alternative){.enabled = 0x1c7, .next = {1, 2, 0, 4, 5, 3, 7, 8, 6}};
  opaque_0.step[0][1] =
      (struct opaque_alternative){.enabled = 0x1c7, .next = {6, 7, 8, 0, 1, 2, 3, 4, 5}};
  opaque_0.alternatives[1] = 2;
  opaque_0.step[1][0] =
      (struct opaque_alternative){.enabled = 0x1ff, .next = {6, 7, 8, 0, 1, 2, 3, 4, 5}};
  opaque_0.step[1][1] =
      (struct opaque_alternative){.enabled = 0x1f8, .next = {6, 7, 8, 0, 1, 2, 3, 4, 5}};
  opaque_complete(&opaque_0);
  i = add(&p, 0, &opaque_primitive, "a", 1, 0, 0);
  i->operation.argument[0] = (uintptr_t)&opaque_0;
  p.threads = 1;
  return p;
}

// source, optimal: a step that fails covers nothing that could have come after it.
static struct program a_failure_covers_nothing(void) {
  struct program p = {0};
  add_object(&p, &mc_primitive_thread, (const char[MC_MAX_STATE]){[0] = 1});
  add_object(&p, &mc_primitive_thread, (const char[MC_MAX_STATE]){[0] = 1});
  add(&p, 0, &mc_primitive_thread, "tryjoin", 1, 0, 0);
  add(&p, 1, &mc_primitive_thread, "detach", 1, 0, 0);
  add(&p, 1, &mc_primitive_thread, "tryjoin", 1, 0, 0);
  add(&p, 2, &mc_primitive_thread, "tryjoin", 1, 1, 0);
  add(&p, 2, &mc_primitive_thread, "exit", 1, 0, 0);
  p.threads = 3;
  return p;
}

// optimal: the step at which a trace failed stood for others in the wakeup tree: at a failure all
// is explored.
static struct program a_failure_stands_for_nothing(void) {
  struct program p = {0};
  const mc_object x = new_variable(&p), y = new_variable(&p);
  access_to(&p, 0, "compare-exchange", y, 1, 0);
  access_to(&p, 0, "exchange", y, 0, 0);
  access_to(&p, 0, "store", y, 1, 0);
  access_to(&p, 1, "compare-exchange", y, 0, 0)->fail = 2;
  access_to(&p, 2, "load", x, 0, 1);
  access_to(&p, 2, "load", y, 2, 0);
  return p;
}

static struct program failures_beside_robust_mutexes(void) {
  struct program p = {0};
  const mc_object m = new_mutex(&p, PTHREAD_MUTEX_RECURSIVE, true);
  const mc_object n = new_mutex(&p, PTHREAD_MUTEX_RECURSIVE, true);
  const mc_object x = new_variable(&p), first = new_thread(&p, true), last = new_thread(&p, true);
  on(&p, 0, "timedlock", m);
  struct instruction *end = on_both(&p, 0, "exit", first, n);
  end->operation.object[end->operation.objects++] = m;
  on(&p, 1, "destroy", m);
  on(&p, 2, "trylock", m);
  access_to(&p, 2, "add", x, 1, 1);
  on(&p, 2, "lock", n);
  end = on_both(&p, 2, "exit", last, n);
  end->operation.object[end->operation.objects++] = m;
  return p;
}

// optimal: a pair of steps that the trace before had too must be looked at again: what came after
// it there was something else, of which a sleeping step was a weak initial.
static struct program another_end_of_the_trace(void) {
  struct program p = {0};
  const mc_object x = new_variable(&p), y = new_variable(&p);
  access_to(&p, 0, "write", x, 0, 0);
  access_to(&p, 1, "or", x, 1, 0);
  access_to(&p, 1, "load", x, 0, 0);
  access_to(&p, 1, "load", x, 0, 0)->jump = 1;
  access_to(&p, 1, "add", y, 1, 0);
  access_to(&p, 2, "load", y, 0, 0);
  access_to(&p, 3, "or", x, 0, 0);
  access_to(&p, 3, "add", y, 1, 0);
  return p;
}

// optimal: a branch that was there before, independent of all that happens before the later step,
// took executions away that another end of the trace would have put below it.
static struct program taken_away(void) {
  struct program p = {0};
  const mc_object second = new_thread(&p, true), third = new_thread(&p, true), x = new_variable(&p);
  access_to(&p, 0, "write", x, 1, 0);
  access_to(&p, 1, "read", x, 0, 0);
  on(&p, 2, "tryjoin", third)->jump = 1;
  access_to(&p, 2, "add", x, 1, 0);
  access_to(&p, 2, "load", x, 0, 0);
  on(&p, 2, "exit", second);
  on(&p, 3, "tryjoin", second);
  on(&p, 3, "exit", third);
  return p;
}

// optimal: sequences that were put below a step that fails were lost with it.
static struct program below_a_failure(void) {
  struct program p = {0};
  const mc_object x = new_variable(&p), y = new_variable(&p);
  access_to(&p, 0, "compare-exchange", y, 2, 1);
  access_to(&p, 1, "exchange", y, 1, 1);
  access_to(&p, 1, "compare-exchange", y, 0, 0)->fail = 2;
  access_to(&p, 2, "compare-exchange", x, 2, 1);
  access_to(&p, 2, "write", x, 0, 0);
  access_to(&p, 3, "load", x, 0, 0);
  access_to(&p, 3, "load", y, 0, 0);
  return p;
}

// conditional sleep sets: a step that sleeps, as it commutes in the state at hand, fails there as
// it did before: where all that others do fails, the process exits.
static struct program an_exit_beside_a_sleeping_failure(void) {
  struct program p = {0};
  const mc_object x = new_variable(&p);
  access_to(&p, 0, "load", x, 0, 1)->fail = 2;
  access_to(&p, 1, "compare-exchange", x, 1, 0);
  access_to(&p, 2, "store", x, 1, 1);
  process_exit(&p, 3);
  return p;
}

// The same, of modifications.
static struct program an_exit_beside_a_sleeping_modification(void) {
  struct program p = {0};
  const mc_object x = new_variable(&p);
  process_exit(&p, 0);
  access_to(&p, 1, "or", x, 0, 1)->fail = 2;
  access_to(&p, 2, "or", x, 1, 1);
  access_to(&p, 2, "compare-exchange", x, 1, 0);
  return p;
}

// Two sets of steps whose removal leads to the same states: neither stands for the other one.
static struct program removed_in_two_ways(void) {
  struct program p = {0};
  const mc_object f = new_object(&p, &mc_primitive_futex), x = new_variable(&p);
  on_both(&p, 0, "wait", f, x);
  on(&p, 1, "wake", f);
  on_both(&p, 1, "wait", f, x);
  on(&p, 2, "wake", f);
  on_both(&p, 3, "wait", f, x);
  on(&p, 3, "resume", f);
  return p;
}

// The relation: a poll of a closed descriptor told of the end that the last close of another one of the same side makes.
static struct program a_poll_of_a_closed_descriptor(void) {
  struct program p = {0};
  struct instruction *i;
  add_object(&p, &mc_primitive_pipe, (const char[MC_MAX_STATE]){[8] = 2, [16] = 3, [24] = 3, [32] = 2, [33] = 2});
  i = add(&p, 0, &mc_primitive_pipe, "close", 1, 0, 0);
  i->operation.argument[0] = 0x1;
  i = add(&p, 1, &mc_primitive_pipe, "timedpoll", 1, 0, 0);
  i->operation.argument[0] = 0x8;
  i->operation.argument[2] = 0x1;
  add(&p, 2, &mc_primitive_pipe, "close", 1, 0, 0);
  p.threads = 3;
  return p;
}

int main(void) {
  struct program (*const found[])(void) = {asleep_alternative,
                                           alternatives_of_one_thread,
                                           a_failure_covers_nothing,
                                           a_failure_stands_for_nothing,
                                           failures_beside_robust_mutexes,
                                           another_end_of_the_trace,
                                           taken_away,
                                           below_a_failure,
                                           an_exit_beside_a_sleeping_failure,
                                           an_exit_beside_a_sleeping_modification,
                                           removed_in_two_ways,
                                           a_poll_of_a_closed_descriptor};
  const unsigned count = sizeof found / sizeof *found;
  for (unsigned i = 0; i < count; i++) {
    const struct program program = found[i]();
    const struct judgement j = judge(&program, ~0u);
    for (enum check c = 0; c < CHECKS; c++)
      if (j.wrong[c])
        printf("program %u: wrong: %s %s\n", i, check_name[c], j.wrong[c]);
  }
  printf("%u programs\n", count);
  return 0;
}
