// driver/trace_keep.c - see trace_keep.h.
//
// A file is held by a lock (flock) from when it is opened until the command ends, when its report
// has been printed: a run beside it takes the next number. A later run of the program finds the
// lock gone, and replaces the file of the same finding: a folder does not fill.
#include "trace_keep.h"
#include "diagnose.h"
#include "output_file.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
  MOST_NUMBERS = 9999,
  MOST_HELD = 64, ///< files; a program may run with a small limit of descriptors (ulimit -n)
};

static struct {
  unsigned count;
  char **path;
} written; ///< by this run

static bool is_written(const char *path) {
  for (unsigned i = 0; i < written.count; i++)
    if (!strcmp(written.path[i], path))
      return true;
  return false;
}

static void add_written(const char *path) {
  written.path = reallocarray(written.path, written.count + 1, sizeof *written.path);
  if (!written.path)
    internal_fault("out of memory");
  written.path[written.count++] = format_text("%s", path);
}

//===- Whose a file is ------------------------------------------------------------------------===//

/// The lines of a trace file's head (trace_file.h).
enum { VERSION_LINE, PROGRAM_LINE, FINDING_LINE, ARGUMENTS_LINE };

static struct trace_text line_of(const struct trace_text *text, unsigned number) {
  char *at = text->bytes, *const end = at + text->size;
  for (;; number--) {
    char *newline = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
    if (!newline)
      return (struct trace_text){at, 0};
    if (number == 0)
      return (struct trace_text){at, (size_t)(newline - at)};
    at = newline + 1;
  }
}

static bool is_equal(struct trace_text a, struct trace_text b) {
  return a.size == b.size && !memcmp(a.bytes, b.bytes, a.size);
}

static bool have_same(const struct trace_text *a, const struct trace_text *b, unsigned line) {
  return is_equal(line_of(a, line), line_of(b, line));
}

/// The line of the program in two parts.
static void cut_program(const struct trace_text *text, struct trace_text part[2]) {
  const size_t hash = strlen("program 0123456789abcdef");
  const struct trace_text line = line_of(text, PROGRAM_LINE);
  const size_t first = line.size < hash ? line.size : hash;
  part[0] = (struct trace_text){line.bytes, first};
  part[1] = (struct trace_text){line.bytes + first, line.size - first};
}

static bool may_replace(const struct trace_text *old, const struct trace_text *new,
                        bool any_finding) {
  struct trace_text was[2], is[2];
  if (!have_same(old, new, VERSION_LINE))
    return false;
  cut_program(old, was);
  cut_program(new, is);
  if (is_equal(was[0], is[0]))
    return any_finding ||
           (have_same(old, new, FINDING_LINE) && have_same(old, new, ARGUMENTS_LINE));
  return is_equal(was[1], is[1]);
}

//===- One name -------------------------------------------------------------------------------===//

enum outcome { KEPT, TAKEN, FAILED };

/// What is there, or so much of it that it can be told apart from `new`.
static struct trace_text read_old(int fd, const struct trace_text *new) {
  enum { HEAD = 1 << 16 };
  struct trace_text old = {allocate(new->size + HEAD), 0};
  ssize_t got;
  while (old.size < new->size + HEAD &&
         (got = pread(fd, old.bytes + old.size, new->size + HEAD - old.size, (off_t)old.size)) > 0)
    old.size += (size_t)got;
  return old;
}

static bool write_all(int fd, const struct trace_text *text) {
  size_t done = 0;
  while (done < text->size) {
    const ssize_t more = pwrite(fd, text->bytes + done, text->size - done, (off_t)done);
    if (more < 0 && errno != EINTR)
      return false;
    done += more > 0 ? (size_t)more : 0;
  }
  return true;
}

static enum outcome write_new(int fd, const char *path, const struct trace_text *new) {
  if (!ftruncate(fd, 0) && write_all(fd, new))
    return KEPT;
  const int error = errno;
  unlink(path);
  errno = error;
  return FAILED;
}

/// The lock may have been got from a run that could not write the file, and has removed it.
static bool is_held(int fd) {
  struct stat info;
  if (flock(fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK)
    return false;
  return !fstat(fd, &info) && info.st_nlink > 0;
}

static enum outcome keep_in(int fd, const char *path, const struct trace_text *new,
                            bool any_finding) {
  if (!is_held(fd))
    return TAKEN;
  struct trace_text old = read_old(fd, new);
  enum outcome outcome = TAKEN;
  if (is_equal(old, *new))
    outcome = KEPT;
  else if (!old.size || may_replace(&old, new, any_finding))
    outcome = write_new(fd, path, new);
  free(old.bytes);
  return outcome;
}

/// What is there and cannot be opened is somebody else's.
static enum outcome outcome_of_open(const char *path) {
  const int error = errno;
  struct stat info;
  const bool is_there = !lstat(path, &info);
  errno = error;
  return is_there ? TAKEN : FAILED;
}

static enum outcome try_path(const char *path, const struct trace_text *new, bool any_finding) {
  if (is_written(path))
    return TAKEN;
  const int fd = output_file_shared(path);
  if (fd < 0)
    return outcome_of_open(path);
  const enum outcome outcome = keep_in(fd, path, new, any_finding);
  if (outcome == KEPT)
    add_written(path);
  if (outcome != KEPT || written.count > MOST_HELD) {
    const int error = errno;
    close(fd);
    errno = error;
  }
  return outcome;
}

//===- All of them ----------------------------------------------------------------------------===//

static char *finding_path(const char *stem, unsigned number) {
  return format_text("%s-%04u.trace", stem, number);
}

static char *saved_path(const char *stem, unsigned number) {
  return number == 1 ? format_text("%s.trace", stem) : format_text("%s-%u.trace", stem, number);
}

static char *keep(const char *stem, char *(*path_of)(const char *stem, unsigned number),
                  const struct trace_text *text, bool any_finding) {
  for (unsigned number = 1; number <= MOST_NUMBERS; number++) {
    char *path = path_of(stem, number);
    const enum outcome outcome = try_path(path, text, any_finding);
    if (outcome == KEPT)
      return path;
    if (outcome == FAILED) {
      warn("%s: %s", path, output_file_error());
      return NULL;
    }
    free(path);
  }
  warn("%s: all %d numbers are taken; give another --output-dir", stem, MOST_NUMBERS);
  return NULL;
}

char *trace_keep(const char *stem, const struct trace_text *text) {
  return keep(stem, finding_path, text, false);
}

char *trace_keep_saved(const char *stem, const struct trace_text *text) {
  return keep(stem, saved_path, text, true);
}
