// runtime/record/own_functions.c - functions of the program's own that have names of libc's. They
// are called in place of ours, and what they get from libc by dlsym(RTLD_NEXT, ...) is not
// controlled.
#include "record.h"
#include <string.h>

#define MC_HOOK(name) extern const char mc_named_##name[] __asm__(#name);
#include <mcmini/hooks.def>
MC_HOOK(poll)
MC_HOOK(select)
#undef MC_HOOK

static const struct {
  const char *name, *code;
} function[] = {
#define MC_HOOK(name) {#name, mc_named_##name},
#include <mcmini/hooks.def>
    MC_HOOK(poll) MC_HOOK(select)
#undef MC_HOOK
};
enum { FUNCTIONS = sizeof function / sizeof *function };

/// The function is a sanitizer's, which calls ours.
static bool is_sanitizers(unsigned i) {
  static const char *const heads[] = {"__interceptor_", "__interceptor_trampoline_"};
  char name[100];
  for (unsigned h = 0; h < sizeof heads / sizeof *heads; h++) {
    mc_format(name, sizeof name, "%s%s", heads[h], function[i].name);
    if (mc_symbol(name) == function[i].code)
      return true;
  }
  return false;
}

static bool is_own(unsigned i) {
  return !mc_is_preloaded() && !mc_is_runtime((uintptr_t)function[i].code) && !is_sanitizers(i);
}

bool mc_program_has(const char *name) {
  for (unsigned i = 0; i < FUNCTIONS; i++)
    if (strcmp(function[i].name, name) == 0)
      return is_own(i);
  return false;
}

void mc_own_functions_note(void) {
  char text[300];
  size_t length = 0;
  for (unsigned i = 0; i < FUNCTIONS; i++)
    if (is_own(i) && length < sizeof text - 1)
      length += mc_format(text + length, sizeof text - length, "%s%s", length ? ", " : "",
                          function[i].name);
  if (length)
    mc_warn_of(MC_WARN_OWN_FUNCTIONS, text, &mc_nowhere);
}
