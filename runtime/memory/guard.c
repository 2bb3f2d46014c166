// runtime/memory/guard.c - the guard: what the program's code must not write is read-only while it
// runs.
//
// What is written seldom is always read-only: the session, the tables that only grow, the
// checkpoints. It is opened to be written, and closed with the guard. Where many transitions write
// it, it is closed with a later one of them. For the rest there are three cases.
//
//   key    The processor has protection keys (x86: PKU): all our memory has one, and a register of
//          the thread says whether it may be written. Two instructions a transition; always on.
//   up     By mprotect, around every transition: with --paranoid, or once a search has restarted.
//   down   The rest can be written. What is broken is to be found: see recovery.c.
//
// With a key, the kernel gives a signal handler a register of its own, in which our memory cannot
// even be read. So our handlers open it first; the end of the handler puts the register back.
#include "guard.h"
#include "copies.h"
#include "memory.h"
#include "runtime/events.h"
#include <cpuid.h>
#include <stddef.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { MAX_PARTS = 64, MAX_WATCHED = 32 };
enum area { SELDOM, TRUNK, KEPT, DATA, ALWAYS_WRITABLE, AREAS };
static const uint64_t AREA_BYTES = (uint64_t)1 << 40, GAP = 1 << 20;

static struct guard {
  uint64_t used[AREAS];
  bool up;                                                      ///< by mprotect
  bool open, session_open, tables_open, seldom_open, kept_open; ///< now
  struct {
    uint64_t start, end;
  } part[MAX_PARTS]; ///< of mc_process: pages that a snapshot has opened
  uint32_t parts;
  uint32_t burst; ///< how many transitions lately have written the session or the tables
} * guard MC_KEPT;

/// A handler may come in the middle of mc_memory_open or mc_memory_close, when some memory is open
/// and some is not: then it opens all, and leaves the rest to them. Always writable.
static struct change {
  bool now;
  uint32_t disturbed; ///< how often that happened
} * change MC_KEPT;

static int key MC_KEPT;           // 0: there is none
static uint32_t key_bits MC_KEPT; // its two in the register: no access, no writing

/// Each worker's own; see mc_guard_watch.
static struct { uint64_t start, end; } watched[MAX_WATCHED] MC_PER_TRACE;
static unsigned watched_count MC_PER_TRACE;

static uint64_t process_end(void) { return (uintptr_t)mc_process + MC_PROCESS_BYTES; }

static uint64_t area_start(int area) { return process_end() + GAP + (uint64_t)area * AREA_BYTES; }

bool mc_is_own(uint64_t address) {
  if (address - MC_SESSION_ADDRESS < mc_session_bytes() ||
      (address >= (uintptr_t)mc_shared && address < process_end()))
    return true;
  for (int area = 0; area < AREAS; area++)
    if (address - area_start(area) < guard->used[area])
      return true;
  return false;
}

static uint64_t common(uint64_t start, uint64_t bytes, uint64_t own, uint64_t own_bytes) {
  const uint64_t first = start > own ? start : own;
  return first - start < bytes && first - own < own_bytes ? first : 0;
}

uint64_t mc_own_in(uint64_t start, uint64_t bytes) {
  uint64_t at = common(start, bytes, MC_SESSION_ADDRESS, mc_session_bytes());
  if (!at)
    at = common(start, bytes, (uintptr_t)mc_shared, process_end() - (uintptr_t)mc_shared);
  for (int area = 0; area < AREAS && !at; area++)
    at = common(start, bytes, area_start(area), guard->used[area]);
  return at;
}

uint64_t mc_own_bytes(void) {
  uint64_t bytes = mc_session_bytes() + process_end() - (uintptr_t)mc_shared;
  for (int area = 0; area < AREAS; area++)
    bytes += guard->used[area];
  return bytes;
}

//===- The register ---------------------------------------------------------------------------===//

static uint32_t rights(void) {
  uint32_t low, high;
  __asm__ volatile(".byte 0x0f, 0x01, 0xee" : "=a"(low), "=d"(high) : "c"(0)); // rdpkru
  return low;
}

static void set_rights(uint32_t value) {
  __asm__ volatile(".byte 0x0f, 0x01, 0xef" ::"a"(value), "c"(0), "d"(0) : "memory"); // wrpkru
}

static uint32_t closed(uint32_t value) { return (value & ~key_bits) | (0xaaaaaaaa & key_bits); }

static void get_key(void) {
  const long got = mc_sys(SYS_pkey_alloc, 0, 0);
  if (got <= 0)
    return;
  key = (int)got;
  key_bits = (uint32_t)3 << (2 * got);
}

bool mc_guard_readable(void *context) {
  enum { COMPONENT = 9, HEADER = 512 }; // of the extended registers in a signal's frame
  unsigned a, offset = 0, c, d;
  char *frame = (char *)((ucontext_t *)context)->uc_mcontext.fpregs;
  if (!key || !frame)
    return false;
  __cpuid_count(0xd, COMPONENT, a, offset, c, d);
  uint32_t *value = (uint32_t *)(frame + offset);
  uint64_t *present = (uint64_t *)(frame + HEADER);
  if (!(*present & (uint64_t)1 << COMPONENT) || !(*value & key_bits & 0x55555555))
    return false;
  *value = closed(*value);
  return true;
}

//===- Protections ----------------------------------------------------------------------------===//

static void protect(uint64_t start, uint64_t end, int protection) {
  mc_sys(SYS_mprotect, start, end - start, protection);
}

static void protect_session(int protection) {
  protect(MC_SESSION_ADDRESS, (uintptr_t)&mc_session->trace_serial, protection);
}

static void protect_area(enum area area, int protection) {
  protect(area_start(area), area_start(area) + guard->used[area], protection);
}

static void protect_tables(int protection) {
  protect((uintptr_t)&mc_shared->tables, (uintptr_t)mc_shared->log, protection);
}

// A snapshot knows which pages of the process's state can be written.
static void protect_rest(int protection) {
  protect((uintptr_t)mc_shared, (uintptr_t)&mc_shared->tables, protection);
  protect((uintptr_t)mc_shared->log, (uintptr_t)mc_process, protection);
  if (mc_snapshot_is_taken())
    for (uint32_t i = 0; i < guard->parts; i++)
      protect(guard->part[i].start, guard->part[i].end, protection);
  else
    protect((uintptr_t)mc_process, process_end(), protection);
  protect_area(DATA, protection);
}

bool mc_guard_add_page(uint64_t page) {
  enum { PAGE = 4096 };
  for (uint32_t i = 0; i < guard->parts; i++) {
    if (guard->part[i].end != page && guard->part[i].start != page + PAGE)
      continue;
    guard->part[i].start -= guard->part[i].start == page + PAGE ? PAGE : 0;
    guard->part[i].end += guard->part[i].end == page ? PAGE : 0;
    return true;
  }
  if (guard->parts == MAX_PARTS)
    return false;
  guard->part[guard->parts].start = page;
  guard->part[guard->parts++].end = page + PAGE;
  return true;
}

bool mc_memory_open(void) {
  if (key) {
    const uint32_t now = rights();
    if (now & key_bits)
      set_rights(now & ~key_bits);
    return now & key_bits;
  }
  if (!guard->up || (guard->open && !change->now))
    return false;
  if (change->now) {
    change->disturbed++;
    protect_rest(PROT_READ | PROT_WRITE);
    return false;
  }
  const uint32_t before = change->disturbed;
  change->now = true;
  protect_rest(PROT_READ | PROT_WRITE);
  guard->open = true;
  guard->kept_open |= change->disturbed != before;
  change->now = false;
  return true;
}

static void close_by_mprotect(void) {
  bool kept = guard->kept_open;
  uint32_t before;
  change->now = true;
  guard->open = guard->kept_open = false;
  do {
    before = change->disturbed;
    if (kept)
      protect_area(KEPT, PROT_READ);
    protect_rest(PROT_READ);
    kept = true;
  } while (before != change->disturbed);
  change->now = false;
}

void mc_memory_close(void) {
  if (key)
    set_rights(closed(rights()));
  else if (guard->up)
    close_by_mprotect();
}

bool mc_guard_has_key(void) { return key; }

void mc_guard_handler(void) { set_rights(closed(rights())); }

void mc_guard_new_thread(void) {
  if (key)
    mc_memory_open();
}

/// A hash of what decides how the search goes on and what its result says, without the tables.
static uint64_t hash_of_session(void) {
  const struct mc_session *s = mc_session;
  const struct {
    const void *from, *to;
  } part[] = {
      {&s->config, &s->config + 1},
      {&s->end, &s->counts},
      {&s->observed.kernel_threads, &s->observed.unseen_atomics + 1},
      {&s->observed.code_modules, &s->observed.code[s->observed.code_modules % MC_SESSION_MAX_CODE]},
      {&s->thread_count, &s->racy[s->racy_count % MC_SESSION_MAX_RACY]},
      {&s->step_count, &s->rule_count + 1},
      {s->warned, s->warned + MC_WARNINGS},
  };
  uint64_t hash = MC_HASH_START;
  for (unsigned i = 0; i < sizeof part / sizeof *part; i++)
    for (const uint32_t *at = (const void *)((uintptr_t)part[i].from & ~(uintptr_t)3);
         (uintptr_t)at < (uintptr_t)part[i].to; at++)
      hash = mc_hash(hash, *at);
  return hash;
}

static void seal_session(void) {
  mc_shared->worker.seal = hash_of_session();
  mc_shared->worker.is_sealed = 1;
}

void mc_session_unseal(void) {
  if (mc_shared->worker.is_sealed && mc_shared->worker.seal != hash_of_session())
    atomic_store(&mc_session->overwritten, 1);
  mc_shared->worker.is_sealed = 0;
}

void mc_session_write(void) {
  if (key || guard->session_open)
    return;
  protect_session(PROT_READ | PROT_WRITE);
  guard->session_open = true;
  mc_session_unseal();
}

void mc_tables_write(void) {
  if (key || guard->tables_open)
    return;
  protect_tables(PROT_READ | PROT_WRITE);
  guard->tables_open = true;
}

void mc_seldom_write(void) {
  if (key || guard->seldom_open)
    return;
  protect_area(SELDOM, PROT_READ | PROT_WRITE);
  guard->seldom_open = true;
}

bool mc_table_open(void *table, size_t bytes) {
  if (key || guard->seldom_open)
    return false;
  protect((uintptr_t)table, (uintptr_t)table + bytes, PROT_READ | PROT_WRITE);
  return true;
}

void mc_table_close(void *table, size_t bytes) {
  protect((uintptr_t)table, (uintptr_t)table + bytes, PROT_READ);
}

void mc_kept_write(void) {
  if (!guard->up || guard->kept_open)
    return;
  protect_area(KEPT, PROT_READ | PROT_WRITE);
  if (!change->now) // else the one who is interrupted sees to it
    guard->kept_open = true;
}

// One thread at a time writes it.
static void set_progress(uint64_t progress) {
  atomic_store_explicit(&mc_session->progress, progress, memory_order_relaxed);
}

static uint64_t progress(void) {
  return atomic_load_explicit(&mc_session->progress, memory_order_relaxed);
}

void mc_progress(void) { set_progress((progress() | 1) + 2); }

void mc_guard_open(void) {
  enum { DIRECTION = 1 << 10 };
  if (__builtin_expect((__builtin_ia32_readeflags_u64() & DIRECTION) != 0, false))
    mc_event_wrong_direction();
  mc_memory_open();
  mc_shared->trace.in_runtime = 1;
  set_progress(progress() | 1);
}

/// If many transitions one after the other write the session or the tables, these are closed only
/// after each 64th, and of very many after each 1024th: to open and close them costs the more, the
/// more of them is in use.
static bool stays_open(void) {
  enum { FEW = 256, TOGETHER = 64, MANY = 4096, MANY_TOGETHER = 1024 };
  if (!guard->session_open && !guard->tables_open && !guard->seldom_open) {
    guard->burst -= guard->burst > 0;
    return true;
  }
  guard->burst += guard->burst < 2 * MANY ? 1 : 1 - MANY_TOGETHER;
  return guard->burst > FEW && guard->burst % (guard->burst < MANY ? TOGETHER : MANY_TOGETHER);
}

void mc_guard_watch(uint64_t start, uint64_t end) {
  if (watched_count == MAX_WATCHED)
    return;
  watched[watched_count].start = start;
  watched[watched_count++].end = end;
}

void mc_guard_close_watched(void) {
  for (unsigned i = 0; i < watched_count; i++)
    protect(watched[i].start, watched[i].end, PROT_READ);
}

bool mc_guard_watches(uint64_t address) {
  for (unsigned i = 0; i < watched_count; i++)
    if (address >= watched[i].start && address < watched[i].end)
      return true;
  return false;
}

static void close_seldom_written(void) {
  if (guard->session_open) {
    seal_session();
    protect_session(PROT_READ);
  }
  if (guard->tables_open)
    protect_tables(PROT_READ);
  if (guard->seldom_open)
    protect_area(SELDOM, PROT_READ);
  guard->session_open = guard->tables_open = guard->seldom_open = false;
}

void mc_guard_close(void) {
  if (!key && !stays_open())
    close_seldom_written();
  if (mc_shared->trace.libc_watch.is_on)
    mc_guard_close_watched();
  mc_shared->trace.in_runtime = 0;
  set_progress((progress() | 1) + 1);
  mc_memory_close();
}

void mc_guard_worker(void) { protect_area(TRUNK, PROT_READ); }

void mc_guard_raise(void) {
  guard->up = !key;
  guard->open = guard->kept_open = true;
}

bool mc_guard_is_up(void) { return key || guard->up; }

void mc_guard_open_all(void) {
  mc_memory_open();
  mc_session_write();
  mc_tables_write();
  mc_seldom_write();
  mc_kept_write();
}

//===- Memory of our own ----------------------------------------------------------------------===//

static void give_key(uint64_t start, uint64_t bytes, int its_key) {
  if (its_key)
    mc_sys(SYS_pkey_mprotect, start, bytes, PROT_READ | PROT_WRITE, its_key);
}

static void *own_memory(enum area area, size_t bytes, int flags) {
  const uint64_t at = area_start(area) + (guard ? guard->used[area] : 0);
  bytes = (bytes + 4095) & ~(size_t)4095;
  void *memory = mc_state_map_part(at, bytes, flags);
  const int its_key = area != ALWAYS_WRITABLE && area != TRUNK ? key : 0;
  give_key(at, bytes, its_key);
  if (flags & MAP_SHARED)
    mc_copies_note(at, bytes, its_key);
  if (guard)
    guard->used[area] += bytes;
  return memory;
}

void *mc_own_memory(size_t bytes) { return own_memory(ALWAYS_WRITABLE, bytes, MAP_PRIVATE); }
void *mc_own_shared_memory(size_t bytes) { return own_memory(ALWAYS_WRITABLE, bytes, MAP_SHARED); }
void *mc_guarded_memory(size_t bytes) { return own_memory(DATA, bytes, MAP_PRIVATE); }
void *mc_shared_guarded_memory(size_t bytes) { return own_memory(DATA, bytes, MAP_SHARED); }
void *mc_kept_memory(size_t bytes) { return own_memory(KEPT, bytes, MAP_PRIVATE); }
void *mc_trunk_memory(size_t bytes) { return own_memory(TRUNK, bytes, MAP_SHARED); }
void *mc_seldom_memory(size_t bytes) { return own_memory(SELDOM, bytes, MAP_PRIVATE); }
void *mc_shared_seldom_memory(size_t bytes) { return own_memory(SELDOM, bytes, MAP_SHARED); }

void mc_guard_start(void) {
  get_key();
  give_key(MC_SESSION_ADDRESS, mc_session_bytes(), key);
  give_key((uintptr_t)mc_shared, process_end() - (uintptr_t)mc_shared, key);
  mc_copies_note((uintptr_t)mc_shared, mc_shared_bytes(), key);
  struct guard *first = mc_guarded_memory(sizeof *guard);
  first->used[DATA] = (sizeof *guard + 4095) & ~(uint64_t)4095;
  first->open = first->session_open = first->tables_open = first->seldom_open = first->kept_open =
      true;
  guard = first;
  change = mc_own_memory(sizeof *change);
  guard->up = mc_session->config.paranoid && !key;
  mc_session->observed.protection_key = key != 0;
}
