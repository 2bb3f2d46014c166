// driver/installed.c - see installed.h.
#include "installed.h"
#include "diagnose.h"
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

char *installed_file(const char *name) {
  char self[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  if (length < 0)
    internal_fault("/proc/self/exe: %s", strerror(errno));
  self[length] = '\0';
  *strrchr(self, '/') = '\0';
  return format_text("%s/../%s", self, name);
}
