// test/dpor/Inputs/random_program.c - see random_program.h.
//
// A thread is a sequence of phrases: what one would write (lock ... unlock; lock, wait for a
// condition, unlock), with now and then a mistake, so that deadlocks and misuse occur. What a
// phrase does after a try or a timeout depends on its outcome.
#include "random_program.h"

#include <string.h>

extern const struct mc_primitive mc_primitive_thread, mc_primitive_mutex, mc_primitive_rwlock,
    mc_primitive_semaphore, mc_primitive_condition, mc_primitive_barrier, mc_primitive_once,
    mc_primitive_spinlock, mc_primitive_futex, mc_primitive_variable;

const char *const family_name[FAMILIES + 1] = {"mutex",   "rwlock",   "semaphore", "condition",
                                               "barrier", "thread",   "spinlock",  "once",
                                               "futex",   "variable", "mixed"};

struct generator {
  struct program program;
  uint64_t random;
  mc_object mutex[2], rwlock[2], semaphore[2], condition, barrier, spinlock, once, futex,
      variable[2], thread[MAX_THREADS];
  unsigned barrier_count, round[MAX_THREADS];
  bool more_threads;
};

static unsigned below(struct generator *g, unsigned n) {
  g->random ^= g->random << 13;
  g->random ^= g->random >> 7;
  g->random ^= g->random << 17;
  return (unsigned)(g->random >> 33) % n;
}

static bool one_in(struct generator *g, unsigned n) { return below(g, n) == 0; }

static struct instruction *on(struct generator *g, mc_thread t,
                              const struct mc_primitive *primitive, const char *name,
                              mc_object object) {
  return add(&g->program, t, primitive, name, 1, object, 0);
}

static struct instruction *access_to(struct generator *g, mc_thread t, const char *name,
                                     mc_object object, uint64_t operand, uint64_t expected) {
  struct instruction *i = on(g, t, &mc_primitive_variable, name, object);
  i->operation.argument[0] = i->operation.kind | 8 << 8;
  i->operation.argument[1] = operand;
  i->operation.argument[2] = expected;
  return i;
}

/// Something small inside a critical section.
static void inner(struct generator *g, mc_thread t) {
  if (one_in(g, 3))
    access_to(g, t, one_in(g, 2) ? "read" : "add", g->variable[0], 1, 0);
}

/// Something that the thread does only if the outcome of its last operation was 0.
static void then_inner(struct generator *g, mc_thread t) {
  unsigned last = g->program.length[t] - 1;
  inner(g, t);
  g->program.code[t][last].jump = (int)(g->program.length[t] - last - 1);
}

static void mutex_phrase(struct generator *g, mc_thread t) {
  static const char *const take[] = {"lock", "lock", "trylock", "timedlock"};
  const struct mc_primitive *mutex = &mc_primitive_mutex;
  if (one_in(g, 12)) {
    on(g, t, mutex, one_in(g, 3) ? "destroy" : "unlock", g->mutex[below(g, 2)]);
    return;
  }
  mc_object a = g->mutex[below(g, 2)], b = g->mutex[below(g, 2)];
  struct instruction *first = on(g, t, mutex, take[below(g, 4)], a);
  unsigned start = g->program.length[t];
  if (one_in(g, 2) && a != b) {
    struct instruction *second = on(g, t, mutex, take[below(g, 4)], b);
    second->jump = 1;
    on(g, t, mutex, "unlock", b);
  } else {
    inner(g, t);
  }
  if (!one_in(g, 15))
    on(g, t, mutex, "unlock", a);
  first->jump = (int)(g->program.length[t] - start);
}

static void rwlock_phrase(struct generator *g, mc_thread t) {
  static const char *const take[] = {"rdlock",    "rdlock",      "wrlock",     "tryrdlock",
                                     "trywrlock", "timedrdlock", "timedwrlock"};
  mc_object lock = g->rwlock[below(g, 2)];
  const char *how = take[below(g, 7)];
  struct instruction *first = on(g, t, &mc_primitive_rwlock, how, lock);
  unsigned start = g->program.length[t];
  inner(g, t);
  bool reads = strstr(how, "rd") != NULL;
  if (!one_in(g, 12))
    on(g, t, &mc_primitive_rwlock, reads != one_in(g, 20) ? "rdunlock" : "wrunlock", lock);
  first->jump = (int)(g->program.length[t] - start);
}

static void semaphore_phrase(struct generator *g, mc_thread t) {
  static const char *const how[] = {"wait", "post", "trywait", "timedwait", "post", "getvalue"};
  on(g, t, &mc_primitive_semaphore, how[below(g, 6)], g->semaphore[below(g, 2)]);
  then_inner(g, t);
}

static void condition_phrase(struct generator *g, mc_thread t) {
  const struct mc_primitive *condition = &mc_primitive_condition;
  mc_object mutex = g->mutex[0];
  unsigned form = below(g, 6);
  if (form >= 4) {
    on(g, t, condition, form == 4 ? "signal" : "broadcast", g->condition);
    return;
  }
  on(g, t, &mc_primitive_mutex, "lock", mutex);
  if (form < 3) {
    add(&g->program, t, condition, "wait", 2, g->condition, mutex);
    add(&g->program, t, condition, one_in(g, 3) ? "timedwake" : "wake", 2, g->condition, mutex);
  } else {
    inner(g, t);
    on(g, t, condition, "signal", g->condition);
  }
  on(g, t, &mc_primitive_mutex, "unlock", mutex);
}

static void barrier_phrase(struct generator *g, mc_thread t) {
  const uint64_t round = g->round[t]++;
  static const char *const half[] = {"arrive", "leave"};
  for (int k = 0; k < 2; k++) {
    struct mc_operation *op = &on(g, t, &mc_primitive_barrier, half[k], g->barrier)->operation;
    op->argument[0] = g->barrier_count;
    op->argument[1] = g->more_threads;
    op->argument[2] = round;
  }
  inner(g, t);
}

static void thread_phrase(struct generator *g, mc_thread t) {
  static const char *const how[] = {"join", "join", "tryjoin", "timedjoin", "detach"};
  mc_thread other = (mc_thread)below(g, g->program.threads);
  if (other == t)
    access_to(g, t, one_in(g, 2) ? "read" : "write", g->variable[0], t + 1u, 0);
  else
    on(g, t, &mc_primitive_thread, how[below(g, 5)], g->thread[other]);
  then_inner(g, t);
}

static void spinlock_phrase(struct generator *g, mc_thread t) {
  struct instruction *first =
      on(g, t, &mc_primitive_spinlock, one_in(g, 3) ? "trylock" : "lock", g->spinlock);
  unsigned start = g->program.length[t];
  inner(g, t);
  on(g, t, &mc_primitive_spinlock, "unlock", g->spinlock);
  first->jump = (int)(g->program.length[t] - start);
}

static void once_phrase(struct generator *g, mc_thread t) {
  struct instruction *first = on(g, t, &mc_primitive_once, "begin", g->once);
  unsigned start = g->program.length[t];
  inner(g, t);
  on(g, t, &mc_primitive_once, one_in(g, 4) ? "reset" : "end", g->once);
  first->jump = (int)(g->program.length[t] - start);
}

static void futex_phrase(struct generator *g, mc_thread t) {
  unsigned form = below(g, 5);
  if (form < 2) {
    struct instruction *wait =
        add(&g->program, t, &mc_primitive_futex, "wait", 2, g->futex, g->variable[0]);
    wait->operation.argument[0] = below(g, 2);
    wait->jump = 1;
    on(g, t, &mc_primitive_futex, one_in(g, 2) ? "resume" : "timedresume", g->futex);
  } else if (form == 2) {
    access_to(g, t, "store", g->variable[0], below(g, 3), 0);
  } else {
    on(g, t, &mc_primitive_futex, form == 3 ? "wake" : "wakeall", g->futex);
  }
}

static void variable_phrase(struct generator *g, mc_thread t) {
  static const char *const how[] = {"read", "write",    "load", "store",           "add",
                                    "load", "exchange", "or",   "compare-exchange"};
  struct instruction *i =
      access_to(g, t, how[below(g, 9)], g->variable[below(g, 2)], below(g, 3), below(g, 2));
  if (one_in(g, 12))
    i->fail = 2; // an assertion: the result is not 1
  if (one_in(g, 3))
    then_inner(g, t);
}

static void phrase(struct generator *g, enum family family, mc_thread t) {
  static void (*const of[FAMILIES])(struct generator *, mc_thread) = {
      mutex_phrase,  rwlock_phrase,   semaphore_phrase, condition_phrase, barrier_phrase,
      thread_phrase, spinlock_phrase, once_phrase,      futex_phrase,     variable_phrase};
  of[family == FAMILIES ? below(g, FAMILIES) : family](g, t);
}

/// An object on which init was called with this argument. Zeroes are a fresh object.
static mc_object initialised(struct generator *g, const struct mc_primitive *primitive,
                             uint64_t argument) {
  char state[MC_MAX_STATE] = {0};
  void *const states[] = {state};
  uint64_t result = 0;
  const struct mc_operation init = {.primitive = primitive,
                                    .kind = kind_of(primitive, "init"),
                                    .objects = 1,
                                    .argument = {argument}};
  primitive->apply(&init, states, &result);
  return add_object(&g->program, primitive, state);
}

static void make_objects(struct generator *g) {
  struct program *p = &g->program;
  const struct mc_mutex_state mutex = {.owner = MC_NO_THREAD};
  for (int i = 0; i < 2; i++) {
    struct mc_variable_state variable = {.address = 64u * (unsigned)(i + 1), .size = 8};
    g->mutex[i] = add_object(p, &mc_primitive_mutex, &mutex);
    g->rwlock[i] = add_object(p, &mc_primitive_rwlock, NULL);
    g->semaphore[i] = initialised(g, &mc_primitive_semaphore, below(g, 3));
    g->variable[i] = add_object(p, &mc_primitive_variable, &variable);
  }
  g->condition = add_object(p, &mc_primitive_condition, NULL);
  g->spinlock = add_object(p, &mc_primitive_spinlock, NULL);
  g->once = add_object(p, &mc_primitive_once, NULL);
  g->futex = add_object(p, &mc_primitive_futex, NULL);
}

static void make_barrier(struct generator *g, enum family family) {
  unsigned threads = g->program.threads;
  g->more_threads = threads > 2 && one_in(g, 2);
  g->barrier_count = g->more_threads ? 2 : threads;
  if (family == FAMILIES) // its rounds cannot be told: not all use it equally often
    g->more_threads = true;
  g->barrier = initialised(g, &mc_primitive_barrier, g->barrier_count);
}

static void start_threads(struct generator *g) {
  bool all = one_in(g, 2);
  for (mc_thread t = 0; t < g->program.threads; t++) {
    struct mc_thread_state state = {.created = t == 0 || all};
    g->thread[t] = add_object(&g->program, &mc_primitive_thread, &state);
    if (t > 0 && !all) {
      on(g, 0, &mc_primitive_thread, "create", g->thread[t])->creates = t + 1;
      on(g, t, &mc_primitive_thread, "start", g->thread[t]);
    }
  }
}

static void end_threads(struct generator *g, bool family_of_threads) {
  struct program *p = &g->program;
  for (mc_thread t = 0; t < p->threads; t++) {
    if (t > 0 && (family_of_threads || one_in(g, 3)))
      on(g, t, &mc_primitive_thread, "exit", g->thread[t]);
    if (one_in(g, t ? 20 : 4))
      add(p, t, &mc_primitive_thread, "process-exit", 0, 0, 0)->operation.flags = MC_PROCESS_EXIT;
    else if (one_in(g, 8))
      add(p, t, &mc_primitive_thread, "yield", 0, 0, 0)->operation.flags = MC_YIELD;
  }
}

static unsigned size_of(const struct program *program) {
  unsigned size = 0;
  for (unsigned t = 0; t < program->threads; t++)
    size += program->length[t];
  return size;
}

struct program random_program(enum family family, uint64_t seed, unsigned most) {
  struct generator g = {.random = (seed + 1) * 0x9e3779b97f4a7c15u ^ (uint64_t)family << 40};
  for (int i = 0; i < 8; i++)
    below(&g, 2);
  g.program.threads = 2 + below(&g, 2);
  make_objects(&g);
  make_barrier(&g, family);
  start_threads(&g);
  for (mc_thread t = 0; size_of(&g.program) + 2 < most; t = (t + 1) % g.program.threads)
    phrase(&g, family, t);
  end_threads(&g, family == THREADS);
  return g.program;
}

void print_program(const struct program *program) {
  for (mc_thread t = 0; t < program->threads; t++) {
    printf("  thread %u:", t);
    for (unsigned i = 0; i < program->length[t]; i++) {
      const struct instruction *in = &program->code[t][i];
      printf(" %s", in->operation.primitive->operations[in->operation.kind]);
      for (unsigned k = 0; k < in->operation.objects; k++)
        printf("%c%u", k ? ',' : '(', in->operation.object[k]);
      printf(in->operation.objects ? ")" : "");
      if (in->jump)
        printf("+%d", in->jump);
    }
    printf("\n");
  }
}
