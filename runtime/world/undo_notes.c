// runtime/world/undo_notes.c - before each system call that changes something in the file system, a
// note of how that was is kept in shared memory (undo_calls.def says before which calls). What is
// removed or written over is copied.
#include "undo.h"
#include "files.h"
#include "runtime/record/leave.h"
#include "runtime/record/record.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>

static struct mc_note *add_note(enum mc_note_kind kind, const char *path, const char *other,
                                uint64_t bytes) {
  mc_undo_log->has_changes |= mc_mode == MC_MODE_WORKER;
  if (mc_undo_log->is_divided && mc_mode == MC_MODE_WORKER) {
    mc_guard_open();
    mc_restart_search();
  }
  const uint32_t lengths[] = {(uint32_t)strlen(path) + 1, other ? (uint32_t)strlen(other) + 1 : 0};
  const uint64_t size = sizeof(struct mc_note) + lengths[0] + lengths[1] + bytes;
  if (mc_undo_log->used + size + 16 > MC_UNDO_ROOM) {
    mc_not_undone(path);
    return NULL;
  }
  struct mc_note *n = mc_note_at(mc_undo_log->used);
  *n = (struct mc_note){.before = (uint32_t)mc_undo_log->last,
                        .kind = kind,
                        .path = lengths[0],
                        .other = lengths[1],
                        .bytes = bytes};
  memcpy(mc_note_path(n), path, lengths[0]);
  if (other)
    memcpy(mc_note_path(n) + n->path, other, n->other);
  mc_undo_log->last = mc_undo_log->used;
  mc_undo_log->used += (size + 15) & ~(uint64_t)15;
  return n;
}

static void forget_last(void) {
  mc_undo_log->used = mc_undo_log->last;
  mc_undo_log->last = mc_note_at(mc_undo_log->used)->before;
}

static bool is_folder(const char *path) {
  struct stat info;
  return mc_sys(SYS_lstat, path, &info) == 0 && S_ISDIR(info.st_mode);
}

/// Is there a note of how the path was? A folder that was made needs one of its mode, too, by which
/// its contents may be removed.
static bool is_noted(const char *path) {
  for (uint64_t at = mc_undo_log->last; at > mc_undo_log->base; at = mc_note_at(at)->before) {
    struct mc_note *n = mc_note_at(at);
    if ((n->kind == MC_WAS_MADE || n->kind == MC_WAS_CHANGED) && strcmp(mc_note_path(n), path) == 0)
      return n->kind == MC_WAS_CHANGED || !is_folder(path);
    if (n->kind == MC_WAS_MOVED || n->kind == MC_WAS_SWAPPED)
      return false;
  }
  return false;
}

/// The note that this trace has made the path; NULL, if something else is to be put back before.
static struct mc_note *made(const char *path) {
  for (uint64_t at = mc_undo_log->last; at > mc_undo_log->base; at = mc_note_at(at)->before) {
    struct mc_note *n = mc_note_at(at);
    if (n->kind == MC_WAS_MOVED || n->kind == MC_WAS_SWAPPED)
      return NULL;
    if (n->kind < MC_WAS_ATTRIBUTE && strcmp(mc_note_path(n), path) == 0)
      return n->kind == MC_WAS_MADE ? n : NULL;
  }
  return NULL;
}

static bool has_more_names(const struct stat *info) {
  uint64_t names = info->st_nlink;
  for (uint64_t at = mc_undo_log->last; at > mc_undo_log->base; at = mc_note_at(at)->before) {
    struct mc_note *n = mc_note_at(at);
    if (n->kind == MC_WAS_MOVED || n->kind == MC_WAS_SWAPPED)
      return info->st_nlink > 1;
    names -= n == made(mc_note_path(n)) && mc_is_file_at(mc_note_path(n), info);
  }
  return names > 1;
}

static bool read_all(const char *path, char *to, uint64_t bytes) {
  const long fd = mc_sys(SYS_open, path, O_RDONLY | O_CLOEXEC | O_NOATIME, 0);
  uint64_t done = 0;
  while (fd >= 0 && done < bytes) {
    const long got = mc_sys(SYS_pread64, fd, to + done, bytes - done, done);
    if (got <= 0)
      break;
    done += (uint64_t)got;
  }
  if (fd >= 0)
    mc_sys(SYS_close, fd);
  return done == bytes;
}

static void keep_attribute(const char *path, const char *name) {
  const long bytes = mc_sys(SYS_lgetxattr, path, name, NULL, 0);
  if (bytes < 0) {
    add_note(MC_WAS_NO_ATTRIBUTE, path, name, 0);
    return;
  }
  struct mc_note *n = add_note(MC_WAS_ATTRIBUTE, path, name, (uint64_t)bytes);
  if (n && mc_sys(SYS_lgetxattr, path, name, mc_note_bytes(n), bytes) != bytes)
    mc_not_undone(path);
}

/// The file of a socket at which no process listens: it can be made again.
static bool is_socket_of_nobody(const char *path, const struct stat *info) {
  struct sockaddr_un name = {.sun_family = AF_UNIX};
  const size_t length = strlen(path);
  if (!S_ISSOCK(info->st_mode) || length >= sizeof name.sun_path)
    return false;
  memcpy(name.sun_path, path, length);
  return !mc_kernel_listens((const struct sockaddr *)&name, sizeof name);
}

static void keep_attributes(const char *path) {
  char names[MC_MOST_PATH];
  const long bytes = mc_sys(SYS_llistxattr, path, names, sizeof names);
  if (bytes == -ERANGE)
    mc_not_undone(path);
  for (const char *name = names; name < names + bytes; name += strlen(name) + 1)
    if (strncmp(name, "security.", sizeof "security." - 1)) // the kernel's
      keep_attribute(path, name);
}

static void keep(const char *path, bool removed) {
  struct stat info;
  struct mc_note *link = made(path);
  if (mc_path_behind(path, "/proc/") ||
      mc_sys(SYS_lstat, path, &info)) // unordered.c tells of /proc
    return;
  if (!removed && link && link->other && mc_is_file_at(mc_note_path(link) + link->path, &info)) {
    path = mc_note_path(link) + link->path; // a name that it keeps
    if (is_noted(path))
      return;
  }
  if (removed && mc_snapshot_is_taken() && mc_held_is(&info)) {
    mc_guard_open();
    mc_use_fork("the program removes a file that it has open since before its threads");
  }
  if (removed)
    keep_attributes(path); // first, so that they are put back last
  const uint64_t bytes =
      S_ISREG(info.st_mode) || S_ISLNK(info.st_mode) ? (uint64_t)info.st_size : 0;
  struct mc_note *n = add_note(MC_WAS_CHANGED, path, NULL, bytes);
  if (!n)
    return;
  n->info = info;
  const bool is_kept = S_ISREG(info.st_mode) ? read_all(path, mc_note_bytes(n), bytes)
                       : S_ISLNK(info.st_mode)
                           ? mc_sys(SYS_readlink, path, mc_note_bytes(n), bytes) == (long)bytes
                           : S_ISDIR(info.st_mode) || S_ISFIFO(info.st_mode) || !removed ||
                                 is_socket_of_nobody(path, &info);
  if (!is_kept || (removed && S_ISREG(info.st_mode) && has_more_names(&info)))
    mc_not_undone(path);
  if (!is_kept)
    forget_last();
}

static void note_new(int folder, long path) {
  char text[MC_MOST_PATH];
  struct stat info;
  if (mc_path_resolve(folder, (const char *)path, false, text) && mc_sys(SYS_lstat, text, &info))
    add_note(MC_WAS_MADE, text, NULL, 0);
}

static void note_link(int folder, long path, bool follow, int to_folder, long to) {
  char text[2][MC_MOST_PATH];
  struct stat info;
  if (!mc_path_resolve(folder, (const char *)path, follow, text[0]) ||
      !mc_path_resolve(to_folder, (const char *)to, false, text[1]) ||
      !mc_sys(SYS_lstat, text[1], &info))
    return;
  const struct mc_note *link = made(text[0]);
  const bool is_link = link && link->other;
  add_note(MC_WAS_MADE, text[1], is_link ? (const char *)(link + 1) + link->path : text[0], 0);
}

static void note_change(int folder, long path, bool follow, bool removed) {
  char text[MC_MOST_PATH];
  if (mc_path_resolve(folder, (const char *)path, follow, text) &&
      !(removed ? made(text) != NULL : is_noted(text)))
    keep(text, removed);
}

enum { PATH_OF_NUMBER = 32 };

static const char *path_of_number(int fd, char path[PATH_OF_NUMBER]) {
  mc_format(path, PATH_OF_NUMBER, "/proc/self/fd/%d", fd);
  return path;
}

/// Finds the name of what is open there. False: it has none any more.
static bool find_name(int fd, const struct stat *info, char text[/* MC_MOST_PATH */]) {
  return mc_path_of(fd, text) > 0 && mc_is_file_at(text, info);
}

static void note_file(int fd) {
  char text[MC_MOST_PATH];
  struct stat info;
  if (mc_sys(SYS_fstat, fd, &info) || !(S_ISREG(info.st_mode) || S_ISDIR(info.st_mode)) ||
      mc_output_is_users(&info))
    return;
  if (find_name(fd, &info, text) && !is_noted(text))
    keep(text, false);
}

static void note_attribute(long path, bool follow, long name) {
  char text[MC_MOST_PATH];
  if (mc_may_read_text((const char *)name) &&
      mc_path_resolve(AT_FDCWD, (const char *)path, follow, text))
    keep_attribute(text, (const char *)name);
}

static void note_attribute_of(int fd, long name) {
  char text[MC_MOST_PATH];
  struct stat info;
  if (!mc_may_read_text((const char *)name) || mc_sys(SYS_fstat, fd, &info))
    return;
  if (find_name(fd, &info, text))
    keep_attribute(text, (const char *)name);
  else if (mc_held_is(&info))
    mc_not_undone("the attributes of a file");
}

/// Notes a file that the trunk has open and that has no name, or none that the program may look up.
/// What a trace makes without a name is gone at its end.
static void note_unnamed(int fd) {
  char path[PATH_OF_NUMBER], text[MC_MOST_PATH];
  struct stat info;
  if (mc_sys(SYS_fstat, fd, &info) || !S_ISREG(info.st_mode) || find_name(fd, &info, text) ||
      mc_output_is_users(&info))
    return;
  path_of_number(fd, path);
  struct mc_note *n = add_note(MC_WAS_UNNAMED, path, NULL, (uint64_t)info.st_size);
  if (!n)
    return;
  n->info = info;
  if (read_all(path, mc_note_bytes(n), n->bytes))
    return;
  mc_not_undone(path);
  forget_last();
}

/// Seals stay: nothing takes them away.
static void note_seals(int fd) {
  struct stat info;
  if (mc_mode != MC_MODE_WORKER || mc_sys(SYS_fstat, fd, &info))
    return;
  for (uint64_t at = mc_undo_log->search; at > mc_undo_log->base; at = mc_note_at(at)->before) {
    struct mc_note *n = mc_note_at(at);
    if (n->kind == MC_WAS_UNNAMED && mc_is_same_file(&n->info, &info))
      mc_not_undone(mc_note_path(n));
  }
}

static bool is_null(const char *path) {
  return mc_may_read_text(path) && strcmp(path, "/dev/null") == 0;
}

static void note_open(int folder, long path, long flags) {
  char text[MC_MOST_PATH];
  struct stat info;
  const bool writes = (flags & O_ACCMODE) != O_RDONLY || flags & O_TRUNC;
  if ((!writes && !(flags & O_CREAT)) || (flags & __O_TMPFILE) == __O_TMPFILE ||
      is_null((const char *)path) || !mc_path_resolve(folder, (const char *)path, true, text))
    return;
  if (mc_sys(SYS_lstat, text, &info)) {
    if (flags & O_CREAT)
      add_note(MC_WAS_MADE, text, NULL, 0);
  } else if (writes && S_ISREG(info.st_mode) && !is_noted(text)) {
    keep(text, false);
  }
}

static void note_move(int folder, long path, int to_folder, long to, long flags) {
  char text[2][MC_MOST_PATH];
  struct stat info;
  if (!mc_path_resolve(folder, (const char *)path, false, text[0]) ||
      !mc_path_resolve(to_folder, (const char *)to, false, text[1]) ||
      mc_sys(SYS_lstat, text[0], &info) || strcmp(text[0], text[1]) == 0)
    return;
  if (!(flags & RENAME_EXCHANGE))
    keep(text[1], true);
  struct mc_note *n =
      add_note(flags & RENAME_EXCHANGE ? MC_WAS_SWAPPED : MC_WAS_MOVED, text[0], text[1], 0);
  if (n)
    n->info = info;
}

static void note_times(int folder, long path, bool follow) {
  if (path)
    note_change(folder, path, follow, false);
  else
    note_file(folder);
}

static void note_control(int fd, long command) {
  if (command == F_OFD_SETLK)
    mc_held_lock(fd);
  else if (command == F_ADD_SEALS)
    note_seals(fd);
}

static void note_copy(long fd, int to) {
  if (fd != to)
    mc_held_close(to);
}

static void note_mapping(int fd, long protection, long flags) {
  if (!(protection & PROT_WRITE) || !(flags & MAP_SHARED) || flags & MAP_ANONYMOUS)
    return;
  note_file(fd);
  mc_undo_log->is_mapped |= mc_mode == MC_MODE_WORKER;
}

void mc_undo_note_open_file(int fd) {
  note_file(fd);
  note_unnamed(fd);
}

void mc_undo_note(long number, const long a[6]) {
  if (mc_mode != MC_MODE_WORKER && mc_mode != MC_MODE_TRUNK)
    return;
  mc_mapped_files_note(number, a);
  mc_memory_writes_note(number, a, NULL);
  mc_undo_log->noted = mc_undo_log->used;
  mc_undo_log->last_noted = mc_undo_log->last;
  switch (number) {
#define MC_CHANGES(call, note)                                                                     \
  case SYS_##call:                                                                                 \
    note;                                                                                          \
    break;
#include "undo_calls.def"
#undef MC_CHANGES
  }
}

void mc_undo_noted(long result) {
  if ((mc_mode == MC_MODE_WORKER || mc_mode == MC_MODE_TRUNK) && result < 0 && result >= -4095) {
    mc_undo_log->used = mc_undo_log->noted;
    mc_undo_log->last = mc_undo_log->last_noted;
  }
}
