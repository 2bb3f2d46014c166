// driver/output_file.c - see output_file.h.
#include "output_file.h"
#include "diagnose.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MODE = 0666 };

/// Closes the file if it is none of the kind that is asked for.
static int checked(int fd, bool is_regular) {
  struct stat info;
  if (fd < 0 || (!fstat(fd, &info) && S_ISREG(info.st_mode) == is_regular))
    return fd;
  close(fd);
  errno = ELOOP;
  return -1;
}

static FILE *stream_of(int fd) {
  FILE *stream = fd < 0 ? NULL : fdopen(fd, "w");
  if (fd >= 0 && !stream)
    close(fd);
  return stream;
}

/// As it is. A pipe that nobody reads must not block.
static int open_file(const char *path, int access) {
  return checked(open(path, access | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, MODE), true);
}

int output_file_shared(const char *path) { return open_file(path, O_RDWR); }

FILE *output_file(const char *path) {
  const int fd = open_file(path, O_WRONLY);
  if (fd < 0 || !ftruncate(fd, 0))
    return stream_of(fd);
  close(fd);
  return NULL;
}

/// Also /dev/fd/63, of a shell's >(...).
static bool is_device(const char *path) { return !strncmp(path, "/dev/", strlen("/dev/")); }

static bool is_stream(const char *path) {
  struct stat info;
  return !stat(path, &info) && !S_ISREG(info.st_mode);
}

static bool is_pipe(const char *path) {
  struct stat info;
  return !stat(path, &info) && S_ISFIFO(info.st_mode);
}

static int open_pipe(const char *path, double seconds) {
  enum { PAUSE = 10, PATIENCE = 1000 }; // ms
  int fd = -1;
  for (unsigned waited = 0;; waited += PAUSE) {
    fd = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd >= 0 || errno != ENXIO || waited >= seconds * 1000)
      break;
    if (waited == PATIENCE)
      say_error("%s: waiting for somebody who reads it", path);
    usleep(PAUSE * 1000);
  }
  if (fd >= 0)
    fcntl(fd, F_SETFL, O_WRONLY);
  else if (errno == ENXIO)
    errno = EPIPE;
  return fd;
}

FILE *output_stream(const char *path, double seconds) {
  if (is_pipe(path))
    return stream_of(open_pipe(path, seconds));
  if (is_device(path))
    return fopen(path, "we");
  return is_stream(path) ? stream_of(checked(open(path, O_WRONLY | O_CLOEXEC), false))
                         : output_file(path);
}

bool output_file_remove(const char *path) {
  struct stat info;
  return !is_device(path) && !lstat(path, &info) && S_ISREG(info.st_mode) && !unlink(path);
}

bool output_can_be_written(const char *path) {
  struct stat info;
  if (is_device(path) || is_stream(path)) // to open a pipe would wait for its reader
    return !access(path, W_OK);
  const bool is_new = lstat(path, &info) != 0;
  const int fd = open_file(path, O_WRONLY);
  if (fd >= 0)
    close(fd);
  if (fd >= 0 && is_new)
    unlink(path);
  return fd >= 0;
}

const char *output_file_error(void) {
  if (errno == EPIPE)
    return "nobody reads it";
  return errno == ELOOP || errno == ENXIO ? "it is a symbolic link, or no regular file, and is not written to"
                                          : strerror(errno);
}
