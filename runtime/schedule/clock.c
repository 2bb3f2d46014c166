// runtime/schedule/clock.c - the virtual clock: time is the same in every trace.
//
// Each thread has its own clock, moved only by its own queries (1 ms each), sleeps and timeouts, by
// a join and by its creation; so time orders nothing between threads. Every tenth query of a thread
// acts as a yield: one that polls the clock lets the others run. What else it does in between does
// not matter: a polling loop may well take a lock in each iteration.
#include "schedule.h"
#include <sys/time.h>
#include <sys/timeb.h>
#include <sys/times.h>
#include <time.h>

static const uint64_t SECOND = 1000000000, QUERY = 1000000;
static const uint64_t REALTIME_START = 1700000000, MONOTONIC_START = 1000; // seconds

static bool is_realtime(int clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
}

static uint64_t start_of(int clock) {
  if (clock < 0 || clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID)
    return 0;
  return (is_realtime(clock) ? REALTIME_START : MONOTONIC_START) * SECOND;
}

uint64_t mc_clock_now(void) { return mc_checking() ? mc_process->thread[mc_self_].clock : 0; }

static void set_clock(uint64_t time) {
  mc_guard_open();
  mc_process->thread[mc_self_].clock = time;
  mc_guard_close();
}

void mc_clock_reach(uint64_t time) {
  if (mc_checking() && time > mc_clock_now())
    set_clock(time);
}

void mc_clock_join(pthread_t thread) {
  const mc_thread number = mc_thread_number(thread);
  if (number != MC_NO_THREAD)
    mc_clock_reach(mc_process->thread[number].clock);
}

void mc_clock_after(int clock, uint64_t nanoseconds, struct timespec *time) {
  const uint64_t most = (uint64_t)1 << 62, now = start_of(clock) + mc_clock_now();
  const uint64_t then = now + (nanoseconds < most ? nanoseconds : most);
  *time = (struct timespec){(time_t)(then / SECOND), (long)(then % SECOND)};
}

uint64_t mc_clock_deadline(int clock, const struct timespec *deadline) {
  const int64_t seconds = (int64_t)deadline->tv_sec - (int64_t)(start_of(clock) / SECOND);
  return seconds < 0 ? 0 : (uint64_t)seconds * SECOND + (uint64_t)deadline->tv_nsec;
}

uint64_t mc_clock_query(const struct mc_site *site) {
  struct mc_thread_info *info = &mc_process->thread[mc_self_];
  if (info->clock_queries == 9) {
    struct mc_operation yield = {
        .primitive = mc_primitive_of[MC_OF_THREADS], .kind = MC_THREAD_YIELD, .flags = MC_YIELD};
    mc_transition(&yield, site);
  }
  mc_guard_open();
  info->clock_queries = (info->clock_queries + 1) % 10;
  info->clock += QUERY;
  info->quiet.repeats = info->locking.repeats = mc_process->idle =
      0; // what it does may depend on the time
  mc_process->hidden = mc_shared->trace.steps;
  mc_guard_close();
  return info->clock;
}

static struct timespec query(int clock, const struct mc_site *site) {
  const uint64_t now = start_of(clock) + mc_clock_query(site);
  return (struct timespec){(time_t)(now / SECOND), (long)(now % SECOND)};
}

/// True if the program asks. A sanitizer's malloc asks, too, when the runtime has called what
/// allocates.
static bool is_asked(void) { return mc_checking() && !mc_shared->trace.in_runtime; }

/// The processor time of a process or a thread that there is.
static bool is_of_processor(clockid_t clock) {
  enum { KIND = 3, OF_FILE = 3 };
  return clock < 0 && (clock & KIND) != OF_FILE && mc_sys(SYS_clock_getres, clock, NULL) == 0;
}

MC_INTERPOSED int clock_gettime(clockid_t clock, struct timespec *time) {
  if (!is_asked() || clock > CLOCK_TAI || (clock < 0 && !is_of_processor(clock)))
    return (int)mc_libc_result(mc_sys(SYS_clock_gettime, clock, time));
  *time = query(clock, MC_CALLER_SITE);
  return 0;
}

uint64_t __mcmini_cycles(const struct mc_site *site) {
  return is_asked() ? start_of(CLOCK_MONOTONIC) + mc_clock_query(site) : __builtin_ia32_rdtsc();
}

MC_INTERPOSED int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  if (!is_asked())
    return (int)mc_libc_result(mc_sys(SYS_gettimeofday, time, zone));
  const struct timespec now = query(CLOCK_REALTIME, MC_CALLER_SITE);
  if ((uintptr_t)time) // the header says that it is never null
    *time = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
  if (zone)
    *(struct timezone *)zone = (struct timezone){0, 0};
  return 0;
}

MC_INTERPOSED time_t time(time_t *result) {
  struct timespec now;
  if (is_asked())
    now = query(CLOCK_REALTIME, MC_CALLER_SITE);
  else
    mc_sys(SYS_clock_gettime, CLOCK_REALTIME, &now);
  mc_gives(MC_CALLER_SITE, result, sizeof *result);
  if (result)
    *result = now.tv_sec;
  return now.tv_sec;
}

MC_INTERPOSED int ftime(struct timeb *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  mc_gives(MC_CALLER_SITE, result, sizeof *result);
  *result = (struct timeb){.time = now.tv_sec, .millitm = (unsigned short)(now.tv_nsec / 1000000)};
  return 0;
}

MC_INTERPOSED int timespec_get(struct timespec *time, int base) {
  if (base != TIME_UTC)
    return 0;
  if (is_asked())
    *time = query(CLOCK_REALTIME, MC_CALLER_SITE);
  else
    mc_sys(SYS_clock_gettime, CLOCK_REALTIME, time);
  return base;
}

MC_INTERPOSED clock_t clock(void) {
  struct timespec now;
  if (is_asked())
    now = query(CLOCK_PROCESS_CPUTIME_ID, MC_CALLER_SITE);
  else
    mc_sys(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * CLOCKS_PER_SEC + now.tv_nsec / (1000000000 / CLOCKS_PER_SEC);
}
