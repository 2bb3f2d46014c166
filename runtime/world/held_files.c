// runtime/world/held_files.c - what the program has open since before the search stays open, under
// its old numbers, in every trace. A file that is made again is another file: what the trunk has
// open of it is opened anew, and the program is told the inode that it had. Locks of files that a
// trace has taken are given back at its end.
#include "undo.h"
#include "files.h"
#include "runtime/base/descriptors.h"
#include "runtime/record/record.h"
#include <fcntl.h>
#include <linux/kcmp.h>
#include <string.h>
#include <sys/file.h>
#include <sys/sysmacros.h>

enum { LOCKS = 256, MOST = 1024, NOT_OPEN = -1 };

/// A file that is open, by the first of its numbers; or that is known by its inode.
struct held {
  int fd; // or AT_FDCWD, NOT_OPEN
  uint64_t device, inode, first;
  uint64_t again; // the trace before which it got that inode, which may have been another file's
};

/// Shared by all processes of the search.
static struct {
  struct held held[MOST];
  unsigned holds;
  bool any_again;                                 // of these
  bool is_locked[LOCKS], is_locked_before[LOCKS]; // descriptors
} * files MC_KEPT;

void mc_held_start(void) { files = mc_own_shared_memory(sizeof *files); }

static bool is_at(const struct held *h, const struct stat *info) {
  return h->device == info->st_dev && h->inode == info->st_ino;
}

/// True if the file is the held one; while files are put back, only if that is not made again yet.
static bool is_old(const struct held *h, const struct stat *info) {
  return is_at(h, info) && !(mc_undo_log->is_between_traces && h->again == mc_undo_log->trace);
}

bool mc_held_is(const struct stat *info) {
  unsigned i = 0;
  while (i < files->holds && !is_old(&files->held[i], info))
    i++;
  return i < files->holds;
}

static void hold(int fd, uint64_t device, uint64_t inode) {
  if (files->holds < MOST)
    files->held[files->holds++] = (struct held){fd, device, inode, inode, 0};
}

void mc_file_keeps_inode(uint64_t device, uint64_t inode) {
  if (mc_mode == MC_MODE_TRUNK)
    hold(NOT_OPEN, device, inode);
}

void mc_held_find(void) {
  struct stat info;
  if (mc_sys(SYS_stat, ".", &info) == 0)
    hold(AT_FDCWD, info.st_dev, info.st_ino);
  int fd[MC_MOST_DESCRIPTORS];
  const unsigned count = mc_descriptors(fd);
  for (unsigned i = 0; i < count; i++)
    if (mc_sys(SYS_fstat, fd[i], &info) == 0)
      hold(fd[i], info.st_dev, info.st_ino);
}

static bool is_first(const struct held *h, uint64_t device, uint64_t inode) {
  return h->device == device && h->first == inode;
}

uint64_t mc_undo_inode(uint64_t device, uint64_t inode) {
  const struct held *end = files->held + files->holds, *h = files->held;
  if (!files->any_again)
    return inode;
  while (h < end && !(h->device == device && h->inode == inode))
    h++;
  if (h < end)
    return h->first;
  // Another file may have got the inode that this one had: it is shown with the one that is free.
  for (h = files->held; h < end;)
    if (is_first(h, device, inode) && h->inode != inode) {
      inode = h->inode;
      h = files->held;
    } else {
      h++;
    }
  return inode;
}

bool mc_undo_is_made_again(const struct stat *info) {
  for (const struct held *h = files->held; h < files->held + files->holds; h++)
    if (is_at(h, info) && h->inode != h->first)
      return true;
  return false;
}

void mc_undo_show(long number, const long a[6]) {
  struct stat *info = NULL;
  if (!files->any_again)
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

/// Copies of the descriptor share its offset, and a lock would be that of the file that is gone.
static bool can_open_anew(const struct held *h, const struct stat *old) {
  if (mc_mode != MC_MODE_TRUNK || !(S_ISREG(old->st_mode) || S_ISDIR(old->st_mode)) ||
      mc_output_is_users(old) || (h->fd < LOCKS && files->is_locked_before[h->fd]))
    return false;
  for (const struct held *copy = h + 1; copy < files->held + files->holds; copy++)
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
  for (const struct held *copy = h + 1; copy < files->held + files->holds; copy++)
    if (is_old(copy, old) && compare(h->fd, copy->fd) == 0)
      put_in_place(fd, copy->fd);
  put_in_place(fd, h->fd);
  mc_sys(SYS_close, fd);
  return true;
}

bool mc_held_again(const struct stat *old, const char *path) {
  struct held *end = files->held + files->holds;
  struct stat now, other;
  if (mc_sys(SYS_lstat, path, &now))
    return false;
  for (struct held *h = files->held; h < end; h++)
    if (is_old(h, old) && h->fd >= 0 && !can_open_anew(h, old))
      return false;
  for (struct held *h = files->held; h < end; h++) {
    if (!is_old(h, old))
      continue;
    if (h->fd == AT_FDCWD ? mc_sys(SYS_chdir, path) != 0
                          : mc_sys(SYS_fstat, h->fd, &other) == 0 && mc_is_same_file(&other, old) &&
                                !open_anew(h, old, path))
      return false;
  }
  for (struct held *h = files->held; h < end; h++)
    if (is_old(h, old)) {
      h->device = now.st_dev;
      h->inode = now.st_ino;
      h->again = mc_undo_log->trace;
      files->any_again = true;
    }
  return true;
}

//===- Locks ----------------------------------------------------------------------------------===//

static bool is_any(const bool set[LOCKS]) { return memchr(set, true, LOCKS); }

bool mc_held_has_locks(void) { return is_any(files->is_locked) || is_any(files->is_locked_before); }

/// A lock belongs to the open file, which the trunk has, too, if it was open before the search.
void mc_held_lock(int fd) {
  const bool is_low = fd >= 0 && fd < LOCKS;
  if (mc_mode == MC_MODE_TRUNK && is_low)
    files->is_locked_before[fd] = true;
  else if (is_low && !files->is_locked_before[fd])
    files->is_locked[fd] = true;
  else
    mc_not_undone("a lock");
}

static void unlock(int fd) {
  const struct flock all = {.l_type = F_UNLCK, .l_whence = SEEK_SET};
  mc_sys(SYS_flock, fd, LOCK_UN);
  mc_sys(SYS_fcntl, fd, F_OFD_SETLK, &all);
}

/// When the program closes its last descriptor of an open file, the locks of that are given back,
/// though the trunk has a descriptor, too.
void mc_held_close(int fd) {
  enum { NUMBERS = 1024 };
  if (mc_mode != MC_MODE_WORKER || !mc_held_has_locks())
    return;
  bool is_last = true;
  for (int other = 0; other < NUMBERS && is_last; other++)
    is_last = other == fd || compare(fd, other) != 0;
  if (!is_last)
    return;
  if (compare(fd, fd) != 0 || is_any(files->is_locked_before))
    mc_not_undone("a lock");
  unlock(fd);
}

void mc_held_unlock(void) {
  for (int fd = 0; fd < LOCKS; fd++)
    if (files->is_locked[fd]) {
      unlock(fd);
      files->is_locked[fd] = false;
    }
}
