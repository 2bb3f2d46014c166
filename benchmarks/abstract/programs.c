// programs.c - the programs of ../paper and ../families as abstract programs, with the number of
// their classes where it is known.
//
// Sources: indexer, filesystem: Flanagan, Godefroid, POPL 2005; lastzero: Abdulla, Aronis, Jonsson,
// Sagonas, JACM 2017; the others: Pirtle, Jovanovic, Cooperman (2023).
#include "machine.h"
#include "primitives.h"

static uint64_t power(uint64_t base, unsigned exponent) {
  return exponent ? base * power(base, exponent - 1) : 1;
}
static uint64_t factorial(unsigned n) { return n ? n * factorial(n - 1) : 1; }

//===- Mutexes --------------------------------------------------------------------------------===//

static unsigned one_mutex_setup(struct machine *m) {
  make_objects(m, &abstract_mutex, 1);
  return m->size;
}

static bool one_mutex(struct machine *m, struct local *me) {
  BEGIN(me);
  DO(me, lock(m, me, 0));
  DO(me, unlock(m, me, 0));
  END(me);
}

/// Fork i is object i, the dining mutex or semaphore object N.
static unsigned philosophers_setup(struct machine *m) {
  make_objects(m, &abstract_mutex, m->size);
  make_objects(m, m->program->has_semaphores ? m->semaphore : &abstract_mutex, 1);
  return m->size;
}

static unsigned left_of(const struct local *me) { return me->number; }
static unsigned right_of(const struct machine *m, const struct local *me) {
  return (me->number + 1u) % m->size;
}

static bool philosophers_naive(struct machine *m, struct local *me) {
  BEGIN(me);
  DO(me, lock(m, me, left_of(me)));
  DO(me, lock(m, me, right_of(m, me)));
  DO(me, unlock(m, me, left_of(me)));
  DO(me, unlock(m, me, right_of(m, me)));
  END(me);
}

static bool philosophers_ordered(struct machine *m, struct local *me) {
  const unsigned left = left_of(me), right = right_of(m, me);
  const unsigned lower = left < right ? left : right;

  BEGIN(me);
  DO(me, lock(m, me, lower));
  DO(me, lock(m, me, left + right - lower));
  DO(me, unlock(m, me, left));
  DO(me, unlock(m, me, right));
  END(me);
}

static uint64_t ordered_classes(unsigned n) { return power(2, n) - 2; }
static uint64_t naive_classes(unsigned n) { return power(2, n) - 1; }

static bool philosophers_mutex(struct machine *m, struct local *me) {
  BEGIN(me);
  DO(me, lock(m, me, m->size));
  DO(me, lock(m, me, left_of(me)));
  DO(me, lock(m, me, right_of(m, me)));
  DO(me, unlock(m, me, m->size));
  DO(me, unlock(m, me, left_of(me)));
  DO(me, unlock(m, me, right_of(m, me)));
  END(me);
}

/// data[i] is the block of inode i, plus 1; data[INODES + b] says that block b is taken.
enum { INODES = 32, BLOCKS = 26 };

static unsigned filesystem_setup(struct machine *m) {
  make_objects(m, &abstract_mutex, INODES + BLOCKS);
  return m->size;
}

static bool filesystem(struct machine *m, struct local *me) {
  const unsigned inode = me->number % INODES;

  BEGIN(me);
  DO(me, lock(m, me, inode));
  for (me->j = (int)(2 * inode % BLOCKS); m->data[inode] == 0; me->j = (me->j + 1) % BLOCKS) {
    DO(me, lock(m, me, INODES + (unsigned)me->j));
    if (!m->data[INODES + me->j]) {
      m->data[INODES + me->j] = 1;
      m->data[inode] = me->j + 1;
    }
    DO(me, unlock(m, me, INODES + (unsigned)me->j));
  }
  DO(me, unlock(m, me, inode));
  END(me);
}

static uint64_t filesystem_classes(unsigned n) { return n < 14 ? 1 : power(2, n - 13); }

/// Nothing to explore: what a transition costs as the trace grows.
static unsigned two_threads_setup(struct machine *m) {
  make_objects(m, &abstract_mutex, 2);
  return 2;
}

static bool own_mutexes(struct machine *m, struct local *me) {
  BEGIN(me);
  for (me->i = 0; me->i < (int)m->size; me->i++) {
    DO(me, lock(m, me, me->number));
    DO(me, unlock(m, me, me->number));
  }
  END(me);
}

/// The same on one mutex: every lock races with the other thread's lock before it.
static bool shared_mutex(struct machine *m, struct local *me) {
  BEGIN(me);
  for (me->i = 0; me->i < (int)m->size; me->i++) {
    DO(me, lock(m, me, 0));
    DO(me, unlock(m, me, 0));
  }
  END(me);
}

static uint64_t one_class(unsigned n) {
  (void)n;
  return 1;
}

//===- Variables ------------------------------------------------------------------------------===//

static unsigned readers_setup(struct machine *m) {
  make_objects(m, &abstract_variable, 1);
  return m->size + 1;
}

static bool readers(struct machine *m, struct local *me) {
  BEGIN(me);
  if (me->number == 0)
    DO(me, write_variable(m, me, 0, 1));
  else
    DO(me, read_variable(m, me, 0));
  END(me);
}

static uint64_t two_to_the(unsigned n) { return power(2, n); }

static unsigned lastzero_setup(struct machine *m) {
  make_objects(m, &abstract_variable, m->size + 1);
  return m->size + 1;
}

static bool lastzero(struct machine *m, struct local *me) {
  BEGIN(me);
  if (me->number == 0) {
    me->i = (int)m->size;
    do
      DO(me, read_variable(m, me, (unsigned)me->i));
    while (me->result != 0 && me->i-- > 0);
  } else {
    DO(me, read_variable(m, me, me->number - 1u));
    DO(me, write_variable(m, me, me->number, me->result + 1));
  }
  END(me);
}

static uint64_t lastzero_classes(unsigned n) { return (n + 3) * power(2, n - 2); }

enum { SLOTS = 128, KEYS = 4 };

static unsigned indexer_setup(struct machine *m) {
  make_objects(m, &abstract_variable, SLOTS);
  return m->size;
}

static bool indexer(struct machine *m, struct local *me) {
  BEGIN(me);
  for (me->i = 1; me->i <= KEYS; me->i++) {
    me->j = 7 * (11 * me->i + me->number) % SLOTS;
    for (;;) {
      DO(me, compare_exchange(m, me, (unsigned)me->j, 0, 11u * (unsigned)me->i + me->number));
      if (me->alternative == 0)
        break;
      me->j = (me->j + 1) % SLOTS;
    }
  }
  END(me);
}

static uint64_t indexer_classes(unsigned n) { return n < 12 ? 1 : power(8, n - 11); }

//===- Semaphores -----------------------------------------------------------------------------===//

static bool dine(struct machine *m, struct local *me, unsigned places) {
  BEGIN(me);
  DO(me, wait_for(m, me, m->size, places));
  DO(me, lock(m, me, left_of(me)));
  DO(me, lock(m, me, right_of(m, me)));
  DO(me, unlock(m, me, left_of(me)));
  DO(me, unlock(m, me, right_of(m, me)));
  DO(me, post(m, me, m->size, places));
  END(me);
}

static bool philosophers_semaphores(struct machine *m, struct local *me) {
  return dine(m, me, m->size - 1);
}

static bool philosophers_semaphores_deadlock(struct machine *m, struct local *me) {
  return dine(m, me, m->size);
}

enum { BUFFER_LOCK, EMPTY, FULL, PLACES = 5, ITEMS = 5 };

static unsigned producer_consumer_setup(struct machine *m) {
  make_objects(m, &abstract_mutex, 1);
  make_objects(m, m->semaphore, 2);
  return 2 * m->size;
}

static bool producer_consumer(struct machine *m, struct local *me) {
  const bool produces = me->number < m->size;

  BEGIN(me);
  for (me->i = 0; me->i < ITEMS; me->i++) {
    DO(me, wait_for(m, me, produces ? EMPTY : FULL, produces ? PLACES : 0));
    DO(me, lock(m, me, BUFFER_LOCK));
    DO(me, unlock(m, me, BUFFER_LOCK));
    DO(me, post(m, me, produces ? FULL : EMPTY, produces ? 0 : PLACES));
  }
  END(me);
}

enum { BROADCAST_LOCK, STARTED, ENDED };

static unsigned simple_cond_broadcast_setup(struct machine *m) {
  make_objects(m, &abstract_mutex, 1);
  make_objects(m, m->semaphore, 2);
  return m->size + 1;
}

static bool simple_cond_broadcast(struct machine *m, struct local *me) {
  BEGIN(me);
  if (me->number == 0) {
    for (me->i = 0; me->i < (int)m->size; me->i++)
      DO(me, wait_for(m, me, STARTED, 0));
    for (me->i = 0; me->i < (int)m->size; me->i++)
      DO(me, post(m, me, ENDED, 0));
  } else {
    DO(me, post(m, me, STARTED, 0));
    DO(me, lock(m, me, BROADCAST_LOCK));
    DO(me, wait_for(m, me, ENDED, 0));
    DO(me, unlock(m, me, BROADCAST_LOCK));
  }
  END(me);
}

const struct abstract_program abstract_programs[] = {
    {"one_mutex", one_mutex_setup, one_mutex, factorial, 2, 20, 8, false},
    {"philosophers_ordered", philosophers_setup, philosophers_ordered, ordered_classes, 2, 60, 12,
     false},
    {"philosophers_naive", philosophers_setup, philosophers_naive, naive_classes, 2, 60, 12, false},
    {"philosophers_mutex", philosophers_setup, philosophers_mutex, factorial, 2, 20, 7, false},
    {"readers", readers_setup, readers, two_to_the, 1, 60, 13, false},
    {"lastzero", lastzero_setup, lastzero, lastzero_classes, 2, 60, 12, false},
    {"indexer", indexer_setup, indexer, indexer_classes, 1, 15, 15, false},
    {"filesystem", filesystem_setup, filesystem, filesystem_classes, 1, 26, 20, false},
    {"own_mutexes", two_threads_setup, own_mutexes, one_class, 1, 5000, 2500, false},
    {"shared_mutex", two_threads_setup, shared_mutex, NULL, 1, 5000, 2500, false},
    {"philosophers_semaphores", philosophers_setup, philosophers_semaphores, NULL, 2, 60, 4, true},
    {"philosophers_semaphores_deadlock", philosophers_setup, philosophers_semaphores_deadlock, NULL,
     2, 60, 3, true},
    {"producer_consumer", producer_consumer_setup, producer_consumer, NULL, 1, 8, 1, true},
    {"simple_cond_broadcast", simple_cond_broadcast_setup, simple_cond_broadcast, NULL, 1, 60, 3,
     true},
    {NULL, NULL, NULL, NULL, 0, 0, 0, false},
};
