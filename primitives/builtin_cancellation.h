// primitives/builtin_cancellation.h - pthread_cancel, and the points at which a thread takes its
// cancellation. Part of builtin.h.
#ifndef MC_PRIMITIVES_BUILTIN_CANCELLATION_H
#define MC_PRIMITIVES_BUILTIN_CANCELLATION_H

#include <mcmini/step.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/// The cancellation of a thread: what pthread_cancel has asked for.
mc_object mc_cancellation_of(mc_thread thread);
/// The calling thread ends by its cancellation: its cleanup handlers and destructors run.
MC_NORETURN void mc_cancellation_act(const struct mc_site *site);
/// Around what a cancellation point does, which is called by that function: the thread may be
/// cancelled there, before it and where it would have to wait.
void mc_cancellation_begin(const struct mc_site *site);
void mc_cancellation_end(void);
/// In between: its cancellation does not end the wait, though it would.
void mc_cancellation_unseen(const struct mc_site *site);
/// The same before what never waits.
void mc_cancellation_point(const struct mc_site *site);
/// Where the thread is in a cancellation point.
enum mc_place_of_cancellation {
  MC_NO_POINT,
  MC_POINT_WAITS, ///< an operation that would have to wait is ended by the thread's cancellation
  MC_POINT_OF_CALLER, ///< at any time; mc_transition returns with an interrupt as alternative
  MC_POINT_UNSEEN,    ///< it is not: the search is not complete
};
void mc_cancellation_enter(enum mc_place_of_cancellation point);
/// A thread is about to cancel that one. The first time the search restarts, and all its
/// cancellation points are steps.
void mc_thread_is_cancelled(mc_thread thread);
/// The calling thread may have become asynchronous. The first time that such a thread may be
/// cancelled the search restarts, and what its handlers access is looked at.
void mc_thread_is_asynchronous(void);
/// May the calling thread be cancelled now, in any trace? `asynchronously`: wherever it is.
/// Constant during a search, but for what the thread itself says.
bool mc_takes_cancellation(void);
bool mc_is_cancelled_asynchronously(void);
/// What it says: whether cancellation is enabled, and its type. And: it ends, so that it can be
/// cancelled no more.
void mc_cancellation_enable(bool is_enabled);
void mc_cancellation_set_type(bool is_asynchronous);
void mc_cancellation_ends(void);
/// Argument 2 of the operations that it makes itself.
#define MC_OF_CANCELLATION UINT64_MAX

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif // MC_PRIMITIVES_BUILTIN_CANCELLATION_H
