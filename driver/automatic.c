// driver/automatic.c - see automatic.h.
//
// What of the default search is done by then is lost, as it is `optimal`, and items are those of
// `pop`. So that must be little of what is left. An estimate is a range: its lower end counts.
#include "automatic.h"
#include "jobserver.h"
#include "result.h"
#include "work.h"

static struct {
  bool is_over;    ///< nothing is to be divided, or it is
  double since;    ///< when the search began, or began anew; 0: it has not
  double again;    ///< not before that
  uint64_t first;  ///< traces: then, as far as they were seen
  uint64_t traces; ///< at the last look
} look;

void automatic_begin(const struct options *options) {
  look = (__typeof__(look)){.is_over = !options->divides_itself};
  if (options->divides_itself)
    jobserver_find();
}

void automatic_end(void) { jobserver_give_back(); }

static double smaller(double a, double b) { return a < b ? a : b; }

/// How many traces the search will have, at least; 0: that is not known.
static double all_traces(const struct mc_session *session, const struct options *o, double rate) {
  const struct mc_session_estimate *estimate = &session->counts.estimate;
  const double limit = o->given.timeout ? o->timeout * rate : 0,
               all = o->max_traces      ? (double)o->max_traces
                     : estimate->probes ? estimate->low
                                        : limit;
  return limit ? smaller(limit, all) : all;
}

static bool pays(const struct mc_session *session, const struct options *o, uint32_t jobs,
                 double rate) {
  const double done = (double)look.traces, n = jobs,
               all = all_traces(session, o, rate), left = (all - done) / rate;
  const bool is_lost = o->algorithm == MC_OPTIMAL;
  const double alone = is_lost ? MC_TRACES_ALONE / rate : 0,
               divided = alone + (is_lost ? all / rate - alone : left) / n;
  return all ? left > 1.25 * divided + 0.5 : !is_lost;
}

void automatic_look(const struct launch *launch, const struct options *options, double seconds) {
  enum { LEAST = 1 };
  struct mc_session *session = launch->session;
  if (look.is_over || session->phase != MC_PHASE_SEARCHING)
    return;
  const uint64_t traces = result_traces(session);
  if (!look.since || traces < look.traces) {
    look.since = seconds;
    look.first = traces;
  }
  look.traces = traces;
  const double passed = seconds - look.since, rate = (double)(traces - look.first) / passed;
  if (passed < LEAST || seconds < look.again || !rate ||
      !pays(session, options, options->jobs, rate))
    return;
  const uint32_t jobs = 1 + jobserver_take(options->jobs - 1);
  look.is_over = jobs > 1;
  if (!look.is_over)
    look.again = seconds + LEAST;
  else if (pays(session, options, jobs, rate))
    work_divide(session, jobs);
  else
    automatic_end();
}
