// runtime/world/environment.c - what a program can learn of or do to the world outside, made the
// same in every trace: process ids, random numbers, the number of processors; assertions; what it
// asks for the process as a whole.
#include "world.h"
#include "runtime/memory/hand_over.h"
#include "runtime/record/leave.h"
#include "runtime/record/record.h"
#include "runtime/schedule/schedule.h"
#include "runtime/spinloop/waiting.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

enum { PROCESS_ID = 1000, PARENT_ID = 999 }; // threads: 1000, 1001, ...

//===- Process ids ----------------------------------------------------------------------------===//

MC_INTERPOSED pid_t getpid(void) { return mc_checking() ? PROCESS_ID : (pid_t)mc_sys(SYS_getpid); }
MC_INTERPOSED pid_t getppid(void) { return mc_checking() ? PARENT_ID : (pid_t)mc_sys(SYS_getppid); }
MC_INTERPOSED pid_t gettid(void) {
  return mc_checking() ? PROCESS_ID + mc_self_ : (pid_t)mc_sys(SYS_gettid);
}

//===- Random numbers: one sequence for each thread ---------------------------------------------//

static void random_bytes(void *buffer, size_t size) {
  static __thread uint64_t state;
  unsigned char *out = buffer;
  for (size_t i = 0; i < size; i++) { // splitmix64, seeded by the thread's number
    if (!state)
      state = 0x9e3779b97f4a7c15ull * (mc_self_ + 1u);
    uint64_t z = state += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    out[i] = (unsigned char)(z >> 56);
  }
}

static ssize_t get_random(void *buffer, size_t size, unsigned flags) {
  if (!mc_checking())
    return mc_libc_result(mc_sys(SYS_getrandom, buffer, size, flags));
  if (!mc_may_write(buffer, size))
    return mc_libc_result(-EFAULT);
  random_bytes(buffer, size);
  return (ssize_t)size;
}

MC_INTERPOSED ssize_t getrandom(void *buffer, size_t size, unsigned flags) {
  return get_random(buffer, size, flags);
}

MC_INTERPOSED int getentropy(void *buffer, size_t size) {
  if (size > 256) {
    errno = EIO;
    return -1;
  }
  return get_random(buffer, size, 0) == (ssize_t)size ? 0 : -1;
}

MC_INTERPOSED uint32_t arc4random(void) {
  uint32_t value;
  return get_random(&value, sizeof value, 0) == sizeof value ? value : 0;
}

MC_INTERPOSED void arc4random_buf(void *buffer, size_t size) {
  if (get_random(buffer, size, 0) < 0) // no memory: the crash is libc's
    ((void (*)(void *, size_t))mc_real("arc4random_buf"))(buffer, size);
}

MC_INTERPOSED uint32_t arc4random_uniform(uint32_t bound) {
  return bound ? arc4random() % bound : 0;
}

uint64_t __mcmini_random(const struct mc_site *site) {
  uint64_t value = 0;
  (void)site;
  get_random(&value, sizeof value, 0);
  return value;
}

/// std::random_device::_M_getval of libstdc++, which would ask the processor.
MC_INTERPOSED uint32_t random_device(void *device) __asm__("_ZNSt13random_device9_M_getvalEv");
uint32_t random_device(void *device) {
  if (mc_checking())
    return arc4random();
  return ((uint32_t(*)(void *))mc_real("_ZNSt13random_device9_M_getvalEv"))(device);
}

//===- Processors: the worker runs on one, the program must not see that ----------------------===//

MC_INTERPOSED int get_nprocs(void) {
  static int (*real)(void);
  static int number;
  if (mc_mode == MC_MODE_WORKER)
    return number ? number : 2;
  if (!real)
    real = mc_real("get_nprocs");
  return number = real();
}

//===- Assertions -------------------------------------------------------------------------------//

MC_INTERPOSED _Noreturn void __assert_fail(const char *expression, const char *file, unsigned line,
                                           const char *function) {
  if (mc_checking()) {
    char text[400];
    const struct mc_site site = {file, function ? function : "", expression, line, 0};
    mc_format(text, sizeof text, "assertion `%s' failed in %s", expression, site.function);
    mc_flush_streams();
    char line_of_output[800];
    const size_t length =
        mc_format(line_of_output, sizeof line_of_output, "%s:%u: %s: Assertion `%s' failed.\n", file,
                  line, site.function, expression);
    mc_program_call(SYS_write, STDERR_FILENO, (long)line_of_output, (long)length, 0, 0, 0);
    mc_assertion(text, &site);
  }
  ((void (*)(const char *, const char *, unsigned, const char *))mc_real("__assert_fail"))(
      expression, file, line, function);
  __builtin_unreachable();
}

//===- Cancellation: threads wait where glibc does not see them -------------------------------===//

MC_INTERPOSED int pthread_cancel(pthread_t thread) {
  const mc_thread number = mc_checking() ? mc_thread_number(thread) : MC_NO_THREAD;
  if (number != MC_NO_THREAD) {
    mc_guard_open();
    mc_needs_turns(number);
    mc_process->thread[number].cancelled = true;
    mc_guard_close();
  }
  mc_warn(MC_WARN_CANCEL, MC_CALLER_SITE);
  return ((int (*)(pthread_t))mc_real("pthread_cancel"))(thread);
}

//===- Names: the kernel may know but one thread ----------------------------------------------===//

static char *name_of(pthread_t thread) {
  const mc_thread number = mc_checking() ? mc_thread_number(thread) : MC_NO_THREAD;
  return number == MC_NO_THREAD ? NULL : mc_process->thread[number].name;
}

MC_INTERPOSED int pthread_setname_np(pthread_t thread, const char *name) {
  char *own = name_of(thread);
  if (!own)
    return ((int (*)(pthread_t, const char *))mc_real("pthread_setname_np"))(thread, name);
  mc_state_attribute(mc_thread_number(thread), MC_NAME_OF_THREAD, true, MC_CALLER_SITE);
  if (strlen(name) >= MC_THREAD_NAME)
    return ERANGE;
  mc_guard_open();
  strcpy(own, name);
  mc_guard_close();
  return 0;
}

MC_INTERPOSED int pthread_getname_np(pthread_t thread, char *name, size_t size) {
  const char *own = name_of(thread);
  if (own)
    mc_state_attribute(mc_thread_number(thread), MC_NAME_OF_THREAD, false, MC_CALLER_SITE);
  if (!own || !*own)
    return ((int (*)(pthread_t, char *, size_t))mc_real("pthread_getname_np"))(
        own ? pthread_self() : thread, name, size);
  if (size <= strlen(own))
    return ERANGE;
  strcpy(name, own);
  return 0;
}

bool mc_is_random_device(const char *path) {
  return mc_checking() && mc_may_read_text(path) &&
         (strcmp(path, "/dev/urandom") == 0 || strcmp(path, "/dev/random") == 0);
}

void mc_write_random(int fd) {
  enum { BYTES = 1 << 16 };
  unsigned char bytes[4096];
  for (int written = 0; written < BYTES; written += (int)sizeof bytes) {
    random_bytes(bytes, sizeof bytes);
    mc_sys(SYS_write, fd, bytes, sizeof bytes);
  }
  mc_sys(SYS_lseek, fd, 0, SEEK_SET);
}

unsigned mc_number_of_run(void) { return (unsigned)((uintptr_t)mc_shared >> 30); }

//===- Timers: a worker has none of the trunk's, and its own go by the clock
//--------------------===//

static void warn_of_timer(bool sets, const struct mc_site *site) {
  if (sets)
    mc_warn(MC_WARN_TIMER, site);
}

MC_INTERPOSED unsigned alarm(unsigned seconds) {
  warn_of_timer(seconds, MC_CALLER_SITE);
  return ((unsigned (*)(unsigned))mc_real("alarm"))(seconds);
}

MC_INTERPOSED useconds_t ualarm(useconds_t first, useconds_t next) {
  warn_of_timer(first, MC_CALLER_SITE);
  return ((useconds_t(*)(useconds_t, useconds_t))mc_real("ualarm"))(first, next);
}

MC_INTERPOSED int setitimer(__itimer_which_t which, const struct itimerval *restrict value,
                            struct itimerval *restrict old) {
  warn_of_timer(mc_may_read(value, sizeof *value) &&
                    (value->it_value.tv_sec || value->it_value.tv_usec),
                MC_CALLER_SITE);
  return ((int (*)(int, const struct itimerval *, struct itimerval *))mc_real("setitimer"))(
      (int)which, value, old);
}

/// Timers have numbers in turn.
MC_INTERPOSED int timer_create(clockid_t clock, struct sigevent *restrict event,
                               timer_t *restrict timer) {
  mc_unordered_call("timer_create", MC_CALLER_SITE);
  return ((int (*)(clockid_t, struct sigevent *, timer_t *))mc_real("timer_create"))(clock, event,
                                                                                     timer);
}

MC_INTERPOSED int timer_settime(timer_t timer, int flags, const struct itimerspec *restrict value,
                                struct itimerspec *restrict old) {
  warn_of_timer(mc_may_read(value, sizeof *value) &&
                    (value->it_value.tv_sec || value->it_value.tv_nsec),
                MC_CALLER_SITE);
  return ((int (*)(timer_t, int, const struct itimerspec *, struct itimerspec *))mc_real(
      "timer_settime"))(timer, flags, value, old);
}

//===- What concerns the whole process --------------------------------------------------------===//

void mc_need_kernel_threads(const char *why) {
  if (!mc_checking() || !mc_threads_are_user_level())
    return;
  mc_guard_open();
  mc_use_kernel_threads(why);
}

// User-level threads have one schedule.
static void use_schedule(mc_thread thread, bool changes, const struct mc_site *site) {
  if (changes && mc_mode == MC_MODE_WORKER)
    mc_need_kernel_threads("the program changes how a thread is scheduled");
  mc_state_attribute(thread, MC_SCHEDULE_OF_THREAD, changes, site);
}

static mc_thread use_schedule_of(pthread_t thread, bool changes, const struct mc_site *site) {
  const mc_thread number = mc_checking() ? mc_thread_number(thread) : MC_NO_THREAD;
  if (number != MC_NO_THREAD)
    use_schedule(number, changes, site);
  return number;
}

#define SCHEDULE_OF_THREAD(name, changes, parameters, arguments)                                   \
  MC_INTERPOSED int name parameters {                                                              \
    use_schedule_of(thread, changes, MC_CALLER_SITE);                                              \
    return ((int(*) parameters)mc_real(#name))arguments;                                           \
  }
SCHEDULE_OF_THREAD(pthread_setschedparam, true,
                   (pthread_t thread, int policy, const struct sched_param *parameters),
                   (thread, policy, parameters))
SCHEDULE_OF_THREAD(pthread_getschedparam, false,
                   (pthread_t thread, int *policy, struct sched_param *parameters),
                   (thread, policy, parameters))
SCHEDULE_OF_THREAD(pthread_setschedprio, true, (pthread_t thread, int priority), (thread, priority))

pid_t mc_schedule_by_id(pid_t id, bool changes, const char *function, const struct mc_site *site) {
  if (!mc_checking() || (id && id != gettid() && id < PROCESS_ID))
    return id;
  if (id && id != gettid()) {
    mc_unordered_call(function, site);
    return id;
  }
  use_schedule(mc_self_, changes, site);
  return 0;
}

#define SCHEDULE_BY_ID(name, changes, parameters, ...)                                             \
  MC_INTERPOSED int name parameters {                                                              \
    id = mc_schedule_by_id(id, changes, #name, MC_CALLER_SITE);                                    \
    return ((int(*) parameters)mc_real(#name))(id, ##__VA_ARGS__);                                 \
  }
SCHEDULE_BY_ID(sched_setscheduler, true, (pid_t id, int policy, const struct sched_param *parameters),
               policy, parameters)
SCHEDULE_BY_ID(sched_getscheduler, false, (pid_t id))
SCHEDULE_BY_ID(sched_setparam, true, (pid_t id, const struct sched_param *parameters), parameters)
SCHEDULE_BY_ID(sched_getparam, false, (pid_t id, struct sched_param *parameters), parameters)

//===- Processors -----------------------------------------------------------------------------===//

// All threads run on one. The program is shown those that it had, until it has chosen itself.
static cpu_set_t programs_processors, one_processor;
static bool has_chosen[MC_MAX_THREADS];

void mc_processors_use_one(void) {
  unsigned processor = 0;
  mc_sys(SYS_sched_getaffinity, 0, sizeof programs_processors, &programs_processors);
  mc_sys(SYS_getcpu, &processor, NULL, NULL);
  CPU_SET(processor, &one_processor);
  mc_sys(SYS_sched_setaffinity, 0, sizeof one_processor, &one_processor);
}

void mc_processors_are_chosen(mc_thread thread) {
  if (mc_mode == MC_MODE_WORKER && thread < MC_MAX_THREADS)
    has_chosen[thread] = true;
}

void mc_processors_show(mc_thread thread, size_t bytes, void *set) {
  if (bytes > sizeof one_processor)
    bytes = sizeof one_processor;
  if (mc_checking() && thread < MC_MAX_THREADS && !has_chosen[thread] &&
      CPU_COUNT(&one_processor) && memcmp(set, &one_processor, bytes) == 0)
    memcpy(set, &programs_processors, bytes);
}

MC_INTERPOSED int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *set) {
  mc_processors_are_chosen(use_schedule_of(thread, true, MC_CALLER_SITE));
  return ((__typeof__(pthread_setaffinity_np) *)mc_real("pthread_setaffinity_np"))(thread, size,
                                                                                   set);
}

MC_INTERPOSED int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *set) {
  const mc_thread number = use_schedule_of(thread, false, MC_CALLER_SITE);
  const int error =
      ((__typeof__(pthread_getaffinity_np) *)mc_real("pthread_getaffinity_np"))(thread, size, set);
  if (!error)
    mc_processors_show(number, size, set);
  return error;
}

MC_INTERPOSED int sched_setaffinity(pid_t id, size_t size, const cpu_set_t *set) {
  id = mc_schedule_by_id(id, true, "sched_setaffinity", MC_CALLER_SITE);
  if (id == 0)
    mc_processors_are_chosen(mc_self_);
  return ((__typeof__(sched_setaffinity) *)mc_real("sched_setaffinity"))(id, size, set);
}

MC_INTERPOSED int sched_getaffinity(pid_t id, size_t size, cpu_set_t *set) {
  id = mc_schedule_by_id(id, false, "sched_getaffinity", MC_CALLER_SITE);
  const int result = ((__typeof__(sched_getaffinity) *)mc_real("sched_getaffinity"))(id, size, set);
  if (result == 0)
    mc_processors_show(mc_self_, size, set);
  return result;
}

//===- Users and groups -----------------------------------------------------------------------===//

// glibc signals every thread that it knows, and waits for the answers.
static void change_identity(void) {
  mc_need_kernel_threads("the program changes its user or group");
}

static void look_at_identity(uid_t id[6]) {
  getresuid(&id[0], &id[1], &id[2]);
  getresgid(&id[3], &id[4], &id[5]);
}

#define CHANGES_IDENTITY(name, parameters, arguments)                                              \
  MC_INTERPOSED int name parameters {                                                              \
    uid_t before[6], behind[6];                                                                    \
    look_at_identity(before);                                                                      \
    change_identity();                                                                             \
    const int result = ((int(*) parameters)mc_real(#name))arguments;                               \
    look_at_identity(behind);                                                                      \
    if (memcmp(before, behind, sizeof before))                                                     \
      mc_unordered_call(#name, MC_CALLER_SITE);                                                    \
    return result;                                                                                 \
  }
CHANGES_IDENTITY(setuid, (uid_t user), (user))
CHANGES_IDENTITY(setgid, (gid_t group), (group))
CHANGES_IDENTITY(seteuid, (uid_t user), (user))
CHANGES_IDENTITY(setegid, (gid_t group), (group))
CHANGES_IDENTITY(setreuid, (uid_t real, uid_t user), (real, user))
CHANGES_IDENTITY(setregid, (gid_t real, gid_t group), (real, group))
CHANGES_IDENTITY(setresuid, (uid_t real, uid_t user, uid_t saved), (real, user, saved))
CHANGES_IDENTITY(setresgid, (gid_t real, gid_t group, gid_t saved), (real, group, saved))

#define CHANGES_GROUPS(name, parameters, arguments)                                                \
  MC_INTERPOSED int name parameters {                                                              \
    change_identity();                                                                             \
    const int result = ((int(*) parameters)mc_real(#name))arguments;                               \
    if (result == 0)                                                                               \
      mc_unordered_call(#name, MC_CALLER_SITE);                                                    \
    return result;                                                                                 \
  }
CHANGES_GROUPS(setgroups, (size_t count, const gid_t *group), (count, group))
CHANGES_GROUPS(initgroups, (const char *user, gid_t group), (user, group))

// What they allow is in a register of each thread.
void mc_protection_keys_use(void) {
  static const char why[] = "the program uses protection keys";
  mc_need_kernel_threads(why);
  if (mc_mode == MC_MODE_TRUNK && !mc_session->config.kernel_threads) {
    mc_guard_open(); // no threads are chosen yet
    mc_session_write();
    mc_session->observed.kernel_threads = mc_record_string(why);
    mc_guard_close();
  }
}

// It would hold for the runtime's system calls too.
bool mc_sets_filter(long number, const long a[6], const struct mc_site *site) {
  const bool sets = (number == SYS_prctl && a[0] == PR_SET_SECCOMP) ||
                    (number == SYS_seccomp &&
                     (a[0] == SECCOMP_SET_MODE_STRICT || a[0] == SECCOMP_SET_MODE_FILTER));
  if (!sets || (mc_mode != MC_MODE_TRUNK && mc_mode != MC_MODE_WORKER))
    return false;
  mc_warn(MC_WARN_FILTER, site);
  return true;
}

MC_INTERPOSED int prctl(int option, ...) {
  long a[6] = {option};
  va_list list;
  va_start(list, option);
  for (int i = 1; i < 5; i++)
    a[i] = va_arg(list, long);
  va_end(list);
  if (mc_checking() && option == PR_SET_NAME) {
    char name[MC_THREAD_NAME] = "";
    strncat(name, (const char *)a[1], sizeof name - 1);
    return pthread_setname_np(pthread_self(), name);
  }
  if (mc_checking() && option == PR_GET_NAME)
    return pthread_getname_np(pthread_self(), (char *)a[1], MC_THREAD_NAME);
  const struct mc_site *site = MC_CALLER_SITE;
  if (mc_sets_filter(SYS_prctl, a, site))
    return 0;
  mc_unordered_call("prctl", site);
  return ((int (*)(int, ...))mc_real("prctl"))(option, a[1], a[2], a[3], a[4]);
}

// Its parent is no debugger.
MC_INTERPOSED long ptrace(int request, ...) {
  enum { TRACEME = 0 };
  long a[3];
  va_list list;
  va_start(list, request);
  for (int i = 0; i < 3; i++)
    a[i] = va_arg(list, long);
  va_end(list);
  const bool is_ours = mc_mode == MC_MODE_TRUNK || mc_mode == MC_MODE_WORKER;
  return is_ours && request == TRACEME
             ? 0
             : ((long (*)(int, ...))mc_real("ptrace"))(request, a[0], a[1], a[2]);
}

// It would fill all that the runtime reserves and hardly uses.
MC_INTERPOSED int mlockall(int flags) {
  return mc_native() ? ((int (*)(int))mc_real("mlockall"))(flags) : 0;
}
