// runtime/world/files.h - files by name, and what a trace does to them.
#ifndef MC_RUNTIME_WORLD_FILES_H
#define MC_RUNTIME_WORLD_FILES_H

#include "runtime/memory/memory.h"
#include <sys/stat.h>

/// The path from the root on, without links; with `follow` the last name is no link either. False:
/// there is no such path. The last name need not exist.
bool mc_path_resolve(int folder, const char *path, bool follow, char text[/* MC_MOST_PATH */]);

/// The path of what is open there, as the kernel tells it. Returns its length; below 1, with an
/// empty text, the kernel tells none.
long mc_path_of(int fd, char text[/* MC_MOST_PATH */]);

/// The part of the text behind `head`; NULL: it does not begin with that.
const char *mc_path_behind(const char *text, const char *head);

/// The number of the descriptor, if the text names a file of /proc/self/fd; else -1.
int mc_path_number(const char *text);

/// Calls `visit` for each link on the way to the path's end, and for the end, until it returns
/// false.
bool mc_path_visit(int folder, const char *path, bool follow, bool (*visit)(const char *text));

/// process_number.c: mc_path_of_process, for the path among the arguments of a system call.
void mc_process_path(long number, long a[6], char text[/* MC_MOST_PATH */]);

//===- undo.c, undo_notes.c: what a trace changes in the file system is put back --------------===//

void mc_undo_start(void);
/// Before a system call of the program, and after it.
void mc_undo_note(long number, const long a[6]);
void mc_undo_noted(long result);
/// In the trunk, where the first trace begins; before each trace; and at the end of the search.
void mc_undo_begin_search(void);
void mc_undo_trace(void);
void mc_undo_all(void);
/// The trace has changed something.
bool mc_undo_is_due(void);
/// Something could not be put back: there is to be no other trace.
bool mc_undo_has_failed(void);

/// held_files.c: a file that the trunk has open has another inode once it was made again. Returns
/// the one that the program knows. Was the file made again? Shows the known inode in what a system
/// call of the program has found.
uint64_t mc_undo_inode(uint64_t device, uint64_t inode);
bool mc_undo_is_made_again(const struct stat *info);
/// The program has locked a file, by flock or a description's lock.
bool mc_held_has_locks(void);
void mc_undo_show(long number, const long a[6]);

/// offsets.c: in the trunk, where the first trace begins. Then, before a trace: puts back all that
/// the last one did to files.
void mc_offsets_note(void);
bool mc_offsets_has(int fd); ///< its offset and flags are put back
void mc_files_put_back(void);

/// mapped_files.c: before a system call of the program.
void mc_mapped_files_note(long number, const long a[6]);

/// memory_writes.c: the same.
void mc_memory_writes_note(long number, const long a[6], const struct mc_site *site);
/// release.c: a call that takes or writes the runtime's own memory is a stray write. With
/// `takes_code` so is one that takes pages of the runtime's code.
void mc_refuse_own(uint64_t start, size_t size, bool takes_code, const struct mc_site *site);

#endif // MC_RUNTIME_WORLD_FILES_H
