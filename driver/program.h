// driver/program.h - the program to check: where it is and how it has to be run.
#ifndef MC_DRIVER_PROGRAM_H
#define MC_DRIVER_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct program {
  char *path;        ///< of the file; with a slash
  char **argv;       ///< [lend] 0-terminated
  bool instrumented; ///< our runtime is linked in; otherwise it must be preloaded
  char *sanitizer;   ///< a library that wants to be loaded before all others, or NULL
  bool looks_for_leaks; ///< a sanitizer in it does, at the end of each process
  int file;             ///< open, until the command ends
  size_t size;          ///< of that
  unsigned check_call; ///< that is checked of its calls of mc_check, from 1; 0: the whole program
};

/// Its arguments as a shell would read them, and which call is checked [own: free].
char *program_arguments(const struct program *program);

/// Which program it is: program_hash of its file. That takes time, and most searches never ask.
uint64_t program_identity(const struct program *program);

/// Of a file's content.
uint64_t program_hash(const unsigned char *bytes, size_t size);

/// Finds argv[0] as a shell does. What cannot be checked (missing, a script, another processor, a
/// static program without our runtime, one with ThreadSanitizer's) is a usage error that says so.
void program_find(struct program *program, char **argv);

/// A shared object with primitives [own: free]: its path, absolute. What cannot be one is a usage
/// error that says why.
char *program_find_primitives(const char *file);

/// The ELF file at `path` was instrumented: it refers to our runtime, or was compiled with
/// -fsanitize=thread.
bool program_mentions_runtime(const char *path);

/// The pass has marked the functions that it has seen in the file at `path` (mcmini/mark.h).
bool program_has_marks(const char *path);

/// The code of the file at `path` seems to make futex system calls.
bool program_uses_futex(const char *path);

/// A mapped file at `path` is a library of the program whose memory accesses are not seen, other
/// than those that are part of every program.
bool program_has_unseen(const struct program *program, const char *path);

#endif // MC_DRIVER_PROGRAM_H
