// driver/progress.c - see progress.h. One rewriting line on a terminal; otherwise a plain line
// every five seconds, so that a log shows that something happens.
#include "progress.h"
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

static bool shown;

void progress_clear(void) {
  if (shown)
    fputs("\r\033[K", stderr);
  shown = false;
}

void progress_show(const struct mc_session *session, double seconds) {
  static double last;
  bool terminal = isatty(STDERR_FILENO);
  if (seconds - last < (terminal ? 0.2 : 5))
    return;
  last = seconds;
  const uint64_t *traces = session->counts.traces;
  uint64_t all = 0;
  for (unsigned i = 0; i < TRACE_KINDS; i++)
    all += traces[i];
  const char *start = terminal ? "\r" : "", *end = terminal ? "\033[K" : "\n";
  if (session->phase <= MC_PHASE_TRUNK)
    fprintf(stderr, "%smcmini: %.0f s, the program has not yet two threads%s", start, seconds, end);
  else
    fprintf(stderr,
            "%smcmini: %" PRIu64 " traces and %" PRIu64 " sleep-set blocked, %" PRIu64
            " transitions, %.0f traces/s, %.0f s%s",
            start, all - traces[SLEEP_SET_BLOCKED], traces[SLEEP_SET_BLOCKED],
            session->counts.transitions, (double)all / seconds, seconds, end);
  shown = terminal;
}
