// runtime/object.c - the objects of the running program: from an address to the model's number.
//
// An object of at least 8 bytes carries a mark in its own memory, so that memory that was freed and
// used anew, or initialised by assignment, is never taken for the object that was there before.
#include "state.h"
#include <string.h>

enum { MARK = 0x694d634d };
#define NO_SITE 0xffffffff // the first operation on it fills that in

struct mark {
  uint32_t magic, object;
};

static uint32_t slot_of(const struct mc_primitive *primitive, const volatile void *address) {
  for (uint32_t i = (uint32_t)((uintptr_t)address >> 3);; i++) {
    const uint32_t slot = i % MC_NAME_SLOTS, object = mc_process->object_slot[slot];
    if (!object || (mc_process->object[object - 1].address == address &&
                    mc_process->model.object[object - 1].primitive == primitive))
      return slot;
  }
}

mc_object mc_object_find(const struct mc_primitive *primitive, const volatile void *address) {
  const uint32_t number = mc_process->object_slot[slot_of(primitive, address)];
  if (!number)
    return MC_NO_OBJECT;
  struct mark mark;
  if (mc_process->object[number - 1].size >= sizeof mark) {
    memcpy(&mark, (const void *)address, sizeof mark);
    if (mark.magic != MARK || mark.object != number - 1)
      return MC_NO_OBJECT;
  }
  return number - 1;
}

mc_object mc_object_new(const struct mc_primitive *primitive, const volatile void *address,
                        size_t size, const void *state) {
  mc_guard_open();
  const mc_object object = mc_model_object_new(&mc_process->model, primitive, address, state);
  MC_CHECK(object < MC_MAX_TRACE_OBJECTS);
  mc_process->object[object] = (struct mc_object_info){
      .address = address,
      .size = (uint32_t)size,
      .since = 0xffffffff,
      .record = mc_record_object(primitive, (uintptr_t)address, (uint32_t)size, mc_self(), NO_SITE),
  };
  mc_process->object_slot[slot_of(primitive, address)] = object + 1;
  mc_guard_close();
  if (size >= sizeof(struct mark)) {
    struct mark mark = {MARK, object};
    memcpy((void *)address, &mark, sizeof mark);
  }
  return object;
}

const void *mc_object_state(mc_object object) { return mc_process->model.object[object].state; }

bool mc_seen_by_more_than(mc_object object, unsigned n) {
  if (!mc_checking())
    return false;
  const uint32_t record = mc_process->object[object].record + 1;
  uint32_t i = 0;
  mc_guard_open();
  while (i < MC_SEEN_OBJECTS && mc_shared->seen[i].record && mc_shared->seen[i].record != record)
    i++;
  MC_CHECK(i < MC_SEEN_OBJECTS);
  mc_shared->seen[i].record = record;
  mc_shared->seen[i].threads[mc_self_ / 64] |= (uint64_t)1 << mc_self_ % 64;
  unsigned threads = 0;
  for (unsigned w = 0; w < MC_MAX_THREADS / 64; w++)
    threads += (unsigned)__builtin_popcountll(mc_shared->seen[i].threads[w]);
  if (threads > n && !mc_shared->seen[i].many) {
    mc_shared->seen[i].many = true;
    mc_shared->restart = 1;
    mc_abandon_trace(MC_END_COMPLETE);
  }
  const bool many = mc_shared->seen[i].many;
  mc_guard_close();
  return many;
}
