// primitives/traits.c - the built-in primitives as the runtime asks for them: by what they are.
#include "builtin.h"

#define MC_PRIMITIVE(name) extern const struct mc_primitive mc_primitive_##name;
#include "primitives.def"
#undef MC_PRIMITIVE

const struct mc_primitive *const mc_primitives[] = {
#define MC_PRIMITIVE(name) &mc_primitive_##name,
#include "primitives.def"
#undef MC_PRIMITIVE
    NULL};

const struct mc_primitive *const mc_primitive_of[] = {
    [MC_OF_VARIABLES] = &mc_primitive_variable, [MC_OF_THREADS] = &mc_primitive_thread,
    [MC_OF_SIGNALS] = &mc_primitive_signal,     [MC_OF_AWAITS] = &mc_primitive_await,
    [MC_OF_SECTIONS] = &mc_primitive_section,   [MC_OF_PROCESS] = &mc_primitive_process};
