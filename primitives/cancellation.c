// primitives/cancellation.c - pthread_cancel, and the points at which a thread takes it.
//
// Whether a thread is to be cancelled is an object of its own (signal.c). A cancellation point is a
// step that asks for it, before the function does anything, and then the function's own step; where
// that would have to wait, cancellation ends it. That is what glibc does: pthread_testcancel, and a
// signal that ends the wait of the kernel. Only the thread itself knows whether its cancellation is
// enabled, and of which type: no steps. Asynchronous, it comes before any step of the thread.
//
// The thread ends as by pthread_exit: glibc unwinds its stack, from within the interposed function.
#define _GNU_SOURCE
#include "calls.h"
#include "signal.h"
#include <errno.h>
#include <pthread.h>
#include <unwind.h>

extern const struct mc_primitive mc_primitive_thread;

static struct mc_operation on(uint16_t kind, mc_thread thread) {
  return (struct mc_operation){.primitive = &mc_primitive_signal,
                               .kind = kind,
                               .objects = 1,
                               .object = {mc_cancellation_of(thread)},
                               .argument = {MC_SIGNAL_OF_CANCELLATION, 0, MC_OF_CANCELLATION}};
}

struct unwinder {
  void *(*code)(struct _Unwind_Context *), *(*handlers)(struct _Unwind_Context *);
  bool has_handlers;
};

static _Unwind_Reason_Code look_for_handlers(struct _Unwind_Context *context, void *argument) {
  struct unwinder *u = argument;
  u->has_handlers |= !mc_is_runtime((uintptr_t)u->code(context)) && u->handlers(context);
  return _URC_NO_REASON;
}

// The compiler's tables say what is to run at calls that may throw, and not between two accesses.
static void look_at_stack(const struct mc_site *site) {
  struct unwinder u = {.code = mc_real_if_any("_Unwind_GetIP"),
                       .handlers = mc_real_if_any("_Unwind_GetLanguageSpecificData")};
  __typeof__(&_Unwind_Backtrace) backtrace = mc_real_if_any("_Unwind_Backtrace");
  if (u.code && u.handlers && backtrace)
    backtrace(look_for_handlers, &u);
  if (u.has_handlers)
    mc_warn(MC_WARN_ASYNCHRONOUS, site);
}

// Where that was asynchronous, its handlers see the state between two accesses.
void mc_cancellation_act(const struct mc_site *site) {
  const bool is_asynchronous = mc_is_cancelled_asynchronously();
  if (is_asynchronous)
    mc_handler_begins();
  mc_cancellation_ends();
  if (is_asynchronous)
    look_at_stack(site);
  mc_stack_leave_from(__builtin_frame_address(0), site);
  ((void (*)(void *))mc_real("pthread_exit"))(PTHREAD_CANCELED);
  __builtin_unreachable();
}

void mc_cancellation_point(const struct mc_site *site) {
  if (!mc_takes_cancellation())
    return;
  struct mc_operation op = on(MC_SIGNAL_TESTCANCEL, mc_self());
  mc_transition(&op, site);
  if (op.alternative == MC_SIGNAL_CANCELLED)
    mc_cancellation_act(site);
}

void mc_cancellation_begin(const struct mc_site *site) {
  mc_cancellation_point(site);
  if (!mc_takes_cancellation())
    return;
  mc_cancellation_enter(MC_POINT_WAITS);
}

void mc_cancellation_unseen(const struct mc_site *site) {
  if (!mc_takes_cancellation())
    return;
  mc_warn_of(MC_WARN_CANCEL, "for a semaphore with a policy", site);
  mc_cancellation_enter(MC_POINT_UNSEEN);
}

void mc_cancellation_end(void) {
  if (mc_takes_cancellation())
    mc_cancellation_enter(MC_NO_POINT);
}

MC_INTERPOSE_UNHOOKED(int, pthread_cancel, (pthread_t thread), (thread)) {
  const mc_thread number = mc_thread_number(thread);
  if (number == MC_NO_THREAD)
    mc_misuse("pthread_cancel of something that is no thread", MC_NO_OBJECT, site);
  mc_thread_is_cancelled(number);
  struct mc_operation op = on(MC_SIGNAL_CANCEL, number);
  mc_transition(&op, site);
  if (number == mc_self() && mc_is_cancelled_asynchronously())
    mc_cancellation_act(site);
  return 0;
}

MC_INTERPOSED void pthread_testcancel(void) {
  if (mc_checking())
    mc_cancellation_point(MC_CALLER_SITE);
  else
    MC_REAL(pthread_testcancel)();
}

/// An asynchronous thread is cancelled here, or no more before what it is about to do.
static void last_time(const struct mc_site *site) {
  struct mc_operation op = {.primitive = &mc_primitive_thread, .kind = MC_THREAD_SIGNALS};
  if (mc_is_cancelled_asynchronously())
    mc_transition(&op, site);
}

// A cleanup handler of C is there from the first call to the second.
#define INTERPOSE_HANDLER(name)                                                                    \
  MC_INTERPOSED void name(__pthread_unwind_buf_t *buffer) {                                        \
    if (mc_checking())                                                                             \
      last_time(MC_CALLER_SITE);                                                                   \
    MC_REAL(name)(buffer);                                                                         \
  }
INTERPOSE_HANDLER(__pthread_register_cancel)
INTERPOSE_HANDLER(__pthread_unregister_cancel)

MC_INTERPOSE_UNHOOKED(int, pthread_setcancelstate, (int state, int *old), (state, old)) {
  if (state == PTHREAD_CANCEL_DISABLE)
    last_time(site);
  const int error = MC_REAL(pthread_setcancelstate)(state, old);
  if (error)
    return error;
  mc_cancellation_enable(state == PTHREAD_CANCEL_ENABLE);
  if (mc_is_cancelled_asynchronously())
    mc_cancellation_point(site);
  return 0;
}

MC_INTERPOSE_UNHOOKED(int, pthread_setcanceltype, (int type, int *old), (type, old)) {
  if (type == PTHREAD_CANCEL_DEFERRED)
    last_time(site);
  const int error = MC_REAL(pthread_setcanceltype)(type, old);
  if (error)
    return error;
  mc_cancellation_set_type(type == PTHREAD_CANCEL_ASYNCHRONOUS);
  mc_thread_is_asynchronous();
  if (mc_is_cancelled_asynchronously())
    mc_cancellation_point(site);
  return 0;
}
