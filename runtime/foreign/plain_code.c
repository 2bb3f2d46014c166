// runtime/foreign/plain_code.c - see plain_code.h.
//
// Machine code does not say which of its loads and stores are atomic. So those of a module whose
// atomic instructions run beside other threads call a hook, too, from the next search on: the
// detector of races finds the words in which one is not ordered with another access. From the
// search behind that on, those to such words are atomic accesses, sequentially consistent as all of
// the processor's are that lock. A race is no finding.
#include "plain_code.h"
#include "code_places.h"
#include "entered.h"
#include "loaded.h"
#include "machine_code.h"
#include "lock_functions.h"
#include "patches.h"
#include "runtime/detector/races.h"
#include "runtime/record/leave.h"
#include "runtime/record/record.h"
#include "runtime/world/world.h"
#include <string.h>

enum {
  MOST_PLAIN = 1 << 15, // of a module: others cost too much to prepare
  MOST_WORDS = 256,
};

static struct mc_code_module *record_of(const struct code_module *module) {
  return &mc_session->observed.code[module->hooked];
}

static void note(uint32_t record, enum mc_plain_code what) {
  const bool opened = mc_memory_open();
  mc_session_write();
  mc_session->observed.code[record].plain = what;
  if (opened)
    mc_memory_close();
}

static bool may_begin(void) {
  const struct mc_config *c = &mc_session->config;
  return !c->debugging && !c->replaying && c->races == MC_RACES_EXPLORE;
}

static bool is_beside_instrumented(void) {
  return mc_session->observed.modules || mc_session->observed.is_tsan;
}

//===- Whose are wanted -----------------------------------------------------------------------===//

/// Beside instrumented code a module may be one thread's: then its loads and stores matter if other
/// threads come to other such modules, or to the words of its atomic instructions.
static struct {
  uint32_t count;
  struct {
    uint64_t address;
    uint32_t record;
    mc_thread thread;
  } word[MOST_WORDS];
} alone MC_PER_TRACE_TABLE;

static bool is_met_elsewhere(uint32_t record, mc_thread thread) {
  const struct mc_observed *o = &mc_session->observed;
  for (uint32_t i = 0; i < o->code_modules && i < MC_SESSION_MAX_CODE; i++)
    if (i != record && o->code[i].is_hooked && o->code[i].thread[0] &&
        o->code[i].thread[0] != 1u + thread)
      return true;
  return false;
}

static bool is_shared(uint32_t record) {
  const struct mc_code_module *code = &mc_session->observed.code[record];
  return code->thread[is_beside_instrumented()] || code->is_shared;
}

static void note_shared(uint32_t record) {
  const bool opened = mc_memory_open();
  mc_session_write();
  mc_session->observed.code[record].is_shared = true;
  if (opened)
    mc_memory_close();
}

/// For the end of the trace.
static void keep(uint32_t record, uint64_t address) {
  for (uint32_t i = 0; i < alone.count; i++)
    if (alone.word[i].address == address && alone.word[i].thread == mc_self_)
      return;
  if (alone.count == MOST_WORDS) {
    note_shared(record);
    return;
  }
  alone.word[alone.count].address = address;
  alone.word[alone.count].record = record;
  alone.word[alone.count++].thread = mc_self_;
}

void mc_plain_code_wants(uint32_t record, uint64_t address) {
  const struct mc_code_module *code = &mc_session->observed.code[record];
  if (code->plain != MC_PLAIN_UNASKED || mc_mode != MC_MODE_WORKER)
    return;
  if (!is_shared(record) && is_met_elsewhere(record, mc_self_))
    note_shared(record);
  if (!is_shared(record)) {
    keep(record, address);
  } else if (may_begin()) {
    note(record, MC_PLAIN_WANTED);
    mc_restart_search();
  }
}

/// With the guard open.
void mc_plain_code_trace_ends(void) {
  for (uint32_t i = 0; i < alone.count; i++)
    for (uint32_t s = 0; s < mc_shared->trace.steps && !is_shared(alone.word[i].record); s++) {
      const struct mc_operation *step = &mc_shared->trace.step[s].operation;
      for (unsigned k = 0; k < step->objects && step->thread != alone.word[i].thread; k++)
        if ((uintptr_t)mc_process->model.object[step->object[k]].address == alone.word[i].address)
          note_shared(alone.word[i].record);
    }
  struct mc_observed *o = &mc_session->observed;
  for (uint32_t i = 0; i < o->code_modules && i < MC_SESSION_MAX_CODE; i++)
    if (o->code[i].is_hooked && o->code[i].is_shared && o->code[i].plain == MC_PLAIN_UNASKED &&
        mc_mode == MC_MODE_WORKER && !mc_traps->are_given_up && may_begin())
      note(i, MC_PLAIN_WANTED);
}

void mc_plain_code_is_too_much(uint32_t record) {
  note(record, MC_PLAIN_TOO_MANY);
  mc_restart_search();
}

void mc_plain_code_is_not_whole(uint32_t record) {
  if (mc_session->observed.code[record].plain == MC_PLAIN_SEEN)
    note(record, MC_PLAIN_PARTLY);
}

//===- Hooks ----------------------------------------------------------------------------------===//

/// Of the module's places, the code is as it was.
static void take_back(const struct code_module *module, const struct dl_phdr_info *info) {
  mc_code_open(info);
  for (uint32_t i = module->first; i < module->first + module->places; i++) {
    struct code_place *p = &mc_traps->place[i];
    if (p->jumps)
      mc_patch_take_back(p->patch);
    p->jumps = false;
  }
  mc_code_close();
  mc_code_places_change(NULL, module->first, module->places, false);
}

static void set(const struct code_module *module, const struct code_module *plain) {
  mc_code_places_jump(module, plain);
  mc_patches_done();
  mc_code_places_count();
  mc_code_places_change(NULL, module->first, module->places, true);
  mc_code_places_change(NULL, plain->first, plain->places, true);
}

/// A breakpoint of a busy wait changes code, too.
static bool has_busy_wait(const struct mc_code_question *question, uint64_t base) {
  enum { LONGEST_INSTRUCTION = 15 };
  const uint64_t first = base + question->site[0].address;
  const uint64_t last = base + question->site[question->sites - 1].address + LONGEST_INSTRUCTION;
  for (uint32_t i = 0; i < mc_session->place_count; i++)
    if (mc_session->place[i].code >= first && mc_session->place[i].code <= last)
      return true;
  return false;
}

static struct code_module *plan(const struct code_module *module) {
  const struct mc_code_question *question = &mc_session->code;
  struct code_module *plain = &mc_traps->module[mc_traps->modules++];
  *plain = (struct code_module){.base = MC_CODE_NOWHERE,
                                .first = mc_traps->places,
                                .record = MC_SESSION_MAX_CODE,
                                .hooked = module->hooked,
                                .is_settled = true,
                                .is_complete = !question->is_partial};
  for (uint32_t i = 0; i < question->sites; i++) {
    const uint64_t address = module->base + question->site[i].address;
    if (mc_lock_functions_have(address))
      continue;
    const uint32_t patch = mc_patch_plan(address, module->hooked);
    plain->is_complete &= patch != 0;
    if (patch)
      mc_traps->place[mc_traps->places++] =
          (struct code_place){.address = address,
                              .original = *(const uint8_t *)address,
                              .module = (uint8_t)(plain - mc_traps->module),
                              .patch = patch};
  }
  plain->places = mc_traps->places - plain->first;
  return plain;
}

static enum mc_plain_code begin(const struct code_module *module) {
  const struct dl_phdr_info *info = mc_loaded_at(module->base);
  const struct mc_code_question *question = &mc_session->code;
  if (!info || mc_code_is_instrumented(info) || mc_traps->modules == MC_SESSION_MAX_CODE ||
      !mc_patches_ask(info, true) || question->sites > MOST_PLAIN ||
      mc_traps->places + question->sites > MC_MOST_CODE_PLACES ||
      (question->sites && has_busy_wait(question, module->base)))
    return MC_PLAIN_UNSEEN;
  if (!question->sites)
    return question->is_partial ? MC_PLAIN_UNSEEN : MC_PLAIN_SEEN;
  take_back(module, info);
  struct code_module *plain = plan(module);
  if (!mc_patches_prepare(info)) {
    mc_traps->places = plain->first;
    plain->places = 0;
  }
  set(module, plain);
  mc_traps->kept_modules = mc_traps->modules;
  mc_traps->kept_places = mc_traps->places;
  return plain->places && plain->is_complete ? MC_PLAIN_SEEN : MC_PLAIN_PARTLY;
}

static void end(struct code_module *plain) {
  for (uint32_t i = 0; i < mc_traps->modules; i++) {
    const struct code_module *module = &mc_traps->module[i];
    if (module->base == MC_CODE_NOWHERE || module->hooked != plain->hooked)
      continue;
    take_back(module, mc_loaded_at(module->base));
    take_back(plain, mc_loaded_at(module->base));
    plain->places = 0;
    set(module, plain);
  }
}

void mc_plain_code_begin(void) {
  bool any = false, is_patched = false;
  for (uint32_t i = 0; mc_traps->are_set && !mc_traps->are_given_up && i < mc_traps->modules; i++) {
    struct code_module *module = &mc_traps->module[i];
    const bool is_entered = mc_entered_take(module);
    if (module->hooked == MC_SESSION_MAX_CODE)
      continue;
    struct mc_code_module *record = record_of(module);
    if (is_entered && record->plain == MC_PLAIN_UNASKED)
      record->plain = MC_PLAIN_WANTED;
    if (record->plain == MC_PLAIN_WANTED && module->base != MC_CODE_NOWHERE) {
      record->plain = (uint8_t)begin(module);
      any |= record->plain != MC_PLAIN_UNSEEN;
    } else if (record->plain == MC_PLAIN_TOO_MANY && module->base == MC_CODE_NOWHERE) {
      end(module);
      record->plain = MC_PLAIN_UNSEEN;
    }
    is_patched |= record->plain == MC_PLAIN_SEEN || record->plain == MC_PLAIN_PARTLY;
  }
  mc_session->observed.is_patched = is_patched;
  mc_session->has_learned_library |=
      any && is_beside_instrumented() && !mc_session->config.replaying;
  if (any)
    mc_races_begin(mc_limits_room());
  if (mc_traps->are_set && !mc_traps->are_given_up && may_begin() && is_beside_instrumented())
    mc_entered_close();
}

void mc_plain_code_start(void) {
  if (mc_session->config.patched)
    mc_entered_want();
  for (uint32_t i = 0; i < mc_traps->modules; i++) {
    const struct code_module *module = &mc_traps->module[i];
    const bool is_program = module->base == mc_loaded[0].dlpi_addr;
    if (module->hooked != MC_SESSION_MAX_CODE &&
        (mc_session->config.patched || (is_program && may_begin())))
      record_of(module)->plain = MC_PLAIN_WANTED;
  }
  mc_plain_code_begin();
}

void mc_plain_code_comes_late(struct code_module *module, const struct dl_phdr_info *info) {
  if (may_begin() && is_beside_instrumented() && *info->dlpi_name &&
      (module->places || !mc_is_of_system(info->dlpi_name)) && !mc_code_is_instrumented(info) &&
      !mc_code_is_in_table(info->dlpi_name) && mc_patches_are_wanted(info->dlpi_name))
    mc_entered_comes_late(module);
}
