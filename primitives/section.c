// primitives/section.c - atomic sections: mc_atomic_begin, mc_atomic_end of <mcmini/mcmini.h>.
//
//   begin  enabled while no thread is in a section
//   end
//
// The runtime makes every operation on objects name the object of all sections (MC_SECTIONED): it
// is enabled only while no other thread is in one. It flags those inside of a section, begin and
// end included, MC_ATOMIC: they are dependent on all of those.
#include "builtin.h"
#include "calls.h"
#include <stdio.h>

enum { BEGIN, END };
static const char *const operations[] = {"begin", "end", NULL};

struct section {
  uint64_t holder; // 1 + the thread, or 0
};

static bool enabled(const struct mc_operation *op, const void *const state[]) {
  const struct section *s = state[0];
  return op->kind == END || s->holder == 0;
}

static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  struct section *s = state[0];
  (void)result;
  s->holder = op->kind == BEGIN ? 1 + (uint64_t)op->thread : 0;
  return NULL;
}

static mc_thread owner(const void *state) {
  const struct section *s = state;
  return s->holder ? (mc_thread)(s->holder - 1) : MC_NO_THREAD;
}

static void print(const void *state, char *text, size_t size) {
  const mc_thread thread = owner(state);
  snprintf(text, size, thread == MC_NO_THREAD ? "nobody is in one" : "%s is in one",
           thread == MC_NO_THREAD ? "" : mc_thread_name(thread));
}

const struct mc_primitive mc_primitive_section = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "section",
    .operations = operations,
    .state_size = sizeof(struct section),
    .enabled = enabled,
    .apply = apply,
    .owner = owner,
    .print = print,
};

//===- The functions --------------------------------------------------------------------------===//

void __mcmini_mc_atomic_begin(const struct mc_site *site) {
  mc_reach(site);
  if (!mc_checking() || !mc_section_enter())
    return;
  struct mc_operation op = {.primitive = &mc_primitive_section,
                            .kind = BEGIN,
                            .flags = MC_ATOMIC,
                            .objects = 1,
                            .object = {mc_section_object()}};
  mc_transition(&op, site);
}

void __mcmini_mc_atomic_end(const struct mc_site *site) {
  mc_reach(site);
  if (!mc_checking())
    return;
  if (!mc_section_is_entered())
    mc_misuse("mc_atomic_end without mc_atomic_begin", MC_NO_OBJECT, site);
  if (!mc_section_leave())
    return;
  struct mc_operation op = {.primitive = &mc_primitive_section,
                            .kind = END,
                            .flags = MC_ATOMIC,
                            .objects = 1,
                            .object = {mc_section_object()}};
  mc_transition(&op, site);
}

/// For calls that the plugin has not seen.
MC_HOOK_VISIBLE void mc_atomic_begin(void);
void mc_atomic_begin(void) { __mcmini_mc_atomic_begin(MC_CALLER_SITE); }
MC_HOOK_VISIBLE void mc_atomic_end(void);
void mc_atomic_end(void) { __mcmini_mc_atomic_end(MC_CALLER_SITE); }
