// runtime/record/leave.c - how a worker leaves a trace that is not counted: it runs again, or the
// search does, or the search ends; and how everything ends.
#include "leave.h"
#include "record.h"
#include "runtime/events.h"

_Noreturn void mc_run_again(void) {
  mc_shared->trace.again = 1;
  mc_sys(SYS_exit_group, 0);
  __builtin_unreachable();
}

_Noreturn void mc_use_fork(const char *why) {
  mc_session_write();
  mc_session->observed.fork = mc_record_string(why);
  mc_run_again();
}

_Noreturn void mc_use_kernel_threads(const char *why) {
  mc_session_write();
  mc_session->observed.kernel_threads = mc_record_string(why);
  mc_run_again();
}

_Noreturn void mc_abandon_trace(enum mc_end end) {
  if (mc_is_after_failure() && !mc_shared->search.restart)
    mc_after_failure_end();
  if (end == MC_END_NONDETERMINISTIC)
    mc_event_diverges();
  if (!mc_shared->search.restart)
    mc_shared->search.ended = 1 + end;
  mc_sys(SYS_exit_group, 0);
  __builtin_unreachable();
}

_Noreturn void mc_end_outside(enum mc_warning warning, const char *what,
                              const struct mc_site *site) {
  mc_guard_open();
  mc_record_warning(warning, what, site);
  if (mc_mode == MC_MODE_TRUNK)
    mc_trunk_done(MC_END_OUTSIDE);
  mc_abandon_trace(MC_END_OUTSIDE);
}

_Noreturn void mc_restart_search(void) {
  mc_shared->search.restart = 1;
  mc_abandon_trace(MC_END_COMPLETE);
}

bool mc_code_is_wanted(void) {
  const struct mc_observed *o = &mc_session->observed;
  for (uint32_t i = 0; i < o->code_modules && i < MC_SESSION_MAX_CODE; i++)
    if (o->code[i].plain == MC_PLAIN_WANTED)
      return true;
  return false;
}

_Noreturn void mc_after_failure_end(void) {
  mc_shared->trace.goes_on = 0;
  mc_shared->search.went_on++;
  mc_shared->search.restart = mc_session->racy_visible < mc_session->racy_count;
  mc_shared->trace.again = !mc_shared->search.restart;
  mc_shared->trace.has_gone_on = mc_shared->trace.again;
  mc_sys(SYS_exit_group, 0);
  __builtin_unreachable();
}

_Noreturn void mc_trunk_done(enum mc_end end) {
  mc_event_search_ends();
  mc_session_done(end);
  for (;;)
    mc_sys(SYS_pause);
}

void mc_refuse(const char *why) {
  mc_guard_open();
  mc_session_write();
  mc_session->refused = mc_record_string(why);
  if (mc_mode == MC_MODE_TRUNK)
    mc_trunk_done(MC_END_REFUSED);
  mc_abandon_trace(MC_END_REFUSED);
}
