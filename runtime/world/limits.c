// runtime/world/limits.c - limits that the program sets for its process (setrlimit), and that the
// runtime would use up. A limit of memory is given to the kernel raised by what the runtime has
// mapped. Limits of processor time and of processes are kept from the kernel, since a search is
// many runs, and a trace may be a process. The program reads what it has set.
#include "world.h"
#include "runtime/base/maps.h"
#include "runtime/record/record.h"
#include <errno.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

enum { PAGE = 4096 };
enum { OWN_ID = 1000 }; // what getpid says

static struct {
  bool is_set;
  struct rlimit limit;
} own[RLIM_NLIMITS] MC_PER_TRACE;

static bool is_memory(unsigned resource) {
  return resource == RLIMIT_AS || resource == RLIMIT_DATA;
}

/// True of limits that are kept here: of memory, which is the program's alone as it thinks, and of
/// what a search would use up.
static bool is_kept(unsigned resource) {
  return is_memory(resource) || resource == RLIMIT_CPU || resource == RLIMIT_NPROC;
}

bool mc_limits_memory(void) { return own[RLIMIT_AS].is_set || own[RLIMIT_DATA].is_set; }

static long kernel_limit(pid_t pid, unsigned resource, const struct rlimit *new,
                         struct rlimit *old) {
  return mc_program_call(SYS_prlimit64, pid, (long)resource, (long)new, (long)old, 0, 0);
}

static struct rlimit limit_of(unsigned resource) {
  struct rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};
  if (own[resource].is_set)
    return own[resource].limit;
  mc_sys(SYS_prlimit64, 0, resource, NULL, &limit);
  return limit;
}

uint64_t mc_limits_room(void) { return limit_of(RLIMIT_AS).rlim_cur; }

static struct {
  bool is_of_data;
  rlim_t bytes;
} in_use MC_PER_TRACE;

static bool count_mapping(const struct mc_mapping *m) {
  if (!mc_is_own(m->start) && (!in_use.is_of_data || (m->writable && !m->shared)))
    in_use.bytes += m->end - m->start;
  return true;
}

/// What is mapped must stay usable: the runtime closes parts of it, and opens them again.
static rlim_t with_own(rlim_t wanted, rlim_t most, unsigned resource) {
  const rlim_t bytes = mc_own_bytes();
  in_use.is_of_data = resource == RLIMIT_DATA;
  in_use.bytes = 0;
  mc_maps_visit(count_mapping);
  wanted = wanted < in_use.bytes ? in_use.bytes : wanted;
  const rlim_t sum = wanted > RLIM_INFINITY - bytes ? RLIM_INFINITY : wanted + bytes;
  return sum < most ? sum : most;
}

static long set(unsigned resource, const struct rlimit *new) {
  const struct rlimit before = limit_of(resource);
  if (new->rlim_cur > new->rlim_max)
    return -EINVAL;
  if (new->rlim_max > before.rlim_max && mc_sys(SYS_geteuid) != 0)
    return -EPERM;
  if (is_memory(resource)) {
    struct rlimit kernel = {RLIM_INFINITY, RLIM_INFINITY};
    mc_sys(SYS_prlimit64, 0, resource, NULL, &kernel);
    const rlim_t most = mc_sys(SYS_geteuid) ? kernel.rlim_max : RLIM_INFINITY;
    kernel = (struct rlimit){with_own(new->rlim_cur, most, resource),
                             with_own(new->rlim_max, most, resource)};
    const long error = kernel_limit(0, resource, &kernel, NULL);
    if (error)
      return error;
  }
  own[resource].limit = *new;
  own[resource].is_set = true;
  return 0;
}

static int change(pid_t pid, unsigned resource, const struct rlimit *new, struct rlimit *old,
                  const struct mc_site *site) {
  mc_state_limits(new != NULL, resource == RLIMIT_NOFILE, site);
  if (new && resource != RLIMIT_NOFILE && resource != RLIMIT_CORE)
    mc_unordered_call("setrlimit", site);
  if (!mc_checking() || (pid != 0 && pid != OWN_ID) || !is_kept(resource))
    return (int)mc_libc_result(
        kernel_limit(mc_checking() && pid == OWN_ID ? 0 : pid, resource, new, old));
  const struct rlimit before = limit_of(resource);
  const long error = new ? set(resource, new) : 0;
  if (old && !error)
    *old = before;
  return (int)mc_libc_result(error);
}

// On this machine's ABI the functions for large files are the same.
MC_INTERPOSED int setrlimit(__rlimit_resource_t resource, const struct rlimit *limit) {
  return change(0, resource, limit, NULL, MC_CALLER_SITE);
}
MC_INTERPOSED int setrlimit64(__rlimit_resource_t resource, const struct rlimit64 *limit) {
  return change(0, resource, (const struct rlimit *)limit, NULL, MC_CALLER_SITE);
}
MC_INTERPOSED int getrlimit(__rlimit_resource_t resource, struct rlimit *limit) {
  return change(0, resource, NULL, limit, MC_CALLER_SITE);
}
MC_INTERPOSED int getrlimit64(__rlimit_resource_t resource, struct rlimit64 *limit) {
  return change(0, resource, NULL, (struct rlimit *)limit, MC_CALLER_SITE);
}
MC_INTERPOSED int prlimit(pid_t pid, enum __rlimit_resource resource, const struct rlimit *new,
                          struct rlimit *old) {
  return change(pid, resource, new, old, MC_CALLER_SITE);
}
MC_INTERPOSED int prlimit64(pid_t pid, enum __rlimit_resource resource, const struct rlimit64 *new,
                            struct rlimit64 *old) {
  return change(pid, resource, (const struct rlimit *)new, (struct rlimit *)old, MC_CALLER_SITE);
}

MC_INTERPOSED long sysconf(int name) {
  if (name == _SC_OPEN_MAX || name == _SC_CHILD_MAX || name == _SC_ARG_MAX)
    mc_state_limits(false, false, MC_CALLER_SITE);
  return ((long (*)(int))mc_real("sysconf"))(name);
}
MC_INTERPOSED int getdtablesize(void) { return (int)sysconf(_SC_OPEN_MAX); }

/// As if the program had begun with the limit, from which libc takes the size of threads' stacks.
static void restrict_stack(uint64_t bytes) {
  struct rlimit limit = limit_of(RLIMIT_STACK);
  pthread_attr_t standard;
  limit.rlim_cur = bytes;
  mc_sys(SYS_prlimit64, 0, RLIMIT_STACK, &limit, NULL);
  pthread_attr_init(&standard);
  if (!pthread_attr_setstacksize(&standard, (bytes + PAGE - 1) & ~(uint64_t)(PAGE - 1)))
    ((__typeof__(pthread_setattr_default_np) *)mc_real("pthread_setattr_default_np"))(&standard);
  pthread_attr_destroy(&standard);
}

void mc_limits_start(void) {
  if (mc_session->config.stack_limit)
    restrict_stack(mc_session->config.stack_limit);
  const struct rlimit limit = limit_of(RLIMIT_AS);
  char text[150];
  if (limit.rlim_cur == RLIM_INFINITY)
    return;
  mc_format(text, sizeof text,
            "%lu MB of address space, of which McMini takes %lu",
            (uint64_t)limit.rlim_cur >> 20, mc_own_bytes() >> 20);
  mc_warn_of(MC_WARN_ADDRESS_SPACE, text, &mc_nowhere);
}
