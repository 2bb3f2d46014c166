// runtime/world/kept.c - what the kernel keeps for the process and a trace changes, where traces
// follow each other in one process: descriptors, their flags, locks of files, the folder, umask. At
// the end of the trace it is put back. A descriptor that the program closes has a copy until then,
// under a number that programs do not come to: so the open file stays the same, with its offset.
#include "kept.h"
#include "files.h"
#include <fcntl.h>

enum {
  MOST_OPENED = 256,
  MOST_KEPT = 64,
  COPIES = 896, // they have numbers from there on; most processes may have 1024
};

static struct undo {
  int opened[MOST_OPENED];
  unsigned openeds;
  struct kept {
    int fd;
    long flags;     ///< FD_CLOEXEC
    int copy;       ///< -1: it has not been closed
    bool has_locks; ///< of the process, which it had not before
  } kept[MOST_KEPT];
  unsigned kepts;
  int folder; ///< a descriptor; -1: it is as it was
  int mask;   ///< -1: the same
} * undo MC_KEPT;

void mc_kept_start(void) {
  undo = mc_guarded_memory(sizeof *undo);
  undo->folder = undo->mask = -1;
}

//===- Opened ---------------------------------------------------------------------------------===//

bool mc_kept_has_room(unsigned more) { return undo->openeds + more <= MOST_OPENED; }

static unsigned find_opened(int fd) {
  unsigned i = 0;
  while (i < undo->openeds && undo->opened[i] != fd)
    i++;
  return i;
}

bool mc_kept_is_opened(int fd) { return find_opened(fd) < undo->openeds; }

void mc_kept_opened(int fd) {
  if (!mc_kept_is_opened(fd))
    undo->opened[undo->openeds++] = fd;
}

void mc_kept_closed(int fd) { undo->opened[find_opened(fd)] = undo->opened[--undo->openeds]; }

//===- Kept -----------------------------------------------------------------------------------===//

/// NULL: it is not open, or there is no room.
static struct kept *kept_of(int fd) {
  const long flags = mc_sys(SYS_fcntl, fd, F_GETFD);
  unsigned i = 0;
  while (i < undo->kepts && undo->kept[i].fd != fd)
    i++;
  if (i < undo->kepts)
    return &undo->kept[i];
  if (flags < 0 || i == MOST_KEPT)
    return NULL;
  undo->kept[undo->kepts++] = (struct kept){.fd = fd, .flags = flags, .copy = -1};
  return &undo->kept[i];
}

static int copy_of(int fd) { return (int)mc_sys(SYS_fcntl, fd, F_DUPFD_CLOEXEC, COPIES); }

// What a lock means depends on who has its file open.
bool mc_kept_descriptor(int fd) {
  struct kept *k = mc_held_has_locks() ? NULL : kept_of(fd);
  if (!k)
    return false;
  if (k->copy < 0)
    k->copy = copy_of(fd);
  return k->copy >= 0;
}

bool mc_kept_has_copies(void) {
  unsigned i = 0;
  while (i < undo->kepts && undo->kept[i].copy < 0)
    i++;
  return i < undo->kepts;
}

bool mc_kept_flags(int fd) { return kept_of(fd); }

bool mc_kept_lock(int fd) {
  struct kept *k = kept_of(fd);
  if (k)
    k->has_locks = true;
  return k;
}

bool mc_kept_folder(void) {
  if (undo->folder >= 0)
    return true;
  const long fd = mc_sys(SYS_open, ".", O_PATH | O_DIRECTORY | O_CLOEXEC, 0);
  undo->folder = copy_of((int)fd);
  mc_sys(SYS_close, fd);
  return undo->folder >= 0;
}

void mc_kept_mask(int mask) {
  if (undo->mask < 0)
    undo->mask = mask;
}

//===- Back -----------------------------------------------------------------------------------===//

bool mc_kept_is_due(void) {
  return undo->openeds || undo->kepts || undo->folder >= 0 || undo->mask >= 0;
}

static bool put_back(const struct kept *k) {
  const struct flock all = {.l_type = F_UNLCK, .l_whence = SEEK_SET};
  const int closes = k->flags & FD_CLOEXEC ? O_CLOEXEC : 0;
  const long result = k->copy < 0 ? mc_sys(SYS_fcntl, k->fd, F_SETFD, k->flags)
                                  : mc_sys(SYS_dup3, k->copy, k->fd, closes);
  if (k->copy >= 0)
    mc_sys(SYS_close, k->copy);
  return result >= 0 && (!k->has_locks || mc_sys(SYS_fcntl, k->fd, F_SETLK, &all) == 0);
}

static bool folder_put_back(void) {
  if (undo->folder < 0)
    return true;
  const bool is_back = mc_sys(SYS_fchdir, undo->folder) == 0;
  mc_sys(SYS_close, undo->folder);
  undo->folder = -1;
  return is_back;
}

bool mc_kept_put_back(void) {
  bool all = true;
  while (undo->openeds)
    mc_sys(SYS_close, undo->opened[--undo->openeds]);
  while (undo->kepts)
    all &= put_back(&undo->kept[--undo->kepts]);
  if (undo->mask >= 0)
    mc_sys(SYS_umask, undo->mask);
  undo->mask = -1;
  return folder_put_back() && all;
}
