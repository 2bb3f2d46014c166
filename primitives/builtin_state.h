// primitives/builtin_state.h - what the kernel and libc keep for all threads: how calls use it,
// what paths and descriptors name, and how what a trace does to files is made. Part of builtin.h.
#ifndef MC_PRIMITIVES_BUILTIN_STATE_H
#define MC_PRIMITIVES_BUILTIN_STATE_H

#include <mcmini/step.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/// What a call does with such a state. Two threads' uses depend on each other unless both read,
/// both add, or one passes and the other does not write.
enum mc_use { MC_USE_READ, MC_USE_ADD, MC_USE_PASS, MC_USE_WRITE };
static inline bool mc_uses_conflict(enum mc_use a, enum mc_use b) {
  if (a == MC_USE_PASS || b == MC_USE_PASS)
    return a == MC_USE_WRITE || b == MC_USE_WRITE;
  return a != b || a == MC_USE_WRITE;
}

/// A state's number is below that.
enum { MC_ORDER_SLOTS = 1 << 18 };

/// What must be explored in its orders. Constant during a search: where a trace shows that more is
/// needed, the search restarts. Nothing in the trunk.
enum mc_order {
  MC_ORDER_CALLS = 1,     ///< some state is used by two threads: these calls are steps
  MC_ORDER_NUMBERS = 2,   ///< a thread uses a descriptor's number that it may have by chance
  MC_ORDER_ONE_NAME = 4,  ///< a file may have several names
  MC_ORDER_OUTPUT = 8,    ///< the program looks at what it has written to standard output or error
  MC_ORDER_HANDLERS = 16, ///< a thread registers a handler of exit: to look for the next is a step
  MC_ORDER_LOCKS = 32,    ///< of files: a close gives one back
  MC_ORDER_STREAM_LOCKS = 64, ///< a thread calls flockfile: other calls on streams wait for it
  MC_ORDER_LOOK_UPS = 128,    ///< what has a number is found out by a step, also by calls on pipes
};
unsigned mc_order(void);
/// There may be other threads.
bool mc_is_searching(void);
/// Also those that libc makes inside of its functions.
bool mc_sees_system_calls(void);
void mc_order_need(unsigned order);
/// The calling thread is about to use the state.
void mc_order_note(uint32_t slot, enum mc_use use);
/// How often a note has said something new.
uint64_t mc_order_changes(void);

/// Whether what the calling thread frees from here on is libc's own memory, which a lock of libc's
/// guards: no race.
void mc_memory_of_libc(bool is);

/// What a path names, as numbers that mean the same in every trace: the entry in its folder, the
/// folder; and what is there now. False: the path is none.
struct mc_path {
  uint64_t entry, folder;
  bool is_link, is_folder, has_other_names;
  int number; ///< of the descriptor, if it leads through /proc/self/fd; else -1
};
bool mc_path_names(int folder, const char *path, bool follow, struct mc_path *names);
/// The same for what is open with that number: a file or folder (`is_plain`), or something else.
uint64_t mc_file_name_of(int fd, bool *is_plain);
/// A file that has no name, or none any more.
bool mc_file_is_unnamed(int fd);
bool mc_is_null_device(int fd);
/// Its inode; 0: nothing is open with that number.
uint64_t mc_inode_of(int fd);
/// The program goes by the inode of that file, which was made before the search: it is shown as it
/// is now where a trace has removed the file, and it was made again.
void mc_file_keeps_inode(uint64_t device, uint64_t inode);
/// The kernel's random device, in whose place is a file of the thread's sequence of random numbers.
bool mc_is_random_device(const char *path);
void mc_write_random(int fd);
/// The same in all traces of a run, and not in others.
unsigned mc_number_of_run(void);

/// The kernel's number of the process: the program's own has another for it, in all traces the same.
int mc_process_number(int process);
/// The same for those among the arguments of a system call.
void mc_process_numbers(long number, long a[6]);
/// A path by such a number, or `path` itself; `text` may be used.
enum { MC_MOST_PATH = 1024 }; // threads may have small stacks
const char *mc_path_of_process(const char *path, char text[/* MC_MOST_PATH */]);

/// A system call of the program, and what libc's function of that name returns. What it changes in
/// the file system is undone at the end of the trace.
long mc_file_make(long number, const long a[6]);
/// The same where libc makes it: before, and after it.
void mc_file_note(long number, const long a[6]);
void mc_file_noted(long result);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif // MC_PRIMITIVES_BUILTIN_STATE_H
