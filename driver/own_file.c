// driver/own_file.c - see own_file.h.
//
// A file is held by a lock (flock) from when it is opened until the command ends, when its report
// has been printed: a run beside it takes the next number. A later run of the program finds the
// lock gone, and replaces what is its own: a folder does not fill.
#include "own_file.h"
#include "diagnose.h"
#include "output_file.h"
#include "place.h"
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

//===- One name -------------------------------------------------------------------------------===//

enum outcome { KEPT, TAKEN, FAILED };

/// What is there, or so much of it that it can be told apart from `new`.
static struct file_text read_old(int fd, const struct file_text *new) {
  enum { HEAD = 1 << 16 };
  struct file_text old = {allocate(new->size + HEAD), 0};
  ssize_t got;
  while (old.size < new->size + HEAD &&
         (got = pread(fd, old.bytes + old.size, new->size + HEAD - old.size, (off_t)old.size)) > 0)
    old.size += (size_t)got;
  return old;
}

static bool write_all(int fd, const struct file_text *text) {
  size_t done = 0;
  while (done < text->size) {
    const ssize_t more = pwrite(fd, text->bytes + done, text->size - done, (off_t)done);
    if (more < 0 && errno != EINTR)
      return false;
    done += more > 0 ? (size_t)more : 0;
  }
  return true;
}

static enum outcome write_new(int fd, const char *path, const struct file_text *new) {
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

static bool is_equal(const struct file_text *a, const struct file_text *b) {
  return a->size == b->size && !memcmp(a->bytes, b->bytes, a->size);
}

static enum outcome keep_in(int fd, const char *path, const struct own_file *file,
                            const struct file_text *new) {
  if (!is_held(fd))
    return TAKEN;
  struct file_text old = read_old(fd, new);
  enum outcome outcome = TAKEN;
  if (is_equal(&old, new))
    outcome = KEPT;
  else if (!old.size || file->is_ours(&old, new))
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

static enum outcome try_path(const char *path, const struct own_file *file,
                             const struct file_text *new) {
  if (is_written(path))
    return TAKEN;
  const int fd = output_file_shared(path);
  if (fd < 0)
    return outcome_of_open(path);
  const enum outcome outcome = keep_in(fd, path, file, new);
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

static char *path_of(const struct own_file *file, unsigned number) {
  if (file->is_numbered)
    return format_text("%s-%04u%s", file->stem, number, file->ending);
  return number == 1 ? format_text("%s%s", file->stem, file->ending)
                     : format_text("%s-%u%s", file->stem, number, file->ending);
}

char *own_file_write(const struct own_file *file, const struct file_text *text) {
  for (unsigned number = 1; number <= MOST_NUMBERS; number++) {
    char *path = path_of(file, number);
    const enum outcome outcome = try_path(path, file, text);
    if (outcome == KEPT)
      return path;
    if (outcome == FAILED) {
      warn("%s: %s", path, output_file_error());
      return NULL;
    }
    free(path);
  }
  warn("%s: all %d numbers are taken; give another folder", file->stem, MOST_NUMBERS);
  return NULL;
}

//===- Names ----------------------------------------------------------------------------------===//

/// The length of the program's name in that of a file, which may have 255 bytes; a character of
/// more than one byte stays whole.
static int length_of_name(const char *name) {
  enum { MOST = 150 };
  size_t length = strlen(name);
  if (length > MOST)
    for (length = MOST; length && ((unsigned char)name[length] & 0xc0) == 0x80; length--)
      ;
  return (int)length;
}

char *own_file_stem(const char *folder, const char *program) {
  const char *name = last_part(program);
  // A name that begins with - would be taken for an option.
  const bool is_plain = !strcmp(folder, ".") && *name != '-';
  const bool has_slash = is_plain || folder[strlen(folder) - 1] == '/';
  return format_text("%s%s%.*s", is_plain ? "" : folder, has_slash ? "" : "/", length_of_name(name),
                     name);
}
