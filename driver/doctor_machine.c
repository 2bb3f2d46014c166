// driver/doctor_machine.c - what `mcmini doctor` says of the machine: what the runtime has met in a
// program of ours, and what of the system decides how far a program can go.
#include "diagnose.h"
#include "doctor.h"
#include "terminal.h"
#include "text.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

static const char container[] = "in a container, its seccomp profile must allow that";

static void say_executor(const struct view_observed *observed) {
  if (*observed->kernel_threads)
    doctor_say(DOCTOR_LESS, format_text("kernel threads: %s", observed->kernel_threads),
               "traces are slower", "Linux 5.9 or newer; or a higher limit (ulimit -u)");
  else
    doctor_say(DOCTOR_OK, "user-level threads", "", "");
  if (*observed->fork)
    doctor_say(
        DOCTOR_LOST, format_text("a process for each trace: %s", observed->fork),
        "traces are slower, and system calls of code that was not built with mcmini-cc are not "
        "seen",
        format_text("Linux 5.11 or newer; %s", container));
  else
    doctor_say(DOCTOR_OK, "snapshots, by Syscall User Dispatch", "", "");
}

static void say_memory(const struct result *result, const struct result_view *view) {
  if (result->session->observed.protection_key)
    doctor_say(DOCTOR_OK, "protection keys", "", "");
  else
    doctor_say(DOCTOR_LESS, "no protection keys",
               "a stray write of the program into McMini's memory is found later, and the search "
               "begins anew; --paranoid is slow",
               "A processor with PKU, and a virtual machine and container that allow pkey_alloc");
  if (view->stats.userfaultfd)
    doctor_say(DOCTOR_OK, "write protection by userfaultfd", "", "");
  else if (!*view->observed.fork)
    doctor_say(DOCTOR_LESS, "no write protection by userfaultfd",
               "programs that write much memory are slower",
               format_text("Linux 6.4 or newer; %s", container));
}

static void say_addresses(void) {
  const int now = personality(0xffffffff);
  if (now != -1 && now & ADDR_NO_RANDOMIZE)
    doctor_say(DOCTOR_OK, "fixed addresses", "", "");
  else
    doctor_say(DOCTOR_LOST, "addresses are random: personality is forbidden",
               "results that depend on addresses may differ between runs",
               format_text("%c%s", container[0] - 'a' + 'A', container + 1));
}

/// The first number in the file, or in its line that begins with `key`; false: there is none.
static bool number_in(const char *path, const char *key, uint64_t *number) {
  FILE *file = fopen(path, "re");
  char line[256];
  bool is_there = false;
  while (file && !is_there && fgets(line, sizeof line, file))
    is_there =
        !strncmp(line, key, strlen(key)) && sscanf(line + strlen(key), " %" SCNu64, number) == 1;
  if (file)
    fclose(file);
  return is_there;
}

static void say_limits(void) {
  struct rlimit space;
  uint64_t most, seccomp = 0;
  if (!getrlimit(RLIMIT_AS, &space) && space.rlim_cur != RLIM_INFINITY)
    doctor_say(DOCTOR_LOST,
               format_text("address space is limited to %ju MB (ulimit -v)",
                           (uintmax_t)space.rlim_cur >> 20),
               "data races may not be looked for, and larger programs not be checked",
               "ulimit -v unlimited");
  else
    doctor_say(DOCTOR_OK, "no limit on address space", "", "");
  if (number_in("/sys/fs/cgroup/memory.max", "", &most) ||
      number_in("/sys/fs/cgroup/memory/memory.limit_in_bytes", "", &most))
    if (most < (uint64_t)1 << 50)
      doctor_say(DOCTOR_OK, format_text("memory: %" PRIu64 " MB, by a cgroup", most >> 20), "", "");
  if (number_in("/proc/self/status", "Seccomp:", &seccomp) && seccomp)
    doctor_say(DOCTOR_OK, "a filter of system calls (seccomp) is there, as in containers", "", "");
}

static bool may_be_traced(void) {
  int status = 1;
  const pid_t child = fork();
  if (child == 0)
    _exit(ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0);
  return child > 0 && waitpid(child, &status, 0) == child && !status;
}

static bool has_debugger(void) {
  bool is_there = false;
  char *path = strdup(getenv("PATH") ? getenv("PATH") : "/usr/bin"), *rest = path;
  for (char *folder; !is_there && (folder = strsep(&rest, ":"));)
    is_there = !access(format_text("%s/gdb", folder), X_OK);
  free(path);
  return is_there;
}

static void say_debugger(void) {
  const bool is_there = has_debugger(), may_trace = may_be_traced();
  if (is_there && may_trace)
    doctor_say(DOCTOR_OK, "gdb and ptrace, for mcmini-gdb", "", "");
  else
    doctor_say(DOCTOR_LESS, is_there ? "ptrace is forbidden" : "no gdb",
               "mcmini-gdb cannot be used; mcmini replay can",
               is_there ? "In a container: --cap-add=SYS_PTRACE"
                        : "On Debian: apt-get install gdb");
}

void doctor_machine(const struct result *result, const struct result_view *view) {
  struct utsname system;
  if (!uname(&system))
    doctor_say(DOCTOR_OK, format_text("%s %s, %s", system.sysname, system.release, system.machine),
               "", "");
  say_executor(&view->observed);
  say_memory(result, view);
  say_addresses();
  say_limits();
  say_debugger();
  text_wrap(stdout,
            "Performance counters, privileges and ptrace are not needed to check a program.",
            (unsigned)printf("  "), 2, terminal_width(stdout));
}
