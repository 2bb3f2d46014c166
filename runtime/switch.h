// runtime/switch.h - changes of stack. What a thread must keep over a call lies on its own stack;
// `stack` is where.
#ifndef MC_RUNTIME_SWITCH_H
#define MC_RUNTIME_SWITCH_H

#include <stdint.h>

/// Calls `function`, which must not return, on the empty stack of which `top` is the end. Returns
/// when somebody goes on with *own_stack.
void mc_stack_leave(void **own_stack, void *top, void (*function)(void));
/// Calls `function`. Returns when that does, and whenever somebody goes on with *own_stack.
void mc_stack_park(void **own_stack, void (*function)(void));
/// Goes on with a stack; the calling code is left for good.
_Noreturn void mc_stack_resume(void *stack, uint64_t thread_pointer);
/// Calls `function` on an empty stack, of which `top` is the end.
_Noreturn void mc_stack_call(void *top, void (*function)(void));

struct visit;
/// Once: what mc_visit calls.
void mc_visit_prepare(void (*function)(struct visit *visit));
/// Not called: a thread's code is made to go on here, with a struct visit at its stack pointer.
/// Calls the function with it; then the thread goes on as after a system call with visit->result.
void mc_visit(void);

#endif // MC_RUNTIME_SWITCH_H
