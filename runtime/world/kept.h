// runtime/world/kept.h - between system_call_policies.c, which says what becomes of a call, and
// kept.c, which puts back what the kernel keeps for the process.
#ifndef MC_RUNTIME_WORLD_KEPT_H
#define MC_RUNTIME_WORLD_KEPT_H

#include <stdbool.h>

/// At the start: takes memory.
void mc_kept_start(void);

/// In a trace that is followed by others: descriptors that it has opened, which are closed at its
/// end. Is there room for `more` of them? That one is; is it? It is closed, or replaced.
bool mc_kept_has_room(unsigned more);
void mc_kept_opened(int fd);
bool mc_kept_is_opened(int fd);
void mc_kept_closed(int fd);

/// Of a descriptor that was open before the trace, or of the process: it is about to be closed or
/// replaced; to get other flags; to lock its file; the folder is about to change. False: that cannot
/// be put back.
bool mc_kept_descriptor(int fd);
bool mc_kept_has_copies(void); ///< some has been closed
bool mc_kept_flags(int fd);
bool mc_kept_lock(int fd);
bool mc_kept_folder(void);
/// umask has returned that.
void mc_kept_mask(int mask);

/// The trace has changed something of that. Puts it back. False: this process cannot go on.
bool mc_kept_is_due(void);
bool mc_kept_put_back(void);

#endif // MC_RUNTIME_WORLD_KEPT_H
