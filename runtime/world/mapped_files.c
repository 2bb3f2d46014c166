// runtime/world/mapped_files.c - a file that is mapped and also used by calls. Nobody knows that a
// store to the shared mapping is what a call reads, or that a call writes what any mapping shows.
#include "files.h"
#include "runtime/record/leave.h"
#include <sys/mman.h>
#include <sys/stat.h>

enum { MOST = 64, SEVERAL = 255 };
enum use { MAPS, MAPS_PRIVATELY, READS, WRITES };

static struct {
  uint64_t device, inode;
  bool is_mapped, is_mapped_privately;
  bool is_of_trunk;     ///< the mapping
  uint8_t user, writer; ///< 1 + the thread whose calls have used it, have written to it, or SEVERAL
} file[MOST] MC_PER_TRACE_TABLE;
static unsigned files MC_PER_TRACE;
static bool is_any_mapped MC_PER_TRACE;

static unsigned find(uint64_t device, uint64_t inode) {
  unsigned i = 0;
  while (i < files && (file[i].device != device || file[i].inode != inode))
    i++;
  if (i == files && i < MOST)
    file[files++] = (__typeof__(*file)){.device = device, .inode = inode};
  return i;
}

static bool is_anothers(uint8_t thread) { return thread && thread != 1 + mc_self_; }

static void note_thread(uint8_t *thread) {
  *thread = is_anothers(*thread) ? SEVERAL : (uint8_t)(1 + mc_self_);
}

static bool meets(unsigned i, enum use use) {
  switch (use) {
  case MAPS:
    return is_anothers(file[i].user);
  case MAPS_PRIVATELY:
    return is_anothers(file[i].writer);
  case READS:
    return file[i].is_mapped;
  case WRITES:
    return file[i].is_mapped || file[i].is_mapped_privately;
  }
  return false;
}

static void note(long fd, enum use use) {
  struct stat info;
  if (mc_sys(SYS_fstat, fd, &info) || !S_ISREG(info.st_mode))
    return;
  const unsigned i = find(info.st_dev, mc_undo_inode(info.st_dev, info.st_ino));
  if (mc_mode == MC_MODE_WORKER && i < MOST && file[i].is_of_trunk && mc_undo_is_made_again(&info))
    mc_end_outside(MC_WARN_MAPPED_FILE, NULL, NULL); // the mapping is of the file that is gone
  is_any_mapped |= use == MAPS || use == MAPS_PRIVATELY;
  if (i == MOST ? is_any_mapped : meets(i, use))
    mc_warn(MC_WARN_MAPPED_FILE, NULL);
  if (i == MOST)
    return;
  file[i].is_of_trunk |= mc_mode == MC_MODE_TRUNK;
  file[i].is_mapped |= use == MAPS;
  file[i].is_mapped_privately |= use == MAPS_PRIVATELY;
  if (use == READS || use == WRITES)
    note_thread(&file[i].user);
  if (use == WRITES)
    note_thread(&file[i].writer);
}

void mc_mapped_files_note(long number, const long a[6]) {
  if (number == SYS_mmap && !(a[3] & MAP_ANONYMOUS))
    note(a[4], a[3] & MAP_SHARED ? MAPS : MAPS_PRIVATELY);
  if (mc_mode != MC_MODE_WORKER) // nobody else is there
    return;
  switch (number) {
  case SYS_read:
  case SYS_readv:
  case SYS_pread64:
  case SYS_preadv:
    note(a[0], READS);
    break;
  case SYS_write:
  case SYS_writev:
  case SYS_pwrite64:
  case SYS_pwritev:
  case SYS_ftruncate:
    note(a[0], WRITES);
    break;
  case SYS_copy_file_range:
    note(a[0], READS);
    note(a[2], WRITES);
    break;
  case SYS_sendfile:
    note(a[0], WRITES);
    note(a[1], READS);
    break;
  }
}
