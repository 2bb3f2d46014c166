// test/dpor/Inputs/builtin.h - abstract programs over the built-in primitives.
#ifndef BUILTIN_H
#define BUILTIN_H

#include "primitives/builtin.h"
#include "abstract.h"

#define MC_PRIMITIVE(name) extern const struct mc_primitive mc_primitive_##name;
#include "primitives/primitives.def"
#undef MC_PRIMITIVE
extern const struct mc_primitive mc_primitive_semaphore_numbered;

/// A primitive of examples/primitives.
struct own {
  const struct mc_primitive *primitive;
  const char *phrases[8]; ///< what a thread does with it: operations, `.` for something in between
  uint32_t first, range;  ///< the first word of its state at the start: `first` or up to range more
};
enum { OWN_PRIMITIVES = 7 };
extern const struct own own_primitives[OWN_PRIMITIVES];
extern const struct mc_primitive mc_primitive_rwwlock, mc_primitive_binary_semaphore,
    mc_primitive_latch, mc_primitive_event, mc_primitive_channel, mc_primitive_rcu,
    mc_primitive_ticket_lock;

/// Objects: a free mutex of a type (PTHREAD_MUTEX_...); a variable of 8 bytes; a semaphore with a
/// value, plain or numbered; a barrier with a count; a thread.
mc_object new_mutex(struct program *program, uint16_t type, bool robust);
mc_object new_variable(struct program *program);
mc_object new_semaphore(struct program *program, uint32_t value, bool numbered);
mc_object new_barrier(struct program *program, uint32_t count);
mc_object new_thread(struct program *program, bool created);
/// A condition variable that may be woken spuriously so often.
mc_object new_condition(struct program *program, unsigned spurious);
/// A state of zeroes: rwlock, condition, spinlock, once, futex, queue, section.
mc_object new_object(struct program *program, const struct mc_primitive *primitive);

/// Another thread is in an atomic section, of which this is the state.
bool is_shut_out(const struct mc_operation *operation, const void *section);

/// Appends an operation on the object, of the object's primitive; fills in what its declaration
/// would know (a mutex's type, a semaphore's initial value).
struct instruction *on(struct program *program, mc_thread thread, const char *name,
                       mc_object object);
/// On two objects.
struct instruction *on_both(struct program *program, mc_thread thread, const char *name,
                            mc_object first, mc_object second);
/// An access to a variable.
struct instruction *access_to(struct program *program, mc_thread thread, const char *name,
                              mc_object variable, uint64_t operand, uint64_t expected);
/// Ends the process; yields.
struct instruction *process_exit(struct program *program, mc_thread thread);
struct instruction *yield(struct program *program, mc_thread thread);
/// mc_choose(n); an mc_assume that does not hold.
struct instruction *choose(struct program *program, mc_thread thread, unsigned n);
struct instruction *assume_nothing(struct program *program, mc_thread thread);
/// Thread `child`, an object, starts when `parent` gets here; its first operation is its start.
void create(struct program *program, mc_thread parent, mc_thread child, mc_object object);

#endif // BUILTIN_H
