// primitives/condition_functions.c - the interposed functions of pthread_cond_t. Their operations
// are in condition.c.
#define _GNU_SOURCE
#include "condition.h"
#include "library_locks.h"
#include <errno.h>
#include <time.h>

static mc_object new_object(const pthread_cond_t *address, enum mc_life life, clockid_t clock) {
  const struct mc_condition_state c = {.clock = (uint16_t)clock,
                                       .life = (uint16_t)life,
                                       .spurious = mc_spurious_wakeups_of(address)};
  return mc_object_new(&mc_primitive_condition, address, sizeof *address, &c);
}

mc_object mc_condition_unmarked(const volatile void *address, size_t bytes) {
  const mc_object o = mc_object_find(&mc_primitive_condition, address);
  const struct mc_condition_state *known = o == MC_NO_OBJECT ? NULL : mc_object_state(o);
  if (known && known->life == MC_ALIVE)
    return o;
  const struct mc_condition_state fresh = {.spurious = mc_spurious_wakeups_of(address)};
  mc_lock_begins(address);
  return mc_object_new_unmarked(&mc_primitive_condition, address, bytes, &fresh);
}

/// By glibc's bytes, where no operation has touched it: a constructor of a library may have
/// initialised it before McMini was there.
static mc_object condition_at(const pthread_cond_t *address) {
  enum { IS_SHARED = 1, IS_MONOTONIC = 2 }; // in __wrefs, which is 0 else
  const mc_object o = mc_object_find(&mc_primitive_condition, address);
  if (o != MC_NO_OBJECT)
    return o;
  const volatile struct __pthread_cond_s *c = &((const volatile pthread_cond_t *)address)->__data;
  const bool is_unused = !c->__wseq.__value64 && !c->__g1_start.__value64 && !c->__g_refs[0] &&
                         !c->__g_refs[1] && !c->__g_size[0] && !c->__g_size[1] &&
                         !c->__g1_orig_size && !c->__g_signals[0] && !c->__g_signals[1];
  const unsigned kind = c->__wrefs;
  const bool is_alive = is_unused && !(kind & ~(unsigned)(IS_SHARED | IS_MONOTONIC));
  return new_object(address, is_alive ? MC_ALIVE : MC_UNINITIALISED,
                    is_alive && kind & IS_MONOTONIC ? CLOCK_MONOTONIC : CLOCK_REALTIME);
}

static struct mc_operation on(uint16_t kind, const pthread_cond_t *address) {
  return (struct mc_operation){.primitive = &mc_primitive_condition,
                               .kind = kind,
                               .objects = 1,
                               .object = {condition_at(address)}};
}

static const struct mc_policy *policy_of(mc_object condition, const pthread_cond_t *address) {
  return mc_policy_of_object(condition, address, "cond.wait");
}

static void append_queue(struct mc_operation *op, const pthread_cond_t *address,
                         const struct mc_policy *policy) {
  if (policy)
    mc_queue_use(op, &mc_primitive_queue, address, policy);
}

static int simple(uint16_t kind, const pthread_cond_t *address, const struct mc_site *site) {
  if (!mc_checking())
    return 0;
  struct mc_operation op = on(kind, address);
  if (kind == MC_CONDITION_SIGNAL || kind == MC_CONDITION_BROADCAST)
    append_queue(&op, address, policy_of(op.object[0], address));
  return (int)mc_transition(&op, site);
}

/// The thread is cancelled while it waits: it leaves, takes the mutex again, and then its cleanup
/// handlers run. As in glibc who had been woken by then sends another signal in its place.
MC_NORETURN static void cancel(struct mc_operation *op, const pthread_cond_t *address,
                               const struct mc_site *site) {
  mc_cancellation_ends();
  op->kind = MC_CONDITION_LEAVE;
  op->flags = 0;
  mc_transition(op, site);
  if (op->alternative == MC_CONDITION_WOKEN)
    simple(MC_CONDITION_SIGNAL, address, site);
  mc_mutex_take_again(op->object[1], site);
  mc_cancellation_act(site);
}

/// `deadline` NULL: it has no timeout.
static int wait(const pthread_cond_t *address, const pthread_mutex_t *mutex,
                const uint64_t *deadline, const struct mc_site *site) {
  mc_cancellation_point(site);
  struct mc_operation op = on(MC_CONDITION_WAIT, address);
  op.objects = 2;
  op.object[1] = mc_mutex_at(mutex);
  op.flags = mc_spurious_wakeups_of(address) > 0 ? MC_YIELD : 0;
  const bool robust = ((const struct mc_mutex_state *)mc_object_state(op.object[1]))->robust;
  append_queue(&op, address, policy_of(op.object[0], address));
  mc_transition(&op, site);
  if (op.alternative == MC_CONDITION_SPURIOUS)
    return (int)mc_mutex_take_again(op.object[1], site);
  const struct mc_operation entered = op;
  op.kind = deadline ? MC_CONDITION_TIMEDWAKE : MC_CONDITION_WAKE;
  op.flags = deadline ? MC_YIELD : 0;
  if (!deadline) { // it cannot leave the queue without a signal
    op.objects = 2;
    op.argument[MC_POLICY_ARGUMENT] = 0;
  }
  if (mc_takes_cancellation())
    mc_cancellation_enter(MC_POINT_OF_CALLER);
  int result = (int)mc_transition(&op, site);
  if (mc_is_interrupt(&op)) {
    op = entered;
    cancel(&op, address, site);
  }
  mc_cancellation_end();
  if (mc_condition_times_out(&op)) {
    mc_clock_reach(*deadline);
    result = (int)mc_mutex_take_again(op.object[1], site);
    return result ? result : ETIMEDOUT;
  }
  if (robust && result != ENOTRECOVERABLE)
    mc_thread_took_robust(op.object[1]);
  return result;
}

/// `clock` -1: that of the condition variable.
static int timedwait(const pthread_cond_t *address, const pthread_mutex_t *mutex, clockid_t clock,
                     const struct timespec *deadline, const struct mc_site *site) {
  if (!mc_checking())
    return 0;
  if (clock == -1)
    clock = ((const struct mc_condition_state *)mc_object_state(condition_at(address)))->clock;
  if (!mc_clock_is_deadline(clock, deadline))
    return EINVAL;
  const uint64_t time = mc_clock_deadline(clock, deadline);
  return wait(address, mutex, &time, site);
}

MC_INTERPOSE(int, pthread_cond_init, (pthread_cond_t * cond, const pthread_condattr_t *attr),
             (cond, attr)) {
  if (!mc_checking())
    return 0;
  clockid_t clock = CLOCK_REALTIME;
  if (attr)
    pthread_condattr_getclock(attr, &clock);
  struct mc_operation op = on(MC_CONDITION_INIT, cond);
  if (((const struct mc_condition_state *)mc_object_state(op.object[0]))->life == MC_DESTROYED)
    op.object[0] = new_object(cond, MC_UNINITIALISED, CLOCK_REALTIME);
  op.argument[0] = (uint64_t)clock;
  op.argument[1] = mc_spurious_wakeups_of(cond);
  return (int)mc_transition(&op, site);
}

MC_INTERPOSE(int, pthread_cond_destroy, (pthread_cond_t * cond), (cond)) {
  const int result = simple(MC_CONDITION_DESTROY, cond, site);
  if (mc_checking())
    mc_object_destroyed(condition_at(cond));
  return result;
}
MC_INTERPOSE(int, pthread_cond_signal, (pthread_cond_t * cond), (cond)) {
  return simple(MC_CONDITION_SIGNAL, cond, site);
}
MC_INTERPOSE(int, pthread_cond_broadcast, (pthread_cond_t * cond), (cond)) {
  return simple(MC_CONDITION_BROADCAST, cond, site);
}

MC_INTERPOSE(int, pthread_cond_wait, (pthread_cond_t * cond, pthread_mutex_t *mutex),
             (cond, mutex)) {
  return mc_checking() ? wait(cond, mutex, NULL, site) : 0;
}

MC_INTERPOSE(int, pthread_cond_timedwait,
             (pthread_cond_t * cond, pthread_mutex_t *mutex, const struct timespec *deadline),
             (cond, mutex, deadline)) {
  return timedwait(cond, mutex, -1, deadline, site);
}

MC_INTERPOSE(int, pthread_cond_clockwait,
             (pthread_cond_t * cond, pthread_mutex_t *mutex, clockid_t clock,
              const struct timespec *deadline),
             (cond, mutex, clock, deadline)) {
  return timedwait(cond, mutex, clock, deadline, site);
}
