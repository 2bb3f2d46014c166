// runtime/world/offsets.c - what a trace has done to files that were open before it is put back
// when the next one begins.
#include "files.h"
#include "world.h"
#include "runtime/base/descriptors.h"
#include "runtime/record/leave.h"
#include "runtime/record/record.h"
#include <fcntl.h>

// Traces share the offsets and flags of what was open before: each begins where the first did.
// Output is not put back.
enum { MAX_FILES = 64 };
static struct {
  int fd;
  long offset, flags;
} file[MAX_FILES] MC_KEPT;
static unsigned files MC_KEPT;

void mc_offsets_note(void) {
  struct stat info;
  int fd[MC_MOST_DESCRIPTORS];
  const unsigned count = mc_descriptors(fd);
  for (unsigned i = 0; i < count && fd[i] < 256 && files < MAX_FILES; i++) {
    if (mc_sys(SYS_fstat, fd[i], &info) || mc_output_is_users(&info))
      continue;
    file[files].fd = fd[i];
    file[files].offset = mc_sys(SYS_lseek, fd[i], 0, SEEK_CUR);
    file[files++].flags = mc_sys(SYS_fcntl, fd[i], F_GETFL);
  }
}

bool mc_offsets_has(int fd) {
  unsigned i = 0;
  while (i < files && file[i].fd != fd)
    i++;
  return i < files;
}

static void put_back(void) {
  for (unsigned i = 0; i < files; i++) {
    if (file[i].offset >= 0)
      mc_sys(SYS_lseek, file[i].fd, file[i].offset, SEEK_SET);
    if (mc_sys(SYS_fcntl, file[i].fd, F_GETFL) != file[i].flags)
      mc_sys(SYS_fcntl, file[i].fd, F_SETFL, file[i].flags);
  }
}

void mc_files_put_back(void) {
  if (!mc_system_calls_to_undo())
    return;
  mc_undo_trace();
  put_back();
  if (!mc_undo_has_failed())
    return;
  if (mc_mode == MC_MODE_TRUNK)
    mc_trunk_done(MC_END_OUTSIDE);
  mc_shared->search.ended = 1 + MC_END_OUTSIDE;
  mc_sys(SYS_exit_group, 0);
}
