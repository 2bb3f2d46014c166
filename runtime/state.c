// runtime/state.c - the three mappings, the guard, and the internal fault; see state.h.
#include "state.h"
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum mc_mode mc_mode = MC_MODE_NATIVE;
struct mc_shared *mc_shared;
struct mc_process *mc_process;
static uint64_t session_bytes;
static bool guard_up;
static bool *session_open; // of this process; a snapshot must not put it back
static const uint64_t CANARY = 0x6d634d696e690a0d;

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

static uint64_t random_address(void) {
  uint64_t x = 0;
  mc_sys(SYS_getrandom, &x, sizeof x, 0);
  return (uint64_t)0x210000000000 + x % (1 << 15) * ((uint64_t)1 << 30); // below 0x410000000000
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

static uint64_t own_used;
enum { OWN_GAP = 1 << 20 };

static uint64_t own_start(void) { return (uintptr_t)mc_process + MC_PROCESS_BYTES; }

static void *own_memory(size_t bytes, int flags) {
  const uint64_t at = own_start() + own_used + OWN_GAP; // the gap keeps mappings apart
  own_used += OWN_GAP + ((bytes + 4095) & ~(size_t)4095);
  void *memory = map(at, bytes, flags | MAP_ANONYMOUS, -1);
  if (!memory)
    no_room(bytes);
  return memory;
}

void *mc_own_memory(size_t bytes) { return own_memory(bytes, MAP_PRIVATE); }

void *mc_own_shared_memory(size_t bytes) { return own_memory(bytes, MAP_SHARED); }

bool mc_state_map(void) {
  bool file = false;
  const int fd = session_fd(&file);
  if (fd < 0)
    return false;
  session_bytes = (sizeof(struct mc_session) + 0xfffff) & ~(uint64_t)0xfffff;
  if (!map(MC_SESSION_ADDRESS, session_bytes, file ? MAP_PRIVATE : MAP_SHARED, fd) ||
      mc_session->magic != MC_SESSION_MAGIC)
    return false;
  mc_sys(SYS_close, fd);
  unsetenv(MC_SESSION_ENVIRONMENT);
  forget_preload();
  const uint64_t shared = random_address(), process = shared + mc_shared_bytes();
  mc_shared = map(shared, mc_shared_bytes(), MAP_SHARED | MAP_ANONYMOUS, -1);
  mc_process = map(process, MC_PROCESS_BYTES, MAP_PRIVATE | MAP_ANONYMOUS, -1);
  if (!mc_shared || !mc_process)
    no_room(mc_shared_bytes() + MC_PROCESS_BYTES);
  session_open = mc_own_memory(sizeof *session_open);
  *session_open = true;
  mc_shared_reset();
  const uint64_t own = (sizeof *mc_process + 4095) & ~(uint64_t)4095;
  mc_process->arena.base = (char *)mc_process + own;
  mc_process->arena.size = MC_PROCESS_BYTES - own;
  mc_model_init(&mc_process->model, &mc_process->arena);
  return true;
}

bool mc_is_own(uint64_t address) {
  return address - MC_SESSION_ADDRESS < session_bytes ||
         (address >= (uintptr_t)mc_shared && address < own_start() + own_used + OWN_GAP);
}

uint64_t mc_own_bytes(void) {
  return session_bytes + own_start() + own_used - (uintptr_t)mc_shared;
}

static void protect(uint64_t start, uint64_t end, int protection) {
  mc_sys(SYS_mprotect, start, end - start, protection);
}

static void protect_session(int protection) {
  protect(MC_SESSION_ADDRESS, (uintptr_t)&mc_session->trace_serial, protection);
}

static void protect_rest(int protection) { protect((uintptr_t)mc_shared, own_start(), protection); }

void mc_session_write(void) {
  if (!*session_open)
    protect_session(PROT_READ | PROT_WRITE);
  *session_open = true;
}

void mc_guard_open(void) {
  if (guard_up)
    protect_rest(PROT_READ | PROT_WRITE);
  mc_shared->in_runtime = 1;
}

void mc_guard_close(void) {
  if (*session_open)
    protect_session(PROT_READ);
  *session_open = false;
  mc_shared->in_runtime = 0;
  if (guard_up)
    protect_rest(PROT_READ);
}

void mc_guard_raise(void) { guard_up = true; }

bool mc_guard_is_up(void) { return guard_up; }

bool mc_shared_is_broken(void) { return mc_shared->canary != CANARY; }

void mc_shared_reset(void) {
  const uint64_t log = (offsetof(struct mc_shared, log) +
                        2 * mc_log_length() * sizeof(struct mc_logged_step) + 4095) &
                       ~(uint64_t)4095;
  mc_sys(SYS_madvise, mc_shared, mc_shared_bytes(), MADV_REMOVE);
  mc_shared->canary = CANARY;
  mc_shared->arena.base = (char *)mc_shared + log;
  mc_shared->arena.size = mc_shared_bytes() - log;
}

_Noreturn void mc_fault(const char *file, int line, const char *what) {
  char text[300];
  const char *name = strrchr(file, '/');
  mc_format(text, sizeof text, "%s:%d: %s", name ? name + 1 : file, line, what);
  if (mc_shared) {
    protect_session(PROT_READ | PROT_WRITE);
    protect_rest(PROT_READ | PROT_WRITE);
    if (!mc_session->fault)
      mc_session->fault = mc_record_string(text);
  } else {
    size_t length = mc_format(text, sizeof text, "mcmini: internal fault: %s:%d: %s\n",
                              name ? name + 1 : file, line, what);
    mc_sys(SYS_write, 2, text, length);
  }
  mc_sys(SYS_exit_group, 70);
  __builtin_unreachable();
}
