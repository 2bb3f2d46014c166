// primitives/signal_objects.c - the objects of signals, those of each thread and of the process,
// and operations on them.
#define _GNU_SOURCE
#include "signal.h"

static const volatile void *address_of(mc_thread thread) {
  return (const volatile void *)((uintptr_t)thread + 1);
}

bool mc_awaits_signal(const struct mc_operation *op, int signal) {
  return mc_is_of(MC_OF_SIGNALS, op) && op->kind == MC_SIGNAL_WAIT &&
         op->argument[0] >> (signal - 1) & 1;
}

mc_object mc_signals_of(mc_thread thread) {
  const mc_object o = mc_object_find(&mc_primitive_signal, address_of(thread));
  const struct mc_signals_state fresh = {.blocked = mc_thread_mask(thread)};
  return o != MC_NO_OBJECT ? o : mc_object_new(&mc_primitive_signal, address_of(thread), 0, &fresh);
}

mc_object mc_cancellation_of(mc_thread thread) {
  const volatile void *address = address_of(thread + MC_MAX_THREADS);
  const mc_object o = mc_object_find(&mc_primitive_signal, address);
  const struct mc_signals_state fresh = {.handled = mc_signal_bit(MC_SIGNAL_OF_CANCELLATION)};
  return o != MC_NO_OBJECT ? o : mc_object_new(&mc_primitive_signal, address, 0, &fresh);
}

static bool is_ignored_by_default(int signal) {
  return signal == SIGCHLD || signal == SIGCONT || signal == SIGURG || signal == SIGWINCH;
}

enum mc_signal_how mc_signal_how_is(int signal, const struct sigaction *action) {
  if (action->sa_handler == SIG_IGN ||
      (action->sa_handler == SIG_DFL && is_ignored_by_default(signal)))
    return MC_SIGNAL_IGNORED;
  return action->sa_handler == SIG_DFL ? MC_SIGNAL_BY_DEFAULT : MC_SIGNAL_HANDLED;
}

enum mc_signal_how mc_signal_how_now(int signal) {
  struct sigaction action;
  return mc_sigaction(signal, NULL, &action) == 0 ? mc_signal_how_is(signal, &action)
                                                  : MC_SIGNAL_BY_DEFAULT;
}

mc_object mc_signals_of_process(void) {
  const mc_object o = mc_object_find(&mc_primitive_signal, NULL);
  struct mc_signals_state fresh = {.blocked = UINT64_MAX};
  if (o != MC_NO_OBJECT)
    return o;
  for (int signal = 1; signal <= 64; signal++) {
    const enum mc_signal_how how = mc_signal_how_now(signal);
    fresh.handled |= how == MC_SIGNAL_HANDLED ? mc_signal_bit(signal) : 0;
    fresh.ignored |= how == MC_SIGNAL_IGNORED ? mc_signal_bit(signal) : 0;
  }
  return mc_object_new(&mc_primitive_signal, NULL, 0, &fresh);
}

uint64_t mc_signals_blocked_by(mc_thread thread) {
  const mc_object o = mc_object_find(&mc_primitive_signal, address_of(thread));
  return o == MC_NO_OBJECT ? mc_thread_mask(thread)
                           : ((const struct mc_signals_state *)mc_object_state(o))->blocked;
}

struct mc_operation mc_signal_on_both(uint16_t kind, uint64_t argument) {
  return (struct mc_operation){.primitive = &mc_primitive_signal,
                               .kind = kind,
                               .objects = 2,
                               .object = {mc_signals_of(mc_self()), mc_signals_of_process()},
                               .argument = {argument}};
}

struct mc_operation mc_signal_on_all(uint16_t kind, uint64_t argument) {
  struct mc_operation op = mc_signal_on_both(kind, argument);
  op.object[1] = op.object[0];
  op.object[0] = mc_signals_of_process();
  for (mc_thread t = 0; t < MC_MAX_THREADS && op.objects < MC_MAX_OPERATION_OBJECTS; t++)
    if (t != mc_self() && mc_thread_is_served(t))
      op.object[op.objects++] = mc_signals_of(t);
  return op;
}
