// runtime/record/output.c - what the program writes in a trace, where it is captured
// (config.output_fd): kept or forgotten, and whether the traces with a race write the same.
#include "record.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MOST_COMPARED = 1 << 20 }; // bytes

uint64_t mc_output_size(void) {
  const int fd = mc_session->config.output_fd;
  const long size = fd < 0 ? 0 : mc_sys(SYS_lseek, fd, 0, SEEK_END);
  return size < 0 ? 0 : (uint64_t)size; // the program may have closed it
}

uint64_t mc_output_end(void) {
  return mc_shared->trace.has_written ? mc_output_size() : mc_shared->trace.output_start;
}

/// FNV-1a of those bytes. false: they cannot be read.
static bool hash_of(uint64_t at, uint64_t end, uint64_t *hash) {
  unsigned char bytes[4096];
  *hash = MC_HASH_START;
  while (at < end) {
    const uint64_t wanted = end - at < sizeof bytes ? end - at : sizeof bytes;
    const long got = mc_sys(SYS_pread64, mc_session->config.output_fd, bytes, wanted, at);
    if (got <= 0)
      return false;
    for (long i = 0; i < got; i++)
      *hash = mc_hash(*hash, bytes[i]);
    at += (uint64_t)got;
  }
  return true;
}

uint64_t mc_output_seen(void) {
  const uint64_t start = mc_shared->trace.output_start, end = mc_output_size();
  uint64_t hash;
  if (mc_session->config.output_fd < 0 || end - start > MOST_COMPARED ||
      !hash_of(start, end, &hash))
    return 0;
  uint32_t i = 0;
  while (i < mc_session->output_count && mc_session->output[i].hash != hash)
    i++;
  if (i == MC_SESSION_MAX_OUTPUTS)
    return 0;
  if (i == mc_session->output_count) {
    mc_session_write();
    mc_session->output[i] = (struct mc_output){.hash = hash};
    mc_session->output_count++;
  }
  if (!mc_session->output[i].is_kept)
    mc_shared->trace.new_output = 1 + i;
  return 1ull << i;
}

void mc_output_settle(uint32_t findings) {
  const uint64_t start = mc_shared->trace.output_start, end = mc_output_size();
  const bool is_kept = findings < mc_session->finding_count || mc_shared->trace.new_output;
  if (mc_session->config.output_fd < 0)
    return;
  for (uint32_t i = findings; i < mc_session->finding_count; i++) {
    mc_session_write();
    mc_session->finding[i].output_start = start;
    mc_session->finding[i].output_size = end - start;
  }
  if (mc_shared->trace.new_output) {
    struct mc_output *output = &mc_session->output[mc_shared->trace.new_output - 1];
    mc_session_write();
    output->start = start;
    output->size = end - start;
    output->is_kept = 1;
    mc_shared->trace.new_output = 0;
  }
  if (is_kept)
    mc_shared->trace.output_start = end;
  else if (end > start)
    mc_sys(SYS_ftruncate, mc_session->config.output_fd, start);
  mc_shared->trace.findings = mc_session->finding_count;
}

//===- With --output=all ----------------------------------------------------------------------===//
//
// What a trace writes to the user's own output is held back until the trace is counted. Else one
// that runs again, or is given up because the search restarts, would be shown and not counted.

enum { OUTPUTS = 2, FIRST_DESCRIPTOR = 1000 };

static struct {
  struct stat info; ///< of the user's own
  long user;        ///< a copy of its descriptor; 0: nothing is held back
  long held;
} outputs[OUTPUTS] MC_PER_TRACE;

static bool is_same(const struct stat *a, const struct stat *b) {
  return a->st_ino == b->st_ino && a->st_dev == b->st_dev;
}

void mc_output_start(void) {
  for (int i = 0; i < OUTPUTS; i++)
    mc_sys(SYS_fstat, i + 1, &outputs[i].info);
}

bool mc_output_is_users(const struct stat *info) {
  return is_same(info, &outputs[0].info) || is_same(info, &outputs[1].info);
}

/// Above those that the program takes.
static long move_up(long fd) {
  const long high = mc_sys(SYS_fcntl, fd, F_DUPFD_CLOEXEC, FIRST_DESCRIPTOR);
  mc_sys(SYS_close, fd);
  return high;
}

void mc_output_prepare(void) {
  struct stat info;
  if (mc_session->config.output_fd >= 0 || mc_session->config.debugging)
    return;
  for (int i = 0; i < OUTPUTS; i++) {
    if (mc_sys(SYS_fstat, i + 1, &info) || !is_same(&info, &outputs[i].info))
      continue; // the program has closed it
    const bool is_first = i && outputs[0].held && is_same(&info, &outputs[0].info);
    outputs[i].user = mc_sys(SYS_fcntl, i + 1, F_DUPFD_CLOEXEC, FIRST_DESCRIPTOR);
    outputs[i].held = is_first ? outputs[0].held
                               : move_up(mc_sys(SYS_memfd_create, "mcmini-output", MFD_CLOEXEC));
    mc_sys(SYS_fcntl, outputs[i].held, F_SETFL, O_APPEND);
  }
}

void mc_output_hold(void) {
  for (int i = 0; i < OUTPUTS; i++)
    if (outputs[i].held > 0)
      mc_sys(SYS_dup3, outputs[i].held, i + 1, 0);
}

/// A reader that has gone is no reason to end.
static bool write_all(long fd, const char *bytes, long size) {
  for (long put; size > 0; bytes += put, size -= put) {
    put = mc_sys(SYS_write, fd, bytes, size);
    if (put == -EAGAIN) {
      struct pollfd room = {.fd = (int)fd, .events = POLLOUT};
      mc_sys(SYS_poll, &room, 1, -1);
    }
    if (put == -EAGAIN || put == -EINTR)
      put = 0;
    else if (put <= 0)
      return false;
  }
  return true;
}

static void show(long from, long to) {
  char bytes[4096];
  long at = 0, got;
  while ((got = mc_sys(SYS_pread64, from, bytes, sizeof bytes, at)) > 0 && write_all(to, bytes, got))
    at += got;
}

void mc_output_show(bool is_counted) {
  const uint64_t pipe = (uint64_t)1 << (SIGPIPE - 1);
  const struct timespec none = {0};
  uint64_t old;
  mc_sys(SYS_rt_sigprocmask, SIG_BLOCK, &pipe, &old, sizeof old);
  for (int i = 0; i < OUTPUTS; i++)
    if (outputs[i].held > 0) {
      if (is_counted)
        show(outputs[i].held, outputs[i].user);
      mc_sys(SYS_ftruncate, outputs[i].held, 0);
    }
  if (!(old & pipe))
    mc_sys(SYS_rt_sigtimedwait, &pipe, NULL, &none, sizeof pipe);
  mc_sys(SYS_rt_sigprocmask, SIG_SETMASK, &old, NULL, sizeof old);
}
