// runtime/foreign/code_traps.c - breakpoints in code that nobody instrumented, from the start of
// the search: in whole modules, and in what is linked into an instrumented one.
//
// Atomic instructions become operations (patches.c): they jump to a hook, or have a breakpoint that
// leads there. Others, as those of a library that a trace loads, have breakpoints: if two threads
// have executed some of one module, the result says so. Such a breakpoint is lifted when a thread
// hits it, and set again when another thread goes on. When two threads have come to a module, it
// has none any more. So code that nobody uses, or that many threads use, costs nothing.
//
// System calls that are not libc's have breakpoints, too. Those that are operations become
// operations in all executors; the others are made by a copy of the instruction.
//
// No snapshot puts code back: what is known of it lies in memory that no snapshot puts back either.
#include "code_traps.h"
#include "code_records.h"
#include "loaded.h"
#include "machine_code.h"
#include "patches.h"
#include "runtime/record/record.h"
#include "runtime/world/world.h"
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

enum {
  MOST_PLACES = 1 << 16,
  MOST_MODULES = MC_SESSION_MAX_CODE,
  MOST_COPIES = 1024,
  PAGE = 4096,
  BREAKPOINT = 0xcc,
  SYSTEM_CALL_BYTES = 2,
};

#define NOWHERE UINT64_MAX // of a module that is unloaded

struct place {
  uint64_t address;
  uint8_t original, module;
  bool is_set, jumps; // jumps: to the patch's stub
  uint16_t copy; // 1 + its number, of a system call
  uint32_t patch; // 1 + its number, of an atomic instruction that is an operation
};

/// syscall; jmp *0(%rip); where it goes on.
struct copy {
  uint8_t code[8];
  uint64_t next;
};
static const uint8_t copied_code[8] = {0x0f, 0x05, 0xff, 0x25, 0, 0, 0, 0};

static struct traps {
  bool are_set, are_given_up, have_looked;
  bool is_loader_changed; // since look_at_all
  uint8_t loader_byte;
  uint32_t lifted, lifted_by;
  uint32_t modules, places, copies;
  uint32_t kept_modules, kept_places, kept_copies; // the trunk's
  struct module {
    uint64_t base;
    uint32_t first, places;
    uint32_t record; // in session->observed.code; MC_SESSION_MAX_CODE: it has no places
    bool is_settled, is_complete;
  } module[MOST_MODULES];
  uint32_t lift[MOST_PLACES];
  struct place place[MOST_PLACES]; // of each module by address
} * traps MC_KEPT;
static struct copy *copies MC_KEPT; // r-x

void mc_code_traps_start(void) {
  traps = mc_guarded_memory(sizeof *traps);
  copies = mc_own_memory(MOST_COPIES * sizeof *copies);
  mc_code_start();
  mc_patches_start();
}

//===- Writing code ---------------------------------------------------------------------------===//

static void write_byte(uint64_t address, uint8_t byte) { *(volatile uint8_t *)address = byte; }

/// Our own code may lie there, too.
static void open_page(uint64_t page, bool writable) {
  mc_sys(SYS_mprotect, page, PAGE, PROT_READ | PROT_EXEC | (writable ? PROT_WRITE : 0));
}

/// Sets or lifts `count` breakpoints, given by their numbers or, if that is NULL, from `first` on.
static void change(const uint32_t *number, uint32_t first, uint32_t count, bool set) {
  uint64_t open = 0;
  for (uint32_t i = 0; i < count; i++) {
    struct place *p = &traps->place[number ? number[i] : first + i];
    const uint64_t page = p->address & ~(uint64_t)(PAGE - 1);
    if (p->is_set == set || p->jumps)
      continue;
    if (open != page && open)
      open_page(open, false);
    if (open != page)
      open_page(page, true);
    open = page;
    write_byte(p->address, set ? BREAKPOINT : p->original);
    p->is_set = set;
  }
  if (open)
    open_page(open, false);
}

//===- Modules --------------------------------------------------------------------------------===//

static struct mc_code_module *record_of(const struct module *module) {
  return &mc_session->observed.code[module->record];
}

static uint16_t copy_call(uint64_t address) {
  if (traps->copies == MOST_COPIES)
    return 0;
  struct copy *copy = &copies[traps->copies];
  memcpy(copy->code, copied_code, sizeof copy->code);
  copy->next = address + SYSTEM_CALL_BYTES;
  return (uint16_t)++traps->copies;
}

/// clang's -fsanitize=thread leaves a load of 16 bytes where it was, behind the call that makes it.
static bool is_wide_load(const uint8_t *code) { // lock cmpxchg16b
  return mc_session->observed.is_tsan && code[0] == 0xf0 && (code[1] & 0xf8) == 0x48 &&
         code[2] == 0x0f && code[3] == 0xc7;
}

static void add_place(uint64_t address, enum mc_instruction what, void *context) {
  struct module *module = context;
  if (is_wide_load((const uint8_t *)address))
    return;
  const uint16_t copy = what == MC_SYSTEM_CALL_INSTRUCTION ? copy_call(address) : 0;
  if (traps->places == MOST_PLACES || (what == MC_SYSTEM_CALL_INSTRUCTION && !copy))
    module->is_complete = false;
  else
    traps->place[traps->places++] = (struct place){.address = address,
                                                   .original = *(const uint8_t *)address,
                                                   .module = (uint8_t)(module - traps->module),
                                                   .copy = copy};
}

static bool is_known(uint64_t base) {
  for (uint32_t i = 0; i < traps->modules; i++)
    if (traps->module[i].base == base)
      return true;
  return false;
}

/// -fsanitize=thread makes calls of all atomics, so that those which are left in the program are
/// inline assembly, or code that was compiled without it: look_for_assembly.
static bool is_only_tsan(void) {
  return mc_session->observed.is_tsan && !mc_session->observed.modules;
}

static void warn_undecoded(const char *path) {
  const char *slash = strrchr(path, '/');
  mc_record_warning(MC_WARN_UNDECODED, slash ? slash + 1 : path, NULL);
}

/// Will no breakpoint come into the 5 bytes from there on? Those behind it are done.
static bool may_borrow(const struct place *p) {
  enum { JUMP_BYTES = 5 };
  bool may = true;
  for (const struct place *next = p + 1;
       next < traps->place + traps->places && next->address < p->address + JUMP_BYTES; next++)
    may &= next->jumps || next->patch == MC_PATCH_NOTHING;
  return may;
}

/// Makes operations of the module's atomic instructions, as far as it is known what they do.
static void patch(const struct module *module, const struct dl_phdr_info *info, const char *path) {
  if (mc_mode != MC_MODE_TRUNK || traps->places == module->first || !mc_patches_are_wanted(path) ||
      !mc_patches_ask(info))
    return;
  const uint32_t hooked = mc_code_record(path, true);
  if (hooked == MC_SESSION_MAX_CODE)
    return;
  for (struct place *p = traps->place + module->first; p < traps->place + traps->places; p++)
    p->patch = p->copy ? 0 : mc_patch_plan(p->address, hooked);
  const bool have_stubs = mc_patches_prepare(info);
  for (uint32_t i = traps->places; i-- > module->first;) {
    struct place *p = &traps->place[i];
    if (p->patch && p->patch != MC_PATCH_NOTHING)
      p->patch = have_stubs ? p->patch : 0;
    if (p->patch && p->patch != MC_PATCH_NOTHING)
      p->jumps = mc_patch_jumps(p->patch, may_borrow(p));
  }
}

/// Forgets the module's places that nobody is to see.
static void forget_unwanted(const struct module *module) {
  uint32_t left = module->first;
  for (uint32_t i = left; i < traps->places; i++) {
    const struct place *p = &traps->place[i];
    if (p->patch != MC_PATCH_NOTHING && (p->copy || p->patch || !mc_session->config.replaying))
      traps->place[left++] = *p;
  }
  traps->places = left;
}

static void look_at(const struct dl_phdr_info *info) {
  const char *path = *info->dlpi_name ? info->dlpi_name : mc_module_of((uintptr_t)info->dlpi_phdr);
  if (is_known(info->dlpi_addr) || !mc_code_is_program(info) ||
      (!*info->dlpi_name && is_only_tsan()))
    return;
  if (traps->modules == MOST_MODULES) {
    mc_record_warning(MC_WARN_MANY_MODULES, NULL, NULL);
    return;
  }
  struct module *module = &traps->module[traps->modules++];
  *module = (struct module){.base = info->dlpi_addr, .first = traps->places, .is_complete = true};
  module->is_complete &= mc_code_visit(info, add_place, module);
  patch(module, info, path);
  forget_unwanted(module);
  // Most programs have none.
  const bool is_recorded = traps->places != module->first || !mc_code_is_instrumented(info);
  module->record = is_recorded ? mc_code_record(path, false) : MC_SESSION_MAX_CODE;
  if (is_recorded && module->record == MC_SESSION_MAX_CODE) {
    traps->places = module->first;
    mc_record_warning(MC_WARN_MANY_MODULES, NULL, NULL);
  }
  module->places = traps->places - module->first;
  module->is_settled = module->record == MC_SESSION_MAX_CODE || record_of(module)->thread[1] != 0;
  if (!module->is_complete && !mc_session->config.replaying)
    warn_undecoded(path);
}

static void note_assembly(uint64_t address, enum mc_instruction what, void *context) {
  uint64_t *first = context;
  if (what == MC_ATOMIC_INSTRUCTION && !*first && !is_wide_load((const uint8_t *)address))
    *first = address;
}

static void look_for_assembly(const struct dl_phdr_info *program) {
  uint64_t first = 0;
  if (!is_only_tsan() || mc_session->config.replaying || traps->have_looked)
    return;
  traps->have_looked = true;
  if (!mc_code_visit(program, note_assembly, &first))
    warn_undecoded(mc_module_of((uintptr_t)program->dlpi_phdr));
  if (first)
    mc_record_warning(MC_WARN_INLINE_ASSEMBLY, NULL,
                      (const struct mc_site *)(first | MC_SITE_IS_CODE));
}

/// With the guard open. The program's own malloc or memcpy, which are called here, have none yet.
static void look_at_all(void) {
  mc_sys(SYS_mprotect, copies, MOST_COPIES * sizeof *copies, PROT_READ | PROT_WRITE);
  mc_loaded_ask();
  for (unsigned i = 0; i < mc_loaded_count; i++)
    look_at(&mc_loaded[i]);
  mc_patches_done();
  mc_sys(SYS_mprotect, copies, MOST_COPIES * sizeof *copies, PROT_READ | PROT_EXEC);
}

void mc_code_traps_give_way(uint64_t code) {
  for (uint32_t i = 0; i < traps->places; i++) {
    struct place *p = &traps->place[i];
    if (!p->jumps || !mc_patch_borrows(p->patch, code))
      continue;
    mc_patch_take_back(p->patch);
    p->jumps = false;
    change(NULL, i, 1, true);
  }
}

/// Forgets the lifted breakpoints with numbers from `from` on, up to `to`.
static void forget_lifted(uint32_t from, uint32_t to) {
  uint32_t left = 0;
  for (uint32_t i = 0; i < traps->lifted; i++)
    if (traps->lift[i] < from || traps->lift[i] >= to)
      traps->lift[left++] = traps->lift[i];
  traps->lifted = left;
}

/// Forgets what has been unloaded: other memory may lie there now.
static void forget_unloaded(void) {
  for (struct module *m = traps->module; m < traps->module + traps->modules; m++) {
    if (m->base == NOWHERE || mc_is_loaded(m->base))
      continue;
    m->base = NOWHERE;
    forget_lifted(m->first, m->first + m->places);
    m->places = 0;
  }
}

static uint64_t loader_place(void) { return _r_debug.r_brk; }

/// The loader calls an empty function wherever it has loaded or unloaded something.
static void watch_loader(void) {
  const uint64_t page = loader_place() & ~(uint64_t)(PAGE - 1);
  if (!loader_place())
    return;
  traps->loader_byte = *(const uint8_t *)loader_place();
  open_page(page, true);
  write_byte(loader_place(), BREAKPOINT);
  open_page(page, false);
}

/// With the guard open.
static void give_up(void) {
  change(NULL, 0, traps->places, false);
  traps->lifted = 0;
  if (traps->places)
    mc_record_warning(MC_WARN_TRAP_HANDLER, NULL, NULL);
}

void mc_code_traps_give_up(void) {
  mc_guard_open();
  traps->are_given_up = true;
  give_up();
  mc_guard_close();
}

void mc_code_traps_set(void) {
  if (mc_session->config.debugging)
    return;
  look_at_all();
  look_for_assembly(&mc_loaded[0]);
  if (traps->are_given_up) {
    give_up();
    return;
  }
  change(NULL, 0, traps->places, true);
  watch_loader();
  traps->are_set = true;
  traps->kept_modules = traps->modules;
  traps->kept_places = traps->places;
  traps->kept_copies = traps->copies;
}

void mc_code_traps_refresh(void) {
  if (!traps->is_loader_changed || traps->are_given_up)
    return;
  const mc_thread self = mc_self_;
  mc_self_ = MC_NO_THREAD; // what the loader calls is no operation
  mc_guard_open();
  traps->is_loader_changed = false;
  mc_loaded_ask();
  forget_unloaded();
  const uint32_t first = traps->places;
  look_at_all();
  change(NULL, first, traps->places - first, true);
  traps->is_loader_changed = false;
  mc_guard_close();
  mc_self_ = self;
}

void mc_code_traps_undo(void) {
  forget_lifted(traps->kept_places, UINT32_MAX);
  traps->modules = traps->kept_modules;
  traps->places = traps->kept_places;
  traps->copies = traps->kept_copies;
  traps->is_loader_changed = false;
}

//===- From trace to trace, from thread to thread ---------------------------------------------===//

static void settle(struct module *module) {
  module->is_settled = true;
  for (uint32_t i = module->first; i < module->first + module->places; i++)
    if (!traps->place[i].copy && !traps->place[i].patch)
      change(NULL, i, 1, false);
}

void mc_code_traps_settle(void) {
  for (uint32_t i = 0; i < traps->modules; i++)
    if (!traps->module[i].is_settled && record_of(&traps->module[i])->thread[1])
      settle(&traps->module[i]);
}

void mc_code_traps_hand_over(unsigned thread) {
  if (!traps->lifted || traps->lifted_by == thread)
    return;
  change(traps->lift, 0, traps->lifted, true);
  traps->lifted = 0;
}

//===- Breakpoints that are hit ---------------------------------------------------------------===//

/// The number of the place, or MOST_PLACES.
static uint32_t find(uint64_t address) {
  for (const struct module *m = traps->module; m < traps->module + traps->modules; m++) {
    uint32_t low = m->first, high = m->first + m->places;
    while (low < high) {
      const uint32_t middle = low + (high - low) / 2;
      if (traps->place[middle].address == address)
        return middle;
      if (traps->place[middle].address < address)
        low = middle + 1;
      else
        high = middle;
    }
  }
  return MOST_PLACES;
}

/// The running thread, if it is one of the program's, has come to an atomic instruction.
static void hit(uint32_t number) {
  struct place *place = &traps->place[number];
  struct module *module = &traps->module[place->module];
  const bool is_seen = mc_checking() && !mc_shared->trace.in_runtime;
  change(NULL, number, 1, false);
  if (is_seen)
    mc_code_note(module->record, place->address);
  mc_memory_open(); // as it was
  module->is_settled |= record_of(module)->thread[1] != 0;
  if (module->is_settled)
    return;
  traps->lifted_by = is_seen ? mc_self_ : MC_NO_THREAD;
  traps->lift[traps->lifted++] = number;
}

static void make_call(ucontext_t *u, const struct place *place) {
  greg_t *r = u->uc_mcontext.gregs;
  r[REG_RIP] = (greg_t)(place->address + SYSTEM_CALL_BYTES);
  if (!mc_system_call_puts_aside(u))
    r[REG_RIP] = (greg_t)(uintptr_t)&copies[place->copy - 1];
}

/// The empty function of the loader: returns.
static void leave_loader(ucontext_t *u) {
  greg_t *r = u->uc_mcontext.gregs;
  r[REG_RIP] = *(const greg_t *)r[REG_RSP];
  r[REG_RSP] += 8;
  traps->is_loader_changed |= mc_mode == MC_MODE_WORKER;
}

bool mc_code_trapped(void *context) {
  ucontext_t *u = context;
  const uint64_t address = (uint64_t)u->uc_mcontext.gregs[REG_RIP] - 1;
  if (!traps || !traps->are_set)
    return false;
  if (address == loader_place()) {
    leave_loader(u);
    return true;
  }
  const uint32_t number = find(address);
  if (number == MOST_PLACES || !traps->place[number].is_set)
    return false;
  u->uc_mcontext.gregs[REG_RIP] = (greg_t)address;
  if (traps->place[number].copy)
    make_call(u, &traps->place[number]);
  else if (traps->place[number].patch)
    u->uc_mcontext.gregs[REG_RIP] = (greg_t)mc_patch_of(traps->place[number].patch)->stub;
  else
    hit(number);
  return true;
}
