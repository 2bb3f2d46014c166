// dpor/trace.c - the trace, step by step, there and back: what it has made of threads and objects.
#include "clock.h"
#include "internal.h"

void mc_trace_set_pending(struct mc_search *search, struct mc_operation *operation) {
  mc_thread thread = operation->thread;
  for (unsigned k = 0; k < mc_places(operation); k++) {
    struct mc_trace_object *object = &search->object[operation->object[k]];
    mc_set_add(&object->users, thread);
    object->operations++;
  }
  search->thread[thread].pending = operation;
  mc_set_add(&search->pending, thread);
  mc_set_add(&search->met, thread);
  if (thread >= search->threads)
    search->threads = thread + 1u;
}

static void undo_pending(struct mc_search *search, const struct mc_operation *operation) {
  struct mc_trace_thread *thread = &search->thread[operation->thread];
  for (unsigned k = 0; k < mc_places(operation); k++)
    search->object[operation->object[k]].operations--;
  thread->pending = NULL;
  mc_set_remove(&search->pending, operation->thread);
  if (thread->last == MC_NO_STEP)
    mc_set_remove(&search->met, operation->thread);
  while (search->threads > 0 && !mc_set_has(&search->met, (mc_thread)(search->threads - 1)))
    search->threads--;
}

void mc_trace_arrive(struct mc_search *search, struct mc_frame *frame, uint32_t depth) {
  for (uint32_t i = 0; i < frame->declarations; i++)
    mc_trace_set_pending(search, &frame->declared[i]);
  search->arrived = depth + 1;
}

void mc_trace_update_thread(struct mc_search *search, uint32_t i) {
  struct mc_frame *frame = mc_frame_at(search, i);
  const struct mc_operation *step = frame->operation;
  struct mc_trace_thread *thread = &search->thread[step->thread];
  frame->busy_wait = thread->busy_wait;
  thread->pending = NULL;
  mc_set_remove(&search->pending, step->thread);
  thread->last = i;
  thread->rank++;
  if (mc_waits_busily(step)) {
    thread->busy_wait = i;
    search->busy_waits++;
  }
  if (mc_is_yield(step)) {
    uint32_t *yield = &thread->yield[++thread->yields % MC_POLLING_YIELDS];
    frame->old_yield = *yield;
    *yield = i;
  }
}

static void undo_step(struct mc_search *search, uint32_t i) {
  const struct mc_frame *frame = mc_frame_at(search, i);
  struct mc_trace_thread *thread = &search->thread[frame->operation->thread];
  mc_clock_undo(search, i);
  thread->pending = frame->operation;
  mc_set_add(&search->pending, frame->operation->thread);
  thread->last = frame->previous;
  thread->rank--;
  thread->busy_wait = frame->busy_wait;
  search->busy_waits -= mc_waits_busily(frame->operation);
  if (mc_is_yield(frame->operation))
    thread->yield[thread->yields-- % MC_POLLING_YIELDS] = frame->old_yield;
}

void mc_trace_retreat(struct mc_search *search, uint32_t depth) {
  uint32_t i = search->kept ? search->kept - 1 : 0;
  if (search->depth > i)
    i = search->depth;
  for (; i > depth; i--) {
    const struct mc_frame *frame = mc_frame_at(search, i);
    for (uint32_t k = 0; search->arrived > i && k < frame->declarations; k++)
      undo_pending(search, &frame->declared[k]);
    undo_step(search, i - 1);
  }
  search->arrived = depth + 1;
}

void mc_trace_restore(struct mc_search *search) {
  search->met = search->pending = (mc_thread_set){0};
  search->threads = search->arrived = search->busy_waits = 0;
  for (unsigned t = 0; t < MC_MAX_THREADS; t++)
    search->thread[t] = (struct mc_trace_thread){.last = MC_NO_STEP, .busy_wait = MC_NO_STEP};
  for (uint32_t o = 0; o < search->objects; o++)
    search->object[o].last = search->object[o].operations = 0;
  for (uint32_t i = 0; i < search->kept; i++) {
    mc_trace_arrive(search, mc_frame_at(search, i), i);
    if (i + 1 == search->kept)
      break;
    mc_clock_repeat(search, i);
    mc_trace_update_thread(search, i);
  }
  mc_clock_keep(search);
}
