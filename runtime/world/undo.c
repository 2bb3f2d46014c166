// runtime/world/undo.c - what a trace does to files outlasts it, and its process; so the next one
// would not begin where it has begun. Before each call that changes something a note is kept of how
// it was, in shared memory; before the next trace, and at the end of the search, all is put back,
// the last change first.
//
// What is removed or written over is copied. A file that is made again is another one: what the
// trunk has open of it is opened anew, under its old numbers; the program is told the inode that it
// had.
#include "files.h"
#include "runtime/record/leave.h"
#include "runtime/record/record.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/kcmp.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

enum { ROOM = 64 << 20, LOCKS = 256, HELD = 1024 }; // touched where used

enum kind {
  MADE,      // was not there
  CHANGED,   // was there, and so were its bytes, mode and times
  UNNAMED,   // the same of a file that is open and has no name that is found, by the path of its
             // number in /proc
  MOVED,     // to `other`
  SWAPPED,   // with `other`
  ATTRIBUTE, // its extended attribute `other` had these bytes
  NEW_ATTRIBUTE, // or was not there
};

struct note {
  uint32_t before; // where the note before it begins
  enum kind kind;
  struct stat info;
  uint64_t again;       // the `trace` before which its file was made again; `info` is that file's
  uint32_t path, other; // bytes of the texts, which follow, with their ends
  uint64_t bytes;       // of what was in it, or the link; behind the texts
};

/// What the program has open as the search begins, by its first number.
struct held {
  int fd; // or AT_FDCWD
  uint64_t device, inode, first;
  uint64_t
      again; // the `trace` before which it has got that inode, which may have been another file's
};

static struct {
  uint64_t used, last; // 0: there is none
  uint64_t noted, last_noted;
  uint64_t base;   // from here on: the files that were open for writing when the search began
  uint64_t search; // the last of these
  uint64_t search_used;
  bool is_locked[LOCKS], is_locked_before[LOCKS]; // descriptors
  struct held held[HELD];
  unsigned holds;
  bool any_again; // of these
  uint64_t trace; // the how many-th is to begin
  bool is_kept;   // what this trace has done, or some of it
  bool is_mapped; // a file, by this trace: to store there need not change its time
  bool is_over; // the search
  bool is_between_traces; // the runtime's memory is open
  _Alignas(16) char note[ROOM];
} * log;

void mc_undo_start(void) {
  log = mc_own_shared_memory(sizeof *log);
  log->used = 16;
}

bool mc_undo_is_due(void) { return log->last != log->search; }
bool mc_undo_has_failed(void) { return log->is_kept; }

static struct note *note_at(uint64_t at) { return (struct note *)(log->note + at); }
static char *path_of(struct note *n) { return (char *)(n + 1); }
static char *bytes_of(struct note *n) { return path_of(n) + n->path + n->other; }

/// The next trace would not begin as the first one: there is none.
static void is_not_undone(const char *path) {
  log->is_kept |= log->search_used && !log->is_over;
  if (log->is_between_traces)
    mc_record_warning(MC_WARN_FILE_KEPT, path, NULL);
  else
    mc_warn_of(MC_WARN_FILE_KEPT, path, NULL);
}

static struct note *add_note(enum kind kind, const char *path, const char *other, uint64_t bytes) {
  const uint32_t lengths[] = {(uint32_t)strlen(path) + 1, other ? (uint32_t)strlen(other) + 1 : 0};
  const uint64_t size = sizeof(struct note) + lengths[0] + lengths[1] + bytes;
  if (log->used + size + 16 > ROOM) {
    is_not_undone(path);
    return NULL;
  }
  struct note *n = note_at(log->used);
  *n = (struct note){.before = (uint32_t)log->last,
                     .kind = kind,
                     .path = lengths[0],
                     .other = lengths[1],
                     .bytes = bytes};
  memcpy(path_of(n), path, lengths[0]);
  if (other)
    memcpy(path_of(n) + n->path, other, n->other);
  log->last = log->used;
  log->used += (size + 15) & ~(uint64_t)15;
  return n;
}

static void forget_last(void) {
  log->used = log->last;
  log->last = note_at(log->used)->before;
}

//===- What the program has open since before the search
//---------------------------------------===//

static bool is_same_file(const struct stat *a, const struct stat *b) {
  return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

static bool is_any(const bool set[LOCKS]) { return memchr(set, true, LOCKS); }

static bool is_at(const struct held *h, const struct stat *info) {
  return h->device == info->st_dev && h->inode == info->st_ino;
}

/// Where files are put back: it is not made again yet.
static bool is_old(const struct held *h, const struct stat *info) {
  return is_at(h, info) && !(log->is_between_traces && h->again == log->trace);
}

static bool is_held(const struct stat *info) {
  unsigned i = 0;
  while (i < log->holds && !is_old(&log->held[i], info))
    i++;
  return i < log->holds;
}

static void hold(int fd, const struct stat *info) {
  log->held[log->holds++] = (struct held){fd, info->st_dev, info->st_ino, info->st_ino, 0};
}

static void find_held(void) {
  struct stat info;
  if (mc_sys(SYS_stat, ".", &info) == 0)
    hold(AT_FDCWD, &info);
  for (int fd = 0; log->holds < HELD; fd++)
    if (mc_sys(SYS_fstat, fd, &info) == 0)
      hold(fd, &info);
    else if (fd >= HELD)
      return;
}

static bool is_first(const struct held *h, uint64_t device, uint64_t inode) {
  return h->device == device && h->first == inode;
}

uint64_t mc_undo_inode(uint64_t device, uint64_t inode) {
  const struct held *end = log->held + log->holds, *h = log->held;
  if (!log->any_again)
    return inode;
  while (h < end && !(h->device == device && h->inode == inode))
    h++;
  if (h < end)
    return h->first;
  // Another file may have got the number that it had: that is shown the one that is free for it.
  for (h = log->held; h < end;)
    if (is_first(h, device, inode) && h->inode != inode) {
      inode = h->inode;
      h = log->held;
    } else {
      h++;
    }
  return inode;
}

bool mc_undo_is_made_again(const struct stat *info) {
  for (const struct held *h = log->held; h < log->held + log->holds; h++)
    if (is_at(h, info) && h->inode != h->first)
      return true;
  return false;
}

void mc_undo_show(long number, const long a[6]) {
  struct stat *info = NULL;
  if (!log->any_again)
    return;
  if (number == SYS_statx) {
    struct statx *s = (struct statx *)a[4];
    s->stx_ino = mc_undo_inode(makedev(s->stx_dev_major, s->stx_dev_minor), s->stx_ino);
  } else if (number == SYS_newfstatat) {
    info = (struct stat *)a[2];
  } else if (number == SYS_fstat || number == SYS_stat || number == SYS_lstat) {
    info = (struct stat *)a[1];
  }
  if (info)
    info->st_ino = mc_undo_inode(info->st_dev, info->st_ino);
}

static long compare(int a, int b) {
  const long pid = mc_sys(SYS_getpid);
  return mc_sys(SYS_kcmp, pid, pid, KCMP_FILE, a, b);
}

static void put_in_place(long fd, int of) {
  const bool closes = mc_sys(SYS_fcntl, of, F_GETFD) & FD_CLOEXEC;
  mc_sys(SYS_dup3, fd, of, closes ? O_CLOEXEC : 0);
}

/// Its copies share its offset, and a lock would be that of the file that is gone.
static bool can_open_anew(const struct held *h, const struct stat *old) {
  if (mc_mode != MC_MODE_TRUNK || !(S_ISREG(old->st_mode) || S_ISDIR(old->st_mode)) ||
      mc_output_is_users(old) || (h->fd < LOCKS && log->is_locked_before[h->fd]))
    return false;
  for (const struct held *copy = h + 1; copy < log->held + log->holds; copy++)
    if (is_old(copy, old) && compare(h->fd, copy->fd) < 0)
      return false;
  return true;
}

static bool open_anew(const struct held *h, const struct stat *old, const char *path) {
  const long offset = mc_sys(SYS_lseek, h->fd, 0, SEEK_CUR);
  const long fd = mc_sys(SYS_open, path, mc_sys(SYS_fcntl, h->fd, F_GETFL) & ~O_TMPFILE, 0);
  if (fd < 0)
    return false;
  if (offset > 0)
    mc_sys(SYS_lseek, fd, offset, SEEK_SET);
  for (const struct held *copy = h + 1; copy < log->held + log->holds; copy++)
    if (is_old(copy, old) && compare(h->fd, copy->fd) == 0)
      put_in_place(fd, copy->fd);
  put_in_place(fd, h->fd);
  mc_sys(SYS_close, fd);
  return true;
}

/// The file `old` has been made again: so is what is open of it. False: that cannot be.
static bool hold_again(const struct stat *old, const char *path) {
  struct held *end = log->held + log->holds;
  struct stat now, other;
  if (mc_sys(SYS_lstat, path, &now))
    return false;
  for (struct held *h = log->held; h < end; h++)
    if (is_old(h, old) && h->fd != AT_FDCWD && !can_open_anew(h, old))
      return false;
  for (struct held *h = log->held; h < end; h++) {
    if (!is_old(h, old))
      continue;
    if (h->fd == AT_FDCWD ? mc_sys(SYS_chdir, path) != 0
                          : mc_sys(SYS_fstat, h->fd, &other) == 0 && is_same_file(&other, old) &&
                                !open_anew(h, old, path))
      return false;
  }
  for (struct held *h = log->held; h < end; h++)
    if (is_old(h, old)) {
      h->device = now.st_dev;
      h->inode = now.st_ino;
      h->again = log->trace;
      log->any_again = true;
    }
  return true;
}

//===- How it was -----------------------------------------------------------------------------===//

static bool is_folder(const char *path) {
  struct stat info;
  return mc_sys(SYS_lstat, path, &info) == 0 && S_ISDIR(info.st_mode);
}

/// How a folder was that was made is to be known as well: by its mode what is in it may be removed.
static bool is_noted(const char *path) {
  for (uint64_t at = log->last; at > log->base; at = note_at(at)->before) {
    struct note *n = note_at(at);
    if ((n->kind == MADE || n->kind == CHANGED) && strcmp(path_of(n), path) == 0)
      return n->kind == CHANGED || !is_folder(path);
    if (n->kind == MOVED || n->kind == SWAPPED)
      return false;
  }
  return false;
}

/// The note that this trace has made it; if nothing is to be put back before that is.
static struct note *made(const char *path) {
  for (uint64_t at = log->last; at > log->base; at = note_at(at)->before) {
    struct note *n = note_at(at);
    if (n->kind == MOVED || n->kind == SWAPPED)
      return NULL;
    if (n->kind < ATTRIBUTE && strcmp(path_of(n), path) == 0)
      return n->kind == MADE ? n : NULL;
  }
  return NULL;
}

static bool is_file(const char *path, const struct stat *info) {
  struct stat now;
  return mc_sys(SYS_lstat, path, &now) == 0 && is_same_file(&now, info);
}

/// It may have more names than those that this trace has made and has still.
static bool has_more_names(const struct stat *info) {
  uint64_t names = info->st_nlink;
  for (uint64_t at = log->last; at > log->base; at = note_at(at)->before) {
    struct note *n = note_at(at);
    if (n->kind == MOVED || n->kind == SWAPPED)
      return info->st_nlink > 1;
    names -= n == made(path_of(n)) && is_file(path_of(n), info);
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
    add_note(NEW_ATTRIBUTE, path, name, 0);
    return;
  }
  struct note *n = add_note(ATTRIBUTE, path, name, (uint64_t)bytes);
  if (n && mc_sys(SYS_lgetxattr, path, name, bytes_of(n), bytes) != bytes)
    is_not_undone(path);
}

static void keep_attributes(const char *path) {
  char names[MC_MOST_PATH];
  const long bytes = mc_sys(SYS_llistxattr, path, names, sizeof names);
  if (bytes == -ERANGE)
    is_not_undone(path);
  for (const char *name = names; name < names + bytes; name += strlen(name) + 1)
    if (strncmp(name, "security.", sizeof "security." - 1)) // the kernel's
      keep_attribute(path, name);
}

static void keep(const char *path, bool removed) {
  struct stat info;
  struct note *link = made(path);
  if (mc_path_behind(path, "/proc/") ||
      mc_sys(SYS_lstat, path, &info)) // unordered.c tells of /proc
    return;
  if (!removed && link && link->other && is_file(path_of(link) + link->path, &info)) {
    path = path_of(link) + link->path; // a name that it keeps
    if (is_noted(path))
      return;
  }
  if (removed && mc_snapshot_is_taken() && is_held(&info)) {
    mc_guard_open();
    mc_use_fork("the program removes a file that it has open since before its threads");
  }
  if (removed)
    keep_attributes(path); // first, so that they are put back last
  const uint64_t bytes =
      S_ISREG(info.st_mode) || S_ISLNK(info.st_mode) ? (uint64_t)info.st_size : 0;
  struct note *n = add_note(CHANGED, path, NULL, bytes);
  if (!n)
    return;
  n->info = info;
  const bool is_kept = S_ISREG(info.st_mode) ? read_all(path, bytes_of(n), bytes)
                       : S_ISLNK(info.st_mode)
                           ? mc_sys(SYS_readlink, path, bytes_of(n), bytes) == (long)bytes
                           : S_ISDIR(info.st_mode) || S_ISFIFO(info.st_mode) || !removed;
  if (!is_kept || (removed && S_ISREG(info.st_mode) && has_more_names(&info)))
    is_not_undone(path);
  if (!is_kept)
    forget_last();
}

static void note_new(int folder, long path) {
  char text[MC_MOST_PATH];
  struct stat info;
  if (mc_path_resolve(folder, (const char *)path, false, text) && mc_sys(SYS_lstat, text, &info))
    add_note(MADE, text, NULL, 0);
}

static void note_link(int folder, long path, bool follow, int to_folder, long to) {
  char text[2][MC_MOST_PATH];
  struct stat info;
  if (!mc_path_resolve(folder, (const char *)path, follow, text[0]) ||
      !mc_path_resolve(to_folder, (const char *)to, false, text[1]) ||
      !mc_sys(SYS_lstat, text[1], &info))
    return;
  const struct note *link = made(text[0]);
  const bool is_link = link && link->other;
  add_note(MADE, text[1], is_link ? (const char *)(link + 1) + link->path : text[0], 0);
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

/// The name of what is open there. False: it has none any more.
static bool find_name(int fd, const struct stat *info, char text[/* MC_MOST_PATH */]) {
  return mc_path_of(fd, text) > 0 && is_file(text, info);
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
  else if (is_held(&info))
    is_not_undone("the attributes of a file");
}

/// One that the trunk has open, which has no name, or none that the program may look up. What a
/// trace makes without a name is gone at its end.
static void note_unnamed(int fd) {
  char path[PATH_OF_NUMBER], text[MC_MOST_PATH];
  struct stat info;
  if (mc_sys(SYS_fstat, fd, &info) || !S_ISREG(info.st_mode) || find_name(fd, &info, text) ||
      mc_output_is_users(&info))
    return;
  path_of_number(fd, path);
  struct note *n = add_note(UNNAMED, path, NULL, (uint64_t)info.st_size);
  if (!n)
    return;
  n->info = info;
  if (read_all(path, bytes_of(n), n->bytes))
    return;
  is_not_undone(path);
  forget_last();
}

/// Nothing takes them away.
static void note_seals(int fd) {
  struct stat info;
  if (mc_mode != MC_MODE_WORKER || mc_sys(SYS_fstat, fd, &info))
    return;
  for (uint64_t at = log->search; at > log->base; at = note_at(at)->before) {
    struct note *n = note_at(at);
    if (n->kind == UNNAMED && is_same_file(&n->info, &info))
      is_not_undone(path_of(n));
  }
}

/// A lock belongs to the description, which the trunk has too if it was open before the search.
static void note_lock(int fd) {
  const bool is_low = fd >= 0 && fd < LOCKS;
  if (mc_mode == MC_MODE_TRUNK && is_low)
    log->is_locked_before[fd] = true;
  else if (is_low && !log->is_locked_before[fd])
    log->is_locked[fd] = true;
  else
    is_not_undone("a lock");
}

static void unlock(int fd) {
  const struct flock all = {.l_type = F_UNLCK, .l_whence = SEEK_SET};
  mc_sys(SYS_flock, fd, LOCK_UN);
  mc_sys(SYS_fcntl, fd, F_OFD_SETLK, &all);
}

/// Closing the last descriptor of a description gives its locks back, though the trunk has one, too.
static void note_close(int fd) {
  enum { NUMBERS = 1024 };
  if (mc_mode != MC_MODE_WORKER || (!is_any(log->is_locked) && !is_any(log->is_locked_before)))
    return;
  bool is_last = true;
  for (int other = 0; other < NUMBERS && is_last; other++)
    is_last = other == fd || compare(fd, other) != 0;
  if (!is_last)
    return;
  if (compare(fd, fd) != 0 || is_any(log->is_locked_before))
    is_not_undone("a lock");
  unlock(fd);
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
      add_note(MADE, text, NULL, 0);
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
  struct note *n = add_note(flags & RENAME_EXCHANGE ? SWAPPED : MOVED, text[0], text[1], 0);
  if (n)
    n->info = info;
}

void mc_undo_note(long number, const long a[6]) {
  if (mc_mode != MC_MODE_WORKER && mc_mode != MC_MODE_TRUNK)
    return;
  mc_mapped_files_note(number, a);
  mc_memory_writes_note(number, a, NULL);
  log->noted = log->used;
  log->last_noted = log->last;
  switch (number) {
  case SYS_open:
    note_open(AT_FDCWD, a[0], a[1]);
    break;
  case SYS_creat:
    note_open(AT_FDCWD, a[0], O_CREAT | O_WRONLY | O_TRUNC);
    break;
  case SYS_openat:
    note_open((int)a[0], a[1], a[2]);
    break;
  case SYS_mkdir:
  case SYS_mknod:
    note_new(AT_FDCWD, a[0]);
    break;
  case SYS_mkdirat:
  case SYS_mknodat:
    note_new((int)a[0], a[1]);
    break;
  case SYS_link:
    note_link(AT_FDCWD, a[0], false, AT_FDCWD, a[1]);
    break;
  case SYS_symlink:
    note_new(AT_FDCWD, a[1]);
    break;
  case SYS_symlinkat:
    note_new((int)a[1], a[2]);
    break;
  case SYS_linkat:
    note_link((int)a[0], a[1], a[4] & AT_SYMLINK_FOLLOW, (int)a[2], a[3]);
    break;
  case SYS_unlink:
  case SYS_rmdir:
    note_change(AT_FDCWD, a[0], false, true);
    break;
  case SYS_unlinkat:
    note_change((int)a[0], a[1], false, true);
    break;
  case SYS_rename:
    note_move(AT_FDCWD, a[0], AT_FDCWD, a[1], 0);
    break;
  case SYS_renameat:
    note_move((int)a[0], a[1], (int)a[2], a[3], 0);
    break;
  case SYS_renameat2:
    note_move((int)a[0], a[1], (int)a[2], a[3], a[4]);
    break;
  case SYS_truncate:
  case SYS_chmod:
  case SYS_chown:
    note_change(AT_FDCWD, a[0], true, false);
    break;
  case SYS_lchown:
    note_change(AT_FDCWD, a[0], false, false);
    break;
  case SYS_fchmodat:
    note_change((int)a[0], a[1], true, false);
    break;
  case SYS_fchownat:
    note_change((int)a[0], a[1], !(a[4] & AT_SYMLINK_NOFOLLOW), false);
    break;
  case SYS_utimensat:
    if (!a[1])
      note_file((int)a[0]);
    else
      note_change((int)a[0], a[1], !(a[3] & AT_SYMLINK_NOFOLLOW), false);
    break;
  case SYS_write:
  case SYS_writev:
  case SYS_pwrite64:
  case SYS_pwritev:
  case SYS_ftruncate:
  case SYS_fallocate:
  case SYS_fchmod:
  case SYS_fchown:
    note_file((int)a[0]);
    break;
  case SYS_flock:
    note_lock((int)a[0]);
    break;
  case SYS_fcntl:
    if (a[1] == F_OFD_SETLK)
      note_lock((int)a[0]);
    else if (a[1] == F_ADD_SEALS)
      note_seals((int)a[0]);
    break;
  case SYS_close:
    note_close((int)a[0]);
    break;
  case SYS_dup2:
  case SYS_dup3:
    if (a[0] != a[1])
      note_close((int)a[1]);
    break;
  case SYS_setxattr:
  case SYS_removexattr:
    note_attribute(a[0], true, a[1]);
    break;
  case SYS_lsetxattr:
  case SYS_lremovexattr:
    note_attribute(a[0], false, a[1]);
    break;
  case SYS_fsetxattr:
  case SYS_fremovexattr:
    note_attribute_of((int)a[0], a[1]);
    break;
  case SYS_mmap:
    if (a[2] & PROT_WRITE && a[3] & MAP_SHARED && !(a[3] & MAP_ANONYMOUS)) {
      note_file((int)a[4]);
      log->is_mapped |= mc_mode == MC_MODE_WORKER;
    }
    break;
  case SYS_copy_file_range:
    note_file((int)a[2]);
    break;
  case SYS_sendfile:
    note_file((int)a[0]);
    break;
  }
}

void mc_undo_noted(long result) {
  if ((mc_mode == MC_MODE_WORKER || mc_mode == MC_MODE_TRUNK) && result < 0 && result >= -4095) {
    log->used = log->noted;
    log->last = log->last_noted;
  }
}

//===- Putting it back ------------------------------------------------------------------------===//

/// The result of a call that puts something of this file back.
static void put_back(struct note *n, long result) {
  if (result < 0)
    is_not_undone(path_of(n));
}

static bool write_all(long fd, const char *from, uint64_t bytes) {
  uint64_t done = 0;
  while (done < bytes) {
    const long put = mc_sys(SYS_pwrite64, fd, from + done, bytes - done, done);
    if (put <= 0)
      break;
    done += (uint64_t)put;
  }
  return mc_sys(SYS_ftruncate, fd, bytes) == 0 && done == bytes;
}

/// To write to it, though its mode may forbid that to its owner, who has it open.
static long open_to_restore(const char *path, bool is_there) {
  const int flags = O_WRONLY | O_CLOEXEC | (is_there ? 0 : O_CREAT);
  const long fd = mc_sys(SYS_open, path, flags, 0600);
  return fd != -EACCES || mc_sys(SYS_chmod, path, 0600) ? fd : mc_sys(SYS_open, path, flags, 0600);
}

/// Of the calls on a note's path.
static int flags_of(const struct note *n) { return n->kind == UNNAMED ? 0 : AT_SYMLINK_NOFOLLOW; }

/// The file has been made again: it is that of the notes before, which are still to be undone.
static void is_now(const struct note *n, const char *path) {
  struct stat now;
  if (mc_sys(SYS_lstat, path, &now))
    return;
  for (uint64_t at = n->before; at; at = note_at(at)->before) {
    struct note *other = note_at(at);
    if (other->again != log->trace && is_same_file(&other->info, &n->info)) {
      other->info.st_dev = now.st_dev;
      other->info.st_ino = now.st_ino; // perhaps one that has been free since a later note
      other->again = log->trace;
    }
  }
}

/// Makes it again where it is gone.
static long make_again(struct note *n, const char *path) {
  char text[MC_MOST_PATH];
  if (S_ISDIR(n->info.st_mode))
    return mc_sys(SYS_mkdir, path, 0700);
  if (S_ISFIFO(n->info.st_mode))
    return mc_sys(SYS_mknod, path, n->info.st_mode, 0);
  if (!S_ISLNK(n->info.st_mode) || n->bytes >= sizeof text)
    return -EINVAL;
  memcpy(text, bytes_of(n), n->bytes);
  text[n->bytes] = '\0';
  return mc_sys(SYS_symlink, text, path);
}

static void restore(struct note *n) {
  const char *path = path_of(n);
  const struct timespec times[2] = {n->info.st_atim, n->info.st_mtim};
  const bool is_there = n->kind == UNNAMED || is_file(path, &n->info);
  if (S_ISREG(n->info.st_mode)) {
    const long fd = open_to_restore(path, is_there);
    if (fd < 0 || !write_all(fd, bytes_of(n), n->bytes))
      is_not_undone(path);
    mc_sys(SYS_close, fd);
  } else if (!is_there) {
    put_back(n, make_again(n, path));
  }
  if (!is_there) {
    is_now(n, path);
    if (!log->is_over && is_held(&n->info) && !hold_again(&n->info, path))
      is_not_undone(path);
  }
  put_back(n, mc_sys(SYS_fchownat, AT_FDCWD, path, n->info.st_uid, n->info.st_gid, flags_of(n)));
  if (!S_ISLNK(n->info.st_mode))
    put_back(n, mc_sys(SYS_chmod, path, n->info.st_mode & 07777));
  put_back(n, mc_sys(SYS_utimensat, AT_FDCWD, path, times, flags_of(n)));
}

/// What this trace has made, if it has come so far.
static void remove_made(struct note *n, const char *path) {
  long result = mc_sys(SYS_unlink, path);
  if (result == -EISDIR)
    result = mc_sys(SYS_rmdir, path);
  if (result != -ENOENT)
    put_back(n, result);
}

static void undo(struct note *n) {
  const char *path = path_of(n), *other = path + n->path;
  switch (n->kind) {
  case MADE:
    remove_made(n, path);
    break;
  case CHANGED:
  case UNNAMED:
    restore(n);
    break;
  case MOVED:
    if (is_file(other, &n->info))
      put_back(n, mc_sys(SYS_rename, other, path));
    break;
  case SWAPPED:
    if (is_file(other, &n->info))
      put_back(n, mc_sys(SYS_renameat2, AT_FDCWD, other, AT_FDCWD, path, RENAME_EXCHANGE));
    break;
  case ATTRIBUTE:
    put_back(n, mc_sys(SYS_lsetxattr, path, other, bytes_of(n), n->bytes, 0));
    break;
  case NEW_ATTRIBUTE:
    if (mc_sys(SYS_lgetxattr, path, other, NULL, 0) >= 0)
      put_back(n, mc_sys(SYS_lremovexattr, path, other));
    break;
  }
}

static void undo_back_to(uint64_t end) {
  for (; log->last != end; log->last = note_at(log->last)->before)
    undo(note_at(log->last));
}

void mc_undo_begin_search(void) {
  enum { NUMBERS = 256 };
  log->base = log->last;
  log->is_between_traces = true;
  find_held();
  for (int fd = 0; fd < NUMBERS; fd++)
    if (fd != mc_session->config.output_fd && (mc_sys(SYS_fcntl, fd, F_GETFL) & O_ACCMODE) > 0) {
      note_file(fd);
      note_unnamed(fd);
    }
  log->search = log->last;
  log->search_used = log->used;
  log->is_between_traces = false;
}

void mc_undo_trace(void) {
  struct stat now;
  log->is_between_traces = true;
  log->trace++;
  undo_back_to(log->search);
  log->used = log->search_used;
  for (int fd = 0; fd < LOCKS; fd++)
    if (log->is_locked[fd]) {
      unlock(fd);
      log->is_locked[fd] = false;
    }
  for (uint64_t at = log->search; at > log->base; at = note_at(at)->before) {
    struct note *n = note_at(at);
    if (log->is_mapped || mc_sys(SYS_newfstatat, AT_FDCWD, path_of(n), &now, flags_of(n)) ||
        now.st_size != n->info.st_size ||
        now.st_mode != n->info.st_mode || now.st_uid != n->info.st_uid ||
        now.st_gid != n->info.st_gid ||
        memcmp(&now.st_mtim, &n->info.st_mtim, sizeof now.st_mtim))
      restore(n);
  }
  log->is_mapped = log->is_between_traces = false;
}

void mc_undo_all(void) {
  log->is_over = true;
  if (log->search_used)
    mc_undo_trace();
  log->is_between_traces = true;
  undo_back_to(0);
}
