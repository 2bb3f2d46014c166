// primitives/once.c - pthread_once_t, and the guards of static_guard.c.
//
//   begin   run: for the first caller, which then calls the function; done: once that has returned
//   end     the function has returned
//   reset   it was left by an exception or a cancellation: the next caller begins anew
//
// Compiled with -fexceptions, so that the function may throw through us. The control has 4 bytes
// and no room for a mark; glibc's value for "done" is written to it, so that a program that assigns
// PTHREAD_ONCE_INIT again is understood.
#define _GNU_SOURCE
#include "once.h"
#include <stdio.h>

static const char *const operations[] = {"begin", "end", "reset", NULL};

static unsigned universe(const struct mc_operation *op, unsigned n) {
  (void)n;
  return op->kind == MC_ONCE_BEGIN ? 2 : 1;
}

static bool enabled(const struct mc_operation *op, const void *const state[]) {
  const struct mc_once *o = state[0];
  return op->kind != MC_ONCE_BEGIN || o->phase == (op->alternative == MC_ONCE_RUN ? MC_ONCE_FRESH : MC_ONCE_FINISHED);
}

static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  struct mc_once *o = state[0];
  (void)result;
  if (op->kind == MC_ONCE_BEGIN && op->alternative == MC_ONCE_RUN)
    *o = (struct mc_once){.phase = MC_ONCE_RUNNING, .runner = 1 + op->thread};
  else if (op->kind != MC_ONCE_BEGIN)
    *o = (struct mc_once){.phase = op->kind == MC_ONCE_END ? MC_ONCE_FINISHED : MC_ONCE_FRESH};
  return NULL;
}

static bool runs(const struct mc_operation *op) {
  return op->kind == MC_ONCE_BEGIN && op->alternative == MC_ONCE_RUN;
}

static bool finds_it_done(const struct mc_operation *op) {
  return op->kind == MC_ONCE_BEGIN && op->alternative == MC_ONCE_DONE;
}

/// There is one runner at a time; it alone ends or resets. So the end matters to those who wait for
/// it, the reset to those who would run.
static bool orders(const struct mc_operation *a, const struct mc_operation *b) {
  return (runs(a) && runs(b)) || (a->kind == MC_ONCE_END && finds_it_done(b)) ||
         (a->kind == MC_ONCE_RESET && runs(b));
}

static bool dependent(const struct mc_operation *a, const struct mc_operation *b) {
  return a->primitive != b->primitive || orders(a, b) || orders(b, a);
}

static bool coenabled(const struct mc_operation *a, const struct mc_operation *b) {
  return a->primitive != b->primitive ||
         (a->kind == MC_ONCE_BEGIN && b->kind == MC_ONCE_BEGIN && a->alternative == b->alternative);
}

static const char *alternative_name(const struct mc_operation *op) {
  return op->kind != MC_ONCE_BEGIN ? NULL : op->alternative == MC_ONCE_RUN ? "run" : "done";
}

static mc_thread owner(const void *state) {
  const struct mc_once *o = state;
  return o->runner ? (mc_thread)(o->runner - 1) : MC_NO_THREAD;
}

static void print(const void *state, char *text, size_t size) {
  const struct mc_once *o = state;
  if (o->phase == MC_ONCE_RUNNING)
    snprintf(text, size, "being run by %s", mc_thread_name(owner(o)));
  else
    snprintf(text, size, o->phase == MC_ONCE_FRESH ? "not yet run" : "done");
}

enum { RESULT = 1, FAILURE = 2 };

static uint64_t releases(const struct mc_operation *op, unsigned i) {
  (void)i;
  return op->kind == MC_ONCE_END ? RESULT : op->kind == MC_ONCE_RESET ? FAILURE : 0;
}

static uint64_t acquires(const struct mc_operation *op, unsigned i) {
  (void)i;
  return finds_it_done(op) ? RESULT : runs(op) ? FAILURE : 0;
}

const struct mc_primitive mc_primitive_once = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "once",
    .operations = operations,
    .state_size = sizeof(struct mc_once),
    .universe = universe,
    .enabled = enabled,
    .apply = apply,
    .dependent = dependent,
    .coenabled = coenabled,
    .alternative_name = alternative_name,
    .owner = owner,
    .print = print,
    .releases = releases,
    .acquires = acquires,
    .traits = 1u << MC_UNCANCELLED | 1u << MC_BY_THREADS,
};

//===- Interposed functions -------------------------------------------------------------------===//

enum { GLIBC_DONE = 2 };

static mc_object once_at(pthread_once_t *control) {
  const mc_object o = mc_object_find(&mc_primitive_once, control);
  const bool was_assigned = o != MC_NO_OBJECT && *control == PTHREAD_ONCE_INIT &&
                            ((const struct mc_once *)mc_object_state(o))->phase == MC_ONCE_FINISHED;
  if (o != MC_NO_OBJECT && !was_assigned)
    return o;
  const struct mc_once fresh = {.phase = *control == GLIBC_DONE ? MC_ONCE_FINISHED : MC_ONCE_FRESH};
  return mc_object_new(&mc_primitive_once, control, sizeof *control, &fresh);
}

struct call {
  struct mc_operation operation;
  pthread_once_t *control;
  const struct mc_site *site;
};

/// Runs when the function has returned and also when it is unwound.
static void leave(struct call *call) {
  if (call->operation.kind == MC_ONCE_END)
    *call->control = GLIBC_DONE;
  mc_transition(&call->operation, call->site);
}

static void run(struct mc_operation op, pthread_once_t *control, void (*function)(void),
                const struct mc_site *site) {
  __attribute__((cleanup(leave))) struct call call = {op, control, site};
  call.operation.kind = MC_ONCE_RESET;
  function();
  call.operation.kind = MC_ONCE_END;
}

MC_INTERPOSE(int, pthread_once, (pthread_once_t * control, void (*function)(void)),
             (control, function)) {
  if (!mc_checking()) {
    if (*control != GLIBC_DONE)
      function();
    *control = GLIBC_DONE;
    return 0;
  }
  struct mc_operation op = {
      .primitive = &mc_primitive_once, .kind = MC_ONCE_BEGIN, .objects = 1, .object = {once_at(control)}};
  mc_transition(&op, site);
  if (op.alternative == MC_ONCE_RUN)
    run(op, control, function, site);
  return 0;
}
