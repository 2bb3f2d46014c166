// runtime/memory/copies.h - the trunk of a worker of a divided search has all memory for itself
// that a trunk shares with its workers.
#ifndef MC_RUNTIME_MEMORY_COPIES_H
#define MC_RUNTIME_MEMORY_COPIES_H

#include <stdbool.h>
#include <stdint.h>

/// At the start: memory that is shared with the processes that this one forks. `key`: its
/// protection key, or 0.
void mc_copies_note(uint64_t start, uint64_t bytes, int key);
/// Before the first copy: which of it was ever touched. That takes long, and does not change while
/// copies are made.
void mc_copies_look(void);
/// In a trunk that was forked from another one: what the two share becomes this one's own, as it
/// is. false: no memory.
bool mc_copies_make(void);
/// The session that lies there takes the place of mc_session, as that is.
void mc_copies_take_session(uint64_t from);

#endif // MC_RUNTIME_MEMORY_COPIES_H
