// runtime/arch/switch.h - changes of stack. What a thread must keep over a call lies on its own
// stack.
#ifndef MC_RUNTIME_ARCH_SWITCH_H
#define MC_RUNTIME_ARCH_SWITCH_H

#include <stdint.h>

/// Where a thread that does not run goes on.
struct mc_stack {
  void *stack; ///< its callee-saved registers lie there
  uint64_t thread_pointer;
};

/// Parks the calling thread in *own (but for its thread pointer), and calls `function` on the empty
/// stack of which `top` is the end. What that returns goes on; NULL: the calling thread. Returns
/// when somebody goes on with *own.
void mc_stack_leave(struct mc_stack *own, void *top, const struct mc_stack *(*function)(void));
/// Calls `function`. Returns when that does, and whenever somebody goes on with *own.
void mc_stack_park(struct mc_stack *own, void (*function)(void));
/// Goes on with a stack; the calling code is left for good.
_Noreturn void mc_stack_resume(const struct mc_stack *stack);
/// Calls `function` on an empty stack, of which `top` is the end.
_Noreturn void mc_stack_call(void *top, void (*function)(void));

struct visit;
/// Once: says what mc_visit calls.
void mc_visit_prepare(void (*function)(struct visit *visit));
/// Nobody calls this: a thread is made to go on here, with a struct visit at its stack pointer.
/// Calls the function with it; then the thread goes on as after a system call with visit->result.
void mc_visit(void);

#endif // MC_RUNTIME_ARCH_SWITCH_H
