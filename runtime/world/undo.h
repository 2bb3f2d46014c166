// runtime/world/undo.h - between undo.c, which puts back what a trace has changed in the file
// system, undo_notes.c, which notes before each call how it was, and held_files.c, the files that
// stay open meanwhile.
#ifndef MC_RUNTIME_WORLD_UNDO_H
#define MC_RUNTIME_WORLD_UNDO_H

#include "files.h"

//===- The notes: undo_notes.c ----------------------------------------------------------------===//

enum mc_note_kind {
  MC_WAS_MADE,         ///< was not there
  MC_WAS_CHANGED,      ///< was there, and so were its bytes, mode and times
  MC_WAS_UNNAMED,      ///< the same, of a file that is open and has no name that is found: known
                       ///< by the path of its number in /proc
  MC_WAS_MOVED,        ///< to `other`
  MC_WAS_SWAPPED,      ///< with `other`
  MC_WAS_ATTRIBUTE,    ///< its extended attribute `other` had these bytes
  MC_WAS_NO_ATTRIBUTE, ///< or was not there
};

struct mc_note {
  uint32_t before; ///< where the note before it begins
  enum mc_note_kind kind;
  struct stat info;
  uint64_t again;       ///< the `trace` before which its file was made again; `info` is that file's
  uint32_t path, other; ///< bytes of the texts, which follow, with their ends
  uint64_t bytes;       ///< of its contents, or of the link; they lie behind the texts
};

enum { MC_UNDO_ROOM = 64 << 20 }; ///< bytes of notes; touched where used

/// Shared by all processes of the search.
extern struct mc_undo_log {
  uint64_t used, last; ///< 0: there is none
  uint64_t noted, last_noted;
  uint64_t base;   ///< from here on: the files that were open for writing when the search began
  uint64_t search; ///< the last of these
  uint64_t search_used;
  uint64_t trace;         ///< the number of the trace that is to begin
  bool is_kept;           ///< what this trace has done stays, or some of it
  bool is_mapped;         ///< this trace has mapped a file: a store need not change its time
  bool is_over;           ///< the search is over
  bool has_changes;       ///< some trace has changed something
  bool is_divided;        ///< the search is: no trace may
  bool is_between_traces; ///< the runtime's memory is open
  _Alignas(16) char note[MC_UNDO_ROOM];
} * mc_undo_log;

static inline struct mc_note *mc_note_at(uint64_t at) {
  return (struct mc_note *)(mc_undo_log->note + at);
}
static inline char *mc_note_path(struct mc_note *n) { return (char *)(n + 1); }
static inline char *mc_note_bytes(struct mc_note *n) {
  return mc_note_path(n) + n->path + n->other;
}

/// Notes how what is open with that number is, by its name or, without one, by its number.
void mc_undo_note_open_file(int fd);

/// Because of that path the next trace would not begin as the first one: there is no next one.
void mc_not_undone(const char *path);

static inline bool mc_is_same_file(const struct stat *a, const struct stat *b) {
  return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}
/// Is it the file that lies there?
bool mc_is_file_at(const char *path, const struct stat *info);

//===- What the program has open since before the search: held_files.c ------------------------===//

/// At the start: takes memory. In the trunk, as the search begins: finds them.
void mc_held_start(void);
void mc_held_find(void);
bool mc_held_is(const struct stat *info);
/// The file `old` has been made again: opens anew what is open of it. False: that cannot be done.
bool mc_held_again(const struct stat *old, const char *path);

/// The program is about to lock what is open with that number; to close the number. Then: gives
/// back the locks that the trace has taken.
void mc_held_lock(int fd);
void mc_held_close(int fd);
void mc_held_unlock(void);

#endif // MC_RUNTIME_WORLD_UNDO_H
