// runtime/world/exec.c - a program that replaces itself by another: that one is not checked. It
// ends the process as exit does: what the other threads could do before it is explored first.
#include "runtime/record/leave.h"
#include "runtime/record/record.h"
#include "runtime/signals/signals.h"
#include <dlfcn.h>
#include <alloca.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool can_be_run(const char *path) {
  struct stat info;
  return mc_sys(SYS_faccessat, AT_FDCWD, path, X_OK) == 0 &&
         mc_sys(SYS_newfstatat, AT_FDCWD, path, &info, 0) == 0 && S_ISREG(info.st_mode);
}

/// True if execvp would find the file.
static bool is_found(const char *file) {
  char path[4096];
  const char *folders = getenv("PATH");
  if (strchr(file, '/'))
    return can_be_run(file);
  for (const char *at = folders ? folders : "/bin:/usr/bin"; at; at = strchr(at, ':')) {
    at += *at == ':';
    const size_t length = strcspn(at, ":");
    if (length + strlen(file) + 2 > sizeof path)
      continue;
    memcpy(path, at, length);
    path[length] = '/';
    strcpy(path + length + (length > 0), file);
    if (can_be_run(path))
      return true;
  }
  return false;
}

/// The process is about to be replaced, if that does not fail. True: it ends here.
static bool end(const char *path, bool searches, const struct mc_site *site) {
  if (!path || mc_mode == MC_MODE_NATIVE || !mc_checking() ||
      !(searches ? is_found(path) : can_be_run(path)))
    return false;
  mc_warn_of(MC_WARN_EXEC, path, site);
  mc_process_replaced(site);
  mc_signals_ignore_driver(); // its knocks would kill the new program
  return true;
}

/// The other threads have been run to their ends for nothing.
static int came_back(bool has_ended, int result) {
  if (has_ended)
    mc_signals_install();
  if (has_ended && mc_mode == MC_MODE_WORKER) {
    mc_guard_open();
    mc_record_warning(MC_WARN_OUTSIDE, "exec fails with a file that can be run", NULL);
    mc_abandon_trace(MC_END_OUTSIDE);
  }
  return result;
}

bool mc_exec_begins(const char *path, const struct mc_site *site) { return end(path, false, site); }

void mc_exec_came_back(bool has_ended) { came_back(has_ended, -1); }

#define REPLACES_ITSELF(name, first, searches, parameters, arguments)                              \
  MC_INTERPOSED int name parameters {                                                              \
    const bool has_ended = end(first, searches, MC_CALLER_SITE);                                   \
    return came_back(has_ended, ((int(*) parameters)mc_real(#name))arguments);                     \
  }
REPLACES_ITSELF(execv, path, false, (const char *path, char *const argv[]), (path, argv))
REPLACES_ITSELF(execvp, file, true, (const char *file, char *const argv[]), (file, argv))
REPLACES_ITSELF(execve, path, false, (const char *path, char *const argv[], char *const envp[]),
                (path, argv, envp))
REPLACES_ITSELF(execvpe, file, true, (const char *file, char *const argv[], char *const envp[]),
                (file, argv, envp))

MC_INTERPOSED int fexecve(int fd, char *const argv[], char *const envp[]) {
  char path[40];
  mc_format(path, sizeof path, "/proc/self/fd/%d", fd);
  const bool has_ended = end(path, false, MC_CALLER_SITE);
  return came_back(
      has_ended, ((int (*)(int, char *const[], char *const[]))mc_real("fexecve"))(fd, argv, envp));
}

/// The variable is not named here: libc_variables.c would take that for the program's.
static char *const *environment(void) {
  char **const *const variable = dlsym(RTLD_DEFAULT, "environ");
  return *variable;
}

/// Calls the function `how` with the arguments up to NULL, then an environment if there is one.
#define COLLECT(how, searches, has_environment)                                                    \
  va_list list;                                                                                    \
  size_t count = 1;                                                                                \
  const bool has_ended = end(path, searches, MC_CALLER_SITE);                                      \
  va_start(list, first);                                                                           \
  while (va_arg(list, const char *))                                                               \
    count++;                                                                                       \
  va_end(list);                                                                                    \
  char **argv = alloca((count + 1) * sizeof *argv);                                                \
  va_start(list, first);                                                                           \
  argv[0] = (char *)first;                                                                         \
  for (size_t i = 1; i <= count; i++)                                                              \
    argv[i] = va_arg(list, char *);                                                                \
  char *const *envp = (has_environment) ? va_arg(list, char *const *) : environment();             \
  va_end(list);                                                                                    \
  return came_back(has_ended, ((int (*)(const char *, char *const[], char *const[]))mc_real(how))( \
                                  path, argv, envp))

MC_INTERPOSED int execl(const char *path, const char *first, ...) {
  COLLECT("execve", false, false);
}
MC_INTERPOSED int execle(const char *path, const char *first, ...) {
  COLLECT("execve", false, true);
}
MC_INTERPOSED int execlp(const char *path, const char *first, ...) {
  COLLECT("execvpe", true, false);
}
