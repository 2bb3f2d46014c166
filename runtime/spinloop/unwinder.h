// runtime/spinloop/unwinder.h - the callers of the running thread, by the unwinder of libgcc.
#ifndef MC_RUNTIME_SPINLOOP_UNWINDER_H
#define MC_RUNTIME_SPINLOOP_UNWINDER_H

#include "runtime/memory/memory.h"
#include <unwind.h>

/// `backtrace` is NULL where there is none, and before the search.
extern struct mc_unwinder {
  __typeof__(_Unwind_Backtrace) *backtrace;
  __typeof__(_Unwind_GetIP) *ip;
  __typeof__(_Unwind_GetGR) *reg;
  __typeof__(_Unwind_GetCFA) *frame;
} mc_unwinder MC_HIDDEN;

/// When the search begins: loads it.
void mc_unwinder_start(void);
/// Calls `look` for the frames from here on. False: that has faulted.
bool mc_unwind(_Unwind_Trace_Fn look, void *argument);

/// With the place of a step in code without instrumentation: notes who called that code, outside of
/// the system's libraries. Returns the place in session->site + 1; 0: nobody is known. Opens the
/// guard.
uint32_t mc_callers_note(const struct mc_site *site);

#endif // MC_RUNTIME_SPINLOOP_UNWINDER_H
