// primitives/library_locks_own.c - functions of locks.def that no line of --locks can describe:
// GLib's once and bits, OpenMP, Abseil. Qt: library_locks_qt.c.
#define _GNU_SOURCE
#include "library_locks.h"
#include "calls.h"
#include "mutex.h"
#include "once.h"
#include <pthread.h>

enum { ORDER = 5 << 8 }; // sequentially consistent

//===- GLib -----------------------------------------------------------------------------------===//

/// The third argument: microseconds of g_get_monotonic_time.
uint64_t mc_lock_g_cond_wait_until(const struct mc_lock_call *call) {
  enum { SECOND = 1000000, MICROSECOND = 1000 };
  const int64_t end = (int64_t)call->argument[2] > 0 ? (int64_t)call->argument[2] : 0;
  return mc_lock_wait_until(call, &(struct timespec){end / SECOND, end % SECOND * MICROSECOND});
}

enum { READY = 2 }; // G_ONCE_STATUS_READY

/// `is_done`: the memory says that it has been run, by whomever.
static struct mc_operation on_once(const struct mc_lock_call *call, void *address,
                                   enum mc_once_operation kind, bool is_done) {
  mc_object o = mc_object_find(&mc_primitive_once, address);
  const struct mc_once *known = o == MC_NO_OBJECT ? NULL : mc_object_state(o);
  const struct mc_once state = {.phase = is_done ? MC_ONCE_FINISHED : MC_ONCE_FRESH};
  if (!known || (known->phase == MC_ONCE_FINISHED && !is_done))
    o = mc_object_new_unmarked(&mc_primitive_once, address, call->bytes, &state);
  return (struct mc_operation){
      .primitive = &mc_primitive_once, .kind = kind, .objects = 1, .object = {o}};
}

/// Where it is done, inline code does not call us: that is seen where this code is instrumented.
static bool begins_once(const struct mc_lock_call *call, void *address, bool is_done) {
  if (!mc_checking())
    return !is_done;
  if (mc_has_threads() && !call->is_instrumented)
    mc_warn(MC_WARN_INLINE_ONCE, call->site);
  struct mc_operation begin = on_once(call, address, MC_ONCE_BEGIN, is_done);
  mc_transition(&begin, call->site);
  return begin.alternative == MC_ONCE_RUN;
}

static void end_once(const struct mc_lock_call *call, void *address) {
  if (!mc_checking())
    return;
  struct mc_operation end = on_once(call, address, MC_ONCE_END, false);
  mc_transition(&end, call->site);
}

/// GOnce's retval, behind its status, which inline code reads: for it, that is an atomic store.
uint64_t mc_lock_g_once(const struct mc_lock_call *call) {
  struct {
    volatile uint32_t status;
    void *volatile result;
  } *once = mc_lock_pointer(call, 0);
  void *(*function)(void *) = (void *(*)(void *))call->argument[1];
  if (begins_once(call, once, once->status == READY)) {
    void *const result = function(mc_lock_pointer(call, 2));
    mc_gives(call->site, (void *)&once->result, sizeof result);
    once->result = result;
    __mcmini_access(call->site, &once->status, sizeof once->status, MC_ATOMIC_STORE | ORDER, READY,
                    0);
    once->status = READY;
    end_once(call, once);
  }
  return (uintptr_t)once->result;
}

uint64_t mc_lock_g_once_enter(const struct mc_lock_call *call) {
  uint64_t *location = mc_lock_pointer(call, 0);
  return begins_once(call, location, *location != 0);
}

uint64_t mc_lock_g_once_leave(const struct mc_lock_call *call) {
  volatile uint64_t *location = mc_lock_pointer(call, 0);
  __mcmini_access(call->site, location, sizeof *location, MC_ATOMIC_STORE | ORDER,
                  call->argument[1], 0);
  *location = call->argument[1];
  end_once(call, mc_lock_pointer(call, 0));
  return 0;
}

// A bit of a word whose others are the program's: the lock is made of atomic accesses to it.

static uint64_t bit_of(const struct mc_lock_call *call) {
  return (uint64_t)1 << (call->argument[1] & (8 * call->bytes - 1));
}

/// Returns the word as it was.
static uint64_t set_bit(const struct mc_lock_call *call) {
  volatile void *word = mc_lock_pointer(call, 0);
  const uint64_t bit = bit_of(call);
  __mcmini_access(call->site, word, (uint32_t)call->bytes, MC_ATOMIC_OR | ORDER, bit, 0);
  return call->bytes == sizeof(uint32_t)
             ? __atomic_fetch_or((volatile uint32_t *)word, (uint32_t)bit, __ATOMIC_SEQ_CST)
             : __atomic_fetch_or((volatile uint64_t *)word, bit, __ATOMIC_SEQ_CST);
}

uint64_t mc_lock_bit_lock(const struct mc_lock_call *call) {
  mc_wait_in_call(true);
  do
    __mcmini_await(MC_UNTIL_EQUAL, bit_of(call), 0);
  while (set_bit(call) & bit_of(call));
  __mcmini_awaited();
  mc_wait_in_call(false);
  return call->success;
}

uint64_t mc_lock_bit_trylock(const struct mc_lock_call *call) {
  return mc_lock_result(call, (set_bit(call) & bit_of(call)) != 0);
}

uint64_t mc_lock_bit_unlock(const struct mc_lock_call *call) {
  volatile void *word = mc_lock_pointer(call, 0);
  const uint64_t others = ~bit_of(call);
  if (call->bytes == sizeof(uint32_t)) {
    __mcmini_access(call->site, word, sizeof(uint32_t), MC_ATOMIC_AND | ORDER, (uint32_t)others, 0);
    __atomic_fetch_and((volatile uint32_t *)word, (uint32_t)others, __ATOMIC_SEQ_CST);
  } else {
    __mcmini_access(call->site, word, sizeof(uint64_t), MC_ATOMIC_AND | ORDER, others, 0);
    __atomic_fetch_and((volatile uint64_t *)word, others, __ATOMIC_SEQ_CST);
  }
  return call->success;
}

//===- OpenMP ---------------------------------------------------------------------------------===//

static uint64_t with_first(const struct mc_lock_call *call, const void *first, size_t bytes,
                           mc_lock_handler *handler) {
  const uint64_t argument[6] = {(uintptr_t)first};
  return handler(
      &(struct mc_lock_call){call->site, argument, bytes, call->success, call->is_instrumented});
}

/// Returns how often the thread holds the lock then.
uint64_t mc_lock_nest_trylock(const struct mc_lock_call *call) {
  const void *lock = mc_lock_pointer(call, 0);
  if (mc_lock_recursive_trylock(call) != call->success)
    return 0;
  if (!mc_checking())
    return 1;
  const mc_object o = mc_mutex_unmarked(lock, call->bytes, PTHREAD_MUTEX_RECURSIVE);
  return ((const struct mc_mutex_state *)mc_object_state(o))->count;
}

static const char unnamed; // its address is a name

uint64_t mc_lock_critical_start(const struct mc_lock_call *call) {
  return with_first(call, &unnamed, 0, mc_lock_mutex_lock);
}
uint64_t mc_lock_critical_end(const struct mc_lock_call *call) {
  return with_first(call, &unnamed, 0, mc_lock_mutex_unlock);
}
/// The lock is the third argument.
uint64_t mc_lock_kmpc_critical(const struct mc_lock_call *call) {
  return with_first(call, mc_lock_pointer(call, 2), call->bytes, mc_lock_mutex_lock);
}
uint64_t mc_lock_kmpc_end_critical(const struct mc_lock_call *call) {
  return with_first(call, mc_lock_pointer(call, 2), call->bytes, mc_lock_mutex_unlock);
}

//===- Abseil ---------------------------------------------------------------------------------===//

/// Two registers: seconds, and quarters of a nanosecond, of which UINT32_MAX is for ever.
static bool duration_of(const uint64_t argument[2], uint64_t *nanoseconds) {
  const int64_t seconds = (int64_t)argument[0] > 0 ? (int64_t)argument[0] : 0;
  const uint32_t quarters = (uint32_t)argument[1];
  *nanoseconds = (uint64_t)seconds * 1000000000 + ((int64_t)argument[0] < 0 ? 0 : quarters / 4);
  return quarters != UINT32_MAX;
}

/// The same of a time since 1970.
static bool deadline_of(const uint64_t argument[2], uint64_t *nanoseconds) {
  struct timespec time;
  if (!duration_of(argument, nanoseconds))
    return false;
  time = (struct timespec){(time_t)(*nanoseconds / 1000000000), (long)(*nanoseconds % 1000000000)};
  const uint64_t then = mc_clock_deadline(CLOCK_REALTIME, &time), now = mc_clock_now();
  *nanoseconds = then > now ? then - now : 0;
  return true;
}

typedef bool time_of(const uint64_t argument[2], uint64_t *nanoseconds);

static uint64_t wait_for(const struct mc_lock_call *call, time_of *time_of) {
  uint64_t nanoseconds;
  struct timespec deadline;
  if (!time_of(call->argument + 2, &nanoseconds))
    return mc_lock_condition_wait(call);
  mc_clock_after(CLOCK_MONOTONIC, nanoseconds, &deadline);
  return mc_lock_wait_until(call, &deadline);
}

uint64_t mc_lock_absl_wait_for(const struct mc_lock_call *call) {
  return wait_for(call, duration_of);
}
uint64_t mc_lock_absl_wait_until(const struct mc_lock_call *call) {
  return wait_for(call, deadline_of);
}

/// A Condition begins with the function that looks whether it is true; NULL: it always is.
static bool is_true(const struct mc_lock_call *call) {
  const void *condition = mc_lock_pointer(call, 1);
  bool (*const look)(const void *) = *(bool (*const *)(const void *))condition;
  return !look || look(condition);
}

uint64_t mc_lock_absl_await(const struct mc_lock_call *call) {
  const struct mc_site *site = call->site;
  for (bool changed = true; !is_true(call) && mc_checking(); changed = false) {
    mc_wait_in_call(true);
    mc_mutex_wait_for_change(
        mc_mutex_unmarked(mc_lock_pointer(call, 0), call->bytes, PTHREAD_MUTEX_NORMAL), changed,
        site);
    mc_wait_in_call(false);
  }
  return call->success;
}

uint64_t mc_lock_absl_lock_when(const struct mc_lock_call *call) {
  mc_lock_mutex_lock(call);
  return mc_lock_absl_await(call);
}

/// The time may be over before any other thread's step, or behind it: so it is one wait for the
/// mutex.
static uint64_t await_for(const struct mc_lock_call *call, time_of *time_of) {
  uint64_t nanoseconds;
  if (!time_of(call->argument + 2, &nanoseconds)) {
    mc_lock_absl_await(call);
    return true;
  }
  if (is_true(call))
    return true;
  mc_lock_mutex_unlock(call);
  mc_lock_mutex_lock(call);
  if (is_true(call))
    return true;
  mc_clock_reach(mc_clock_now() + nanoseconds);
  return false;
}

uint64_t mc_lock_absl_await_for(const struct mc_lock_call *call) {
  return await_for(call, duration_of);
}
uint64_t mc_lock_absl_await_until(const struct mc_lock_call *call) {
  return await_for(call, deadline_of);
}
uint64_t mc_lock_absl_lock_when_for(const struct mc_lock_call *call) {
  mc_lock_mutex_lock(call);
  return await_for(call, duration_of);
}
uint64_t mc_lock_absl_lock_when_until(const struct mc_lock_call *call) {
  mc_lock_mutex_lock(call);
  return await_for(call, deadline_of);
}

/// Readers exclude each other: not every schedule is there.
static void shares(const struct mc_lock_call *call) {
  mc_warn_of(MC_WARN_SHARED_LOCK, "an absl::Mutex", call->site);
}
uint64_t mc_lock_absl_reader_lock(const struct mc_lock_call *call) {
  shares(call);
  return mc_lock_mutex_lock(call);
}
uint64_t mc_lock_absl_reader_trylock(const struct mc_lock_call *call) {
  shares(call);
  return mc_lock_mutex_trylock(call);
}
uint64_t mc_lock_absl_reader_lock_when(const struct mc_lock_call *call) {
  shares(call);
  return mc_lock_absl_lock_when(call);
}
uint64_t mc_lock_absl_reader_lock_when_for(const struct mc_lock_call *call) {
  shares(call);
  return mc_lock_absl_lock_when_for(call);
}
uint64_t mc_lock_absl_reader_lock_when_until(const struct mc_lock_call *call) {
  shares(call);
  return mc_lock_absl_lock_when_until(call);
}

/// For who asserts that a lock is held; and what the library does to find cycles.
uint64_t mc_lock_nothing(const struct mc_lock_call *call) { return call->success; }

// Notification: a mutex, and the byte that says so. BlockingCounter: a mutex, and the count. The
// mutex orders nothing that the accesses do not; headers read the byte.
enum { BEHIND_MUTEX = 8 };

uint64_t mc_lock_absl_notify(const struct mc_lock_call *call) {
  volatile uint8_t *notified = (volatile uint8_t *)mc_lock_pointer(call, 0) + BEHIND_MUTEX;
  __mcmini_access(call->site, notified, sizeof *notified, MC_ATOMIC_STORE | ORDER, 1, 0);
  __atomic_store_n(notified, 1, __ATOMIC_SEQ_CST);
  return call->success;
}

uint64_t mc_lock_absl_wait_for_notification(const struct mc_lock_call *call) {
  volatile uint8_t *notified = (volatile uint8_t *)mc_lock_pointer(call, 0) + BEHIND_MUTEX;
  mc_wait_in_call(true);
  do {
    __mcmini_await(MC_UNTIL_UNEQUAL, UINT8_MAX, 0);
    __mcmini_access(call->site, notified, sizeof *notified, MC_ATOMIC_LOAD | ORDER, 0, 0);
  } while (!__atomic_load_n(notified, __ATOMIC_SEQ_CST) && mc_checking());
  __mcmini_awaited();
  mc_wait_in_call(false);
  return call->success;
}

/// With a time: it may be over at once.
uint64_t mc_lock_absl_look_for_notification(const struct mc_lock_call *call) {
  volatile uint8_t *notified = (volatile uint8_t *)mc_lock_pointer(call, 0) + BEHIND_MUTEX;
  __mcmini_access(call->site, notified, sizeof *notified, MC_ATOMIC_LOAD | ORDER, 0, 0);
  return __atomic_load_n(notified, __ATOMIC_SEQ_CST);
}

uint64_t mc_lock_absl_decrement(const struct mc_lock_call *call) {
  volatile uint32_t *count = (volatile uint32_t *)((char *)mc_lock_pointer(call, 0) + BEHIND_MUTEX);
  __mcmini_access(call->site, count, sizeof *count, MC_ATOMIC_SUB | ORDER, 1, 0);
  return __atomic_sub_fetch(count, 1, __ATOMIC_SEQ_CST) == 0;
}

uint64_t mc_lock_absl_wait_for_zero(const struct mc_lock_call *call) {
  volatile uint32_t *count = (volatile uint32_t *)((char *)mc_lock_pointer(call, 0) + BEHIND_MUTEX);
  mc_wait_in_call(true);
  do {
    __mcmini_await(MC_UNTIL_EQUAL, UINT32_MAX, 0);
    __mcmini_access(call->site, count, sizeof *count, MC_ATOMIC_LOAD | ORDER, 0, 0);
  } while (__atomic_load_n(count, __ATOMIC_SEQ_CST) && mc_checking());
  __mcmini_awaited();
  mc_wait_in_call(false);
  return call->success;
}
