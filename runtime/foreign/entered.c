// runtime/foreign/entered.c - see entered.h.
//
// A library may do no more than loads and stores, of words that are other threads' too, before any
// of its atomic instructions is executed. So, beside instrumented code, those of a library matter
// from when a thread comes to its code: the first instruction that is fetched there faults. This is
// asked of libraries that have atomic instructions, and of the user's own. A library of the system
// without any leaves the order of threads to others.
#include "entered.h"
#include "code_records.h"
#include "exports.h"
#include "loaded.h"
#include "machine_code.h"
#include "patches.h"
#include "plain_code.h"
#include "runtime/record/record.h"
#include "runtime/signals/signals.h"
#include <signal.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE = 4096 };

static struct mc_code_module *record_of(const struct code_module *module) {
  return &mc_session->observed.code[module->record];
}

static void protect(const struct dl_phdr_info *info, int rights) {
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[i];
    const uint64_t start = (info->dlpi_addr + header->p_vaddr) & ~(uint64_t)(PAGE - 1);
    const uint64_t end = info->dlpi_addr + header->p_vaddr + header->p_memsz;
    if (header->p_type == PT_LOAD && header->p_flags & PF_X)
      mc_sys(SYS_mprotect, start, (end - start + PAGE - 1) & ~(uint64_t)(PAGE - 1), rights);
  }
}

static bool writes_its_code(const struct dl_phdr_info *info) {
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_LOAD && info->dlpi_phdr[i].p_flags & PF_X &&
        info->dlpi_phdr[i].p_flags & PF_W)
      return true;
  return false;
}

/// It has a primitive or a policy of the user's, which the runtime calls: a part of the model.
static bool teaches(const struct dl_phdr_info *info) {
  static const char *const by[] = {"mc_register",     "mc_transition",      "mc_object_find",
                                   "mc_object_new",   "mc_policy_register", "mc_policy_operation"};
  for (unsigned i = 0; i < sizeof by / sizeof *by; i++)
    if (mc_imports(info, by[i]))
      return true;
  return false;
}

static bool is_of_interest(const struct code_module *module, const struct dl_phdr_info *info) {
  const bool has_atomics = module->hooked != MC_SESSION_MAX_CODE;
  const struct mc_observed *o = &mc_session->observed;
  if (!info || !*info->dlpi_name || module->record == MC_SESSION_MAX_CODE ||
      record_of(module)->plain != MC_PLAIN_UNASKED ||
      (has_atomics ? o->code[module->hooked].plain != MC_PLAIN_UNASKED
                   : mc_is_of_system(info->dlpi_name)))
    return false;
  return !mc_code_is_instrumented(info) && !mc_code_is_in_table(info->dlpi_name) &&
         mc_patches_are_wanted(info->dlpi_name) && !writes_its_code(info) && !teaches(info);
}

static bool can_fault(void) {
  struct mc_signal_action action;
  return mc_signal_act(SIGSEGV, NULL, &action) == 0 && mc_is_own_handler(action.handler);
}

void mc_entered_want(void) {
  for (uint32_t i = 0; i < mc_traps->modules; i++)
    if (is_of_interest(&mc_traps->module[i], mc_loaded_at(mc_traps->module[i].base)))
      record_of(&mc_traps->module[i])->plain = MC_PLAIN_WANTED;
}

void mc_entered_close(void) {
  const bool waits = can_fault();
  for (uint32_t i = 0; i < mc_traps->modules; i++) {
    struct code_module *module = &mc_traps->module[i];
    const struct dl_phdr_info *info = mc_loaded_at(module->base);
    if (module->is_closed || !is_of_interest(module, info))
      continue;
    if (waits)
      protect(info, PROT_READ);
    else
      record_of(module)->plain = MC_PLAIN_WANTED;
    module->is_closed = waits;
  }
}

static bool has_code_at(const struct dl_phdr_info *info, uint64_t address) {
  for (int i = 0; info && i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[i];
    if (header->p_type == PT_LOAD && header->p_flags & PF_X &&
        address - (info->dlpi_addr + header->p_vaddr) < header->p_memsz)
      return true;
  }
  return false;
}

static void open_module(struct code_module *module, enum mc_plain_code as) {
  protect(mc_loaded_at(module->base), PROT_READ | PROT_EXEC);
  module->is_closed = false;
  mc_session_write();
  record_of(module)->plain = (uint8_t)as;
}

//===- What a trace loads ---------------------------------------------------------------------===//

static void close_late(struct code_module *module) {
  protect(mc_loaded_at(module->base), PROT_READ);
  module->is_closed = true;
}

static void note_unseen(const struct code_module *module) {
  const char *path = mc_loaded_at(module->base)->dlpi_name, *slash = strrchr(path, '/');
  mc_record_warning(MC_WARN_UNSEEN_PLAIN, slash ? slash + 1 : path, NULL);
}

/// What the runtime or the loader calls counts for no thread.
static void open_late(struct code_module *module) {
  const uint32_t user = mc_self_ == MC_NO_THREAD ? module->user : 1u + mc_self_;
  protect(mc_loaded_at(module->base), PROT_READ | PROT_EXEC);
  module->is_closed = false;
  module->is_late = module->user == user;
  if (!module->is_late)
    note_unseen(module);
}

static void give_up_late(struct code_module *module) {
  if (!mc_loaded_at(module->base))
    return;
  protect(mc_loaded_at(module->base), PROT_READ | PROT_EXEC);
  module->is_closed = module->is_late = false;
  note_unseen(module);
}

void mc_entered_comes_late(struct code_module *module) {
  module->is_late = can_fault() && !writes_its_code(mc_loaded_at(module->base));
  module->user = mc_traps->loader;
  if (!module->is_late)
    note_unseen(module);
  mc_traps->late += module->is_late;
}

void mc_entered_hand_over(unsigned thread) {
  for (uint32_t i = mc_traps->kept_modules; mc_traps->late && i < mc_traps->modules; i++) {
    struct code_module *module = &mc_traps->module[i];
    if (module->is_late && !module->is_closed && module->user != 1u + thread &&
        mc_loaded_at(module->base))
      close_late(module);
  }
}

bool mc_entered_open(uint64_t address) {
  for (uint32_t i = 0; mc_traps && i < mc_traps->modules; i++) {
    struct code_module *module = &mc_traps->module[i];
    if (module->is_closed && has_code_at(mc_loaded_at(module->base), address)) {
      mc_kept_write();
      if (module->is_late)
        open_late(module);
      else // the runtime itself comes to what teaches it something
        open_module(module, mc_shared->trace.in_runtime ? MC_PLAIN_UNSEEN : MC_PLAIN_WANTED);
      return true;
    }
  }
  return false;
}

void mc_entered_give_up(void) {
  mc_guard_open();
  for (uint32_t i = 0; i < mc_traps->modules; i++)
    if (mc_traps->module[i].is_late)
      give_up_late(&mc_traps->module[i]);
    else if (mc_traps->module[i].is_closed)
      open_module(&mc_traps->module[i], MC_PLAIN_WANTED);
  mc_guard_close();
}

bool mc_entered_take(struct code_module *module) {
  if (module->base == MC_CODE_NOWHERE || module->record == MC_SESSION_MAX_CODE ||
      record_of(module)->plain != MC_PLAIN_WANTED)
    return false;
  const struct dl_phdr_info *info = mc_loaded_at(module->base);
  if (!info)
    return false;
  record_of(module)->plain = MC_PLAIN_UNSEEN; // that of the other record counts
  protect(info, PROT_READ | PROT_EXEC);
  module->is_closed = false;
  if (module->hooked == MC_SESSION_MAX_CODE)
    module->hooked = mc_code_record(info->dlpi_name, true);
  return module->hooked != MC_SESSION_MAX_CODE;
}
