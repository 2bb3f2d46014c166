// reference.c - happens-before from scratch, from the text of C11, 5.1.2.4 and 7.17.4.
#include "trace.h"

#include <string.h>

static bool is_atomic(const struct event *e) {
  return e->kind == STEP && e->op.primitive == &test_variable && e->op.kind >= MC_ATOMIC_LOAD;
}

static bool failed(const struct event *e) {
  return e->op.kind == MC_ATOMIC_COMPARE_EXCHANGE && e->op.alternative;
}

static bool modifies(const struct event *e) {
  return is_atomic(e) && e->op.kind != MC_ATOMIC_LOAD && !failed(e);
}

static bool reads(const struct event *e) { return is_atomic(e) && e->op.kind != MC_ATOMIC_STORE; }

static int order_of(const struct event *e) {
  if (e->kind == FENCE)
    return e->order;
  const uint32_t access = (uint32_t)e->op.argument[0];
  return failed(e) ? (int)MC_ACCESS_FAILURE_ORDER(access) : (int)MC_ACCESS_ORDER(access);
}

static bool is_release(const struct event *e) {
  return (e->kind == FENCE || modifies(e)) && order_of(e) >= __ATOMIC_RELEASE;
}

static bool is_acquire(const struct event *e) {
  const int order = order_of(e);
  return (e->kind == FENCE || reads(e)) && order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE;
}

static bool touches(const struct event *e, uintptr_t byte) { return byte - e->address < e->size; }

/// Does event `j` read at `byte` what `i` wrote, or a side effect of the release sequence that `i`
/// heads, or would head?
static bool reads_from(const struct trace *t, uint32_t i, uint32_t j, uintptr_t byte) {
  if (!modifies(&t->event[i]) || !reads(&t->event[j]) || !touches(&t->event[i], byte) ||
      !touches(&t->event[j], byte))
    return false;
  for (uint32_t k = i + 1; k < j; k++) {
    const struct event *e = &t->event[k];
    const bool is_store = e->kind == STEP && e->op.primitive == &test_variable &&
                          (e->op.kind == MC_ATOMIC_STORE || e->op.kind == MC_ACCESS_WRITE);
    if (is_store && touches(e, byte) && e->thread != t->event[i].thread)
      return false;
  }
  return true;
}

static bool reads_some_from(const struct trace *t, uint32_t i, uint32_t j) {
  for (uint64_t b = 0; b < t->event[i].size; b++)
    if (reads_from(t, i, j, t->event[i].address + b))
      return true;
  return false;
}

/// The atomics by which `i` gives: itself, or all modifications behind the fence.
static bool gives_by(const struct trace *t, uint32_t i, uint32_t x) {
  if (t->event[i].kind != FENCE)
    return x == i;
  return x > i && t->event[x].thread == t->event[i].thread;
}

/// The atomics by which `j` takes: itself, or all reads before the fence.
static bool takes_by(const struct trace *t, uint32_t j, uint32_t y) {
  if (t->event[j].kind != FENCE)
    return y == j;
  return y < j && t->event[y].thread == t->event[j].thread;
}

static bool atomics_synchronize(const struct trace *t, uint32_t i, uint32_t j) {
  if (!is_release(&t->event[i]) || !is_acquire(&t->event[j]))
    return false;
  for (uint32_t x = i; x < j; x++)
    for (uint32_t y = x + 1; y <= j; y++)
      if (gives_by(t, i, x) && takes_by(t, j, y) && reads_some_from(t, x, y))
        return true;
  return false;
}

static bool primitives_synchronize(const struct mc_operation *a, const struct mc_operation *b) {
  for (unsigned i = 0; i < a->objects; i++)
    for (unsigned j = 0; j < b->objects; j++) {
      const uint64_t all = test_dependent(a, b) ? MC_EVERYTHING : 0;
      const uint64_t given = a->primitive->releases ? a->primitive->releases(a, i) : all;
      const uint64_t taken = b->primitive->acquires ? b->primitive->acquires(b, j) : MC_EVERYTHING;
      if (a->object[i] == b->object[j] && given & taken)
        return true;
    }
  return false;
}

static bool synchronizes_with(const struct trace *t, uint32_t i, uint32_t j) {
  const struct event *a = &t->event[i], *b = &t->event[j];
  if (a->kind == STEP && b->kind == STEP && a->op.primitive != &test_variable &&
      b->op.primitive != &test_variable)
    return primitives_synchronize(&a->op, &b->op);
  if (a->kind == GIVE && b->kind == TAKE)
    return a->address == b->address;
  return (a->kind == FENCE || is_atomic(a)) && (b->kind == FENCE || is_atomic(b)) &&
         atomics_synchronize(t, i, j);
}

void make_reference(const struct trace *t, struct reference *r) {
  for (uint32_t j = 0; j < t->events; j++)
    for (uint32_t i = 0; i < j; i++)
      r->before[i][j] = t->event[i].thread == t->event[j].thread || synchronizes_with(t, i, j);
  for (uint32_t k = 0; k < t->events; k++)
    for (uint32_t i = 0; i < k; i++)
      if (r->before[i][k])
        for (uint32_t j = k + 1; j < t->events; j++)
          r->before[i][j] |= r->before[k][j];
}

static bool is_access(const struct event *e) {
  return e->kind == ACCESS || e->kind == LOOK ||
         (e->kind == STEP && e->op.primitive == &test_variable);
}

bool is_race(const struct trace *t, const struct reference *r, uint32_t i, uint32_t j,
             uintptr_t byte) {
  const struct event *a = &t->event[i], *b = &t->event[j];
  if (i >= j || !is_access(a) || !is_access(b) || a->kind == LOOK || !touches(a, byte) ||
      !touches(b, byte) || a->thread == b->thread || r->before[i][j])
    return false;
  for (uint32_t k = i + 1; k < j; k++)
    if (t->event[k].kind == FORGET && touches(&t->event[k], byte))
      return false;
  return (a->flags | b->flags) & MC_IS_WRITE && !(a->flags & b->flags & MC_IS_ATOMIC);
}
