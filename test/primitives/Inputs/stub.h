// stub.h - a runtime without threads: a call of an interposed function runs its transitions at
// once, in the name of the thread that the test chooses.
#ifndef STUB_H
#define STUB_H

#include "../../../primitives/builtin.h"
#include <setjmp.h>

extern mc_thread stub_thread;           // who calls
extern mc_alternative stub_preferred;   // taken where it is enabled; otherwise the lowest
extern uint64_t stub_clock;             // the virtual clock of whoever calls
extern int stub_interrupt; ///< 100 + the last thread that can be interrupted from now on
extern bool stub_checking;              // what mc_checking says
extern const char *stub_misuse;         // the last misuse
extern const char *stub_operation;      // the name of the last operation
extern mc_alternative stub_alternative; // and its alternative
extern jmp_buf stub_jump;               // where a call goes that blocks or is a misuse

enum { BLOCKED = -1000, MISUSE = -1001 };

/// The value of a call by a thread, or BLOCKED (in its last operation), or MISUSE.
#define BY(thread, call)                                                                           \
  (stub_thread = (thread), stub_misuse = NULL, setjmp(stub_jump) ? stub_outcome() : (int)(call))
int stub_outcome(void);

/// Runs the operation on which the thread blocked, in the name of that thread.
#define RESUME(thread)                                                                             \
  (stub_misuse = NULL, setjmp(stub_jump) ? stub_outcome() : (int)stub_resume(thread))
uint64_t stub_resume(mc_thread thread);

/// Makes the thread known as a pthread_t; returns its object.
mc_object stub_new_thread(pthread_t name);
/// Runs an operation of the current thread.
uint64_t stub_run(struct mc_operation *operation);
/// Text of the state of the object at the address.
const char *stub_print(const struct mc_primitive *primitive, const volatile void *address);

#endif // STUB_H
