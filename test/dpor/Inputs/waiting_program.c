// test/dpor/Inputs/waiting_program.c - see waiting_program.h. What the interposed functions do,
// said again.
#include "waiting_program.h"

#include "builtin.h"
#include <string.h>

static bool is_lowest(const struct mc_queue *queue, mc_thread thread) {
  for (unsigned i = 0; i < queue->count; i++)
    if (queue->thread[i] < thread)
      return false;
  return true;
}

/// With every default, so that everything is dependent.
const struct mc_policy lowest_first = {.name = "lowest-first", .may_take = is_lowest};

const struct mc_policy *some_policy(unsigned number) {
  static const struct mc_policy *const policy[SOME_POLICIES] = {
      NULL,          &mc_policy_independent, &mc_policy_dependent, &mc_policy_fifo, &mc_policy_lifo,
      &lowest_first, &mc_policy_glibc};
  return policy[number];
}

/// The glibc policy is one of condition variables.
struct queues random_queues(unsigned (*below)(void *source, unsigned n), void *source) {
  struct queues queues = {0};
  for (enum waits w = 0; w < WAYS_TO_WAIT; w++)
    queues.policy[w] = some_policy(below(source, SOME_POLICIES - (w != SLEEPS)));
  queues.preference = (enum mc_preference)below(source, 3);
  queues.spurious = below(source, 3);
  queues.counts = below(source, 2);
  return queues;
}

static mc_object queue_of(struct program *p, struct queues *w, mc_object object, bool readers) {
  mc_object *queue = &w->queue[readers][object];
  if (*queue == 0)
    *queue = 1 + new_object(p, &mc_primitive_queue);
  return *queue - 1;
}

static void append(struct instruction *i, mc_object queue, const struct mc_policy *policy) {
  i->operation.object[i->operation.objects++] = queue;
  i->operation.argument[MC_POLICY_ARGUMENT] = (uintptr_t)policy;
}

static bool is_one_of(const char *name, const char *a, const char *b) {
  return strcmp(name, a) == 0 || strcmp(name, b) == 0;
}

static bool is_of(const struct program *p, mc_object object, const char *primitive) {
  return strcmp(p->primitive[object]->name, primitive) == 0;
}

static struct instruction *on_rwlock(struct program *p, struct queues *w, mc_thread t,
                                     const char *name, mc_object lock) {
  const bool reads = strstr(name, "rdlock") != NULL,
             takes = strstr(name, "lock") != NULL && strstr(name, "unlock") == NULL;
  const bool waits = takes && strncmp(name, "try", 3) != 0;
  const struct mc_policy *policy = waits ? w->policy[reads ? READS : WRITES] : NULL;
  if (waits && !policy && w->preference == (reads ? MC_PREFER_READERS : MC_PREFER_WRITERS))
    policy = &mc_policy_independent;
  if (policy)
    on(p, t, "enqueue", queue_of(p, w, lock, reads))->operation.argument[MC_POLICY_ARGUMENT] =
        (uintptr_t)policy;
  struct instruction *i = on(p, t, name, lock);
  if (takes && w->preference == (reads ? MC_PREFER_WRITERS : MC_PREFER_READERS)) {
    append(i, queue_of(p, w, lock, !reads), NULL);
    i->operation.argument[0] = 1;
  }
  if (policy)
    append(i, queue_of(p, w, lock, reads), policy);
  return i;
}

static struct instruction *on_semaphore(struct program *p, struct queues *w, mc_thread t,
                                        const char *name, mc_object semaphore) {
  const bool looks = w->counts && strcmp(name, "getvalue") == 0;
  const struct mc_policy *policy = is_one_of(name, "wait", "timedwait") ? w->policy[WAITS] : NULL;
  if (is_one_of(name, "wait", "timedwait") && !policy && w->counts)
    policy = &mc_policy_independent;
  if (policy)
    on(p, t, "enqueue", queue_of(p, w, semaphore, false))->operation.argument[MC_POLICY_ARGUMENT] =
        (uintptr_t)policy;
  struct instruction *i = on(p, t, name, semaphore);
  if (policy || looks)
    append(i, queue_of(p, w, semaphore, false), policy);
  return i;
}

static struct instruction *on_mutex(struct program *p, struct queues *w, mc_thread t,
                                    const char *name, mc_object mutex) {
  const struct mc_policy *policy = is_one_of(name, "lock", "timedlock") ? w->policy[LOCKS] : NULL;
  if (policy)
    on(p, t, "enqueue", queue_of(p, w, mutex, false))->operation.argument[MC_POLICY_ARGUMENT] =
        (uintptr_t)policy;
  struct instruction *i = on(p, t, name, mutex);
  if (policy)
    append(i, queue_of(p, w, mutex, false), policy);
  return i;
}

struct instruction *on_waiting(struct program *p, struct queues *w, mc_thread t, const char *name,
                               mc_object object) {
  if (is_of(p, object, "mutex"))
    return on_mutex(p, w, t, name, object);
  if (is_of(p, object, "semaphore"))
    return on_semaphore(p, w, t, name, object);
  if (is_of(p, object, "rwlock"))
    return on_rwlock(p, w, t, name, object);
  struct instruction *i = on(p, t, name, object);
  if (is_of(p, object, "condition") && is_one_of(name, "signal", "broadcast") && w->policy[SLEEPS])
    append(i, queue_of(p, w, object, false), w->policy[SLEEPS]);
  return i;
}

static struct instruction *on_both_waiting(struct program *p, struct queues *w, mc_thread t,
                                           const char *name, mc_object condition, mc_object mutex) {
  struct instruction *i = on_both(p, t, name, condition, mutex);
  if (w->spurious && strcmp(name, "wait") == 0)
    i->operation.flags |= MC_YIELD;
  if (strcmp(name, "wake") != 0 && w->policy[SLEEPS])
    append(i, queue_of(p, w, condition, false), w->policy[SLEEPS]);
  return i;
}

void wait_for(struct program *p, struct queues *w, mc_thread t, bool timed, mc_object condition,
              mc_object mutex) {
  struct instruction *wait = on_both_waiting(p, w, t, "wait", condition, mutex);
  struct instruction *wake =
      on_both_waiting(p, w, t, timed ? "timedwake" : "wake", condition, mutex);
  if (!timed && !w->spurious)
    return;
  wait->jump = wake->skips = 1;
  on(p, t, "lock", mutex);
}
