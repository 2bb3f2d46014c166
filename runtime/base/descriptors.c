// runtime/base/descriptors.c - see descriptors.h. Reads /proc/self/fd without libc.
#include "descriptors.h"
#include "sys.h"
#include <fcntl.h>
#include <stdint.h>

struct entry { // of getdents64
  uint64_t inode;
  int64_t next;
  uint16_t bytes;
  uint8_t type;
  char name[];
};

static unsigned try_each(int fd[MC_MOST_DESCRIPTORS]) {
  unsigned count = 0;
  for (int i = 0; i < MC_MOST_DESCRIPTORS; i++)
    if (mc_sys(SYS_fcntl, i, F_GETFD) >= 0)
      fd[count++] = i;
  return count;
}

/// Without . and .., and without the folder itself.
static unsigned note_entry(int fd[], unsigned count, const struct entry *entry, long folder) {
  int number = 0;
  for (const char *digit = entry->name; *digit; digit++)
    number = 10 * number + *digit - '0';
  if (entry->name[0] != '.' && number != folder && count < MC_MOST_DESCRIPTORS)
    fd[count++] = number;
  return count;
}

unsigned mc_descriptors(int fd[MC_MOST_DESCRIPTORS]) {
  _Alignas(struct entry) char entries[2048];
  unsigned count = 0;
  const long folder =
      mc_sys(SYS_openat, AT_FDCWD, "/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0)
    return try_each(fd);
  for (long bytes; (bytes = mc_sys(SYS_getdents64, folder, entries, sizeof entries)) > 0;)
    for (long at = 0; at < bytes; at += ((const struct entry *)(entries + at))->bytes)
      count = note_entry(fd, count, (const struct entry *)(entries + at), folder);
  mc_sys(SYS_close, folder);
  return count;
}
