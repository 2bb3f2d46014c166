// runtime/world/environment.c - what a program can learn of or do to the world outside, made the
// same in every trace: process ids, the names of threads; assertions; what it asks for the
// process as a whole.
#include "world.h"
#include "runtime/record/record.h"
#include "runtime/schedule/schedule.h"
#include "runtime/spinloop/waiting.h"
#include <dlfcn.h>
#include <errno.h>
#include <linux/seccomp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
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

unsigned mc_number_of_run(void) { return (unsigned)((uintptr_t)mc_shared >> 30); }

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

// What protection keys allow is in a register of each thread.
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

// A filter would hold for the runtime's system calls, too.
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

// The program's parent is no debugger.
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

// Locking all memory would also fill what the runtime reserves and hardly uses.
MC_INTERPOSED int mlockall(int flags) {
  return mc_native() ? ((int (*)(int))mc_real("mlockall"))(flags) : 0;
}
