// runtime/output.c - what the program writes in a trace, where it is captured (config.output_fd):
// kept or forgotten, and whether the traces with a race write the same.
#include "state.h"
#include <fcntl.h>
#include <unistd.h>

enum { MOST_COMPARED = 1 << 20 }; // bytes

uint64_t mc_output_size(void) {
  const int fd = mc_session->config.output_fd;
  const long size = fd < 0 ? 0 : mc_sys(SYS_lseek, fd, 0, SEEK_END);
  return size < 0 ? 0 : (uint64_t)size; // the program may have closed it
}

uint64_t mc_output_end(void) {
  return mc_shared->has_written ? mc_output_size() : mc_shared->output_start;
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
  const uint64_t start = mc_shared->output_start, end = mc_output_size();
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
    mc_shared->new_output = 1 + i;
  return 1ull << i;
}

void mc_output_settle(uint32_t findings) {
  const uint64_t start = mc_shared->output_start, end = mc_output_size();
  const bool is_kept = findings < mc_session->finding_count || mc_shared->new_output;
  if (mc_session->config.output_fd < 0)
    return;
  for (uint32_t i = findings; i < mc_session->finding_count; i++) {
    mc_session_write();
    mc_session->finding[i].output_start = start;
    mc_session->finding[i].output_size = end - start;
  }
  if (mc_shared->new_output) {
    struct mc_output *output = &mc_session->output[mc_shared->new_output - 1];
    mc_session_write();
    output->start = start;
    output->size = end - start;
    output->is_kept = 1;
    mc_shared->new_output = 0;
  }
  if (is_kept)
    mc_shared->output_start = end;
  else if (end > start)
    mc_sys(SYS_ftruncate, mc_session->config.output_fd, start);
  mc_shared->findings = mc_session->finding_count;
}

void mc_output_mute(void) {
  if (mc_session->config.output_fd >= 0)
    return;
  const long null = mc_sys(SYS_openat, AT_FDCWD, "/dev/null", O_WRONLY);
  mc_sys(SYS_dup3, null, 1, 0);
  mc_sys(SYS_dup3, null, 2, 0);
  mc_sys(SYS_close, null);
}
