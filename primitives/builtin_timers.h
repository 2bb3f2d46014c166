// primitives/builtin_timers.h - timers, and the threads of McMini's own that let them expire. Part
// of builtin.h.
#ifndef MC_PRIMITIVES_BUILTIN_TIMERS_H
#define MC_PRIMITIVES_BUILTIN_TIMERS_H

#include <mcmini/step.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/// The thread was created and has not ended.
bool mc_thread_is_alive(mc_thread thread);
/// The thread is McMini's own, and serves the others: it takes no signals, and nobody waits for it.
void mc_thread_serves(mc_thread thread);
/// A thread of the program's, which was created and has not ended.
bool mc_thread_is_served(mc_thread thread);
/// How often a periodic timer expires in a trace, each time that it is set (--firings).
uint32_t mc_firings(void);
/// What its handler is told of a signal, or who waits for it: that a timer, or the kernel, has sent
/// it, with that value. `code` 0: as of a signal that a thread sends.
struct mc_told_of_signal {
  int code;
  void *value;
};
void mc_signal_is_told(int signal, struct mc_told_of_signal what);
struct mc_told_of_signal mc_signal_told(int signal);
/// From now on the program handles the signal: what of timers that are armed?
void mc_timers_handled(int signal, const struct mc_site *site);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif // MC_PRIMITIVES_BUILTIN_TIMERS_H
