// primitives/stream_functions.c - stdio on pipes and sockets between threads of the program. What
// libc's streams do inside cannot be interposed; so fdopen makes one of our functions here.
#define _GNU_SOURCE
#include "primitives/descriptors/descriptors.h"
#include "files.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static int number_of(void *cookie) { return (int)(intptr_t)cookie; }

static ssize_t read_stream(void *cookie, char *data, size_t size) {
  return read(number_of(cookie), data, size);
}

/// For stdio 0 is the error.
static ssize_t write_stream(void *cookie, const char *data, size_t size) {
  const ssize_t written = write(number_of(cookie), data, size);
  return written < 0 ? 0 : written;
}

static int close_stream(void *cookie) { return close(number_of(cookie)); }

MC_INTERPOSE_UNHOOKED(FILE *, fdopen, (int fd, const char *mode), (fd, mode)) {
  if (!mc_descriptor_at(fd))
    return mc_file_stream(site, fd, mode);
  const cookie_io_functions_t functions = {
      .read = read_stream, .write = write_stream, .close = close_stream};
  FILE *stream = fopencookie((void *)(intptr_t)fd, mode, functions);
  if (stream)
    stream->_fileno = fd; // for fileno()
  return stream;
}

MC_INTERPOSE_UNHOOKED(int, vdprintf, (int fd, const char *format, va_list list),
                      (fd, format, list)) {
  char *text = NULL;
  const int length = vasprintf(&text, format, list);
  const struct iovec buffer = {text, length < 0 ? 0 : (size_t)length};
  const long written = length < 0              ? -1
                       : mc_descriptor_at(fd) ? mc_pipe_write(fd, &buffer, 1, 0, site)
                                              : MC_FILE_CALL_OF(site, SYS_write, fd, text, length);
  free(text);
  return written < 0 ? -1 : length;
}

// What a program built with _FORTIFY_SOURCE calls.
static int print_checked(const struct mc_site *site, int fd, int flag, const char *format,
                         va_list list) {
  typedef int function(int, int, const char *, va_list);
  if (mc_checking())
    return mc_checked_vdprintf(site, fd, format, list);
  return ((function *)mc_real("__vdprintf_chk"))(fd, flag, format, list);
}

MC_INTERPOSED int __vdprintf_chk(int fd, int flag, const char *format, va_list list) {
  return print_checked(MC_CALLER_SITE, fd, flag, format, list);
}

MC_INTERPOSED int __dprintf_chk(int fd, int flag, const char *format, ...) {
  va_list list;
  va_start(list, format);
  const int length = print_checked(MC_CALLER_SITE, fd, flag, format, list);
  va_end(list);
  return length;
}

MC_INTERPOSED int dprintf(int fd, const char *format, ...) {
  va_list list;
  va_start(list, format);
  const int length = mc_checking() ? mc_checked_vdprintf(MC_CALLER_SITE, fd, format, list)
                                   : MC_REAL(vdprintf)(fd, format, list);
  va_end(list);
  return length;
}
