// primitives/file_uses.c - what the calls of file_calls.def use: names in folders, what is in
// files, numbers (file_numbers.c).
#define _GNU_SOURCE
#include "files.h"
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

void mc_file_use_names(struct mc_uses *uses, enum mc_use use) {
  if (use != MC_USE_PASS)
    mc_state_use(uses, MC_STATE_NAMES, use == MC_USE_ADD ? MC_USE_WRITE : use);
}

static void use_inside(struct mc_uses *uses, uint64_t name, enum mc_use use) {
  mc_state_use(uses, mc_file_inside(name), use);
}

static void use_path(struct mc_uses *uses, int folder, long text, bool follow, enum mc_use use) {
  struct mc_path path;
  const bool is_path = mc_path_names(folder, (const char *)text, follow, &path);
  if (is_path && path.number >= 0) { // by /proc/self/fd
    mc_file_use_number(uses, path.number, MC_USE_READ);
    mc_file_may_be_another(path.number, mc_inode_of(path.number) == 0);
  }
  if (mc_order() & MC_ORDER_ONE_NAME || !is_path) {
    mc_file_use_names(uses, use);
    return;
  }
  mc_state_use(uses, mc_state_slot(mc_state_name(MC_NAME_OF_ENTRY, path.entry, 0)), use);
  use_inside(uses, path.folder, use == MC_USE_WRITE ? MC_USE_ADD : MC_USE_PASS);
}

static void use_inside_of(struct mc_uses *uses, int folder, long text, enum mc_use use) {
  struct mc_path path;
  if (mc_order() & MC_ORDER_ONE_NAME || !mc_path_names(folder, (const char *)text, true, &path)) {
    mc_file_use_names(uses, use);
    return;
  }
  if (path.has_other_names && use == MC_USE_WRITE)
    mc_order_need(MC_ORDER_ONE_NAME);
  use_inside(uses, path.entry, use);
}

/// A lock of the file may be given back.
static void unlocks(struct mc_uses *uses, int fd) {
  if (mc_order() & MC_ORDER_LOCKS)
    mc_file_use_data(uses, fd, MC_USE_WRITE);
}

static void closes(struct mc_uses *uses, int fd) {
  mc_file_use_number(uses, fd, MC_USE_WRITE);
  unlocks(uses, fd);
  mc_state_use(uses, MC_STATE_NUMBERS, MC_USE_ADD);
}

/// It gets another file.
static void replaces(struct mc_uses *uses, int fd) {
  mc_file_use_number(uses, fd, MC_USE_WRITE);
  unlocks(uses, fd);
}

static void opens(struct mc_uses *uses, int folder, long path, long flags) {
  const bool makes = flags & O_CREAT;
  mc_state_use(uses, MC_STATE_NUMBERS, MC_USE_WRITE);
  if ((flags & __O_TMPFILE) == __O_TMPFILE)
    return;
  use_path(uses, folder, path, !(flags & O_NOFOLLOW), makes ? MC_USE_WRITE : MC_USE_READ);
  if (makes)
    mc_state_use(uses, MC_STATE_UMASK, MC_USE_READ);
  use_inside_of(uses, folder, path, flags & O_TRUNC || makes ? MC_USE_WRITE : MC_USE_PASS);
}

static void removes(struct mc_uses *uses, int folder, long text) {
  struct mc_path path;
  if (mc_path_names(folder, (const char *)text, false, &path) && path.is_link)
    mc_order_need(MC_ORDER_ONE_NAME);
  use_path(uses, folder, text, false, MC_USE_WRITE);
}

static void moves(struct mc_uses *uses, int folder, long from, int to_folder, long to) {
  struct mc_path path;
  if (mc_path_names(folder, (const char *)from, false, &path) &&
      (path.is_link || path.is_folder || path.has_other_names || mc_file_is_open(path.entry)))
    mc_order_need(MC_ORDER_ONE_NAME);
  if (mc_path_names(to_folder, (const char *)to, false, &path) && mc_file_is_open(path.entry))
    mc_order_need(MC_ORDER_ONE_NAME);
  removes(uses, folder, from);
  removes(uses, to_folder, to);
  use_inside_of(uses, folder, from, MC_USE_WRITE);
  use_inside_of(uses, to_folder, to, MC_USE_WRITE);
}

static void controls_device(struct mc_uses *uses, int fd, unsigned long request) {
  const bool is_looking = request == TCGETS || request == TIOCGWINSZ || request == TIOCGPGRP ||
                          request == TIOCGSID || request == TIOCOUTQ || request == FIGETBSZ;
  const bool is_of_number = request == FIOCLEX || request == FIONCLEX;
  mc_file_use_number(uses, fd, is_of_number ? MC_USE_WRITE : MC_USE_READ);
  if (request == FIONREAD) {
    mc_file_use_offset(uses, fd, MC_USE_READ);
    mc_file_use_data(uses, fd, MC_USE_READ);
  } else if (request == FIONBIO) {
    mc_file_use_offset(uses, fd, MC_USE_WRITE);
  } else if (!is_of_number) {
    mc_state_use(uses, MC_STATE_TERMINAL, is_looking ? MC_USE_READ : MC_USE_WRITE);
    if (!is_looking)
      mc_file_use_data(uses, fd, MC_USE_WRITE);
  }
}

static bool is_empty(long path) {
  return !mc_may_read((const char *)path, 1) || !*(const char *)path;
}

static void controls(struct mc_uses *uses, int fd, long command) {
  mc_file_use_number(uses, fd, command == F_SETFD ? MC_USE_WRITE : MC_USE_READ);
  if (command == F_DUPFD || command == F_DUPFD_CLOEXEC)
    mc_state_use(uses, MC_STATE_NUMBERS, MC_USE_WRITE);
  else if (command == F_GETFL || command == F_SETFL)
    mc_file_use_offset(uses, fd, command == F_GETFL ? MC_USE_READ : MC_USE_WRITE);
  else if (command != F_GETFD && command != F_SETFD)
    mc_file_use_data(uses, fd, MC_USE_WRITE);
  if (command == F_OFD_SETLK)
    mc_order_need(MC_ORDER_LOCKS);
}

#define NAME(use, folder, path) use_path(uses, (int)(folder), path, true, MC_USE_##use);
#define LINK(use, folder, path) use_path(uses, (int)(folder), path, false, MC_USE_##use);
#define INSIDE(use, folder, path) use_inside_of(uses, (int)(folder), path, MC_USE_##use);
#define OPENS(folder, path, flags) opens(uses, (int)(folder), path, flags);
#define REMOVES(folder, path) removes(uses, (int)(folder), path);
#define MOVES(folder, from, to_folder, to) moves(uses, (int)(folder), from, (int)(to_folder), to);
#define ALIAS mc_order_need(MC_ORDER_ONE_NAME);
#define FOLDER(use) mc_file_use_names(uses, MC_USE_##use);
#define UMASK(use) mc_state_use(uses, MC_STATE_UMASK, MC_USE_##use);
#define NUMBER(use, fd) mc_file_use_number(uses, (int)(fd), MC_USE_##use);
#define OFFSET(use, fd) mc_file_use_offset(uses, (int)(fd), MC_USE_##use);
#define DATA(use, fd) mc_file_use_data(uses, (int)(fd), MC_USE_##use);
#define NEW_NUMBER mc_state_use(uses, MC_STATE_NUMBERS, MC_USE_WRITE);
#define CLOSES(fd) closes(uses, (int)(fd));
#define REPLACES(fd) replaces(uses, (int)(fd));
#define LOCKS mc_order_need(MC_ORDER_LOCKS);
#define CLOSES_MANY                                                                                \
  mc_order_need(MC_ORDER_NUMBERS);                                                                 \
  mc_state_use(uses, MC_STATE_NUMBERS, MC_USE_WRITE);
#define CONTROLS(fd, command) controls(uses, (int)(fd), command);
#define CONTROLS_DEVICE(fd, request) controls_device(uses, (int)(fd), (unsigned long)(request));
#define LOOKS(folder, path)                                                                        \
  if (is_empty(path)) {                                                                            \
    NUMBER(READ, folder) DATA(READ, folder)                                                        \
  } else {                                                                                         \
    NAME(READ, folder, path) INSIDE(READ, folder, path)                                            \
  }

#define MC_FILE_FUNCTION(...)
#define MC_FILE_CALL(call, ...)                                                                    \
  static void uses_of_##call(struct mc_uses *uses, const long a[6]) {                              \
    (void)a;                                                                                       \
    __VA_ARGS__                                                                                    \
  }
#include "file_calls.def"
#undef MC_FILE_CALL

static const struct {
  void (*uses)(struct mc_uses *uses, const long a[6]);
  unsigned kind;
} calls[] = {
#define MC_FILE_CALL(call, ...) [SYS_##call] = {uses_of_##call, MC_FILE_KIND_##call},
#include "file_calls.def"
#undef MC_FILE_CALL
#undef MC_FILE_FUNCTION
};

bool mc_file_is_known(long number) {
  return number >= 0 && number < (long)(sizeof calls / sizeof *calls) && calls[number].uses;
}

unsigned mc_file_kind(long number) { return mc_file_is_known(number) ? calls[number].kind : 0; }

bool mc_file_is_output(int fd) {
  return (fd == STDOUT_FILENO || fd == STDERR_FILENO) && !(mc_order() & MC_ORDER_OUTPUT);
}

static bool is_write(long number) { return number == SYS_write || number == SYS_writev; }

/// From now on the program may look at what it writes there.
static void note_output(long number, const long a[6]) {
  const bool is_first = a[0] == STDOUT_FILENO || a[0] == STDERR_FILENO;
  const bool is_second = a[1] == STDOUT_FILENO || a[1] == STDERR_FILENO;
  if ((is_first && (number == SYS_lseek || number == SYS_close || number == SYS_pread64 ||
                    number == SYS_read || number == SYS_ftruncate)) ||
      (is_second && (number == SYS_dup2 || number == SYS_dup3)))
    mc_order_need(MC_ORDER_OUTPUT);
}

void mc_file_uses(struct mc_uses *uses, long number, const long a[6]) {
  if (!mc_file_is_known(number) || (is_write(number) && mc_file_is_output((int)a[0])))
    return;
  note_output(number, a);
  uses->synchronizes = true;
  uses->call = mc_state_name((uint64_t)a[1], (uint64_t)a[2], (uint64_t)a[3]);
  calls[number].uses(uses, a);
}

bool mc_file_is_call(long number, const long a[6]) {
  return mc_file_is_known(number) && !mc_state_is_inside() &&
         !(is_write(number) && mc_file_is_output((int)a[0]));
}
