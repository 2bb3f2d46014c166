// runtime/foreign/lock_functions.h - functions of libraries that are locks (primitives/locks.def).
#ifndef MC_RUNTIME_FOREIGN_LOCK_FUNCTIONS_H
#define MC_RUNTIME_FOREIGN_LOCK_FUNCTIONS_H

#include <stdbool.h>
#include <stdint.h>

/// At the start, with the guard open: takes memory, and looks at what is loaded.
void mc_lock_functions_begin(void);
/// In the trunk, when the search begins, with the guard open: at what has been loaded since.
void mc_lock_functions_look(void);
/// Behind that: the user's lines that name no function of what is loaded.
void mc_lock_functions_report(void);
/// Does code at that address never run, as it belongs to such a function?
bool mc_lock_functions_have(uint64_t code);

#endif // MC_RUNTIME_FOREIGN_LOCK_FUNCTIONS_H
