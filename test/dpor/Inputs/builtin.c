// test/dpor/Inputs/builtin.c - see builtin.h.
#include "builtin.h"

#include <string.h>

extern const struct mc_primitive mc_primitive_rwwlock, mc_primitive_binary_semaphore,
    mc_primitive_latch, mc_primitive_event, mc_primitive_channel, mc_primitive_rcu,
    mc_primitive_ticket_lock;

const struct own own_primitives[OWN_PRIMITIVES] = {
    {&mc_primitive_rwwlock,
     {"read_lock . read_unlock", "read_lock . read_unlock",
      "write1_enqueue write1_lock . write_unlock", "write2_enqueue write2_lock write_unlock",
      "read_lock", "read_unlock"},
     0,
     0},
    {&mc_primitive_binary_semaphore, {"wait .", "wait post", "post", "try_wait .", "post"}, 0, 1},
    {&mc_primitive_latch,
     {"count_down", "wait .", "count_down wait", "try_wait .", "count_down"},
     1,
     2},
    {&mc_primitive_event, {"set", "reset", "wait .", "wait_and_reset .", "is_set .", "set"}, 0, 1},
    {&mc_primitive_channel,
     {"send", "send .", "receive .", "receive", "try_send .", "try_receive .", "close"},
     1,
     1},
    {&mc_primitive_rcu,
     {"read_lock . read_unlock", "read_lock . read_unlock", "synchronize wait .",
      "synchronize wait", "read_lock read_lock read_unlock read_unlock", "read_unlock"},
     0,
     0},
    {&mc_primitive_ticket_lock,
     {"take_ticket enter . unlock", "take_ticket enter unlock", "take_ticket enter unlock",
      "take_ticket enter", "unlock"},
     0,
     0},
};

/// An object on which init was called with these arguments.
static mc_object initialised(struct program *program, const struct mc_primitive *primitive,
                             uint64_t argument, uint64_t other) {
  char state[MC_MAX_STATE] = {0};
  uint64_t result = 0;
  const struct mc_operation init = {.primitive = primitive,
                                    .kind = kind_of(primitive, "init"),
                                    .objects = 1,
                                    .argument = {argument, other}};
  primitive->apply(&init, (void *[]){state}, &result);
  return add_object(program, primitive, state);
}

mc_object new_mutex(struct program *program, uint16_t type, bool robust) {
  return initialised(program, &mc_primitive_mutex, type | (robust ? 0x100u : 0), 0);
}

mc_object new_condition(struct program *program, unsigned spurious) {
  return initialised(program, &mc_primitive_condition, 0, spurious);
}

mc_object new_variable(struct program *program) {
  const struct mc_variable_state state = {.address = 64u * (program->objects + 1), .size = 8};
  return add_object(program, &mc_primitive_variable, &state);
}

mc_object new_semaphore(struct program *program, uint32_t value, bool numbered) {
  return initialised(program, numbered ? &mc_primitive_semaphore_numbered : &mc_primitive_semaphore,
                     value, 0);
}

mc_object new_barrier(struct program *program, uint32_t count) {
  return initialised(program, &mc_primitive_barrier, count, 0);
}

mc_object new_thread(struct program *program, bool created) {
  const struct mc_thread_state state = {.created = created};
  return add_object(program, &mc_primitive_thread, &state);
}

mc_object new_object(struct program *program, const struct mc_primitive *primitive) {
  return add_object(program, primitive, NULL);
}

bool is_shut_out(const struct mc_operation *operation, const void *section) {
  const mc_thread owner = mc_primitive_section.owner(section);
  return owner != MC_NO_THREAD && owner != operation->thread;
}

/// Of a mutex its type, of a semaphore its initial value, which is its value now.
static uint64_t declared(const struct program *program, mc_object object) {
  const struct mc_primitive *primitive = program->primitive[object];
  if (primitive == &mc_primitive_mutex) {
    struct mc_mutex_state m;
    memcpy(&m, program->initial[object], sizeof m);
    return m.type | (m.robust ? 0x100u : 0);
  }
  uint64_t value = 0;
  if (strcmp(primitive->name, "semaphore") == 0)
    primitive->value(program->initial[object], &value);
  return value;
}

struct instruction *on(struct program *program, mc_thread thread, const char *name,
                       mc_object object) {
  struct instruction *i = add(program, thread, program->primitive[object], name, 1, object, 0);
  i->operation.argument[0] = declared(program, object);
  return i;
}

struct instruction *on_both(struct program *program, mc_thread thread, const char *name,
                            mc_object first, mc_object second) {
  return add(program, thread, program->primitive[first], name, 2, first, second);
}

struct instruction *access_to(struct program *program, mc_thread thread, const char *name,
                              mc_object variable, uint64_t operand, uint64_t expected) {
  struct instruction *i = on(program, thread, name, variable);
  i->operation.argument[0] = i->operation.kind | 8 << 16;
  i->operation.argument[1] = operand;
  i->operation.argument[2] = expected;
  return i;
}

struct instruction *process_exit(struct program *program, mc_thread thread) {
  struct instruction *i = add(program, thread, &mc_primitive_thread, "process-exit", 0, 0, 0);
  i->operation.flags = MC_PROCESS_EXIT;
  return i;
}

struct instruction *yield(struct program *program, mc_thread thread) {
  struct instruction *i = add(program, thread, &mc_primitive_thread, "yield", 0, 0, 0);
  i->operation.flags = MC_YIELD;
  return i;
}

struct instruction *choose(struct program *program, mc_thread thread, unsigned n) {
  struct instruction *i = add(program, thread, &mc_primitive_input, "choose", 0, 0, 0);
  i->operation.argument[0] = n;
  return i;
}

struct instruction *assume_nothing(struct program *program, mc_thread thread) {
  struct instruction *i = add(program, thread, &mc_primitive_input, "assume", 0, 0, 0);
  i->operation.flags = MC_DROPS;
  return i;
}

void create(struct program *program, mc_thread parent, mc_thread child, mc_object object) {
  on(program, parent, "create", object)->creates = child + 1;
  if (program->length[child] == 0)
    on(program, child, "start", object);
}
