// mcmini/mcmini.h - annotations for programs under test. Without the plugin they cost nothing.
#ifndef MCMINI_H
#define MCMINI_H

#if defined(__MCMINI__) // the plugin defines it
#include <mcmini/hooks.h>

/// Reads the scalar lvalue `x` as a visible operation: the search orders conflicting accesses both
/// ways, and two of different threads that nothing else orders are reported as a data race.
#define MC_READ(x)                                                                                 \
  __extension__({                                                                                  \
    __mcmini_annotated(&(x), sizeof(x), MC_ACCESS_READ, 0, #x);                                    \
    (x);                                                                                           \
  })

/// Writes `v` to the scalar lvalue `x` as a visible operation. The value is that of the assignment.
#define MC_WRITE(x, v)                                                                             \
  __extension__({                                                                                  \
    __typeof__(x) mc_new_value_ = (v);                                                             \
    uint64_t mc_operand_ = 0;                                                                      \
    __builtin_memcpy(&mc_operand_, (const void *)&mc_new_value_,                                   \
                     sizeof(x) < sizeof mc_operand_ ? sizeof(x) : sizeof mc_operand_);             \
    __mcmini_annotated(&(x), sizeof(x), MC_ACCESS_WRITE, mc_operand_, #x);                         \
    (x) = mc_new_value_;                                                                           \
  })

#else
#define MC_READ(x) (x)
#define MC_WRITE(x, v) ((x) = (v))
#endif

#endif // MCMINI_H
