// driver/input.c - see input.h. What one trace reads of a pipe is gone for the next; of a file it
// is not. So a pipe is read into a file in memory. But only if the program reads it: it may be a
// shell's script, or the list of a loop around the command, or be left open by whoever has started
// us. Whether it does is seen by the time of access of an empty file, which it gets at first.
#include "input.h"
#include "diagnose.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
  MOST_BYTES = 64 << 20,
  CHUNK = 1 << 16,
  SOON = 3000, ///< ms
  LATE = 7000,
};

static int empty = -1; ///< what the program has in place of a pipe or terminal
static struct timespec untouched;
static bool is_pipe;

//===- A pipe's bytes -------------------------------------------------------------------------===//

/// Something comes, or the end, within that time.
static bool is_ready(int milliseconds) {
  struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
  int ready;
  while ((ready = poll(&input, 1, milliseconds)) < 0 && errno == EINTR)
    ;
  return ready != 0;
}

/// It has an end, and nothing before that.
static bool is_finished(void) {
  struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
  return poll(&input, 1, 0) == 1 && !(input.revents & POLLIN);
}

static void append(int file, const char *bytes, size_t size) {
  for (ssize_t written; size; bytes += written, size -= (size_t)written)
    if ((written = write(file, bytes, size)) < 0)
      usage_error("standard input: %s%s", strerror(errno),
                  errno == EFBIG ? ": a limit (ulimit -f)?" : "");
}

/// Appends what can be read now. False: that was the end.
static bool take(int file, size_t *size) {
  char bytes[CHUNK];
  ssize_t length;
  while ((length = read(STDIN_FILENO, bytes, sizeof bytes)) < 0 && errno == EINTR)
    ;
  if (length < 0 && errno != EAGAIN)
    usage_error("standard input: %s", strerror(errno));
  if (length <= 0)
    return length < 0;
  *size += (size_t)length;
  if (*size > MOST_BYTES)
    usage_error(
        "standard input: a pipe with more than %d MB, of which each trace would get all; write "
        "it to a file and give that (< FILE), or < /dev/null for none",
        MOST_BYTES >> 20);
  append(file, bytes, (size_t)length);
  return true;
}

/// The same file from its start, for reading alone.
static int reopen(int file) {
  char *path = format_text("/proc/self/fd/%d", file);
  const int again = open(path, O_RDONLY | O_CLOEXEC);
  if (again < 0)
    usage_error("%s: %s", path, strerror(errno));
  close(file);
  return again;
}

static int make_file(void) {
  const int file = memfd_create("mcmini-input", MFD_CLOEXEC);
  if (file < 0)
    usage_error("memfd_create: %s", strerror(errno));
  return file;
}

static int nothing(void) { return open("/dev/null", O_RDONLY | O_CLOEXEC); }

static int read_pipe(void) {
  const int file = make_file();
  size_t size = 0;
  if (!is_ready(SOON))
    say_error("the program reads standard input, a pipe: waiting for what comes, up to its end");
  if (!is_ready(LATE))
    warn("nothing comes in standard input, a pipe: the program gets none; < /dev/null says so at "
         "once");
  else
    while (take(file, &size))
      is_ready(-1);
  if (size)
    return reopen(file);
  close(file);
  return nothing();
}

//===- What the program gets ------------------------------------------------------------------===//

void input_take(void) {
  if (!is_pipe)
    warn("the program reads standard input, a terminal, and gets nothing: give it a file (< FILE) "
         "or a pipe");
  const int file = is_pipe ? read_pipe() : nothing();
  dup2(file, STDIN_FILENO);
  close(file);
}

int input_open(bool at_once) {
  struct stat info;
  const bool is_there = !fstat(STDIN_FILENO, &info);
  if (is_there && S_ISREG(info.st_mode))
    return -1;
  is_pipe = is_there && S_ISFIFO(info.st_mode) && !is_finished();
  if (is_pipe && at_once) { // for all that are started
    input_take();
    is_pipe = false;
    return -1;
  }
  if (!is_pipe && (at_once || !isatty(STDIN_FILENO)))
    return nothing();
  empty = reopen(make_file());
  if (!fstat(empty, &info))
    untouched = info.st_atim;
  return empty;
}

static bool is_read(void) {
  struct stat info;
  return empty >= 0 && !fstat(empty, &info) &&
         (info.st_atim.tv_sec != untouched.tv_sec || info.st_atim.tv_nsec != untouched.tv_nsec);
}

bool input_is_missed(void) { return is_read(); }
