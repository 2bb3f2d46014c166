// primitives/file_streams.c - what a stream of stdio is to two threads: they use one in some order,
// and so do those whose streams are of one file. What they only print to standard output and error
// is left out, as nothing in the program sees it, until the program asks for a place there.
#define _GNU_SOURCE
#include "file_streams.h"
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { NAME_OF_STREAM = 16 };

bool mc_stream_is_output(const FILE *stream) {
  return (stream == stdout || stream == stderr) && mc_file_is_output(stream->_fileno);
}

void mc_stream_use(struct mc_uses *uses, const FILE *stream, enum mc_use use) {
  if (mc_stream_is_output(stream))
    return;
  uses->synchronizes = true;
  mc_state_use(uses, MC_STATE_STREAMS, MC_USE_PASS);
  const int fd = stream->_fileno;
  const uint64_t name = stream == stdin    ? STDIN_FILENO
                        : stream == stdout ? STDOUT_FILENO
                        : stream == stderr ? STDERR_FILENO
                                           : (uint64_t)(uintptr_t)stream;
  mc_state_use(uses, mc_state_slot(mc_state_name(NAME_OF_STREAM, name, 0)), MC_USE_WRITE);
  if (fd < 0)
    return;
  mc_file_use_number(uses, fd, MC_USE_READ);
  mc_file_use_offset(uses, fd, MC_USE_WRITE);
  mc_file_use_data(uses, fd, use);
}

void mc_stream_begin(struct mc_uses *uses, const FILE *stream, enum mc_use use,
                     const struct mc_site *site) {
  if (!mc_checking() || mc_state_is_inside())
    return;
  mc_stream_use(uses, stream, use);
  if (uses->count)
    mc_state_begin(uses, MC_STATE_STREAM, site);
}

void mc_stream_end(struct mc_uses *uses) {
  if (uses->count)
    mc_state_end(uses, true);
  if (uses->lock)
    mc_our_pthread_mutex_unlock(MC_CALLER_SITE, uses->lock);
}

//===- Locks of streams: flockfile ------------------------------------------------------------===//

// One of the model's is in the place of libc's, for which a thread would wait in the kernel. Where
// no thread calls flockfile, calls on a stream take none: each is one step.

/// Of the program, always at the same address. Two streams may have one.
static pthread_mutex_t *lock_of(const FILE *stream) {
  enum { LOCKS = 4096 };
  static pthread_mutex_t *const at = (void *)0x1e2000000000;
  static const pthread_mutex_t fresh = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
  static bool is_mapped MC_PER_TRACE, is_made[LOCKS] MC_PER_TRACE_TABLE;
  const size_t i = mc_state_name(NAME_OF_STREAM, (uintptr_t)stream, 0) % LOCKS;
  if (!is_mapped)
    is_mapped = MC_REAL(mmap)(at, sizeof(pthread_mutex_t[LOCKS]), PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) == at;
  if (!is_mapped)
    return NULL;
  if (!is_made[i])
    at[i] = fresh;
  is_made[i] = true;
  return at + i;
}

void mc_stream_lock(struct mc_uses *uses, const FILE *stream, const char *function,
                    const struct mc_site *site) {
  if (!stream || !(mc_order() & MC_ORDER_STREAM_LOCKS) || !mc_checking() || mc_state_is_inside() ||
      strstr(function, "_unlocked"))
    return;
  uses->lock = lock_of(stream);
  if (uses->lock)
    mc_our_pthread_mutex_lock(site, uses->lock);
}

static pthread_mutex_t *own_lock_of(const FILE *stream) {
  if (!mc_checking() || mc_state_is_inside())
    return NULL;
  if (mc_is_searching())
    mc_order_need(MC_ORDER_STREAM_LOCKS);
  return lock_of(stream);
}

MC_INTERPOSED void flockfile(FILE *stream) {
  pthread_mutex_t *lock = own_lock_of(stream);
  lock ? (void)mc_our_pthread_mutex_lock(MC_CALLER_SITE, lock) : MC_REAL(flockfile)(stream);
}
MC_INTERPOSED int ftrylockfile(FILE *stream) {
  pthread_mutex_t *lock = own_lock_of(stream);
  return !lock                                                     ? MC_REAL(ftrylockfile)(stream)
         : mc_our_pthread_mutex_trylock(MC_CALLER_SITE, lock) == 0 ? 0
                                                                   : -1;
}
MC_INTERPOSED void funlockfile(FILE *stream) {
  pthread_mutex_t *lock = own_lock_of(stream);
  lock ? (void)mc_our_pthread_mutex_unlock(MC_CALLER_SITE, lock) : MC_REAL(funlockfile)(stream);
}
