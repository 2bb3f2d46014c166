// runtime/world/undo.c - what a trace does to files outlasts the trace and its process, so the next
// trace would not begin where this one began. Before each call that changes something, a note is
// kept of how that was (undo_notes.c). Before the next trace, and at the end of the search, all is
// put back, the last change first.
#include "undo.h"
#include "files.h"
#include "runtime/base/descriptors.h"
#include "runtime/record/record.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <string.h>

struct mc_undo_log *mc_undo_log MC_KEPT;

void mc_undo_start(void) {
  mc_undo_log = mc_own_shared_memory(sizeof *mc_undo_log);
  mc_undo_log->used = 16;
  mc_held_start();
}

bool mc_undo_has_changes(void) { return mc_undo_log->has_changes || mc_undo_log->base; }
void mc_undo_divide(bool divided) { mc_undo_log->is_divided = divided; }
bool mc_undo_is_due(void) { return mc_undo_log->last != mc_undo_log->search; }
bool mc_undo_has_failed(void) { return mc_undo_log->is_kept; }

void mc_not_undone(const char *path) {
  mc_undo_log->is_kept |= mc_undo_log->search_used && !mc_undo_log->is_over;
  if (mc_undo_log->is_between_traces)
    mc_record_warning(MC_WARN_FILE_KEPT, path, NULL);
  else
    mc_warn_of(MC_WARN_FILE_KEPT, path, NULL);
}

bool mc_is_file_at(const char *path, const struct stat *info) {
  struct stat now;
  return mc_sys(SYS_lstat, path, &now) == 0 && mc_is_same_file(&now, info);
}

/// Takes the result of a call that puts something of this file back.
static void put_back(struct mc_note *n, long result) {
  if (result < 0)
    mc_not_undone(mc_note_path(n));
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

/// Opens the file to write to it, though its mode may forbid that to its owner, who has it open.
static long open_to_restore(const char *path, bool is_there) {
  const int flags = O_WRONLY | O_CLOEXEC | (is_there ? 0 : O_CREAT);
  const long fd = mc_sys(SYS_open, path, flags, 0600);
  return fd != -EACCES || mc_sys(SYS_chmod, path, 0600) ? fd : mc_sys(SYS_open, path, flags, 0600);
}

/// The flags of calls on the note's path.
static int flags_of(const struct mc_note *n) {
  return n->kind == MC_WAS_UNNAMED ? 0 : AT_SYMLINK_NOFOLLOW;
}

/// The file has been made again. Notes before this one, which are still to be undone, mean the new
/// file.
static void is_now(const struct mc_note *n, const char *path) {
  struct stat now;
  if (mc_sys(SYS_lstat, path, &now))
    return;
  for (uint64_t at = n->before; at; at = mc_note_at(at)->before) {
    struct mc_note *other = mc_note_at(at);
    if (other->again != mc_undo_log->trace && mc_is_same_file(&other->info, &n->info)) {
      other->info.st_dev = now.st_dev;
      other->info.st_ino = now.st_ino; // perhaps one that has been free since a later note
      other->again = mc_undo_log->trace;
    }
  }
}

/// Makes a file again that is gone.
static long make_again(struct mc_note *n, const char *path) {
  char text[MC_MOST_PATH];
  if (S_ISDIR(n->info.st_mode))
    return mc_sys(SYS_mkdir, path, 0700);
  if (S_ISFIFO(n->info.st_mode) || S_ISSOCK(n->info.st_mode))
    return mc_sys(SYS_mknod, path, n->info.st_mode, 0);
  if (!S_ISLNK(n->info.st_mode) || n->bytes >= sizeof text)
    return -EINVAL;
  memcpy(text, mc_note_bytes(n), n->bytes);
  text[n->bytes] = '\0';
  return mc_sys(SYS_symlink, text, path);
}

static void restore(struct mc_note *n) {
  const char *path = mc_note_path(n);
  const struct timespec times[2] = {n->info.st_atim, n->info.st_mtim};
  const bool is_there = n->kind == MC_WAS_UNNAMED || mc_is_file_at(path, &n->info);
  if (S_ISREG(n->info.st_mode)) {
    const long fd = open_to_restore(path, is_there);
    if (fd < 0 || !write_all(fd, mc_note_bytes(n), n->bytes))
      mc_not_undone(path);
    mc_sys(SYS_close, fd);
  } else if (!is_there) {
    put_back(n, make_again(n, path));
  }
  if (!is_there) {
    is_now(n, path);
    if (!mc_undo_log->is_over && mc_held_is(&n->info) && !mc_held_again(&n->info, path))
      mc_not_undone(path);
  }
  put_back(n, mc_sys(SYS_fchownat, AT_FDCWD, path, n->info.st_uid, n->info.st_gid, flags_of(n)));
  if (!S_ISLNK(n->info.st_mode))
    put_back(n, mc_sys(SYS_chmod, path, n->info.st_mode & 07777));
  put_back(n, mc_sys(SYS_utimensat, AT_FDCWD, path, times, flags_of(n)));
}

/// Removes what this trace has made, if it has come so far.
static void remove_made(struct mc_note *n, const char *path) {
  long result = mc_sys(SYS_unlink, path);
  if (result == -EISDIR)
    result = mc_sys(SYS_rmdir, path);
  if (result != -ENOENT)
    put_back(n, result);
}

static void undo(struct mc_note *n) {
  const char *path = mc_note_path(n), *other = path + n->path;
  switch (n->kind) {
  case MC_WAS_MADE:
    remove_made(n, path);
    break;
  case MC_WAS_CHANGED:
  case MC_WAS_UNNAMED:
    restore(n);
    break;
  case MC_WAS_MOVED:
    if (mc_is_file_at(other, &n->info))
      put_back(n, mc_sys(SYS_rename, other, path));
    break;
  case MC_WAS_SWAPPED:
    if (mc_is_file_at(other, &n->info))
      put_back(n, mc_sys(SYS_renameat2, AT_FDCWD, other, AT_FDCWD, path, RENAME_EXCHANGE));
    break;
  case MC_WAS_ATTRIBUTE:
    put_back(n, mc_sys(SYS_lsetxattr, path, other, mc_note_bytes(n), n->bytes, 0));
    break;
  case MC_WAS_NO_ATTRIBUTE:
    if (mc_sys(SYS_lgetxattr, path, other, NULL, 0) >= 0)
      put_back(n, mc_sys(SYS_lremovexattr, path, other));
    break;
  }
}

static void undo_back_to(uint64_t end) {
  for (; mc_undo_log->last != end; mc_undo_log->last = mc_note_at(mc_undo_log->last)->before)
    undo(mc_note_at(mc_undo_log->last));
}

void mc_undo_begin_search(void) {
  enum { NUMBERS = 256 };
  mc_undo_log->base = mc_undo_log->last;
  mc_undo_log->is_between_traces = true;
  mc_held_find();
  int fd[MC_MOST_DESCRIPTORS];
  const unsigned count = mc_descriptors(fd);
  for (unsigned i = 0; i < count && fd[i] < NUMBERS; i++)
    if (fd[i] != mc_session->config.output_fd &&
        (mc_sys(SYS_fcntl, fd[i], F_GETFL) & O_ACCMODE) > 0)
      mc_undo_note_open_file(fd[i]);
  mc_undo_log->search = mc_undo_log->last;
  mc_undo_log->search_used = mc_undo_log->used;
  mc_undo_log->is_between_traces = false;
}

void mc_undo_trace(void) {
  struct stat now;
  mc_undo_log->is_between_traces = true;
  mc_undo_log->trace++;
  undo_back_to(mc_undo_log->search);
  mc_undo_log->used = mc_undo_log->search_used;
  mc_held_unlock();
  for (uint64_t at = mc_undo_log->search; at > mc_undo_log->base; at = mc_note_at(at)->before) {
    struct mc_note *n = mc_note_at(at);
    if (mc_undo_log->is_mapped ||
        mc_sys(SYS_newfstatat, AT_FDCWD, mc_note_path(n), &now, flags_of(n)) ||
        now.st_size != n->info.st_size || now.st_mode != n->info.st_mode ||
        now.st_uid != n->info.st_uid || now.st_gid != n->info.st_gid ||
        memcmp(&now.st_mtim, &n->info.st_mtim, sizeof now.st_mtim))
      restore(n);
  }
  mc_undo_log->is_mapped = mc_undo_log->is_between_traces = false;
}

void mc_undo_all(void) {
  mc_undo_log->is_over = true;
  if (mc_undo_log->search_used)
    mc_undo_trace();
  mc_undo_log->is_between_traces = true;
  undo_back_to(0);
}
