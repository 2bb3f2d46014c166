// runtime/record/model.c - what the model says of objects and threads.
#include "record.h"

const void *mc_object_state(mc_object object) { return mc_process->model.object[object].state; }

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
  for (unsigned t = 0; handle && t < mc_session->thread_count; t++)
    if (mc_process->thread[t].handle == handle)
      return (mc_thread)t;
  return MC_NO_THREAD;
}

bool mc_has_threads(void) { return mc_process->model.thread_count > 1; }
