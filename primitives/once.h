// primitives/once.h - the state of a pthread_once_t, or of the guard of a C++ variable.
#ifndef MC_PRIMITIVES_ONCE_H
#define MC_PRIMITIVES_ONCE_H

#include "builtin.h"

enum mc_once_operation { MC_ONCE_BEGIN, MC_ONCE_END, MC_ONCE_RESET };
enum { MC_ONCE_RUN, MC_ONCE_DONE }; ///< alternatives of begin

enum mc_once_phase { MC_ONCE_FRESH, MC_ONCE_RUNNING, MC_ONCE_FINISHED };
struct mc_once {
  uint16_t phase;
  uint16_t runner; ///< 1 + the thread while it is running, else 0
};

extern const struct mc_primitive mc_primitive_once;

#endif // MC_PRIMITIVES_ONCE_H
