// driver/cache.c - see cache.h.
#include "cache.h"
#include "diagnose.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/// Goes on from `*path`, which is there.
static bool enter(char **path, const char *name) {
  char *within = *path;
  *path = format_text("%s/%s", within, name);
  free(within);
  return !mkdir(*path, 0700) || errno == EEXIST;
}

bool cache_folder(const char *name, char **path) {
  const char *given = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  const bool is_given = given && *given == '/', is_there = is_given || (home && *home == '/');
  *path = format_text("%s", is_given ? given : is_there ? home : "~");
  errno = ENOENT;
  return is_there && enter(path, is_given ? "" : ".cache") && enter(path, "mcmini") &&
         enter(path, name);
}

bool cache_write(const char *path, const void *content, size_t bytes, mode_t mode) {
  char *part = format_text("%s.%d", path, (int)getpid());
  const int fd = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  size_t done = 0;
  for (ssize_t put; fd >= 0 && done < bytes &&
                    (put = write(fd, (const char *)content + done, bytes - done)) > 0;)
    done += (size_t)put;
  const bool is_written = fd >= 0 && done == bytes,
             is_whole = fd >= 0 && !close(fd) && is_written && !rename(part, path);
  const int reason = errno;
  if (fd >= 0 && !is_whole)
    unlink(part);
  free(part);
  errno = reason;
  return is_whole;
}
