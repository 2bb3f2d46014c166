// primitives/variable.h - between variable.c, what an access of memory means, variable_objects.c,
// the objects that a range of memory has, and variable_hooks.c, which make the accesses.
#ifndef MC_PRIMITIVES_VARIABLE_H
#define MC_PRIMITIVES_VARIABLE_H

#include "builtin.h"

extern const struct mc_primitive mc_primitive_variable;

/// Does the step write?
bool mc_variable_writes(const struct mc_operation *op);
/// Does that value of its variable, of `size` bytes, end the loop that awaits it?
bool mc_variable_ends_loop(const struct mc_operation *op, uint64_t value, uint64_t size);

/// Has the program accessed a place in memory that begins there, by a visible operation?
bool mc_variable_is_at(const volatile void *address);

static inline bool mc_is_among(const mc_object list[], unsigned count, mc_object object) {
  for (unsigned i = 0; i < count; i++)
    if (list[i] == object)
      return true;
  return false;
}

#endif // MC_PRIMITIVES_VARIABLE_H
