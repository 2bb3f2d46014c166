// runtime/schedule/object.c - the objects of the running program: from an address to the object's
// number.
//
// A number means the same object in every trace of a search, whichever trace met it first: wakeup
// sequences and sleep sets carry operations from one trace into another. So it stands for a name
// that does not depend on the schedule: the primitive and the address. Addresses are as good as
// that because the heap (heap.c) and the stacks (stack.c) of a trace depend only on the thread that
// they belong to. A thread has its number for an address; two accesses of different sizes at one
// address are two objects.
//
// An object of at least 8 bytes carries a mark in its own memory, so that memory that was freed and
// used anew, or initialised by assignment, is never taken for the object that was there before. It
// has the same number, though: what is done to the old one and to the new one keeps its order.
#include "schedule.h"
#include "runtime/detector/races.h"
#include "runtime/heap/heap.h"
#include "runtime/memory/chunk.h"
#include "runtime/record/leave.h"
#include "runtime/record/record.h"
#include <string.h>

enum { MARK = 0x694d634d };
#define NO_SITE MC_NONE // the first operation on it fills that in

struct mark {
  uint32_t magic, object;
};

// The slot of the name, or the empty one where it belongs.
static uint32_t *slot_of(const struct mc_object_name *name) {
  for (uint32_t i = mc_first_slot(name->address >> 3);; i++) {
    uint32_t *slot = &mc_shared->tables.number_slot[i % MC_NAME_SLOTS];
    if (!*slot || memcmp(&mc_shared->objects.name[*slot - 1], name, sizeof *name) == 0)
      return slot;
  }
}

_Noreturn void mc_too_many(enum mc_warning warning) {
  mc_record_warning(warning, NULL, NULL);
  if (mc_mode == MC_MODE_TRUNK)
    mc_trunk_done(MC_END_EXHAUSTED);
  mc_abandon_trace(MC_END_EXHAUSTED);
}

static mc_object number_of(const struct mc_object_name *name) {
  uint32_t *slot = slot_of(name);
  if (*slot)
    return *slot - 1;
  const mc_object number = mc_shared->tables.names;
  if (number == MC_MAX_OBJECTS)
    mc_too_many(MC_WARN_OBJECT_LIMIT);
  mc_tables_write();
  mc_shared->objects.name[number] = *name;
  mc_shared->tables.names = number + 1;
  *slot = number + 1;
  return number;
}

static bool is_met(mc_object object) {
  return object < mc_process->model.object_count && mc_process->model.object[object].primitive;
}

static bool has_mark(mc_object object, const volatile void *address) {
  struct mark mark;
  if (mc_process->object[object].size < sizeof mark)
    return true;
  memcpy(&mark, (const void *)address, sizeof mark);
  return mark.magic == MARK && mark.object == object;
}

/// A thread that comes too late is told so before the operation (mc_races_touch). Threads that came
/// before the free still have theirs pending on the object that was there.
static bool is_freed_in_a_race(const volatile void *address) {
  return mc_is_racy((uintptr_t)address, 1) && mc_heap_is_misused(address);
}

mc_object mc_object_find(const struct mc_primitive *primitive, const volatile void *address) {
  const struct mc_object_name name = {primitive, (uintptr_t)address, 0};
  const uint32_t slot = *slot_of(&name);
  return slot && is_met(slot - 1) && (has_mark(slot - 1, address) || is_freed_in_a_race(address))
             ? slot - 1
             : MC_NO_OBJECT;
}

bool mc_object_is_name(mc_object object, const volatile void *address) {
  return !mc_process->object[object].size && !mc_heap_is_misused(address);
}

bool mc_object_changes_owner(mc_object object) {
  const struct mc_model_object *o = &mc_process->model.object[object];
  mc_thread *owner = &mc_process->object[object].owner;
  const mc_thread now = o->primitive->owner ? o->primitive->owner(o->state) : MC_NO_THREAD;
  if (now == *owner)
    return false;
  if (*owner < MC_MAX_THREADS)
    mc_process->thread[*owner].owns--;
  if (now < MC_MAX_THREADS)
    mc_process->thread[now].owns++;
  *owner = now;
  return true;
}

mc_object mc_object_new_unmarked(const struct mc_primitive *primitive, const volatile void *address,
                                 size_t size, const void *state) {
  const struct mc_variable_state *variable =
      mc_has_trait(primitive, MC_OF_VARIABLES) ? state : NULL;
  const struct mc_object_name name = {primitive, (uintptr_t)address, variable ? variable->size : 0};
  const size_t bytes = variable ? variable->size : size;
  if (bytes && mc_is_ours(name.address, bytes))
    mc_stray_write(NULL, name.address);
  mc_guard_open();
  const mc_object object = number_of(&name);
  const mc_thread owner = is_met(object) ? mc_process->object[object].owner : MC_NO_THREAD;
  if (!mc_model_object_put(&mc_process->model, object, primitive, address, state))
    mc_too_many(MC_WARN_STATE_LIMIT);
  mc_process->object[object] = (struct mc_object_info){
      .since = MC_NONE,
      .owner = owner,
      .record = variable ? MC_NO_RECORD
                         : mc_record_object(primitive, (uintptr_t)address, (uint32_t)size,
                                            mc_self(), NO_SITE),
  };
  mc_process->has_objects_in_heaps |= mc_heap_has((const void *)address);
  mc_process->has_objects_on_stacks |= mc_may_be_on_stack(name.address);
  mc_object_changes_owner(object);
  mc_guard_close();
  return object;
}

void mc_variable_name(mc_object variable) {
  const struct mc_model_object *o = &mc_process->model.object[variable];
  const struct mc_variable_state *state = o->state;
  mc_process->object[variable].record = mc_record_object(o->primitive, (uintptr_t)o->address,
                                                         (uint32_t)state->size, mc_self(), NO_SITE);
}

// The mark would break the runtime's own variables.
static void refuse_dead_stack(const volatile void *address, size_t size) {
  const struct mc_site *site = mc_stack_of_runtime((uintptr_t)address, size);
  if (site)
    mc_misuse("what is used lies on the stack where no function has its variables: its address was "
              "not initialised, or is one of a function that has returned",
              MC_NO_OBJECT, site);
}

mc_object mc_object_new(const struct mc_primitive *primitive, const volatile void *address,
                        size_t size, const void *state) {
  if (size) {
    refuse_dead_stack(address, size);
    mc_stack_look_at_new(address);
  }
  const mc_object object = mc_object_new_unmarked(primitive, address, size, state);
  mc_guard_open();
  mc_process->object[object].size = (uint32_t)size;
  mc_guard_close();
  if (mc_heap_is_misused(address))
    return object;
  if (size >= sizeof(struct mark)) {
    struct mark mark = {MARK, object};
    memcpy((void *)address, &mark, sizeof mark);
  } else if (size) {
    (void)*(const volatile char *)address; // faults where the program would
  }
  return object;
}

void mc_object_destroyed(mc_object object) {
  mc_guard_open();
  mc_process->model.object[object].address = NULL;
  mc_guard_close();
}

void mc_object_is_there(mc_object object, const volatile void *address) {
  if (mc_process->model.object[object].address)
    return;
  mc_guard_open();
  mc_process->model.object[object].address = address;
  mc_guard_close();
}

// The search restarts with what this trace has shown. In a debugger one schedule runs, in one
// process, and does not ask what is dependent.
static void restart_search(void) {
  if (!mc_session->config.debugging)
    mc_restart_search();
}

bool mc_seen_by_more_than(mc_object object, unsigned n) {
  if (!mc_checking())
    return false;
  struct mc_seen *seen = &mc_shared->objects.seen[object];
  mc_guard_open();
  if (!mc_threads_has(&seen->threads, mc_self_)) {
    mc_tables_write();
    mc_threads_add(&seen->threads, mc_self_);
    mc_shared->learned.uses++;
  }
  const unsigned threads = mc_threads_count(&seen->threads);
  if (threads > n && !seen->many) {
    mc_tables_write();
    seen->many = true;
    if (mc_mode == MC_MODE_WORKER)
      restart_search();
  }
  const bool many = seen->many;
  mc_guard_close();
  return many;
}

static bool gives_and_takes(const struct mc_roles *roles) {
  for (int w = 0; w < MC_MAX_THREADS / 64; w++)
    if (roles->threads[MC_GIVES].word[w] & roles->threads[MC_TAKES].word[w])
      return true;
  return false;
}

bool mc_is_numbered(mc_object object, enum mc_role role, unsigned count) {
  enum { MOST = MC_MAX_THREADS - 1 };
  if (mc_mode == MC_MODE_TRUNK)
    return count < MOST; // it stays there, and is plain in the traces
  if (mc_session->config.semaphore_dependence == MC_SEMAPHORE_PLAIN || mc_session->config.replaying)
    return false;
  struct mc_roles *roles = &mc_shared->objects.roles[object];
  mc_guard_open();
  if (role != MC_LOOKS && !mc_threads_has(&roles->threads[role], mc_self_)) {
    mc_tables_write();
    mc_threads_add(&roles->threads[role], mc_self_);
    mc_shared->learned.uses++;
  }
  if (!roles->plain &&
      (count >= MOST ||
       (mc_session->config.semaphore_dependence == MC_SEMAPHORE_AUTO && gives_and_takes(roles)))) {
    mc_tables_write();
    roles->plain = true;
    restart_search();
  }
  const bool numbered = !roles->plain;
  mc_guard_close();
  return numbered;
}

void mc_overlaps(uint64_t address, uint32_t size) {
  for (uint32_t i = 0; i < mc_shared->tables.overlaps; i++)
    if (mc_shared->tables.overlap[i].address == address &&
        mc_shared->tables.overlap[i].size == size)
      return;
  mc_guard_open();
  if (mc_shared->tables.overlaps == MC_MOST_OVERLAPS) {
    mc_record_warning(MC_WARN_OVERLAPS, NULL, NULL);
  } else {
    mc_tables_write();
    mc_shared->tables.overlap[mc_shared->tables.overlaps].address = address;
    mc_shared->tables.overlap[mc_shared->tables.overlaps++].size = size;
  }
  mc_guard_close();
}

bool mc_overlapping(uint32_t i, uint64_t *address, uint32_t *size) {
  if (!mc_shared || i >= mc_shared->tables.known_overlaps)
    return false;
  *address = mc_shared->tables.overlap[i].address;
  *size = mc_shared->tables.overlap[i].size;
  return true;
}

//===- Atomic sections ------------------------------------------------------------------------===//

mc_object mc_section_object(void) {
  static const uint64_t nobody;
  static const char section; // its address is a name
  const bool is_inside = mc_shared->trace.in_runtime;
  mc_object object = mc_object_find(mc_primitive_of[MC_OF_SECTIONS], &section);
  if (object == MC_NO_OBJECT) {
    object = mc_object_new(mc_primitive_of[MC_OF_SECTIONS], &section, 0, &nobody);
    if (is_inside)
      mc_guard_open();
  }
  return object;
}

bool mc_section_enter(void) {
  mc_section_object();
  mc_guard_open();
  const bool known = mc_shared->learned.sections;
  mc_shared->learned.sections = 1;
  if (!known && mc_mode == MC_MODE_WORKER)
    restart_search();
  const bool outermost = mc_process->thread[mc_self_].sections++ == 0;
  mc_guard_close();
  return outermost;
}

bool mc_section_leave(void) {
  mc_guard_open();
  const bool outermost = --mc_process->thread[mc_self_].sections == 0;
  mc_guard_close();
  return outermost;
}

bool mc_section_is_entered(void) { return mc_process->thread[mc_self_].sections; }
