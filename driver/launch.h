// driver/launch.h - the session and the program's start.
#ifndef MC_DRIVER_LAUNCH_H
#define MC_DRIVER_LAUNCH_H

#include "options.h"
#include "program.h"
#include "runtime/session.h"
#include <sys/types.h>

struct launch {
  struct mc_session *session; ///< mapped here at any address
  int session_fd;
  int input_fd;         ///< what the program reads from 0, or -1: our own
  int output_fd;        ///< what the program writes to 1 and 2, or -1
  bool stdout_is_taken; ///< by --json=-: the program's goes to stderr
  void (*size_signal)(int); ///< what SIGXFSZ does in the program
  void (*pipe_signal)(int); ///< and SIGPIPE
  pid_t trunk;
  struct journal *journal; ///< of the search; or NULL
  char *maps; ///< the trunk's memory map, for names of addresses; kept by watch_search
  size_t maps_size;
};

/// Makes the session and fills in its configuration, all but the schedule to replay.
void launch_prepare(struct launch *launch, const struct options *options);

/// Starts the program. Does not return if it cannot be started.
void launch_start(struct launch *launch, const struct program *program,
                  const struct options *options);

/// Bytes that the program has written to 1 and 2, as far as they were captured.
uint64_t launch_output_size(const struct launch *launch);

/// Writes the session of a replay, which has run, as a file from which a debugger's program can
/// start again and again.
void launch_write_debug_session(const struct launch *launch, const char *path);

/// Puts `text` into the session.
mc_string session_add(struct mc_session *session, const char *text);

/// Room for `bytes` in the session's strings, aligned to 8: the offset.
mc_string session_take(struct mc_session *session, size_t bytes);

/// The string [lend: as long as the session].
const char *session_text(const struct mc_session *session, mc_string string);

#endif // MC_DRIVER_LAUNCH_H
