// runtime/spinloop/busy_wait.c - finds loops of uninstrumented code that wait for another thread
// without a visible operation, as in `while (pool->alive != n) {}`.
//
// 1. The driver knocks at a trace that has used 100 ms of CPU time: a suspect. It is run on step by
//    step. If it comes back to the same instruction with the same registers and its memory as it
//    was, the state is the same and it can never leave by itself: a busy wait. All memory is
//    read-only; pages that it writes are copied first. Of what a snapshot looks after, whose hot
//    pages may be thousands, there is a hash instead.
// 2. The place is remembered and the search restarts, now with a breakpoint there, so that all
//    traces treat it alike. A thread that comes to it twice with nothing visible in between and
//    with the same registers makes the transition "busy wait".
#include "busy_wait.h"
#include "runtime/base/maps.h"
#include "runtime/events.h"
#include "runtime/memory/protection.h"
#include "runtime/record/leave.h"
#include "runtime/record/record.h"
#include "runtime/signals/signals.h"
#include "runtime/snapshot/snapshot.h"
#include <string.h>
#include <sys/mman.h>
#include <sys/rseq.h>
#include <ucontext.h>

enum {
  FIRST_STEPS = 1000, // of one iteration of the loop, at a trace's first knock
  MAX_STEPS = 20000,  // at the last
  MAX_PAGES = 64,     // that an iteration may write
  MAX_RANGES = 1024,
  PAGE = 4096,
  TRAP_FLAG = 0x100,
  STEPPING_SIGNALS = 2,
  BREAKPOINT = 0xcc,
};

struct place {
  uint64_t code;
  uint8_t original;
};

// In a mapping of its own: handlers write here while all else is read-only.
static struct state {
  bool stepping; // a suspect is run step by step
  bool program_runs; // in one of its steps
  bool over;     // one instruction is run in place of a breakpoint
  uint32_t over_place;
  uint64_t trace;      // the last that was suspected, plus 1 ...
  uint32_t most_steps; // ... and how many it was given
  uint32_t steps, ranges, pages;
  struct mc_signal_action before[STEPPING_SIGNALS]; // the program's
  uint64_t blocked;                                 // of them, by the program
  gregset_t first;                                  // registers at the start of the iteration
  uint64_t last_ip, last_sp;
  uint64_t target, target_sp; // of a jump back in the outermost function of the loop
  struct {
    uint64_t start, end;
  } range[MAX_RANGES];
  uint64_t page[MAX_PAGES];
  uint32_t places;
  struct place place[MC_SESSION_MAX_PLACES];
  struct {
    uint64_t code;
    uint64_t operations; // of the thread when it came there
    gregset_t registers;
  } arrival[MC_MAX_THREADS];
  char copy[MAX_PAGES][PAGE];
} * state MC_KEPT;

static bool same_registers(const greg_t *a, const greg_t *b) {
  for (int i = REG_R8; i <= REG_RIP; i++)
    if (a[i] != b[i])
      return false;
  return true;
}

//===- Memory read-only, pages copied when written --------------------------------------------===//

static bool add_range(const struct mc_mapping *m) {
  if (!m->readable || !m->writable || mc_is_own(m->start))
    return true;
  for (uint64_t start = m->start, end; start < m->end; start = end) {
    end = mc_protection_border(start) < m->end ? mc_protection_border(start) : m->end;
    if (mc_protection_covers(start) || state->ranges == MAX_RANGES)
      continue;
    state->range[state->ranges].start = start;
    state->range[state->ranges++].end = end;
  }
  return true;
}

/// Finds the memory that no snapshot looks after.
static bool read_ranges(void) {
  state->ranges = 0;
  return mc_maps_visit(add_range);
}

// The kernel writes to a thread's rseq area whenever it preempts the thread or gives it a signal,
// and kills the process if it cannot. A thread's handle is its thread pointer.
static uint64_t rseq_page(uint64_t handle) {
  return (handle + (uint64_t)__rseq_offset) & ~(uint64_t)(PAGE - 1);
}

static uint64_t next_rseq_page(uint64_t from, uint64_t end) {
  uint64_t next = end;
  for (unsigned t = 0; t < mc_session->thread_count; t++) {
    const uint64_t handle = (uint64_t)mc_process->thread[t].handle, page = rseq_page(handle);
    if (handle && page >= from && page < next)
      next = page;
  }
  return next;
}

static void protect_range(uint64_t start, uint64_t end) {
  while (start < end) {
    const uint64_t stop = next_rseq_page(start, end);
    if (start < stop)
      mc_sys(SYS_mprotect, start, stop - start, PROT_READ);
    start = stop + PAGE;
  }
}

static void protect(void) {
  for (uint32_t i = 0; i < state->ranges; i++)
    protect_range(state->range[i].start, state->range[i].end);
}

// That includes what protect() would leave out now: the area of a thread that is new.
static void unprotect(void) {
  for (uint32_t i = 0; i < state->ranges; i++)
    mc_sys(SYS_mprotect, state->range[i].start, state->range[i].end - state->range[i].start,
           PROT_READ | PROT_WRITE);
}

static bool in_ranges(uint64_t address) {
  for (uint32_t i = 0; i < state->ranges; i++)
    if (address >= state->range[i].start && address < state->range[i].end)
      return true;
  return false;
}

// Lets the page be written, after a copy of it. False: too many.
static bool open_page(uint64_t page) {
  if (state->pages == MAX_PAGES)
    return false;
  memcpy(state->copy[state->pages], (const void *)page, PAGE);
  state->page[state->pages++] = page;
  mc_sys(SYS_mprotect, page, PAGE, PROT_READ | PROT_WRITE);
  return true;
}

static bool memory_unchanged(void) {
  if (mc_snapshot_is_taken() && !mc_snapshot_is_as_noted())
    return false;
  for (uint32_t i = 0; i < state->pages; i++)
    if (memcmp(state->copy[i], (const void *)state->page[i], PAGE))
      return false;
  return true;
}

//===- Step by step ---------------------------------------------------------------------------===//

static const int stepping_signal[STEPPING_SIGNALS] = {SIGSEGV, SIGTRAP};

// The program may handle them, or block them.
static void borrow_signals(ucontext_t *u) {
  uint64_t *mask = (uint64_t *)&u->uc_sigmask;
  state->blocked = 0;
  for (int i = 0; i < STEPPING_SIGNALS; i++)
    state->blocked |= *mask & (uint64_t)1 << (stepping_signal[i] - 1);
  *mask &= ~state->blocked;
  mc_signals_borrow(stepping_signal, STEPPING_SIGNALS, state->before);
}

static void stop_stepping(ucontext_t *u) {
  unprotect();
  mc_signals_give_back(stepping_signal, STEPPING_SIGNALS, state->before);
  *(uint64_t *)&u->uc_sigmask |= state->blocked;
  state->stepping = false;
  u->uc_mcontext.gregs[REG_EFL] &= ~TRAP_FLAG;
}

static struct mc_operation busy_wait_operation(void) {
  return (struct mc_operation){.primitive = mc_primitive_of[MC_OF_THREADS],
                               .kind = MC_THREAD_BUSY_WAIT,
                               .flags = MC_BUSY_WAIT};
}

// A code address of a site is a return address, one after the instruction meant.
static const struct mc_site *site_of(uint64_t code) {
  return (const struct mc_site *)((code + 1) | MC_SITE_IS_CODE);
}

static void wait_at(uint64_t code) {
  mc_event_hands_over_in_handler();
  struct mc_operation operation = busy_wait_operation();
  mc_event_makes(&operation, site_of(code));
}

static void confirmed(void) {
  const uint64_t code = state->target ? state->target : (uint64_t)state->first[REG_RIP];
  if (mc_mode == MC_MODE_TRUNK) {
    wait_at(code); // begins the search: the next knock finds a worker here
    return;
  }
  mc_guard_open();
  if (mc_code_is_wanted()) // it may wait for what can be seen
    mc_restart_search();
  if (mc_session->place_count == MC_SESSION_MAX_PLACES)
    mc_abandon_trace(MC_END_EXHAUSTED);
  mc_session_write();
  if (mc_snapshot_is_taken())
    mc_session->observed.fork = mc_record_string("it waits busily");
  mc_record_warning(MC_WARN_BUSY_WAIT, NULL, NULL);
  mc_session->place[mc_session->place_count++] =
      (struct mc_busy_place){.code = code, .site = mc_record_site(site_of(code))};
  mc_restart_search();
}

static bool is_system_call(uint64_t ip) {
  const uint8_t *code = (const uint8_t *)ip;
  return code[0] == 0x0f && code[1] == 0x05;
}

static void one_step(ucontext_t *u) {
  const greg_t *r = u->uc_mcontext.gregs;
  const uint64_t ip = (uint64_t)r[REG_RIP], sp = (uint64_t)r[REG_RSP];
  if (ip < state->last_ip && sp == state->last_sp &&
      (!state->target || sp > state->target_sp || (sp == state->target_sp && ip < state->target))) {
    state->target = ip;
    state->target_sp = sp;
  }
  state->last_ip = ip;
  state->last_sp = sp;
  state->program_runs |= !mc_is_runtime(ip);
  if (mc_shared->trace.in_runtime) { // a visible operation
    stop_stepping(u);
    return;
  }
  if (same_registers(state->first, r)) {
    const bool same = memory_unchanged();
    stop_stepping(u);
    if (same && state->program_runs)
      confirmed();
    return;
  }
  if (++state->steps > state->most_steps || is_system_call(ip))
    stop_stepping(u);
}

// A step takes 1 to 15 us, as the machine is: a tenth of the time that the trace has used, or so.
// Knocks come at twice the time of the one before.
static void allow_steps(void) {
  const uint64_t trace = 1 + atomic_load(&mc_session->trace_serial);
  state->most_steps = state->trace == trace ? 2 * state->most_steps : FIRST_STEPS;
  if (state->most_steps > MAX_STEPS)
    state->most_steps = MAX_STEPS;
  state->trace = trace;
}

// One of the program's would be read-only when a signal comes.
static bool has_our_stack(const ucontext_t *u) {
  return mc_is_alternate_stack((uintptr_t)u->uc_stack.ss_sp);
}

static bool watch_memory(void) {
  if (!read_ranges())
    return false;
  state->pages = 0;
  protect();
  if (mc_snapshot_is_taken())
    mc_snapshot_note();
  else
    open_page(rseq_page((uint64_t)__builtin_thread_pointer()));
  return true;
}

void mc_busy_wait_suspect(void *context) {
  ucontext_t *u = context;
  if (state->stepping || state->over || !has_our_stack(u) ||
      is_system_call((uint64_t)u->uc_mcontext.gregs[REG_RIP]) || !watch_memory())
    return;
  borrow_signals(u);
  allow_steps();
  state->steps = 0;
  state->program_runs = false;
  state->target = state->target_sp = 0;
  memcpy(state->first, u->uc_mcontext.gregs, sizeof state->first);
  state->last_ip = (uint64_t)state->first[REG_RIP];
  state->last_sp = (uint64_t)state->first[REG_RSP];
  state->stepping = true;
  u->uc_mcontext.gregs[REG_EFL] |= TRAP_FLAG;
}

static void count_instrumented(const struct mc_site *site) {
  mc_guard_open();
  const uint32_t place = mc_record_site(mc_reported_site(site));
  uint32_t i = 0;
  while (i < mc_session->place_count &&
         (mc_session->place[i].code || mc_session->place[i].site != place))
    i++;
  mc_record_warning(MC_WARN_BUSY_WAIT, NULL, NULL);
  if (i < MC_SESSION_MAX_PLACES) {
    mc_session_write();
    if (i == mc_session->place_count)
      mc_session->place[mc_session->place_count++] = (struct mc_busy_place){.site = place};
    mc_session->place[i].waits++;
  }
  mc_guard_close();
}

void mc_busy_wait_at(const struct mc_site *site) {
  struct mc_operation operation = busy_wait_operation();
  mc_event_makes(&operation, site);
  count_instrumented(site);
}

//===- Breakpoints ----------------------------------------------------------------------------===//

static void write_code(uint64_t code, uint8_t byte) {
  const uint64_t page = code & ~(uint64_t)(PAGE - 1);
  mc_sys(SYS_mprotect, page, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC);
  *(volatile uint8_t *)code = byte;
  mc_sys(SYS_mprotect, page, PAGE, PROT_READ | PROT_EXEC);
}

void mc_busy_wait_breakpoints(void) {
  if (mc_session->place_count)
    mc_event_hands_over_in_handler(); // threads are handed over in the breakpoints' handler
  for (; state->places < mc_session->place_count; state->places++) {
    const uint64_t code = mc_session->place[state->places].code;
    state->place[state->places].code = code;
    if (!code)
      continue;
    mc_event_breaks(code);
    state->place[state->places].original = *(const uint8_t *)code;
    write_code(code, BREAKPOINT);
  }
}

static bool at_breakpoint(ucontext_t *u) {
  greg_t *r = u->uc_mcontext.gregs;
  const uint64_t code = (uint64_t)r[REG_RIP] - 1;
  uint32_t i = 0;
  while (i < state->places && state->place[i].code != code)
    i++;
  if (i == state->places)
    return false;
  const mc_thread self = mc_self();
  const uint64_t operations = mc_process->thread[self].operations;
  if (state->arrival[self].code == code && state->arrival[self].operations == operations &&
      same_registers(state->arrival[self].registers, r)) {
    wait_at(code);
    mc_guard_open();
    mc_session_write();
    mc_session->place[i].waits++;
    mc_guard_close();
    mc_memory_open(); // as it was
  }
  state->arrival[self].code = code;
  state->arrival[self].operations = mc_process->thread[self].operations;
  memcpy(state->arrival[self].registers, r, sizeof(gregset_t));
  write_code(code, state->place[i].original);
  state->over = true;
  state->over_place = i;
  r[REG_RIP] = (greg_t)code;
  r[REG_EFL] |= TRAP_FLAG;
  return true;
}

bool mc_busy_wait_signal(int signal, const siginfo_t *info, void *context) {
  ucontext_t *u = context;
  if (signal == SIGSEGV && state->stepping) {
    const uint64_t page = (uintptr_t)info->si_addr & ~(uint64_t)(PAGE - 1);
    if (!in_ranges(page) || !open_page(page))
      stop_stepping(u); // a fault of the program's comes again, and is its own
    return true;
  }
  if (signal != SIGTRAP)
    return false;
  if (state->over) {
    write_code(state->place[state->over_place].code, BREAKPOINT);
    state->over = false;
    if (!state->stepping) {
      u->uc_mcontext.gregs[REG_EFL] &= ~TRAP_FLAG;
      return true;
    }
  }
  if (state->stepping) {
    one_step(u);
    return true;
  }
  if (info->si_code == TRAP_TRACE && state->trace) { // a hook in code has put the flag back
    u->uc_mcontext.gregs[REG_EFL] &= ~TRAP_FLAG;
    return true;
  }
  return at_breakpoint(u);
}

void mc_busy_wait_start(void) { state = mc_guarded_memory(sizeof *state); }
