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

/// " of about 40000": as exact as it is known.
static const char *of_how_many(const struct view_counts *counts) {
  const struct view_estimate *e = &counts->estimate;
  static char text[64];
  if (counts->sampled && !e->probes)
    snprintf(text, sizeof text, " after %" PRIu64 " random ones", counts->sampled);
  else if (!e->probes)
    return "";
  else if (e->at_least)
    snprintf(text, sizeof text, " of at least %.2g", e->low);
  else
    snprintf(text, sizeof text, " of about %.2g (%.2g to %.2g)", e->traces, e->low, e->high);
  return text;
}

void progress_show(const struct view_counts *counts, bool searches, double seconds) {
  static double last;
  bool terminal = isatty(STDERR_FILENO);
  if (seconds - last < (terminal ? 0.2 : 5))
    return;
  last = seconds;
  const char *start = terminal ? "\r" : "", *end = terminal ? "\033[K" : "\n";
  if (!searches)
    fprintf(stderr, "%smcmini: %.0f s, the program has not yet two threads%s", start, seconds, end);
  else
    fprintf(stderr,
            "%smcmini: %" PRIu64 " traces%s and %" PRIu64 " sleep-set blocked, %" PRIu64
            " transitions, %.0f traces/s, %.0f s%s",
            start, counts->traces, of_how_many(counts), counts->sleep_set_blocked,
            counts->transitions, (double)(counts->traces + counts->sleep_set_blocked) / seconds,
            seconds, end);
  shown = terminal;
}
