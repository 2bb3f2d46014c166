// primitives/timer_functions.c - alarm, setitimer, timer_create and what goes with them. Their
// operations are in timer.c. No timer of the kernel's is made: a thread of McMini's own expires.
//
// A timer whose signal would end the process, as nothing handles it, is a limit of time: what it
// cuts off is a prefix of an explored execution, and it never expires. The program may begin to
// handle the signal while the timer is armed: in the trunk it is armed anew there; later the search
// restarts, and knows the action as one that changes.
#define _GNU_SOURCE
#include "calls.h"
#include "timer.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { EACH = 16, PROCESS = MC_MAX_THREADS * EACH, TIMERS };

static struct mc_timer timers[TIMERS] MC_PER_TRACE_TABLE;

//===- The thread that expires ----------------------------------------------------------------===//

uint16_t mc_timer_number(const struct mc_timer *t) { return (uint16_t)(t - timers + 1); }

struct mc_timer *mc_timer_numbered(uint16_t number) {
  return &timers[number - 1];
}

static mc_object object_of(const struct mc_timer *t) {
  return mc_object_find(&mc_primitive_timer, (const volatile void *)(t - timers + 1));
}

static struct mc_operation operation_on(const struct mc_timer *t, uint16_t kind) {
  struct mc_operation op = {.primitive = &mc_primitive_timer,
                            .kind = kind,
                            .flags = kind == MC_TIMER_EXPIRE ? 0 : MC_ELSEWHERE, // see make()
                            .objects = 1,
                            .object = {object_of(t)},
                            .argument = {(uint64_t)t->signal}};
  const bool expires = kind == MC_TIMER_EXPIRE;
  if (t->counter != MC_NO_OBJECT) {
    op.argument[0] |= MC_TIMER_OF_FILE;
    op.object[op.objects++] = t->counter;
  }
  if (!t->signal || (!expires && !mc_is_interrupted(mc_self())))
    return op;
  op.object[op.objects++] = mc_signals_of_process();
  if (!expires || t->to != MC_NO_THREAD)
    op.object[op.objects++] = mc_signals_of(expires ? t->to : mc_self());
  return op;
}

void mc_timer_start_function(void (*function)(union sigval), union sigval value,
                             const struct mc_site *site) {
  pthread_t thread;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  mc_thread_create(&thread, &attributes, (void *(*)(void *))(uintptr_t)function, value.sival_ptr,
                   site);
  pthread_attr_destroy(&attributes);
}

/// It is periodic, and has expired as often as it is to.
MC_NORETURN static void stand_still(const struct mc_timer *t) {
  struct mc_operation op = operation_on(t, MC_TIMER_EXPIRE);
  char times[20];
  snprintf(times, sizeof times, "%u", mc_firings());
  mc_warn_of(MC_WARN_TIMER_PERIOD, times, t->site);
  op.flags = MC_BEYOND;
  for (;;)
    mc_transition(&op, t->site);
}

/// Nothing handles the signal, and a thread does not block it: it would end the process.
static void warn_of_threads(const struct mc_timer *t, const struct mc_site *site) {
  if (!t->signal || t->to != MC_NO_THREAD || mc_signal_how_now(t->signal) != MC_SIGNAL_BY_DEFAULT)
    return;
  for (mc_thread thread = 0; thread < MC_MAX_THREADS; thread++)
    if (mc_thread_is_served(thread) && !(mc_signals_blocked_by(thread) & mc_signal_bit(t->signal)))
      mc_warn_of(MC_WARN_TIMER, "of which only some threads block the signal", site);
}

static void has_sent(const struct mc_timer *t, uint64_t result) {
  if (result == MC_SIGNAL_TAKABLE && t->to != MC_NO_THREAD)
    mc_thread_is_interrupted(t->to, t->signal);
  else if (result == MC_SIGNAL_TAKABLE)
    mc_threads_are_interrupted(t->signal);
  if (result == MC_SIGNAL_FATAL)
    mc_signal_end_by(t->signal, t->site);
  if (result == MC_SIGNAL_PENDS)
    warn_of_threads(t, t->site);
}

static void *expire_timer(void *timer) {
  const struct mc_timer *t = timer;
  for (;;) {
    struct mc_operation op = operation_on(t, MC_TIMER_EXPIRE);
    op.argument[1] = mc_firings();
    const uint64_t result = mc_transition(&op, t->site);
    has_sent(t, result & ~(uint64_t)MC_TIMER_LAST);
    if (t->notify == SIGEV_THREAD)
      mc_timer_start_function(t->function, t->value, t->site);
    if (result & MC_TIMER_LAST)
      stand_still(t);
  }
  return NULL;
}

//===- Arming ---------------------------------------------------------------------------------===//

/// Where nobody gets anything of it, a periodic timer need not expire.
static uint64_t how(const struct mc_timer *t, bool is_periodic) {
  if (!t->signal)
    return t->notify == SIGEV_NONE && is_periodic ? 0 : MC_TIMER_EXPIRES;
  const bool is_fatal = mc_signal_how_now(t->signal) == MC_SIGNAL_BY_DEFAULT;
  if (mc_signals_blocked_by(mc_self()) & mc_signal_bit(t->signal))
    return MC_TIMER_EXPIRES | MC_TIMER_PENDS;
  return is_fatal && mc_action_is_fixed(t->signal) ? 0 : MC_TIMER_EXPIRES;
}

/// The timer as it is then, with what it was before. A signal comes before the call returns.
static const struct mc_timer_state *make(struct mc_timer *t, struct mc_operation *op,
                                         const struct mc_site *site) {
  static _Thread_local struct mc_timer_state state;
  const uint64_t signals = mc_transition(op, site);
  state = *(const struct mc_timer_state *)mc_object_state(op->object[0]);
  if (state.needs_thread) {
    pthread_t thread;
    t->site = site;
    mc_thread_create(&thread, NULL, expire_timer, t, site);
    mc_thread_serves(mc_thread_number(thread));
  }
  if (signals)
    mc_signals_deliver(signals, mc_signals_blocked_by(mc_self()), site);
  return &state;
}

/// Timers that send the same signal, with another value: which of them it is nobody is told.
static void tell_of_signal(const struct mc_timer *t, const struct mc_site *site) {
  const bool is_alarm = t == &timers[PROCESS];
  const struct mc_told_of_signal before = mc_signal_told(t->signal),
                                 what = {is_alarm ? SI_KERNEL : SI_TIMER, t->value.sival_ptr};
  if (before.code && (before.code != what.code || before.value != what.value))
    mc_warn(MC_WARN_SIGNAL_VALUE, site);
  mc_signal_is_told(t->signal, what);
}

/// `deadline` 0: it is disarmed. `how`: bits of argument 0.
static const struct mc_timer_state *set(struct mc_timer *t, uint64_t deadline, uint64_t interval,
                                        uint64_t how, const struct mc_site *site) {
  struct mc_operation op = operation_on(t, deadline ? MC_TIMER_ARM : MC_TIMER_DISARM);
  op.argument[0] |= deadline ? how : 0;
  if (deadline && how & MC_TIMER_EXPIRES && t->signal)
    tell_of_signal(t, site);
  if (deadline && how & MC_TIMER_PENDS)
    warn_of_threads(t, site);
  op.argument[1] = deadline;
  op.argument[2] = interval;
  return make(t, &op, site);
}

static const struct mc_timer_state *arm(struct mc_timer *t, uint64_t deadline, uint64_t interval,
                                        const struct mc_site *site) {
  return set(t, deadline, interval, how(t, interval), site);
}

static struct mc_timer *make_timer(struct mc_timer *t, const struct mc_timer *what) {
  static const struct mc_timer_state fresh = {.exists = true};
  *t = *what;
  mc_object_new(&mc_primitive_timer, (const volatile void *)(t - timers + 1), 0, &fresh);
  return t;
}

static struct mc_timer *timer_of_process(const struct mc_site *site) {
  struct mc_timer *t = &timers[PROCESS];
  return t->site ? t
                 : make_timer(t, &(struct mc_timer){.site = site,
                                                    .notify = SIGEV_SIGNAL,
                                                    .signal = SIGALRM,
                                                    .to = MC_NO_THREAD,
                                                    .counter = MC_NO_OBJECT,
                                                    .clock = CLOCK_REALTIME});
}

void mc_timers_handled(int signal, const struct mc_site *site) {
  for (struct mc_timer *t = timers; t < timers + TIMERS; t++) {
    if (!t->site || t->signal != signal)
      continue;
    const struct mc_timer_state *s = mc_object_state(object_of(t));
    if (s->is_armed && !s->may_expire)
      set(t, s->deadline, s->interval, MC_TIMER_EXPIRES, site);
  }
}

//===- The process's timer --------------------------------------------------------------------===//

/// How long it still had.
static uint64_t rest(const struct mc_timer_state *s) {
  const uint64_t now = mc_clock_now();
  return s->before > now ? s->before - now : s->before ? 1 : 0;
}

static uint64_t alarm_in(uint64_t nanoseconds, uint64_t interval, const struct mc_site *site) {
  return rest(arm(timer_of_process(site), nanoseconds ? mc_deadline_after(nanoseconds) : 0,
                  interval, site));
}

MC_INTERPOSE_UNHOOKED(unsigned, alarm, (unsigned seconds), (seconds)) {
  const uint64_t left = alarm_in((uint64_t)seconds * 1000000000, 0, site);
  return (unsigned)((left + 999999999) / 1000000000);
}

MC_INTERPOSE_UNHOOKED(useconds_t, ualarm, (useconds_t first, useconds_t next), (first, next)) {
  return (useconds_t)((alarm_in((uint64_t)first * 1000, (uint64_t)next * 1000, site) + 999) / 1000);
}

static uint64_t of_timeval(const struct timeval *t) {
  return (uint64_t)t->tv_sec * 1000000000 + (uint64_t)t->tv_usec * 1000;
}

static struct timeval as_timeval(uint64_t nanoseconds) {
  const uint64_t us = (nanoseconds + 999) / 1000;
  return (struct timeval){(time_t)(us / 1000000), (suseconds_t)(us % 1000000)};
}

static bool is_timeval(const struct timeval *t) {
  return t->tv_sec >= 0 && t->tv_usec >= 0 && t->tv_usec < 1000000;
}

static void give(const struct mc_timer_state *s, struct itimerval *old,
                 const struct mc_site *site) {
  mc_gives(site, old, sizeof *old);
  *old = (struct itimerval){as_timeval(s->interval_before), as_timeval(rest(s))};
}

MC_INTERPOSE_UNHOOKED(int, setitimer,
                      (__itimer_which_t which, const struct itimerval *restrict value,
                       struct itimerval *restrict old),
                      (which, value, old)) {
  static const struct itimerval none;
  const struct itimerval *v = value ? value : &none;
  if (which != ITIMER_REAL) {
    if (mc_may_read(v, sizeof *v) && of_timeval(&v->it_value))
      mc_warn_of(MC_WARN_TIMER, "of processor time", site);
    return MC_REAL(setitimer)(which, value, old);
  }
  if (!mc_may_read(v, sizeof *v) || (old && !mc_may_write(old, sizeof *old)))
    return mc_by_errno(EFAULT);
  if (!is_timeval(&v->it_value) || !is_timeval(&v->it_interval))
    return mc_by_errno(EINVAL);
  const uint64_t first = of_timeval(&v->it_value);
  const struct mc_timer_state *s = arm(timer_of_process(site), first ? mc_deadline_after(first) : 0,
                                       of_timeval(&v->it_interval), site);
  if (old)
    give(s, old, site);
  return 0;
}

MC_INTERPOSE_UNHOOKED(int, getitimer, (__itimer_which_t which, struct itimerval *value),
                      (which, value)) {
  if (which != ITIMER_REAL)
    return MC_REAL(getitimer)(which, value);
  if (!mc_may_write(value, sizeof *value))
    return mc_by_errno(EFAULT);
  struct mc_timer *t = timer_of_process(site);
  struct mc_operation op = operation_on(t, MC_TIMER_LOOK);
  give(make(t, &op, site), value, site);
  return 0;
}

//===- timer_create ---------------------------------------------------------------------------===//

struct mc_timer *mc_timer_make(const struct mc_timer *what) {
  struct mc_timer *first = &timers[mc_self() * EACH];
  for (struct mc_timer *t = first; t < first + EACH; t++)
    if (!t->site)
      return make_timer(t, what);
  mc_warn_of(MC_WARN_TIMER, "beyond 16 that one thread has made", what->site);
  return NULL;
}

bool mc_timer_has_clock(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC || clock == CLOCK_BOOTTIME ||
         clock == CLOCK_REALTIME_ALARM || clock == CLOCK_BOOTTIME_ALARM || clock == CLOCK_TAI;
}

static mc_thread thread_of(const struct sigevent *event) {
  const pid_t thread = event->_sigev_un._tid - getpid();
  return thread >= 0 && thread < MC_MAX_THREADS && mc_thread_is_served((mc_thread)thread)
             ? (mc_thread)thread
             : MC_NO_THREAD;
}

/// Does the kernel take it?
static bool is_event(const struct sigevent *event) {
  switch (event->sigev_notify) {
  case SIGEV_NONE:
  case SIGEV_THREAD:
    return true;
  case SIGEV_SIGNAL:
    return mc_is_signal(event->sigev_signo);
  case SIGEV_THREAD_ID:
    return mc_is_signal(event->sigev_signo) && thread_of(event) != MC_NO_THREAD;
  default:
    return false;
  }
}

static void ask_for(struct mc_timer *what, const struct sigevent *event) {
  what->notify = event->sigev_notify;
  what->value = event->sigev_value;
  if (what->notify == SIGEV_SIGNAL || what->notify == SIGEV_THREAD_ID)
    what->signal = event->sigev_signo;
  else
    what->signal = 0;
  if (what->notify == SIGEV_THREAD_ID)
    what->to = thread_of(event);
  if (what->notify == SIGEV_THREAD)
    what->function = event->sigev_notify_function;
}

MC_INTERPOSE_UNHOOKED(int, timer_create,
                      (clockid_t clock, struct sigevent *restrict event, timer_t *restrict timer),
                      (clock, event, timer)) {
  if (event && !mc_may_read(event, sizeof *event))
    return mc_by_errno(EFAULT);
  if (!mc_timer_has_clock(clock)) {
    mc_warn_of(MC_WARN_TIMER, "of processor time", site);
    return MC_REAL(timer_create)(clock, event, timer);
  }
  if (event && !is_event(event))
    return mc_by_errno(EINVAL);
  if (!mc_may_write(timer, sizeof *timer))
    return mc_by_errno(EFAULT);
  struct mc_timer what = {.site = site,
                          .notify = SIGEV_SIGNAL,
                          .signal = SIGALRM,
                          .clock = clock,
                          .to = MC_NO_THREAD,
                          .counter = MC_NO_OBJECT};
  if (event)
    ask_for(&what, event);
  struct mc_timer *t = mc_timer_make(&what);
  if (!t)
    return MC_REAL(timer_create)(clock, event, timer);
  mc_gives(site, timer, sizeof *timer);
  *timer = (timer_t)(uintptr_t)mc_timer_number(t);
  return 0;
}

static struct mc_timer *timer_at(timer_t timer) {
  const uintptr_t number = (uintptr_t)timer;
  return number >= 1 && number <= PROCESS && timers[number - 1].site ? &timers[number - 1] : NULL;
}

static struct timespec as_timespec(uint64_t nanoseconds) {
  return (struct timespec){(time_t)(nanoseconds / 1000000000), (long)(nanoseconds % 1000000000)};
}

static void tell(const struct mc_timer_state *s, struct itimerspec *old,
                 const struct mc_site *site) {
  mc_gives(site, old, sizeof *old);
  *old = (struct itimerspec){as_timespec(s->interval_before), as_timespec(rest(s))};
}

/// A timerfd goes with its last descriptor.
static uint64_t error_of_deleted(const struct mc_timer *t) {
  return t->counter == MC_NO_OBJECT ? EINVAL : EBADF;
}

int mc_timer_set(struct mc_timer *t, int flags, const struct itimerspec *value,
                 struct itimerspec *old, const struct mc_site *site) {
  if (!mc_may_read(value, sizeof *value) || (old && !mc_may_write(old, sizeof *old)))
    return mc_by_errno(EFAULT);
  if (!mc_is_duration(&value->it_value) || !mc_is_duration(&value->it_interval))
    return mc_by_errno(EINVAL);
  uint64_t deadline = mc_nanoseconds(&value->it_value);
  if (deadline && flags & TIMER_ABSTIME)
    deadline = mc_clock_deadline(t->clock, &value->it_value) | 1; // not 0
  else if (deadline)
    deadline = mc_deadline_after(deadline);
  const struct mc_timer_state *s = arm(t, deadline, mc_nanoseconds(&value->it_interval), site);
  if (!s->exists)
    return mc_by_errno(error_of_deleted(t));
  if (old)
    tell(s, old, site);
  return 0;
}

int mc_timer_get(struct mc_timer *t, struct itimerspec *value, const struct mc_site *site) {
  if (!mc_may_write(value, sizeof *value))
    return mc_by_errno(EFAULT);
  struct mc_operation op = operation_on(t, MC_TIMER_LOOK);
  const struct mc_timer_state *s = make(t, &op, site);
  if (!s->exists)
    return mc_by_errno(error_of_deleted(t));
  tell(s, value, site);
  return 0;
}

bool mc_timer_delete(struct mc_timer *t, const struct mc_site *site) {
  struct mc_operation op = operation_on(t, MC_TIMER_DELETE);
  return make(t, &op, site)->existed;
}

MC_INTERPOSE_UNHOOKED(int, timer_settime,
                      (timer_t timer, int flags, const struct itimerspec *restrict value,
                       struct itimerspec *restrict old),
                      (timer, flags, value, old)) {
  struct mc_timer *t = timer_at(timer);
  return t ? mc_timer_set(t, flags, value, old, site)
           : MC_REAL(timer_settime)(timer, flags, value, old);
}

MC_INTERPOSE_UNHOOKED(int, timer_gettime, (timer_t timer, struct itimerspec *value),
                      (timer, value)) {
  struct mc_timer *t = timer_at(timer);
  return t ? mc_timer_get(t, value, site) : MC_REAL(timer_gettime)(timer, value);
}

MC_INTERPOSE_UNHOOKED(int, timer_delete, (timer_t timer), (timer)) {
  struct mc_timer *t = timer_at(timer);
  if (!t)
    return MC_REAL(timer_delete)(timer);
  return mc_timer_delete(t, site) ? 0 : mc_by_errno(EINVAL);
}

/// A signal that pends is none that is sent again: see timer.c.
MC_INTERPOSED int timer_getoverrun(timer_t timer) {
  return mc_checking() && timer_at(timer) ? 0 : MC_REAL(timer_getoverrun)(timer);
}
