// runtime/memory/state.c - the three mappings, and the internal fault; see memory.h.
#include "hand_over.h"
#include "memory.h"
#include "runtime/events.h"
#include "runtime/session_work.h"
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum mc_mode mc_mode MC_PER_TRACE = MC_MODE_NATIVE;
__thread mc_thread mc_self_ = MC_NO_THREAD;
__thread uint64_t mc_long_calls;
const struct mc_thread_kind *mc_thread_kind MC_KEPT;
bool mc_snapshot_taken MC_PER_TRACE;
bool mc_goes_on_after_failure MC_PER_TRACE;
struct mc_races *mc_races MC_KEPT;
uint32_t mc_plain_epoch MC_PER_TRACE;
struct mc_freed mc_freed MC_PER_TRACE;
void *mc_recovery_point[5] MC_KEPT;
struct mc_shared *mc_shared MC_KEPT;
struct mc_process *mc_process MC_KEPT;
static const uint64_t CANARY = 0x6d634d696e690a0d;
static uint64_t secret MC_KEPT; // nobody reads it in the session

// The search needs some 2 KB for each step of the deepest trace, twice if it runs traces aside, and
// wakeup trees, which were below 32 MB in every program of the benchmark.
uint64_t mc_shared_bytes(void) {
  return ((uint64_t)256 << 20) + (uint64_t)mc_session->config.max_depth * 8192;
}

uint64_t mc_log_length(void) { return (uint64_t)mc_session->config.max_depth + 2; }

static void *map(uint64_t address, uint64_t bytes, int flags, int fd) {
  long p = mc_sys(SYS_mmap, address, bytes, PROT_READ | PROT_WRITE,
                  flags | MAP_FIXED_NOREPLACE | MAP_NORESERVE, fd);
  return p == (long)address ? (void *)p : NULL;
}

// Before the runtime has started, so nobody reads the session yet.
_Noreturn static void no_room(uint64_t bytes) {
  char text[300];
  const size_t length = mc_format(
      text, sizeof text,
      "mcmini: the system refuses %lu MB of address space for the search: a limit (ulimit -v)? A "
      "lower --max-depth needs less\n",
      bytes >> 20);
  mc_sys(SYS_write, 2, text, length);
  mc_sys(SYS_exit_group, 70);
  __builtin_unreachable();
}

// `*file`: it is a file, not the driver's memory.
static int session_fd(bool *file) {
  const char *text = getenv(MC_SESSION_ENVIRONMENT);
  int fd = 0;
  if (!text || !*text)
    return -1;
  *file = *text == '/';
  if (*file)
    return (int)mc_sys(SYS_openat, AT_FDCWD, text, O_RDONLY | O_CLOEXEC);
  for (; *text >= '0' && *text <= '9'; text++)
    fd = 10 * fd + (*text - '0');
  return *text ? -1 : fd;
}

/// Between the libraries and mappings, which grow up from 0x2aaaaaaab000 (driver/launch.c), and the
/// program: below 0x410000000000.
static uint64_t random_address(void) {
  uint64_t x = 0;
  mc_sys(SYS_getrandom, &x, sizeof x, 0);
  return (uint64_t)0x310000000000 + x % (1 << 14) * ((uint64_t)1 << 30);
}

// The driver has put the preload library first, or after a sanitizer's; programs that this one
// starts must not get it.
static void forget_preload(void) {
  char *list = getenv("LD_PRELOAD");
  const char *own = list ? strstr(list, "/libmcmini-preload.so") : NULL;
  if (!own)
    return;
  const char *rest = strchr(own, ':');
  if (rest)
    memmove(list, rest + 1, strlen(rest));
  else
    unsetenv("LD_PRELOAD");
}

void *mc_state_map_part(uint64_t address, uint64_t bytes, int flags) {
  void *memory = map(address, bytes, flags | MAP_ANONYMOUS, -1);
  if (!memory)
    no_room(bytes);
  return memory;
}

uint64_t mc_session_bytes(void) { return mc_sessions_bytes(mc_session->config.jobs); }

/// What follows the session, in the same file.
static bool map_work(int fd) {
  const uint64_t first = mc_sessions_bytes(0), rest = mc_session_bytes() - first;
  return !rest || mc_sys(SYS_mmap, MC_SESSION_ADDRESS + first, rest, PROT_READ | PROT_WRITE,
                         MAP_SHARED | MAP_FIXED_NOREPLACE | MAP_NORESERVE, fd,
                         first) == (long)(MC_SESSION_ADDRESS + first);
}

bool mc_session_map(void) {
  bool file = false;
  const int fd = session_fd(&file);
  if (fd < 0)
    return false;
  if (!map(MC_SESSION_ADDRESS, mc_sessions_bytes(0), file ? MAP_PRIVATE : MAP_SHARED, fd) ||
      mc_session->magic != MC_SHARED_MAGIC || !map_work(fd))
    return false;
  mc_sys(SYS_close, fd);
  return true;
}

void mc_state_map(void) {
  secret = mc_session->config.secret;
  mc_session->config.secret = 0;
  unsetenv(MC_SESSION_ENVIRONMENT);
  forget_preload();
  const uint64_t shared = random_address(), process = shared + mc_shared_bytes();
  mc_shared = map(shared, mc_shared_bytes(), MAP_SHARED | MAP_ANONYMOUS, -1);
  mc_process = map(process, MC_PROCESS_BYTES, MAP_PRIVATE | MAP_ANONYMOUS, -1);
  if (!mc_shared || !mc_process)
    no_room(mc_shared_bytes() + MC_PROCESS_BYTES);
  mc_guard_start();
  mc_tokens_start();
  mc_progress(); // until mc_start has ended
  mc_shared_reset();
  const uint64_t own = (sizeof *mc_process + 4095) & ~(uint64_t)4095;
  mc_process->arena.base = (char *)mc_process + own;
  mc_process->arena.size = MC_PROCESS_BYTES - own;
  mc_model_init(&mc_process->model, &mc_process->arena);
}

mc_thread mc_self(void) { return mc_self_; }

bool mc_checking(void) { return mc_is_checking(); }

bool mc_recovery_is_possible(void) {
  return mc_mode == MC_MODE_TRUNK && mc_recovery_point[0] && !mc_guard_is_up();
}

void mc_session_done(enum mc_end end) {
  mc_session->end = end;
  mc_session->sealed_by = secret;
  atomic_store(&mc_session->phase, MC_PHASE_DONE);
  mc_futex_wake((const volatile uint32_t *)&mc_session->phase, 1);
}

static uint64_t end_of_log(void) {
  return offsetof(struct mc_shared, log) + 2 * mc_log_length() * sizeof(struct mc_logged_step);
}

void *mc_explain_room(void) { return (char *)mc_shared + end_of_log(); }

static uint64_t arena_offset(void) {
  const uint64_t explaining =
      mc_session->config.explaining ? mc_explain_bytes((uint32_t)mc_log_length()) : 0;
  return (end_of_log() + explaining + 4095) & ~(uint64_t)4095;
}

bool mc_shared_is_broken(void) {
  const struct mc_arena *arena = &mc_shared->search.arena;
  return mc_shared->canary != CANARY || mc_shared->canary_after != CANARY ||
         arena->base != (char *)mc_shared + arena_offset() ||
         arena->size != mc_shared_bytes() - arena_offset() || arena->used > arena->size ||
         mc_shared->trace.is_open > 1 || mc_shared->trace.in_runtime > 1 ||
         mc_shared->search.restart > 1 || mc_shared->trace.committing > 1 ||
         mc_shared->trace.again > 1 || mc_shared->search.ended > 1 + MC_END_NO_PROCESS ||
         mc_shared->trace.steps > mc_log_length() || mc_shared->trace.current >= MC_MAX_THREADS ||
         mc_shared->search.executed.kinds > MC_MAX_OPERATION_KINDS ||
         mc_shared->trace.findings > MC_SESSION_MAX_FINDINGS;
}

void mc_shared_reset(void) {
  mc_sys(SYS_madvise, mc_shared, mc_shared_bytes(), MADV_REMOVE);
  mc_shared->canary = mc_shared->canary_after = CANARY;
  mc_shared->search.arena.base = (char *)mc_shared + arena_offset();
  mc_shared->search.arena.size = mc_shared_bytes() - arena_offset();
}

_Noreturn void mc_fault(const char *file, int line, const char *what) {
  char text[300];
  const char *name = strrchr(file, '/');
  mc_format(text, sizeof text, "%s:%d: %s", name ? name + 1 : file, line, what);
  if (mc_recovery_is_possible())
    __builtin_longjmp(mc_recovery_point, 1);
  if (mc_shared) {
    mc_guard_open_all();
    mc_event_fault(text);
  } else {
    size_t length = mc_format(text, sizeof text, "mcmini: internal fault: %s:%d: %s\n",
                              name ? name + 1 : file, line, what);
    mc_sys(SYS_write, 2, text, length);
  }
  mc_sys(SYS_exit_group, 70);
  __builtin_unreachable();
}
