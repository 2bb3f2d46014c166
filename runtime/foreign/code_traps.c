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
#include "code_places.h"
#include "code_records.h"
#include "entered.h"
#include "loaded.h"
#include "machine_code.h"
#include "patches.h"
#include "plain_code.h"
#include "runtime/record/record.h"
#include "runtime/world/world.h"
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

enum {
  MOST_PLACES = MC_MOST_CODE_PLACES,
  MOST_MODULES = MC_SESSION_MAX_CODE,
  MOST_COPIES = 1024,
  PAGE = 4096,
  BREAKPOINT = 0xcc,
  SYSTEM_CALL_BYTES = 2,
};

/// syscall; jmp *0(%rip); where it goes on.
struct copy {
  uint8_t code[8];
  uint64_t next;
};
static const uint8_t copied_code[8] = {0x0f, 0x05, 0xff, 0x25, 0, 0, 0, 0};

struct code_traps *mc_traps MC_KEPT;
static struct copy *copies MC_KEPT; // r-x

void mc_code_traps_start(void) {
  mc_traps = mc_guarded_memory(sizeof *mc_traps);
  copies = mc_own_memory(MOST_COPIES * sizeof *copies);
  mc_code_start();
  mc_patches_start();
}

//===- Modules --------------------------------------------------------------------------------===//

static struct mc_code_module *record_of(const struct code_module *module) {
  return &mc_session->observed.code[module->record];
}

static uint16_t copy_call(uint64_t address) {
  if (mc_traps->copies == MOST_COPIES)
    return 0;
  struct copy *copy = &copies[mc_traps->copies];
  memcpy(copy->code, copied_code, sizeof copy->code);
  copy->next = address + SYSTEM_CALL_BYTES;
  return (uint16_t)++mc_traps->copies;
}

/// clang's -fsanitize=thread leaves a load of 16 bytes where it was, behind the call that makes it.
static bool is_wide_load(const uint8_t *code) { // lock cmpxchg16b
  return mc_session->observed.is_tsan && code[0] == 0xf0 && (code[1] & 0xf8) == 0x48 &&
         code[2] == 0x0f && code[3] == 0xc7;
}

static void add_place(uint64_t address, enum mc_instruction what, void *context) {
  struct code_module *module = context;
  if (is_wide_load((const uint8_t *)address))
    return;
  const uint16_t copy = what == MC_SYSTEM_CALL_INSTRUCTION ? copy_call(address) : 0;
  if (mc_traps->places == MOST_PLACES || (what == MC_SYSTEM_CALL_INSTRUCTION && !copy))
    module->is_complete = false;
  else
    mc_traps->place[mc_traps->places++] =
        (struct code_place){.address = address,
                            .original = *(const uint8_t *)address,
                            .module = (uint8_t)(module - mc_traps->module),
                            .copy = copy};
}

static bool is_known(uint64_t base) {
  for (uint32_t i = 0; i < mc_traps->modules; i++)
    if (mc_traps->module[i].base == base)
      return true;
  return false;
}

static void warn_undecoded(const char *path) {
  const char *slash = strrchr(path, '/');
  mc_record_warning(MC_WARN_UNDECODED, slash ? slash + 1 : path, NULL);
}

/// Makes operations of the module's atomic instructions, as far as it is known what they do.
static void patch(struct code_module *module, const struct dl_phdr_info *info, const char *path,
                  bool is_asked) {
  if (mc_mode != MC_MODE_TRUNK || mc_traps->places == module->first ||
      !mc_patches_are_wanted(path) || (!is_asked && !mc_patches_ask(info, false)) ||
      !mc_session->code.sites)
    return;
  const uint32_t hooked = mc_code_record(path, true);
  if (hooked == MC_SESSION_MAX_CODE)
    return;
  module->hooked = hooked;
  struct code_place *const end = mc_traps->place + mc_traps->places;
  for (struct code_place *p = mc_traps->place + module->first; p < end; p++)
    p->patch = p->copy ? 0 : mc_patch_plan(p->address, hooked);
  const bool have_stubs = mc_patches_prepare(info);
  for (struct code_place *p = mc_traps->place + module->first; !have_stubs && p < end; p++)
    p->patch = p->patch == MC_PATCH_NOTHING ? p->patch : 0;
  module->places = mc_traps->places - module->first;
  mc_code_places_jump(module, NULL);
}

/// Forgets the module's places that nobody is to see.
static void forget_unwanted(const struct code_module *module) {
  uint32_t left = module->first;
  for (uint32_t i = left; i < mc_traps->places; i++) {
    const struct code_place *p = &mc_traps->place[i];
    if (p->patch != MC_PATCH_NOTHING && (p->copy || p->patch || !mc_session->config.replaying))
      mc_traps->place[left++] = *p;
  }
  mc_traps->places = left;
}

static void look_at(const struct dl_phdr_info *info) {
  const char *path = *info->dlpi_name ? info->dlpi_name : mc_module_of((uintptr_t)info->dlpi_phdr);
  if (is_known(info->dlpi_addr) || !mc_code_is_program(info))
    return;
  if (mc_traps->modules == MOST_MODULES) {
    mc_record_warning(MC_WARN_MANY_MODULES, NULL, NULL);
    return;
  }
  struct code_module *module = &mc_traps->module[mc_traps->modules++];
  *module = (struct code_module){.base = info->dlpi_addr,
                                 .first = mc_traps->places,
                                 .hooked = MC_SESSION_MAX_CODE,
                                 .is_complete = true};
  const bool is_asked = mc_mode == MC_MODE_TRUNK && !mc_code_is_instrumented(info) &&
                        !mc_code_is_in_table(path) && mc_patches_are_wanted(path) &&
                        mc_patches_ask(info, false);
  const bool is_known = is_asked && !mc_session->code.is_partial &&
                        mc_session->code.sites < MC_SESSION_MAX_CODE_SITES;
  module->is_complete &= mc_code_visit(info, is_known, add_place, module);
  patch(module, info, path, is_asked);
  forget_unwanted(module);
  // Most programs have none.
  const bool is_recorded = mc_traps->places != module->first || !mc_code_is_instrumented(info);
  module->record = is_recorded ? mc_code_record(path, false) : MC_SESSION_MAX_CODE;
  if (is_recorded && module->record == MC_SESSION_MAX_CODE) {
    mc_traps->places = module->first;
    mc_record_warning(MC_WARN_MANY_MODULES, NULL, NULL);
  }
  module->places = mc_traps->places - module->first;
  module->is_settled = module->record == MC_SESSION_MAX_CODE || record_of(module)->thread[1] != 0;
  if (!module->is_complete && !mc_session->config.replaying)
    warn_undecoded(path);
  if (mc_mode == MC_MODE_WORKER)
    mc_plain_code_comes_late(module, info);
}

/// With the guard open. The program's own malloc or memcpy, which are called here, have none yet.
static void look_at_all(void) {
  mc_sys(SYS_mprotect, copies, MOST_COPIES * sizeof *copies, PROT_READ | PROT_WRITE);
  mc_loaded_ask();
  for (unsigned i = 0; i < mc_loaded_count; i++)
    look_at(&mc_loaded[i]);
  mc_patches_done();
  mc_code_places_count();
  mc_sys(SYS_mprotect, copies, MOST_COPIES * sizeof *copies, PROT_READ | PROT_EXEC);
}

void mc_code_traps_give_way(uint64_t code) {
  for (uint32_t i = 0; i < mc_traps->places; i++) {
    struct code_place *p = &mc_traps->place[i];
    if (!p->jumps || !mc_patch_borrows(p->patch, code))
      continue;
    mc_patch_take_back(p->patch);
    p->jumps = false;
    mc_code_places_change(NULL, i, 1, true);
    mc_code_traps_give_way(p->address); // others may have borrowed of its jump
  }
}

/// Forgets the lifted breakpoints with numbers from `from` on, up to `to`.
static void forget_lifted(uint32_t from, uint32_t to) {
  uint32_t left = 0;
  for (uint32_t i = 0; i < mc_traps->lifted; i++)
    if (mc_traps->lift[i] < from || mc_traps->lift[i] >= to)
      mc_traps->lift[left++] = mc_traps->lift[i];
  mc_traps->lifted = left;
}

/// Forgets what has been unloaded: other memory may lie there now.
static void forget_unloaded(void) {
  for (struct code_module *m = mc_traps->module; m < mc_traps->module + mc_traps->modules; m++) {
    if (m->base == MC_CODE_NOWHERE || mc_is_loaded(m->base))
      continue;
    m->base = MC_CODE_NOWHERE;
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
  mc_traps->loader_byte = *(const uint8_t *)loader_place();
  mc_code_page_opens(page, true);
  mc_code_write(loader_place(), BREAKPOINT);
  mc_code_page_opens(page, false);
}

/// With the guard open.
static void give_up(void) {
  mc_code_places_change(NULL, 0, mc_traps->places, false);
  mc_traps->lifted = 0;
  if (mc_traps->places)
    mc_record_warning(MC_WARN_TRAP_HANDLER, NULL, NULL);
}

void mc_code_traps_give_up(void) {
  mc_guard_open();
  mc_traps->are_given_up = true;
  give_up();
  mc_guard_close();
}

void mc_code_traps_set(void) {
  if (mc_session->config.debugging)
    return;
  look_at_all();
  if (mc_traps->are_given_up) {
    give_up();
    return;
  }
  mc_code_places_change(NULL, 0, mc_traps->places, true);
  watch_loader();
  mc_traps->are_set = true;
  mc_traps->kept_modules = mc_traps->modules;
  mc_traps->kept_places = mc_traps->places;
  mc_traps->kept_copies = mc_traps->copies;
}

void mc_code_traps_refresh(void) {
  if (!mc_traps->is_loader_changed || mc_traps->are_given_up)
    return;
  const mc_thread self = mc_self_;
  mc_self_ = MC_NO_THREAD; // what the loader calls is no operation
  mc_guard_open();
  mc_traps->is_loader_changed = false;
  mc_traps->loader = 1u + self;
  mc_loaded_ask();
  forget_unloaded();
  const uint32_t first = mc_traps->places;
  look_at_all();
  mc_code_places_change(NULL, first, mc_traps->places - first, true);
  mc_traps->is_loader_changed = false;
  mc_guard_close();
  mc_self_ = self;
}

void mc_code_traps_undo(void) {
  forget_lifted(mc_traps->kept_places, UINT32_MAX);
  mc_traps->modules = mc_traps->kept_modules;
  mc_traps->places = mc_traps->kept_places;
  mc_traps->copies = mc_traps->kept_copies;
  mc_traps->late = 0;
  mc_traps->is_loader_changed = false;
}

//===- From trace to trace, from thread to thread ---------------------------------------------===//

static void settle(struct code_module *module) {
  module->is_settled = true;
  for (uint32_t i = module->first; i < module->first + module->places; i++)
    if (!mc_traps->place[i].copy && !mc_traps->place[i].patch)
      mc_code_places_change(NULL, i, 1, false);
}

void mc_code_traps_settle(void) {
  for (uint32_t i = 0; i < mc_traps->modules; i++)
    if (!mc_traps->module[i].is_settled && record_of(&mc_traps->module[i])->thread[1])
      settle(&mc_traps->module[i]);
}

void mc_code_traps_hand_over(unsigned thread) {
  mc_entered_hand_over(thread);
  if (!mc_traps->lifted || mc_traps->lifted_by == thread)
    return;
  mc_code_places_change(mc_traps->lift, 0, mc_traps->lifted, true);
  mc_traps->lifted = 0;
}

//===- Breakpoints that are hit ---------------------------------------------------------------===//

/// The number of the place, or MOST_PLACES.
static uint32_t find(uint64_t address) {
  for (const struct code_module *m = mc_traps->module; m < mc_traps->module + mc_traps->modules;
       m++) {
    uint32_t low = m->first, high = m->first + m->places;
    while (low < high) {
      const uint32_t middle = low + (high - low) / 2;
      if (mc_traps->place[middle].address == address)
        return middle;
      if (mc_traps->place[middle].address < address)
        low = middle + 1;
      else
        high = middle;
    }
  }
  return MOST_PLACES;
}

/// The running thread, if it is one of the program's, has come to an atomic instruction.
static void hit(uint32_t number) {
  struct code_place *place = &mc_traps->place[number];
  struct code_module *module = &mc_traps->module[place->module];
  const bool is_seen = mc_checking() && !mc_shared->trace.in_runtime;
  mc_code_places_change(NULL, number, 1, false);
  if (is_seen)
    mc_code_note(module->record, place->address);
  mc_memory_open(); // as it was
  module->is_settled |= record_of(module)->thread[1] != 0;
  if (module->is_settled)
    return;
  mc_traps->lifted_by = is_seen ? mc_self_ : MC_NO_THREAD;
  mc_traps->lift[mc_traps->lifted++] = number;
}

static void make_call(ucontext_t *u, const struct code_place *place) {
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
  mc_traps->is_loader_changed |= mc_mode == MC_MODE_WORKER;
}

bool mc_code_trapped(void *context) {
  ucontext_t *u = context;
  const uint64_t address = (uint64_t)u->uc_mcontext.gregs[REG_RIP] - 1;
  if (!mc_traps || !mc_traps->are_set)
    return false;
  if (address == loader_place()) {
    leave_loader(u);
    return true;
  }
  const uint32_t number = find(address);
  if (number == MOST_PLACES || !mc_traps->place[number].is_set)
    return false;
  u->uc_mcontext.gregs[REG_RIP] = (greg_t)address;
  if (mc_traps->place[number].copy)
    make_call(u, &mc_traps->place[number]);
  else if (mc_traps->place[number].patch)
    u->uc_mcontext.gregs[REG_RIP] = (greg_t)mc_patch_of(mc_traps->place[number].patch)->stub;
  else
    hit(number);
  return true;
}
