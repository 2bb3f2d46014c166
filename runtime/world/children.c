// runtime/world/children.c - processes that the program makes: they are not checked. Each trace has
// its own.
#include "world.h"
#include "runtime/record/leave.h"
#include "runtime/schedule/schedule.h"
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <unistd.h>

// Counts all processes that come from this one in a trace: a program that forks on and on must not
// take the machine down. In shared memory.
enum { MAX_FORKS = 256 };
static struct {
  _Atomic uint64_t serial; // of the trace
  _Atomic uint32_t count;
} * forks MC_KEPT;

void mc_children_start(void) { forks = mc_own_shared_memory(sizeof *forks); }

static bool may_fork(void) {
  const uint64_t serial = atomic_load(&mc_session->trace_serial);
  if (atomic_exchange(&forks->serial, serial) != serial)
    atomic_store(&forks->count, 0);
  return atomic_fetch_add(&forks->count, 1) < MAX_FORKS;
}

static __thread bool is_forking;

/// In the new process, which is not checked.
static void become_child(void) {
  if (is_forking)
    mc_mode = MC_MODE_CHILD, mc_races_stop();
  is_forking = false;
}

/// pthread_atfork. A handler of the new process is to be no part of the trace: ours comes before
/// it.
MC_INTERPOSED int __register_atfork(void (*before)(void), void (*in_parent)(void),
                                    void (*in_child)(void), void *module) {
  int (*real)(void (*)(void), void (*)(void), void (*)(void), void *) =
      mc_real("__register_atfork");
  const int error = in_child ? real(NULL, NULL, become_child, NULL) : 0;
  return error ? error : real(before, in_parent, in_child, module);
}

/// Makes a process by that function of libc's.
static pid_t make_process(const char *function, const struct mc_site *site) {
  const bool checking = mc_checking();
  mc_end_trunk(site);
  if (mc_mode != MC_MODE_NATIVE && !may_fork()) {
    mc_warn(MC_WARN_FORK_LIMIT, site);
    errno = EAGAIN;
    return -1;
  }
  if (checking) {
    mc_warn(MC_WARN_FORK, site);
    mc_guard_open();
    mc_session_write();
    mc_session->observed.unseen_forks += !mc_snapshot_is_taken(); // else it runs again
    mc_guard_close();
  }
  if (checking && mc_mode == MC_MODE_WORKER && !mc_snapshot_is_taken())
    mc_shared_memory_share();
  if (checking)
    mc_descriptors_share(mc_mode == MC_MODE_WORKER && !mc_snapshot_is_taken());
  pid_t (*real)(void) = mc_real(function);
  is_forking = checking;
  const pid_t pid = real();
  if (pid == 0)
    become_child();
  is_forking = false;
  if (pid > 0 && checking)
    mc_shared_memory_child(pid);
  return pid;
}

MC_INTERPOSED pid_t fork(void) { return make_process("fork", MC_CALLER_SITE); }
// What the new process calls before exec must not change the model.
MC_INTERPOSED pid_t vfork(void) { return make_process("fork", MC_CALLER_SITE); }

int mc_fork(const struct mc_site *site) { return make_process("_Fork", site); }
MC_INTERPOSED pid_t _Fork(void) { return mc_fork(MC_CALLER_SITE); }

void mc_end_at_clone(const struct mc_site *site) { mc_end_outside(MC_WARN_CLONE, NULL, site); }

MC_INTERPOSED int system(const char *command) {
  if (command && mc_mode == MC_MODE_WORKER && mc_checking())
    mc_warn(MC_WARN_FORK, MC_CALLER_SITE);
  return ((int (*)(const char *))mc_real("system"))(command);
}

/// Before a function that makes a process without a call of ours.
static void will_have_child(const struct mc_site *site) {
  mc_end_trunk(site);
  mc_warn(MC_WARN_FORK, site);
}

MC_INTERPOSED FILE *popen(const char *command, const char *mode) {
  will_have_child(MC_CALLER_SITE);
  return ((FILE * (*)(const char *, const char *)) mc_real("popen"))(command, mode);
}

#define SPAWN(name)                                                                                \
  MC_INTERPOSED int name(                                                                          \
      pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,                 \
      const posix_spawnattr_t *attributes, char *const argument[], char *const environment[]) {    \
    will_have_child(MC_CALLER_SITE);                                                               \
    return ((__typeof__(name) *)mc_real(#name))(process, path, actions, attributes, argument,      \
                                                environment);                                      \
  }
SPAWN(posix_spawn)
SPAWN(posix_spawnp)

MC_INTERPOSED int daemon(int keep_folder, int keep_files) {
  mc_warn(MC_WARN_DAEMON, MC_CALLER_SITE);
  return ((int (*)(int, int))mc_real("daemon"))(keep_folder, keep_files);
}
