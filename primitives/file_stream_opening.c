// primitives/file_stream_opening.c - the interposed functions that open, flush and close streams of
// stdio (file_streams.c).
#define _GNU_SOURCE
#include "file_streams.h"
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>

static long flags_of(const char *mode) {
  const long access = strchr(mode, '+') ? O_RDWR : mode[0] == 'r' ? O_RDONLY : O_WRONLY;
  return access |
         (mode[0] == 'r'   ? 0
          : mode[0] == 'w' ? O_CREAT | O_TRUNC
                           : O_CREAT | O_APPEND) |
         (strchr(mode, 'x') ? O_EXCL : 0);
}

#define INTERPOSE_FOPEN(name)                                                                      \
  MC_INTERPOSED FILE *name(const char *restrict path, const char *restrict mode) {                 \
    if (mc_is_random_device(path)) {                                                               \
      const int random = mc_file_open_random(MC_CALLER_SITE, 0);                                   \
      return random < 0 ? NULL : MC_REAL(fdopen)(random, mode);                                    \
    }                                                                                              \
    struct mc_part part = {.number = SYS_openat, .a = {AT_FDCWD, (long)path, flags_of(mode)}};     \
    char text[MC_MOST_PATH];                                                                       \
    mc_part_begin(&part, #name, MC_CALLER_SITE);                                                   \
    FILE *stream = MC_REAL(name)(mc_path_of_process(path, text), mode);                            \
    mc_part_end(&part, stream ? stream->_fileno : -1);                                             \
    return stream;                                                                                 \
  }
INTERPOSE_FOPEN(fopen)
INTERPOSE_FOPEN(fopen64)

FILE *mc_file_stream(const struct mc_site *site, int fd, const char *mode) {
  struct mc_part part = {.number = SYS_fcntl, .a = {fd, mode[0] == 'a' ? F_SETFL : F_GETFL}};
  mc_part_begin(&part, "fdopen", site);
  FILE *stream = MC_REAL(fdopen)(fd, mode);
  mc_part_end(&part, stream ? 0 : -1);
  return stream;
}

/// What closing writes comes before it, as a call of its own.
static bool has_output(const FILE *stream) {
  return stream->_IO_write_ptr > stream->_IO_write_base;
}

extern FILE *_IO_list_all; ///< glibc's, each with the next one

static bool is_open(const FILE *stream) {
  const FILE *open = _IO_list_all;
  while (open && open != stream)
    open = open->_chain;
  return open;
}

/// `among_all`: one that has output, if it is open still.
static int flush(FILE *stream, bool among_all, const char *function, const struct mc_site *site) {
  MC_USES_OF_STREAM;
  mc_state_fault(function);
  mc_stream_lock(&uses, stream, function, site);
  mc_stream_begin(&uses, stream, MC_USE_WRITE, site);
  const bool is_due = !among_all || (is_open(stream) && (has_output(stream) || stream->_mode > 0));
  return is_due ? MC_REAL(fflush)(stream) : 0;
}

/// As glibc, one stream after another, each with its lock: each is a step.
static int flush_all(const char *function, const struct mc_site *site) {
  enum { MOST = 256 };
  FILE *stream[MOST];
  int count = 0, result = 0;
  for (FILE *next = _IO_list_all; next && count < MOST; next = next->_chain)
    stream[count++] = next;
  for (int i = 0; i < count; i++)
    if (is_open(stream[i]))
      result |= flush(stream[i], true, function, site);
  return count < MOST ? result : MC_REAL(fflush)(NULL);
}

#define INTERPOSE_FFLUSH(name)                                                                     \
  MC_INTERPOSED int name(FILE *stream) {                                                           \
    return stream || !mc_checking() || mc_state_is_inside()                                        \
               ? flush(stream, false, #name, MC_CALLER_SITE)                                       \
               : flush_all(#name, MC_CALLER_SITE);                                                 \
  }
INTERPOSE_FFLUSH(fflush)
INTERPOSE_FFLUSH(fflush_unlocked)

/// A lock of the stream's, for fclose and freopen.
static void unlock_stream(struct mc_uses *uses) {
  if (uses->lock)
    mc_our_pthread_mutex_unlock(MC_CALLER_SITE, uses->lock);
}
#define LOCKED_STREAM(stream, name)                                                                \
  struct mc_uses locked __attribute__((cleanup(unlock_stream))) = {.count = 0};                    \
  mc_stream_lock(&locked, stream, name, MC_CALLER_SITE)

#define INTERPOSE_FREOPEN(name)                                                                    \
  MC_INTERPOSED FILE *name(const char *restrict path, const char *restrict mode,                   \
                           FILE *restrict old) {                                                   \
    LOCKED_STREAM(old, #name);                                                                     \
    struct mc_part part = {.number = SYS_openat, .a = {AT_FDCWD, (long)path, flags_of(mode)}};     \
    if (mc_stream_is_output(old))                                                                  \
      mc_order_need(MC_ORDER_OUTPUT);                                                              \
    if (mc_checking() && !mc_state_is_inside() && !mc_stream_is_output(old) && has_output(old))    \
      fflush(old);                                                                                 \
    if (mc_is_searching() && path) {                                                               \
      mc_order_need(MC_ORDER_ONE_NAME); /* or it uses more states than an operation has */         \
      mc_stream_use(&part.uses, old, MC_USE_WRITE);                                                \
    }                                                                                              \
    if (path)                                                                                      \
      mc_part_begin(&part, #name, MC_CALLER_SITE);                                                 \
    char text[MC_MOST_PATH];                                                                       \
    FILE *stream = MC_REAL(name)(mc_path_of_process(path, text), mode, old);                       \
    mc_part_end(&part, stream ? stream->_fileno : -1);                                             \
    return stream;                                                                                 \
  }
INTERPOSE_FREOPEN(freopen)
INTERPOSE_FREOPEN(freopen64)

MC_INTERPOSED int fclose(FILE *stream) {
  LOCKED_STREAM(stream, "fclose");
  if (mc_checking() && !mc_state_is_inside() && !mc_stream_is_output(stream) && has_output(stream))
    fflush(stream);
  struct mc_part part = {.number = SYS_close, .a = {stream->_fileno}};
  if (mc_checking())
    mc_stream_use(&part.uses, stream, MC_USE_WRITE);
  if (stream->_fileno >= 0)
    mc_part_begin(&part, "fclose", MC_CALLER_SITE);
  const int result = MC_REAL(fclose)(stream);
  mc_part_end(&part, result);
  return result;
}

#define INTERPOSE_TMPFILE(name)                                                                    \
  MC_INTERPOSED FILE *name(void) {                                                                 \
    struct mc_part part = {.number = SYS_memfd_create};                                            \
    mc_part_begin(&part, #name, MC_CALLER_SITE);                                                   \
    FILE *stream = MC_REAL(name)();                                                                \
    mc_part_end(&part, stream ? stream->_fileno : -1);                                             \
    return stream;                                                                                 \
  }
INTERPOSE_TMPFILE(tmpfile)
INTERPOSE_TMPFILE(tmpfile64)
