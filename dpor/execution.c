// dpor/execution.c - the current trace, step by step, there and back; see execution.h.
#include "execution.h"

#include "clock.h"

void mc_execution_init(struct mc_execution *x, struct mc_arena *arena) {
  x->arena = arena;
  x->is_stale = x->all_open = true;
}

//===- Frames ---------------------------------------------------------------------------------===//

bool mc_frame_make_chunk(struct mc_execution *x) {
  if (!mc_reserve(x->arena, &x->chunk, &x->chunk_capacity, x->chunks + 1, sizeof *x->chunk,
                  x->chunks))
    return false;
  struct mc_frame *chunk = mc_arena_take_lines(x->arena, MC_IN_CHUNK * sizeof *chunk);
  if (!chunk)
    return false;
  x->chunk[x->chunks++] = chunk;
  return true;
}

static struct mc_operation *make_declared(struct mc_execution *x, uint32_t n) {
  if (n / MC_IN_CHUNK == x->declared_chunks) {
    if (!mc_reserve(x->arena, &x->basis, &x->bases, n + MC_IN_CHUNK, sizeof *x->basis, n) ||
        !mc_reserve(x->arena, &x->history, &x->history_capacity, n + MC_IN_CHUNK,
                    sizeof *x->history, n) ||
        !mc_reserve(x->arena, &x->declared, &x->declared_capacity, x->declared_chunks + 1,
                    sizeof *x->declared, x->declared_chunks))
      return NULL;
    struct mc_operation *chunk = mc_arena_take_lines(x->arena, MC_IN_CHUNK * sizeof *chunk);
    if (!chunk)
      return NULL;
    x->declared[x->declared_chunks++] = chunk;
  }
  return mc_declared(x, n);
}

unsigned mc_universe(const struct mc_execution *x, const struct mc_operation *operation) {
  if (!operation->primitive->universe)
    return 1;
  unsigned n = x->threads;
  for (unsigned k = 0; k < operation->objects; k++)
    if (x->object[operation->object[k]].operations > n)
      n = x->object[operation->object[k]].operations;
  const unsigned size = operation->primitive->universe(operation, n);
  return size < MC_MAX_UNIVERSE ? size : MC_MAX_UNIVERSE;
}

//===- There ----------------------------------------------------------------------------------===//

static void set_pending(struct mc_execution *x, uint32_t number) {
  struct mc_operation *operation = mc_declared(x, number);
  const mc_thread thread = operation->thread;
  for (unsigned k = 0; k < mc_places(operation); k++)
    x->object[operation->object[k]].operations++;
  x->thread[thread].pending = operation;
  x->thread[thread].number = number;
  x->thread[thread].blocked = 0;
  mc_set_add(&x->pending, thread);
  if (operation->is_local)
    mc_set_add(&x->local, thread);
  mc_set_add(&x->met, thread);
  if (thread >= x->threads)
    x->threads = thread + 1u;
}

struct mc_operation *mc_trace_declare(struct mc_execution *x,
                                      const struct mc_operation *operation) {
  struct mc_frame *frame = mc_frame_at(x, x->depth);
  const uint32_t number = frame->first + frame->declarations;
  struct mc_operation *copy = make_declared(x, number);
  if (!copy)
    return NULL;
  *copy = *operation;
  mc_forget_relation(copy);
  x->basis[number].end = 0;
  x->history[number] = 0;
  frame->declarations++;
  set_pending(x, number);
  return copy;
}

void mc_trace_update_thread(struct mc_execution *x, uint32_t i) {
  struct mc_frame *frame = mc_frame_at(x, i);
  const struct mc_operation *step = frame->operation;
  struct mc_trace_thread *thread = &x->thread[step->thread];
  thread->pending = NULL;
  mc_set_remove(&x->pending, step->thread);
  mc_set_remove(&x->local, step->thread);
  thread->last = i;
  thread->rank++;
  if (mc_waits_busily(step)) {
    frame->busy_wait = thread->busy_wait;
    thread->busy_wait = i;
    x->busy_waits++;
  }
  if (mc_is_yield(step)) {
    uint32_t *yield = &thread->yield[++thread->yields % MC_POLLING_YIELDS];
    frame->old_yield = *yield;
    *yield = i;
  }
}

/// Where the steps on the pending operation's objects end, plus 1; 0: memory may change beside
/// them.
static uint32_t end_of_steps(const struct mc_execution *x, const struct mc_model *model,
                             const struct mc_operation *pending) {
  uint32_t end = 1;
  for (unsigned k = 0; k < mc_places(pending); k++) {
    const uint32_t last = x->object[pending->object[k]].last;
    if (model->object[pending->object[k]].primitive->observe)
      return 0;
    if (last >= end)
      end = last + 1;
  }
  return end;
}

unsigned mc_trace_alternatives(struct mc_execution *x, const struct mc_model *model,
                               mc_thread thread, mc_alternative out[MC_MAX_ALTERNATIVES]) {
  struct mc_trace_thread *at = &x->thread[thread];
  const struct mc_operation *pending = &model->thread[thread].operation;
  const bool has_one = at->pending && mc_has_number(at->pending);
  if (at->blocked && at->blocked == end_of_steps(x, model, pending) &&
      (has_one || at->universe == mc_model_universe(model, pending)) &&
      at->renewals == model->renewals)
    return 0;
  const unsigned enabled = has_one ? mc_model_first_alternative(model, pending, out)
                                   : mc_model_alternatives(model, thread, out);
  at->blocked = enabled ? 0 : end_of_steps(x, model, pending);
  if (at->blocked) {
    at->asked = x->depth;
    at->universe = has_one ? 1 : mc_model_universe(model, pending);
    at->renewals = model->renewals;
  }
  return enabled;
}

//===- Back -----------------------------------------------------------------------------------===//

static void undo_pending(struct mc_execution *x, const struct mc_operation *operation) {
  struct mc_trace_thread *thread = &x->thread[operation->thread];
  for (unsigned k = 0; k < mc_places(operation); k++)
    x->object[operation->object[k]].operations--;
  thread->pending = NULL;
  mc_set_remove(&x->pending, operation->thread);
  mc_set_remove(&x->local, operation->thread);
  if (thread->last == MC_NO_STEP)
    mc_set_remove(&x->met, operation->thread);
  while (x->threads > 0 && !mc_set_has(&x->met, (mc_thread)(x->threads - 1)))
    x->threads--;
}

static void undo_declarations(struct mc_execution *x, const struct mc_frame *frame) {
  for (uint32_t k = 0; k < frame->declarations; k++)
    undo_pending(x, mc_declared(x, frame->first + k));
}

static void undo_step(struct mc_execution *x, uint32_t i) {
  const struct mc_frame *frame = mc_frame_at(x, i);
  struct mc_trace_thread *thread = &x->thread[frame->operation->thread];
  mc_clock_undo(x, i);
  thread->pending = frame->operation;
  thread->number = frame->number;
  thread->blocked = 0;
  mc_set_add(&x->pending, frame->operation->thread);
  if (frame->operation->is_local)
    mc_set_add(&x->local, frame->operation->thread);
  thread->last = frame->previous;
  thread->rank--;
  if (mc_waits_busily(frame->operation)) {
    thread->busy_wait = frame->busy_wait;
    x->busy_waits--;
  }
  if (mc_is_yield(frame->operation))
    thread->yield[thread->yields-- % MC_POLLING_YIELDS] = frame->old_yield;
}

/// Goes back to the state of frame `depth`.
static void retreat(struct mc_execution *x, uint32_t depth) {
  uint32_t i = x->kept ? x->kept - 1 : 0;
  if (x->depth > i)
    i = x->depth;
  for (; i > depth; i--) {
    if (x->arrived > i)
      undo_declarations(x, mc_frame_at(x, i));
    undo_step(x, i - 1);
  }
  x->arrived = depth + 1;
}

void mc_trace_keep(struct mc_execution *x, uint32_t kept) {
  if (kept > x->kept && kept > x->depth) { // it ended before it had made them anew
    x->kept = 0;
    mc_trace_restore(x);
    return;
  }
  retreat(x, kept ? kept - 1 : 0);
  x->kept = kept;
  for (uint32_t t = 0; t < x->threads; t++)
    if (x->thread[t].asked >= kept)
      x->thread[t].blocked = 0;
  mc_clock_keep(x);
}

void mc_trace_restore(struct mc_execution *x) {
  x->met = x->pending = x->local = (mc_thread_set){0};
  x->threads = x->arrived = x->busy_waits = 0;
  x->all_open = true;
  for (unsigned t = 0; t < MC_MAX_THREADS; t++)
    x->thread[t] = (struct mc_trace_thread){.last = MC_NO_STEP, .busy_wait = MC_NO_STEP};
  for (uint32_t o = 0; o < x->objects; o++)
    x->object[o].last = x->object[o].operations = 0;
  for (uint32_t i = 0; i < x->kept; i++) {
    const struct mc_frame *frame = mc_frame_at(x, i);
    for (uint32_t k = 0; k < frame->declarations; k++)
      set_pending(x, frame->first + k);
    x->arrived = i + 1;
    if (i + 1 == x->kept)
      break;
    mc_clock_repeat(x, i);
    mc_trace_update_thread(x, i);
  }
  mc_clock_keep(x);
}
