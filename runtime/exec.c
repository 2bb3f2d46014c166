// runtime/exec.c - a program that replaces itself by another: that one is not checked. A trace in
// which it does so ends there.
#include "state.h"
#include <alloca.h>
#include <stdarg.h>
#include <unistd.h>

static void warn_of(const char *path, const struct mc_site *site) {
  if (path)
    mc_warn_of(MC_WARN_EXEC, path, site);
}

#define REPLACES_ITSELF(name, first, parameters, arguments)                                        \
  MC_INTERPOSED int name parameters {                                                              \
    warn_of(first, MC_CALLER_SITE);                                                                \
    return ((int(*) parameters)mc_real(#name))arguments;                                           \
  }
REPLACES_ITSELF(execv, path, (const char *path, char *const argv[]), (path, argv))
REPLACES_ITSELF(execvp, file, (const char *file, char *const argv[]), (file, argv))
REPLACES_ITSELF(execve, path, (const char *path, char *const argv[], char *const envp[]),
                (path, argv, envp))
REPLACES_ITSELF(execvpe, file, (const char *file, char *const argv[], char *const envp[]),
                (file, argv, envp))
REPLACES_ITSELF(fexecve, "a descriptor", (int fd, char *const argv[], char *const envp[]),
                (fd, argv, envp))

/// Calls the function `how` with the arguments up to NULL, then an environment if there is one.
#define COLLECT(how, has_environment)                                                              \
  va_list list;                                                                                    \
  size_t count = 1;                                                                                \
  warn_of(path, MC_CALLER_SITE);                                                                   \
  va_start(list, first);                                                                           \
  while (va_arg(list, const char *))                                                               \
    count++;                                                                                       \
  va_end(list);                                                                                    \
  char **argv = alloca((count + 1) * sizeof *argv);                                                \
  va_start(list, first);                                                                           \
  argv[0] = (char *)first;                                                                         \
  for (size_t i = 1; i <= count; i++)                                                              \
    argv[i] = va_arg(list, char *);                                                                \
  char *const *envp = (has_environment) ? va_arg(list, char *const *) : environ;                   \
  va_end(list);                                                                                    \
  return ((int (*)(const char *, char *const[], char *const[]))mc_real(how))(path, argv, envp)

MC_INTERPOSED int execl(const char *path, const char *first, ...) { COLLECT("execve", false); }
MC_INTERPOSED int execle(const char *path, const char *first, ...) { COLLECT("execve", true); }
MC_INTERPOSED int execlp(const char *path, const char *first, ...) { COLLECT("execvpe", false); }
