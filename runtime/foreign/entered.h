// runtime/foreign/entered.h - libraries that no thread has come to yet, beside instrumented code.
#ifndef MC_RUNTIME_FOREIGN_ENTERED_H
#define MC_RUNTIME_FOREIGN_ENTERED_H

#include "code_places.h"

/// In the trunk, with the guard open, when a search begins: the code of those libraries whose loads
/// and stores may matter cannot be executed.
void mc_entered_close(void);
/// In the same place: as if threads had come to all of them, for a replay.
void mc_entered_want(void);
/// In the handler of SIGSEGV, with our memory open: true if a thread has come to such a library. It
/// can be executed now, and is wanted: mc_entered_take.
bool mc_entered_open(uint64_t address);
/// The program handles SIGSEGV itself: what nobody has come to is wanted, too.
void mc_entered_give_up(void);
/// In the trunk, with the guard open: has a thread come to that module, since this was asked last?
/// It has a record of its atomic instructions then, if there is room.
bool mc_entered_take(struct code_module *module);
/// A trace has loaded the module: if two threads come to it, its loads and stores are missing.
void mc_entered_comes_late(struct code_module *module);
/// That thread goes on: what others have come to alone cannot be executed.
void mc_entered_hand_over(unsigned thread);

#endif // MC_RUNTIME_FOREIGN_ENTERED_H
