// runtime/base/maps.c - see maps.h. Reads /proc/self/maps without libc.
#include "maps.h"
#include "sys.h"
#include <fcntl.h>
#include <string.h>
#include <sys/sysinfo.h>

static uint64_t hexadecimal(const char **text) {
  uint64_t value = 0;
  for (;; (*text)++) {
    const char c = **text;
    if (c >= '0' && c <= '9')
      value = value << 4 | (uint64_t)(c - '0');
    else if (c >= 'a' && c <= 'f')
      value = value << 4 | (uint64_t)(c - 'a' + 10);
    else
      return value;
  }
}

// start-end rw-p offset device inode name
static struct mc_mapping parse(const char *line) {
  struct mc_mapping m = {.is_stack = strstr(line, "[stack]") != NULL,
                         .is_anonymous = strstr(line, "/dev/zero (deleted)") != NULL};
  m.start = hexadecimal(&line);
  line++;
  m.end = hexadecimal(&line);
  m.readable = line[1] == 'r';
  m.writable = line[2] == 'w';
  m.executable = line[3] == 'x';
  m.shared = line[4] == 's';
  line += strlen(" rwxp ");
  m.offset = hexadecimal(&line);
  line++;
  m.device = hexadecimal(&line) << 32; // major:minor
  line++;
  m.device |= hexadecimal(&line);
  line++;
  m.inode = hexadecimal(&line); // decimal digits: as good a name
  return m;
}

bool mc_maps_visit(bool (*visit)(const struct mc_mapping *mapping)) {
  char line[512], part[2048];
  size_t used = 0;
  long bytes = 0;
  bool all = true;
  const long fd = mc_sys(SYS_openat, AT_FDCWD, "/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return false;
  while (all && (bytes = mc_sys(SYS_read, fd, part, sizeof part)) > 0)
    for (long i = 0; all && i < bytes; i++) {
      if (part[i] != '\n') {
        if (used < sizeof line - 1)
          line[used++] = part[i];
        continue;
      }
      line[used] = '\0';
      used = 0;
      const struct mc_mapping mapping = parse(line);
      all = visit(&mapping);
    }
  mc_sys(SYS_close, fd);
  return all && bytes == 0;
}

enum { PAGE = 4096 };

static bool swaps(void) {
  struct sysinfo memory;
  return mc_sys(SYS_sysinfo, &memory) || memory.freeswap != memory.totalswap;
}

void mc_find_touched_pages(const char *from, uint64_t bytes, uint8_t *is_touched) {
  // mincore does not tell a page that is out from one that nobody has touched.
  if (swaps() || mc_sys(SYS_mincore, from, bytes, is_touched))
    memset(is_touched, 1, (bytes + PAGE - 1) / PAGE);
}

void mc_copy_pages(char *to, const char *from, uint64_t bytes, const uint8_t *is_touched) {
  for (uint64_t at = 0; at < bytes; at += PAGE)
    if (is_touched[at / PAGE] & 1)
      memcpy(to + at, from + at, bytes - at < PAGE ? bytes - at : PAGE);
}

void mc_copy_touched_pages(char *to, const char *from, uint64_t bytes) {
  enum { AT_ONCE = 4096 };
  uint8_t is_touched[AT_ONCE];
  for (uint64_t at = 0, part; at < bytes; at += part) {
    part = bytes - at < AT_ONCE * PAGE ? bytes - at : AT_ONCE * PAGE;
    mc_find_touched_pages(from + at, part, is_touched);
    mc_copy_pages(to + at, from + at, part, is_touched);
  }
}
