// driver/result.h - all that is known when the search has ended, and the verdict on it.
#ifndef MC_DRIVER_RESULT_H
#define MC_DRIVER_RESULT_H

#include "launch.h"
#include "options.h"
#include "program.h"
#include "reasons.h"
#include "verdict.h"
#include "watch.h"

struct explanation;
struct view_trial;

struct result {
  const struct options *options;
  const struct program *program;
  const struct launch *launch;
  struct mc_session *session; ///< that of `launch`
  const char *recorded; ///< the kind of finding of the trace that is replayed, "none", or NULL
  struct watch_end ended;
  const char *overwritten; ///< what in the session cannot be, or NULL
  enum verdict verdict;
  int status;         ///< exit status that belongs to it
  struct reasons reasons; ///< why it is not every schedule; of a replay none
  const char *unseen; ///< a library that goes by atomics of its own, which are not seen: the last
                      ///< part of its path; or NULL
  const char *unseen_plain; ///< one whose atomics are seen, and nothing else; or NULL
  // NULL each: none were made.
  struct explanation **explanation; ///< per finding, or NULL: see simplest.h
  const char **unexplained; ///< per finding: why there is none, though one was asked for; or NULL
  char **trace_file;        ///< per finding: its path, or NULL
  unsigned trials;          ///< 0: none, see trials.h
  struct view_trial *trial;
  struct symbols *symbols;
};

/// Makes a finding where the program died and could not say so; does not return where there is no
/// result at all.
void result_settle(struct result *result);

/// Decides verdict and exit status, by the findings that are left.
void result_judge(struct result *result);

/// All traces but the sleep-set blocked ones.
uint64_t result_traces(const struct mc_session *session);

/// --max-depth cut traces, not the limit per thread.
bool depth_was_reached(const struct result *result);

#endif // MC_DRIVER_RESULT_H
