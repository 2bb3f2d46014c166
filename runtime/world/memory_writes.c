// runtime/world/memory_writes.c - system calls that write memory where no access is seen:
// process_vm_writev, and writes to /proc/PID/mem, which a page's protection does not stop.
#include "files.h"
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

static bool is_opened MC_PER_TRACE; // /proc/PID/mem, to be written

static bool names_memory(const char *path) {
  static const char head[] = "/proc/", last[] = "/mem";
  const size_t length = strlen(path), end = sizeof last - 1;
  return strncmp(path, head, sizeof head - 1) == 0 && length > end &&
         strcmp(path + length - end, last) == 0;
}

static bool is_memory(long fd) {
  char path[MC_MOST_PATH];
  mc_path_of((int)fd, path);
  return names_memory(path);
}

static void tell(void) { mc_unordered_call("/proc/self/mem", NULL); }

static void note_open(int folder, long path, long flags) {
  char text[MC_MOST_PATH];
  if ((flags & O_ACCMODE) == O_RDONLY || !mc_path_resolve(folder, (const char *)path, true, text) ||
      !names_memory(text))
    return;
  is_opened = true;
  tell();
}

/// How many there are that can be read.
static long parts(long vector, long count) {
  return count > 0 && count <= IOV_MAX &&
                 mc_may_read((const void *)vector, (size_t)count * sizeof(struct iovec))
             ? count
             : 0;
}

static uint64_t bytes_of(long vector, long count) {
  const struct iovec *part = (const struct iovec *)vector;
  uint64_t bytes = 0;
  for (long i = 0, end = parts(vector, count); i < end; i++)
    bytes += part[i].iov_len;
  return bytes;
}

/// `at` < 0: at the descriptor's offset.
static void note_write(long fd, long at, uint64_t bytes, const struct mc_site *site) {
  if (!is_memory(fd))
    return;
  tell();
  at = at < 0 ? mc_sys(SYS_lseek, fd, 0, SEEK_CUR) : at;
  mc_refuse_own((uint64_t)at, bytes, true, site);
}

static void refuse_parts(long vector, long count, const struct mc_site *site) {
  const struct iovec *part = (const struct iovec *)vector;
  for (long i = 0, end = parts(vector, count); i < end; i++)
    mc_refuse_own((uintptr_t)part[i].iov_base, part[i].iov_len, true, site);
}

void mc_memory_writes_note(long number, const long a[6], const struct mc_site *site) {
  enum { AT_OFFSET = -1 };
  if (number == SYS_open)
    note_open(AT_FDCWD, a[0], a[1]);
  else if (number == SYS_openat)
    note_open((int)a[0], a[1], a[2]);
  else if (number == SYS_creat)
    note_open(AT_FDCWD, a[0], O_WRONLY);
  else if (number == SYS_process_vm_writev)
    refuse_parts(a[3], a[4], site);
  else if (!is_opened)
    return;
  else if (number == SYS_write)
    note_write(a[0], AT_OFFSET, (uint64_t)a[2], site);
  else if (number == SYS_pwrite64)
    note_write(a[0], a[3], (uint64_t)a[2], site);
  else if (number == SYS_writev)
    note_write(a[0], AT_OFFSET, bytes_of(a[1], a[2]), site);
  else if (number == SYS_pwritev || number == SYS_pwritev2)
    note_write(a[0], a[3], bytes_of(a[1], a[2]), site);
}
