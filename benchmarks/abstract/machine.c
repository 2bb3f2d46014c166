// machine.c - runs abstract programs; see machine.h.
#include "machine.h"

#include "primitives.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static void go_on(struct machine *m, struct local *me) {
  if (!m->program->body(m, me))
    mc_model_finish(&m->model, me->number);
}

void machine_init(struct machine *m, const struct abstract_program *program, unsigned size,
                  const struct mc_primitive *semaphore) {
  memset(m, 0, sizeof *m);
  m->program = program;
  m->size = size;
  m->semaphore = semaphore;
  m->arena = (struct mc_arena){.base = malloc(MACHINE_ARENA), .size = MACHINE_ARENA};
  mc_model_init(&m->model, &m->arena);
  const unsigned threads = program->setup(m);
  for (mc_thread t = 0; t < threads; t++) {
    m->local[t].number = t;
    go_on(m, &m->local[t]);
  }
}

void machine_free(struct machine *m) { free(m->arena.base); }

void machine_step(struct machine *m, struct mc_step step) {
  struct local *me = &m->local[step.thread];
  me->alternative = step.alternative;
  mc_model_apply(&m->model, step, &me->result);
  go_on(m, me);
}

//===- Going back -----------------------------------------------------------------------------===//

/// Copies, one after another: threads of the model, which of them have something pending, locals,
/// data, arena.
struct machine_state {
  unsigned threads;
  size_t arena;
  char bytes[];
};

/// Moves all that a step can change into `bytes` or out of it.
static void move_state(struct machine *m, char *bytes, unsigned threads, size_t arena, bool save) {
  const struct {
    void *at;
    size_t size;
  } part[] = {
      {m->model.thread, threads * sizeof *m->model.thread},
      {&m->model.pending, sizeof m->model.pending},
      {m->local, threads * sizeof *m->local},
      {m->data, sizeof m->data},
      {m->arena.base, arena},
  };
  for (unsigned i = 0; i < sizeof part / sizeof *part; i++) {
    if (save)
      memcpy(bytes, part[i].at, part[i].size);
    else
      memcpy(part[i].at, bytes, part[i].size);
    bytes += part[i].size;
  }
}

struct machine_state *machine_save(const struct machine *m) {
  const unsigned threads = m->model.thread_count;
  struct machine_state *state =
      malloc(sizeof *state + threads * (sizeof *m->model.thread + sizeof *m->local) +
             sizeof m->model.pending + sizeof m->data + m->arena.used);
  state->threads = threads;
  state->arena = m->arena.used;
  move_state((struct machine *)m, state->bytes, threads, m->arena.used, true);
  return state;
}

void machine_restore(struct machine *m, const struct machine_state *state) {
  move_state(m, (char *)state->bytes, state->threads, state->arena, false);
}

//===- For programs ---------------------------------------------------------------------------===//

void make_objects(struct machine *m, const struct mc_primitive *primitive, unsigned count) {
  static const char zeroes[MC_MAX_STATE];
  for (unsigned i = 0; i < count; i++)
    if (!mc_model_object_put(&m->model, m->model.object_count, primitive, NULL, zeroes))
      abort(); // MACHINE_ARENA is too small for the program
}

static void declare(struct machine *m, const struct local *me, const struct mc_primitive *primitive,
                    uint16_t kind, unsigned object, uint64_t argument0, uint64_t argument1) {
  const struct mc_operation operation = {.primitive = primitive,
                                         .thread = me->number,
                                         .kind = kind,
                                         .objects = 1,
                                         .object = {object},
                                         .argument = {argument0, argument1}};
  mc_model_declare(&m->model, &operation);
}

void lock(struct machine *m, const struct local *me, unsigned object) {
  declare(m, me, &abstract_mutex, LOCK, object, 0, 0);
}

void unlock(struct machine *m, const struct local *me, unsigned object) {
  declare(m, me, &abstract_mutex, UNLOCK, object, 0, 0);
}

void wait_for(struct machine *m, const struct local *me, unsigned object, unsigned initial) {
  declare(m, me, m->semaphore, WAIT, object, initial, 0);
}

void post(struct machine *m, const struct local *me, unsigned object, unsigned initial) {
  declare(m, me, m->semaphore, POST, object, initial, 0);
}

void read_variable(struct machine *m, const struct local *me, unsigned object) {
  declare(m, me, &abstract_variable, READ, object, 0, 0);
}

void write_variable(struct machine *m, const struct local *me, unsigned object, uint64_t value) {
  declare(m, me, &abstract_variable, WRITE, object, value, 0);
}

void compare_exchange(struct machine *m, const struct local *me, unsigned object, uint64_t expected,
                      uint64_t value) {
  declare(m, me, &abstract_variable, COMPARE_EXCHANGE, object, value, expected);
}
