// runtime/record/model.c - what the model says of objects and threads.
#include "record.h"
#include "runtime/memory/chunk.h"

const void *mc_object_state(mc_object object) { return mc_process->model.object[object].state; }

enum { MOST_STATE_TEXTS = MC_STRING_SLOTS / 2 }; // the rest is for names

static mc_string record_state(const struct mc_model_object *object) {
  char text[256] = "";
  const uint32_t used = mc_session->strings_used;
  if (!object->primitive->print || object->primitive->value ||
      mc_shared->tables.state_texts >= MOST_STATE_TEXTS)
    return 0;
  object->primitive->print(object->state, text, sizeof text);
  const mc_string recorded = mc_record_string(text);
  if (mc_session->strings_used != used) {
    mc_tables_write();
    mc_shared->tables.state_texts++;
  }
  return recorded;
}

void mc_record_states(const struct mc_operation *operation, mc_string state[2]) {
  for (int i = 0; i < mc_named_objects(operation); i++)
    state[i] = record_state(&mc_process->model.object[operation->object[i]]);
}

void mc_objects_are_gone(uintptr_t address, uint64_t size) {
  mc_guard_open();
  for (unsigned i = 0; i < mc_process->model.object_count; i++) {
    struct mc_model_object *o = &mc_process->model.object[i];
    if (o->primitive && o->primitive->observe && (uintptr_t)o->address - address < size)
      o->address = NULL;
  }
  mc_guard_close();
}

mc_thread mc_thread_number(pthread_t handle) {
  const uint64_t slot = (handle - MC_HEAPS) / MC_STACK_SLOT; // its stack lies there, as a rule
  if (handle && slot < mc_session->thread_count && mc_process->thread[slot].handle == handle)
    return (mc_thread)slot;
  for (unsigned t = 0; handle && t < mc_session->thread_count; t++)
    if (mc_process->thread[t].handle == handle)
      return (mc_thread)t;
  return MC_NO_THREAD;
}

bool mc_has_threads(void) { return mc_process->model.thread_count > 1; }
