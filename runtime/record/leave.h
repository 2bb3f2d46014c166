// runtime/record/leave.h - how a worker leaves a trace that is not counted, and how everything
// ends.
#ifndef MC_RUNTIME_RECORD_LEAVE_H
#define MC_RUNTIME_RECORD_LEAVE_H

#include "runtime/memory/memory.h"

/// Ends the worker; the trace, which is not counted, runs again.
_Noreturn void mc_run_again(void);
/// The same; this trace and all later ones are forks from then on.
_Noreturn void mc_use_fork(const char *why);
/// The same; this trace and all later ones have kernel threads from then on.
_Noreturn void mc_use_kernel_threads(const char *why);
/// Ends the search from inside a trace, which is not counted.
_Noreturn void mc_abandon_trace(enum mc_end end);
/// The same, also from the trunk, with a warning that says why.
_Noreturn void mc_end_outside(enum mc_warning warning, const char *what,
                              const struct mc_site *site);
/// Ends the trace, which is not counted; the search restarts.
_Noreturn void mc_restart_search(void);
/// Is it to restart when the trace ends, as loads and stores of machine code are to be seen? What
/// the trace finds may be nothing then.
bool mc_code_is_wanted(void);
/// A trace that has failed, whose other threads have gone on since: it fails now, or the search
/// restarts.
_Noreturn void mc_after_failure_end(void);
/// In the trunk: publishes the result and waits to be killed.
_Noreturn void mc_trunk_done(enum mc_end end);
/// The program cannot be checked, or not so: the command ends and says why.
_Noreturn void mc_refuse(const char *why);

#endif // MC_RUNTIME_RECORD_LEAVE_H
