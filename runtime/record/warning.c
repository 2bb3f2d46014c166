// runtime/record/warning.c - what may hide a schedule, or says why it does not:
// mcmini/warnings.def.
#include "dpor/mutant.h"
#include "record.h"

#include <string.h>

void mc_record_warning(enum mc_warning warning, const char *what, const struct mc_site *site) {
  const mc_string string = mc_record_string(what);
  const struct mc_warning_record *record = mc_session->warning;
  uint32_t i = 0;
  while (i < mc_session->warning_count &&
         (record[i].warning != warning || record[i].what != string))
    i++;
  if (i < mc_session->warning_count)
    return;
  mc_session_write();
  mc_session->warned[warning] = 1;
  if (i == MC_SESSION_MAX_WARNINGS)
    return;
  mc_session->warning[i] = (struct mc_warning_record){
      warning, string, site ? mc_record_site(mc_reported_site(site)) : MC_NONE};
  mc_session->warning_count++;
}

void mc_forget_warning(enum mc_warning warning) {
  uint32_t kept = 0;
  mc_session_write();
  for (uint32_t i = 0; i < mc_session->warning_count; i++)
    if (mc_session->warning[i].warning != warning)
      mc_session->warning[kept++] = mc_session->warning[i];
  mc_session->warning_count = kept;
  mc_session->warned[warning] = 0;
}

#ifdef MC_MUTANTS
static bool is_silenced(enum mc_warning warning) {
  static const char *const names[] = {
#define MC_WARNING(id, name, ...) [MC_WARN_##id] = name,
#define MC_NOTE(id, name, ...) [MC_WARN_##id] = name,
#define MC_LIMIT(id, name, ...)
#include <mcmini/warnings.def>
#undef MC_WARNING
#undef MC_NOTE
#undef MC_LIMIT
  };
  return mc_is_fault("silent", names[warning]);
}
#else
#define is_silenced(warning) false
#endif

void mc_warn_of(enum mc_warning warning, const char *what, const struct mc_site *site) {
  if (!mc_checking() || is_silenced(warning))
    return;
  const bool was_closed = mc_memory_open();
  mc_guard_open();
  mc_record_warning(warning, what, site);
  mc_guard_close();
  if (!was_closed) // in the middle of a call that the runtime makes for the program
    mc_memory_open();
}

void mc_warn(enum mc_warning warning, const struct mc_site *site) {
  mc_warn_of(warning, NULL, site);
}

void mc_goes_with_atomics(bool is_futex, const struct mc_site *site) {
  struct mc_observed *o = &mc_session->observed;
  if (!mc_checking() || !((uintptr_t)site & MC_SITE_IS_CODE) || (!o->modules && !o->is_tsan))
    return; // preloaded: no memory access is seen, and the result says so
  const char *module = mc_module_of((uintptr_t)site & ~MC_SITE_IS_CODE);
  if (!*module || mc_is_library(module))
    return;
  mc_guard_open();
  const mc_string name = mc_record_string(module);
  uint32_t i = 0;
  while (i < o->unseen_atomics && o->unseen[i].module != name)
    i++;
  if (i == o->unseen_atomics && i < MC_SESSION_MAX_UNSEEN)
    mc_session_write(), o->unseen[o->unseen_atomics++].module = name;
  if (i < MC_SESSION_MAX_UNSEEN && is_futex && !o->unseen[i].uses_futex)
    mc_session_write(), o->unseen[i].uses_futex = true;
  mc_guard_close();
}

void mc_waits_in_libc(const struct mc_site *site) {
  if ((uintptr_t)site & MC_SITE_IS_CODE &&
      strstr(mc_module_of((uintptr_t)site & ~MC_SITE_IS_CODE), "/libc.so."))
    mc_warn(MC_WARN_LIBC_LOCK, site);
}
