// test/dpor/Inputs/random_program.c - see random_program.h.
//
// A thread is a sequence of phrases (phrases_of_random_program.c). Objects are made when they are
// first used.
#include "generator.h"
#include "primitives/descriptors/pipe.h"

const char *const family_name[FAMILIES] = {
    "mutex",        "rwlock",        "semaphore",        "condition",
    "barrier",      "thread",        "spinlock",         "once",
    "futex",        "variable",      "signal",           "input",
    "pipe",         "own",           "opaque",           "mixed",
    "queued-mutex", "queued-rwlock", "queued-semaphore", "queued-condition",
    "queued-mixed"};

struct opaque opaques[2];

unsigned below(struct generator *g, unsigned n) {
  g->random ^= g->random << 13;
  g->random ^= g->random >> 7;
  g->random ^= g->random << 17;
  return (unsigned)(g->random >> 33) % n;
}

static unsigned below_for_others(void *g, unsigned n) { return below(g, n); }

bool one_in(struct generator *g, unsigned n) { return below(g, n) == 0; }

unsigned length(const struct generator *g, mc_thread t) { return g->program.length[t]; }

//===- Objects --------------------------------------------------------------------------------===//

/// A thread's signals, or the process's: all blocked.
static mc_object new_signals(struct program *p) {
  const uint64_t state[MC_MAX_STATE / sizeof(uint64_t)] = {0, UINT64_MAX};
  return add_object(p, &mc_primitive_signal, state);
}

/// A direction of the socketpair, with one or two descriptors on each side.
static mc_object new_socket(struct generator *g) {
  static const struct mc_primitive *const primitive[] = {
      &mc_primitive_socket, &mc_primitive_datagram, &mc_primitive_seqpacket};
  if (!g->socket)
    g->socket = 1 + below(g, 3), g->socket_has_two = one_in(g, 3);
  const uint8_t made = (uint8_t)(1 + g->socket_has_two);
  const struct mc_pipe_state state = {.content = below(g, 2),
                                      .capacity = 1 + below(g, 3),
                                      .open = {(1u << made) - 1, (1u << made) - 1},
                                      .made = {made, made},
                                      .nonblocking = {one_in(g, 4), one_in(g, 4)},
                                      .type = (uint8_t)(MC_TYPE_STREAM + g->socket - 1)};
  return add_object(&g->program, primitive[g->socket - 1], &state);
}

/// A pipe, an eventfd, the two directions of a socketpair. Two descriptors on each side.
static mc_object new_pipe(struct generator *g, unsigned i) {
  const struct mc_primitive *primitive[] = {&mc_primitive_pipe, &mc_primitive_eventfd};
  if (i == EPOLL_OF_PIPES)
    return new_object(&g->program, &mc_primitive_epoll);
  if (i > 1)
    return new_socket(g);
  struct mc_pipe_state state = {.capacity = 1 + below(g, 3),
                                .open = {3, 3},
                                .made = {2, 2},
                                .nonblocking = {one_in(g, 4), one_in(g, 4)}};
  if (i == 1) {
    state.type = MC_TYPE_EVENTFD;
    state.open[MC_WRITER] = state.made[MC_WRITER] = 0;
    state.semaphore = one_in(g, 2);
    if (one_in(g, 2))
      state.capacity = UINT64_MAX - 1;
  }
  return add_object(&g->program, primitive[i], &state);
}

static mc_object make(struct generator *g, enum family family, unsigned i) {
  struct program *p = &g->program;
  switch (family) {
  case MUTEXES:
    return new_mutex(p, g->mutex_type, g->robust);
  case RWLOCKS:
    return new_object(p, &mc_primitive_rwlock);
  case SEMAPHORES:
    return new_semaphore(p, below(g, 3), g->numbered);
  case CONDITIONS:
    return new_condition(p, g->queues.spurious);
  case BARRIERS:
    return new_barrier(p, g->barrier_count);
  case THREADS:
    return new_thread(p, g->parent[i] == i);
  case SPINLOCKS:
    return new_object(p, &mc_primitive_spinlock);
  case ONCES:
    return new_object(p, &mc_primitive_once);
  case FUTEXES:
    return new_object(p, &mc_primitive_futex);
  case SIGNALS:
    return new_signals(p);
  case PIPES:
    return new_pipe(g, i);
  case OWNS:
    return add_object(
        p, g->own->primitive,
        (uint32_t[MC_MAX_STATE / sizeof(uint32_t)]){g->own->first + below(g, g->own->range + 1)});
  case OPAQUES:
    return add_object(p, &opaque_primitive,
                      (char[MC_MAX_STATE]){(char)below(g, opaques[i].states)});
  default:
    return new_variable(p);
  }
}

mc_object the(struct generator *g, enum family family, unsigned i) {
  mc_object *object = &g->object[family][i];
  if (*object == 0)
    *object = 1 + make(g, family, i);
  return *object - 1;
}

struct instruction *use(struct generator *g, mc_thread t, const char *name, enum family family,
                        unsigned i) {
  return on_waiting(&g->program, &g->queues, t, name, the(g, family, i));
}

struct instruction *use_variable(struct generator *g, mc_thread t, const char *name, unsigned i,
                                 uint64_t operand) {
  return access_to(&g->program, t, name, the(g, VARIABLES, i), operand, below(g, 2));
}

//===- Programs -------------------------------------------------------------------------------===//

static void create_child(struct generator *g, mc_thread child) {
  create(&g->program, g->parent[child], child, the(g, THREADS, child));
  g->is_created[child] = true;
}

/// Threads that `t` may as well create now.
static void create_some(struct generator *g, mc_thread t) {
  for (mc_thread child = 1; child < g->program.threads; child++)
    if (g->parent[child] == t && child != t && !g->is_created[child] && one_in(g, 2))
      create_child(g, child);
}

/// Every operation on objects is one on that of the sections.
static void add_sections(struct program *p, mc_object section) {
  for (mc_thread t = 0; t < p->threads; t++)
    for (unsigned i = 0; i < p->length[t]; i++) {
      struct mc_operation *op = &p->code[t][i].operation;
      if (op->objects == 0 || op->primitive == &mc_primitive_section)
        continue;
      op->object[op->objects] = section;
      op->flags |= MC_SECTIONED;
    }
}

static unsigned size_of(const struct program *program) {
  unsigned size = 0;
  for (unsigned t = 0; t < program->threads; t++)
    size += program->length[t];
  return size;
}

static void begin(struct generator *g) {
  static const uint16_t types[] = {PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_NORMAL,
                                   PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_ERRORCHECK};
  struct program *p = &g->program;
  p->threads = 2 + below(g, 3) - (below(g, 3) == 0);
  p->threads += p->threads < 2;
  g->mutex_type = types[below(g, 4)];
  g->robust = g->family == MUTEXES && one_in(g, 5);
  g->numbered = one_in(g, 2);
  g->more_threads = p->threads > 2 && one_in(g, 2);
  g->barrier_count = g->more_threads ? 2 : p->threads;
  for (int i = 0; i < 2; i++)
    if (g->family == OPAQUES || g->family == MIXED) // not with queues
      opaque_random(&opaques[i], below_for_others, g);
  for (int i = 0; i < 2; i++)
    g->mix[i] = g->family == MIXED ? below(g, MIXED) : below(g, CONDITIONS + 1);
  g->own = &own_primitives[below(g, OWN_PRIMITIVES)];
  if (one_in(g, 8))
    g->section = 1 + new_object(p, &mc_primitive_section);
  const bool in_the_middle = one_in(g, g->family == THREADS ? 2 : 5);
  for (mc_thread t = 0; t < p->threads; t++)
    g->parent[t] = in_the_middle && t > 0 ? (mc_thread)below(g, t) : t;
  for (mc_thread t = 0; t < p->threads; t++)
    if (g->parent[t] != t)
      use(g, t, "start", THREADS, t);
}

static void exit_thread(struct generator *g, mc_thread t) {
  struct instruction *i = use(g, t, "exit", THREADS, t);
  for (unsigned m = 0; g->robust && m < 2; m++)
    if (g->object[MUTEXES][m])
      i->operation.object[i->operation.objects++] = the(g, MUTEXES, m);
}

static void end(struct generator *g) {
  struct program *p = &g->program;
  for (mc_thread t = 1; t < p->threads; t++)
    if (g->parent[t] != t && !g->is_created[t])
      create_child(g, t);
  for (mc_thread t = 0; t < p->threads; t++) {
    if (g->robust || (t > 0 && (g->family == THREADS || g->is_joined[t])))
      exit_thread(g, t);
    if (one_in(g, t ? 25 : 6))
      process_exit(p, t);
    else if (one_in(g, 16))
      yield(p, t);
  }
}

static struct generator new_generator(enum family family, uint64_t seed) {
  static const enum family without_queues[] = {MUTEXES, RWLOCKS, SEMAPHORES, CONDITIONS};
  struct generator g = {.family = family > MIXED && family < QUEUED_MIXED
                                      ? without_queues[family - QUEUED_MUTEXES]
                                      : family,
                        .is_mixed = family == MIXED || family == QUEUED_MIXED,
                        .random = (seed + 1) * 0x9e3779b97f4a7c15u ^ (uint64_t)family << 40};
  for (int i = 0; i < 8; i++)
    below(&g, 2);
  if (family > MIXED)
    g.queues = random_queues(below_for_others, &g);
  return g;
}

struct queues queues_of_random_program(enum family family, uint64_t seed) {
  return new_generator(family, seed).queues;
}

struct program random_program(enum family family, uint64_t seed) {
  struct generator g = new_generator(family, seed);
  begin(&g);
  const unsigned most = 4 + below(&g, 12);
  while (size_of(&g.program) < most) {
    const mc_thread t = (mc_thread)below(&g, g.program.threads);
    create_some(&g, t);
    add_phrase(&g, t);
  }
  end(&g);
  if (g.section)
    add_sections(&g.program, g.section - 1);
  return g.program;
}

struct program with_more_ends(const struct program *program, enum family family, uint64_t seed) {
  struct generator g = new_generator(family, seed);
  struct program p = *program;
  for (mc_thread t = 0; t < p.threads; t++) {
    for (unsigned n = 0; n < p.length[t]; n++) {
      struct instruction *i = &p.code[t][n];
      if (!i->jump && !i->fail && !(i->operation.flags & MC_PROCESS_EXIT) && one_in(&g, 5))
        i->fail = 1 + (int)below(&g, 4);
    }
    if (p.length[t] < MAX_OPERATIONS && one_in(&g, 4))
      process_exit(&p, t);
  }
  return p;
}
