// runtime/mapped_files.c - a file that is mapped for all, and read or written by calls, too: what is
// stored in the memory is not known to be what a call reads, and the other way round.
#include "files.h"
#include <sys/mman.h>
#include <sys/stat.h>

enum { MOST = 64, SEVERAL = 255 };

static struct {
  uint64_t device, inode;
  bool is_mapped;
  uint8_t user; ///< 1 + the thread whose calls have used it, or SEVERAL
} file[MOST];
static unsigned files;
static bool is_any_mapped;

static unsigned find(uint64_t device, uint64_t inode) {
  unsigned i = 0;
  while (i < files && (file[i].device != device || file[i].inode != inode))
    i++;
  if (i == files && i < MOST)
    file[files++] = (__typeof__(*file)){.device = device, .inode = inode};
  return i;
}

static void note(long fd, bool maps) {
  struct stat info;
  if (mc_sys(SYS_fstat, fd, &info) || !S_ISREG(info.st_mode))
    return;
  const unsigned i = find(info.st_dev, info.st_ino);
  const uint8_t self = (uint8_t)(1 + mc_self_);
  is_any_mapped |= maps;
  if (i == MOST ? is_any_mapped
      : maps    ? file[i].user && file[i].user != self
                : file[i].is_mapped)
    mc_warn(MC_WARN_MAPPED_FILE, NULL);
  if (i < MOST && maps)
    file[i].is_mapped = true;
  else if (i < MOST)
    file[i].user = file[i].user && file[i].user != self ? SEVERAL : self;
}

void mc_mapped_files_note(long number, const long a[6]) {
  if (number == SYS_mmap && a[3] & MAP_SHARED && !(a[3] & MAP_ANONYMOUS))
    note(a[4], true);
  if (mc_mode != MC_MODE_WORKER) // nobody else is there
    return;
  switch (number) {
  case SYS_read:
  case SYS_readv:
  case SYS_pread64:
  case SYS_preadv:
  case SYS_write:
  case SYS_writev:
  case SYS_pwrite64:
  case SYS_pwritev:
  case SYS_ftruncate:
    note(a[0], false);
    break;
  case SYS_copy_file_range:
    note(a[0], false);
    note(a[2], false);
    break;
  case SYS_sendfile:
    note(a[0], false);
    note(a[1], false);
    break;
  }
}
