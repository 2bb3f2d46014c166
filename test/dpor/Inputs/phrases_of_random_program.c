// test/dpor/Inputs/phrases_of_random_program.c - what the threads of a random program do; see
// generator.h.
//
// A phrase is what one would write (lock ... unlock; lock, wait for a condition, unlock), with now
// and then a mistake, so that deadlocks and misuse occur. What a phrase does after a try or a
// timeout depends on its outcome, and whether there is a phrase can depend on a value that was
// read.
#include "generator.h"
#include "primitives/descriptors/pipe.h"
#include <string.h>

/// Something small inside a critical section.
static void inner(struct generator *g, mc_thread t) {
  if (one_in(g, 3))
    use_variable(g, t, one_in(g, 2) ? "read" : "add", 0, 1);
}

/// What follows `start` is done only if the outcome of the operation before it was 0.
static void only_if_ok(struct generator *g, mc_thread t, unsigned start) {
  g->program.code[t][start - 1].jump = (int)(length(g, t) - start);
}

static void then_inner(struct generator *g, mc_thread t) {
  const unsigned start = length(g, t);
  inner(g, t);
  only_if_ok(g, t, start);
}

static void mutex_phrase(struct generator *g, mc_thread t) {
  static const char *const take[] = {"lock", "lock", "trylock", "timedlock"};
  if (one_in(g, 40)) {
    use(g, t, one_in(g, 3) ? "destroy" : "unlock", MUTEXES, below(g, 2));
    return;
  }
  if (!g->robust && one_in(g, 5)) {
    on_both(&g->program, t, "lock-all", the(g, MUTEXES, 0), the(g, MUTEXES, 1))
        ->operation.argument[0] = g->mutex_type;
    inner(g, t);
    use(g, t, "unlock", MUTEXES, 0);
    if (!one_in(g, 20))
      use(g, t, "unlock", MUTEXES, 1);
    return;
  }
  const unsigned a = below(g, 2), b = below(g, 2);
  const bool twice = a != b || g->mutex_type != PTHREAD_MUTEX_NORMAL;
  use(g, t, take[below(g, 4)], MUTEXES, a);
  const unsigned start = length(g, t);
  if (one_in(g, 2) && twice) {
    use(g, t, take[below(g, 4)], MUTEXES, b)->jump = 1;
    use(g, t, "unlock", MUTEXES, b);
  } else {
    inner(g, t);
  }
  if (g->robust && one_in(g, 3))
    use(g, t, "consistent", MUTEXES, a);
  if (!one_in(g, g->robust ? 3 : 20))
    use(g, t, "unlock", MUTEXES, a);
  only_if_ok(g, t, start);
}

static void rwlock_phrase(struct generator *g, mc_thread t) {
  static const char *const take[] = {"rdlock",    "rdlock",      "wrlock",     "tryrdlock",
                                     "trywrlock", "timedrdlock", "timedwrlock"};
  const unsigned lock = one_in(g, 4);
  const char *how = take[below(g, 7)];
  use(g, t, how, RWLOCKS, lock);
  const unsigned start = length(g, t);
  inner(g, t);
  const bool reads = strstr(how, "rd") != NULL;
  if (!one_in(g, 8))
    use(g, t, reads != one_in(g, 40) ? "rdunlock" : "wrunlock", RWLOCKS, lock);
  only_if_ok(g, t, start);
}

static void semaphore_phrase(struct generator *g, mc_thread t) {
  static const char *const how[] = {"wait", "post",     "trywait", "timedwait",
                                    "post", "getvalue", "wait",    "post"};
  use(g, t, how[below(g, 8)], SEMAPHORES, below(g, 2));
  then_inner(g, t);
}

static void condition_phrase(struct generator *g, mc_thread t) {
  const mc_object c = the(g, CONDITIONS, 0), m = the(g, MUTEXES, 0);
  const unsigned form = below(g, 6);
  if (form >= 4) {
    use(g, t, form == 4 ? "signal" : "broadcast", CONDITIONS, 0);
    return;
  }
  use(g, t, "lock", MUTEXES, 0);
  if (form < 3) {
    wait_for(&g->program, &g->queues, t, one_in(g, 3), c, m);
  } else {
    inner(g, t);
    use(g, t, "signal", CONDITIONS, 0);
  }
  on(&g->program, t, "unlock", m);
}

static void barrier_phrase(struct generator *g, mc_thread t) {
  const uint64_t round = g->round[t]++;
  static const char *const half[] = {"arrive", "leave"};
  const bool uses_result = one_in(g, 2);
  for (int k = 0; k < 2; k++) {
    struct mc_operation *op = &use(g, t, half[k], BARRIERS, 0)->operation;
    op->argument[0] = uses_result;
    op->argument[1] = g->more_threads;
    op->argument[2] = round;
  }
  inner(g, t);
}

static void thread_phrase(struct generator *g, mc_thread t) {
  static const char *const how[] = {"join", "tryjoin", "timedjoin", "tryjoin", "detach"};
  const mc_thread other = (mc_thread)below(g, g->program.threads);
  const bool may = other != t && (!g->is_joined[other] || one_in(g, 6));
  const unsigned form = one_in(g, 10) ? 4 : below(g, 4);
  if (!may) {
    use_variable(g, t, one_in(g, 2) ? "read" : "write", 0, t + 1u);
  } else {
    use(g, t, how[form], THREADS, other);
    g->is_joined[other] = true;
  }
  then_inner(g, t);
}

static void spinlock_phrase(struct generator *g, mc_thread t) {
  const unsigned lock = one_in(g, 3);
  use(g, t, one_in(g, 2) ? "trylock" : "lock", SPINLOCKS, lock);
  const unsigned start = length(g, t);
  inner(g, t);
  if (!one_in(g, 12))
    use(g, t, "unlock", SPINLOCKS, lock);
  only_if_ok(g, t, start);
}

static void once_phrase(struct generator *g, mc_thread t) {
  const unsigned o = one_in(g, 3);
  use(g, t, "begin", ONCES, o);
  const unsigned start = length(g, t);
  inner(g, t);
  use(g, t, one_in(g, 4) ? "reset" : "end", ONCES, o);
  only_if_ok(g, t, start);
}

/// Moves who waits to the second queue; or waits, to be moved perhaps, and is a thread's last
/// phrase.
static void requeue_phrase(struct generator *g, mc_thread t) {
  const mc_object from = the(g, FUTEXES, 0), to = the(g, FUTEXES, 1);
  if (one_in(g, 2)) {
    struct instruction *i = on_both(&g->program, t, "requeue", from, to);
    i->operation.argument[0] = below(g, 3);
    i->operation.argument[1] = 1 + below(g, 2);
    use(g, t, one_in(g, 2) ? "wake" : "wakeall", FUTEXES, 1);
    return;
  }
  on_both(&g->program, t, "wait", from, the(g, VARIABLES, 0))->jump = 2;
  on(&g->program, t, "resume", from)->leaves = true;
  on(&g->program, t, "resume", to);
}

static void futex_phrase(struct generator *g, mc_thread t) {
  const unsigned form = below(g, 6);
  if (form == 5) {
    requeue_phrase(g, t);
  } else if (form < 2) {
    struct instruction *wait =
        on_both(&g->program, t, "wait", the(g, FUTEXES, 0), the(g, VARIABLES, 0));
    wait->operation.argument[0] = below(g, 2);
    wait->jump = 1;
    use(g, t, one_in(g, 2) ? "resume" : "timedresume", FUTEXES, 0);
  } else if (form == 2) {
    use_variable(g, t, "store", 0, below(g, 3));
  } else {
    use(g, t, form == 3 ? "wake" : "wakeall", FUTEXES, 0);
  }
}

static void variable_phrase(struct generator *g, mc_thread t) {
  static const char *const how[] = {"read",
                                    "write",
                                    "load",
                                    "store",
                                    "add",
                                    "load",
                                    "exchange",
                                    "or",
                                    "compare-exchange",
                                    "compare-exchange"};
  struct instruction *i = use_variable(g, t, how[below(g, 10)], below(g, 2), below(g, 3));
  if (one_in(g, 40))
    i->fail = 2; // an assertion: the result is not 1
  if (one_in(g, 3))
    then_inner(g, t);
}

/// Object t: of thread t; the last: of the process.
static void signal_phrase(struct generator *g, mc_thread t) {
  static const char *const how[] = {"wait", "timedwait", "pending"};
  static const uint64_t bits[] = {1, (uint64_t)1 << 39, 1 | (uint64_t)1 << 39};
  const unsigned process = EACH - 1, form = below(g, 6);
  if (form < 3) {
    const unsigned to = one_in(g, 3) ? process : below(g, g->program.threads);
    use(g, t, "send", SIGNALS, to)->operation.argument[0] = one_in(g, 3) ? 40 : 1;
    return;
  }
  const bool unmask = one_in(g, 4) && !g->is_unmasked[t];
  struct instruction *i = on_both(&g->program, t, unmask ? "mask" : how[form - 3],
                                  the(g, SIGNALS, t), the(g, SIGNALS, process));
  i->operation.argument[0] = bits[below(g, 3)];
  if (unmask) {
    g->is_unmasked[t] = true;
    i->operation.argument[1] = ~i->operation.argument[0];
  } else {
    then_inner(g, t);
  }
}

/// Objectless: what is chosen decides what the thread does.
static void input_phrase(struct generator *g, mc_thread t) {
  if (one_in(g, 5)) {
    assume_nothing(&g->program, t);
    return;
  }
  choose(&g->program, t, 2 + below(g, 2));
  const unsigned start = length(g, t);
  if (one_in(g, 6))
    assume_nothing(&g->program, t);
  else
    variable_phrase(g, t);
  only_if_ok(g, t, start);
}

/// What a poll looks at: the reader's or the writer's side, an eventfd from both.
static void pipe_poll(struct generator *g, mc_thread t) {
  const unsigned a = below(g, 4), b = (a + 1) % 4;
  const char *name = one_in(g, 2) ? "poll" : "timedpoll";
  struct instruction *i = one_in(g, 2)
                              ? use(g, t, name, PIPES, a)
                              : on_both(&g->program, t, name, the(g, PIPES, a), the(g, PIPES, b));
  i->operation.argument[0] = i->operation.argument[1] = 0;
  i->operation.argument[2] = one_in(g, 4) ? below(g, 4) : 0;
  for (unsigned k = 0; k < i->operation.objects; k++) {
    const bool is_eventfd = (k ? b : a) == 1;
    const uint64_t reader = below(g, 2) | (one_in(g, 3) ? MC_POLL_RDHUP : 0),
                   writer = MC_POLL_WRITER | (one_in(g, 4) ? 0 : MC_POLL_OUT);
    const uint64_t bits = is_eventfd ? 1 + below(g, 3) : one_in(g, 2) ? reader : writer;
    i->operation.argument[0] |= bits << MC_POLL_BITS * k;
    i->operation.argument[1] |= (uint64_t)below(g, 2) << 8 * k;
  }
}

/// A read or a write; the socket that does it reads from the objects in turn.
static struct instruction *transfer(struct generator *g, mc_thread t, bool writes, unsigned o) {
  const unsigned from = o;
  const bool has_messages = o > 1 && g->socket > 1;
  struct instruction *i;
  if (o < 2 || !writes)
    i = use(g, t, writes ? "write" : "read", PIPES, from);
  else if (!has_messages)
    i = use(g, t, "write", PIPES, 5 - from);
  else
    i = on_both(&g->program, t, "write", the(g, PIPES, 5 - from), the(g, PIPES, from));
  i->operation.argument[1] = has_messages ? 1 : 1 + below(g, 2);
  i->operation.argument[2] = (writes ? MC_PIPE_WRITES : 0) |
                             (one_in(g, 5) ? MC_PIPE_DONT_WAIT : 0) |
                             (!writes && one_in(g, 8) ? MC_PIPE_PEEK : 0);
  struct mc_pipe_state state;
  memcpy(&state, g->program.initial[i->operation.object[0]], sizeof state);
  if (writes && o == 1 && state.capacity > 3)
    i->operation.argument[2] |= MC_PIPE_COMMUTES;
  return i;
}

static uint64_t random_watch(struct generator *g, bool is_eventfd) {
  const uint64_t how =
      MC_POLL_FILE | (one_in(g, 2) ? MC_POLL_EDGE | (one_in(g, 2) ? MC_POLL_NEW : 0) : 0);
  if (is_eventfd)
    return how | (1 + below(g, 3));
  return how | (one_in(g, 2) ? below(g, 2) | (one_in(g, 3) ? MC_POLL_RDHUP : 0)
                             : MC_POLL_WRITER | (one_in(g, 4) ? 0 : MC_POLL_OUT));
}

/// What the set of the epoll is, nobody knows here: the wait has any descriptors, and a version.
static void epoll_wait(struct generator *g, mc_thread t) {
  struct instruction *i = use(g, t, one_in(g, 2) ? "wait" : "timedwait", PIPES, EPOLL_OF_PIPES);
  struct mc_operation *op = &i->operation;
  op->argument[0] = 0;
  for (unsigned o = below(g, 4), k = 1 + below(g, 2); k > 0; k--, o = (o + 1) % 4) {
    const bool is_same = o == 3 && op->objects > 1;
    op->argument[0] |= (random_watch(g, o == 1) | (is_same ? MC_POLL_SAME : 0))
                       << MC_POLL_BITS * op->objects;
    op->argument[1] |= (uint64_t)below(g, 3) << 8 * op->objects;
    op->object[op->objects++] = the(g, PIPES, o);
  }
  op->argument[2] = (uint64_t)below(g, 2) << MC_EPOLL_VERSION_SHIFT | one_in(g, 3);
}

static void epoll_phrase(struct generator *g, mc_thread t) {
  const unsigned form = below(g, 6);
  if (form > 1) {
    epoll_wait(g, t);
  } else if (form == 1) {
    const char *name = one_in(g, 3) ? "close-epoll" : "look";
    use(g, t, name, PIPES, EPOLL_OF_PIPES);
  } else {
    struct instruction *i = on_both(&g->program, t, "change", the(g, PIPES, EPOLL_OF_PIPES),
                                    the(g, PIPES, below(g, 3)));
    i->operation.argument[0] = one_in(g, 3);
    i->operation.argument[2] = one_in(g, 2) ? MC_PIPE_WRITES : 0;
  }
  then_inner(g, t);
}

static void pipe_phrase(struct generator *g, mc_thread t) {
  if (one_in(g, 6)) {
    epoll_phrase(g, t);
    return;
  }
  static const char *const rare[] = {"close",     "close", "shutdown", "dup",
                                     "set-flags", "flags", "size"};
  const unsigned form = below(g, 10), o = one_in(g, 3) ? 0 : 1 + below(g, 3);
  struct instruction *i;
  if (o > 1)
    the(g, PIPES, o); // which decides the type
  if (form < 7) {
    i = transfer(g, t, form < 4, o);
  } else if (form == 7) {
    pipe_poll(g, t);
    then_inner(g, t);
    return;
  } else {
    const char *name = rare[below(g, 7)];
    i = o > 1 && strcmp(name, "size") != 0
            ? on_both(&g->program, t, name, the(g, PIPES, o), the(g, PIPES, 5 - o))
            : use(g, t, name, PIPES, o);
    i->operation.argument[1] =
        strcmp(name, "shutdown") == 0 ? 1 + below(g, o > 1 ? 3 : 1) : below(g, 2);
    i->operation.argument[2] = one_in(g, 2) && o == 0 ? MC_PIPE_WRITES : 0;
  }
  i->operation.argument[0] = one_in(g, 3) && (o < 2 || g->socket_has_two);
  then_inner(g, t);
}

static void own_phrase(struct generator *g, mc_thread t) {
  unsigned phrases = 0;
  while (g->own->phrases[phrases])
    phrases++;
  const char *at = g->own->phrases[below(g, phrases)];
  const unsigned object = one_in(g, 4);
  char word[32];
  for (int length; sscanf(at, "%31s%n", word, &length) == 1; at += length)
    if (*word == '.')
      inner(g, t);
    else
      use(g, t, word, OWNS, object)->operation.argument[0] = below(g, 2);
}

static void opaque_phrase(struct generator *g, mc_thread t) {
  const unsigned o = one_in(g, 3);
  const mc_object object = the(g, OPAQUES, o);
  static const char *const names[OPAQUE_KINDS] = {"a", "b", "c", "d"};
  on(&g->program, t, names[below(g, opaques[o].kinds)], object)->operation.argument[0] =
      (uintptr_t)&opaques[o];
  if (one_in(g, 4))
    then_inner(g, t);
}

/// What does not wait: accesses, tries, choices.
static void section_phrase(struct generator *g, mc_thread t) {
  on(&g->program, t, "begin", g->section - 1)->operation.flags = MC_ATOMIC;
  const unsigned start = length(g, t);
  for (unsigned i = 1 + below(g, 2); i > 0; i--) {
    if (one_in(g, 4))
      use(g, t, "trylock", MUTEXES, 0);
    else if (one_in(g, 4))
      choose(&g->program, t, 2);
    else
      use_variable(g, t, one_in(g, 2) ? "read" : "add", below(g, 2), 1);
  }
  for (unsigned i = start; i < length(g, t); i++)
    if (g->program.code[t][i].operation.objects)
      g->program.code[t][i].operation.flags |= MC_ATOMIC;
  on(&g->program, t, "end", g->section - 1)->operation.flags = MC_ATOMIC;
}

void add_phrase(struct generator *g, mc_thread t) {
  if (g->section && one_in(g, 2)) {
    section_phrase(g, t);
    return;
  }
  static void (*const of[])(struct generator *, mc_thread) = {
      mutex_phrase,  rwlock_phrase,   semaphore_phrase, condition_phrase, barrier_phrase,
      thread_phrase, spinlock_phrase, once_phrase,      futex_phrase,     variable_phrase,
      signal_phrase, input_phrase,    pipe_phrase,      own_phrase,       opaque_phrase};
  const enum family family = g->is_mixed ? g->mix[below(g, 2)] : g->family;
  const bool branches = one_in(g, 8) && family != BARRIERS;
  if (branches)
    use_variable(g, t, one_in(g, 2) ? "load" : "compare-exchange", below(g, 2), 1);
  const unsigned start = length(g, t);
  of[family](g, t);
  if (branches)
    only_if_ok(g, t, start);
}
