// driver/progress.c - see progress.h. One rewriting line on a terminal that can do that; otherwise
// a plain line every five seconds, so that a log shows that something happens.
//
// What is shown moves slowly: the rate is a mean over some RATE seconds, and an end of the range of
// the estimate at most doubles, or halves, in a second. A time is told only where the range is
// narrow and holds all of the estimate's, or where a limit of the user's tells it.
#include "progress.h"
#include "diagnose.h"
#include "options.h"
#include "terminal.h"
#include "text.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RATE = 5, NARROW = 4 }; // NARROW: a larger range says nothing of the time

static struct {
  const struct options *options;
  bool is_rewritten; ///< else each stays
  bool is_shown;
  double at;        ///< when the last one was printed
  uint64_t run;     ///< traces then, also redundant ones
  double rate;      ///< of those, a second; 0: not known yet
  double low, high; ///< the range that is shown; 0: none yet
} line;

void progress_begin(const struct options *options) {
  const char *terminal = getenv("TERM");
  line = (__typeof__(line)){.options = options};
  line.is_rewritten = isatty(STDERR_FILENO) && terminal && strcmp(terminal, "dumb") &&
                      options->output != OUTPUT_ALL; // which comes whenever it does
}

void progress_clear(void) {
  if (line.is_shown)
    fputs("\r\033[K", stderr);
  line.is_shown = false;
}

//===- Figures --------------------------------------------------------------------------------===//

static double approach(double shown, double target, double passed) {
  const double most = 1 + (passed < 1 ? passed : 1);
  return !shown                  ? target
         : target > shown * most ? shown * most
         : target < shown / most ? shown / most
                                 : target;
}

static double larger(double a, double b) { return a > b ? a : b; }

static void update(const struct view_counts *counts, double passed) {
  const uint64_t run = counts->traces + counts->sleep_set_blocked;
  const double now = run > line.run ? (double)(run - line.run) / passed : 0; // else it restarted
  line.rate = line.rate ? line.rate + (now - line.rate) * passed / (passed + RATE) : now;
  line.run = run;
  if (!counts->estimate.probes)
    return;
  line.low = larger(approach(line.low, counts->estimate.low, passed), (double)counts->traces);
  line.high = larger(approach(line.high, counts->estimate.high, passed), line.low);
}

/// Traces of the search alone, a second.
static double rate_of_traces(const struct view_counts *counts) {
  return line.run ? line.rate * (double)counts->traces / (double)line.run : 0;
}

/// Where the user's limit of traces ends it; 0: there is none.
static double limit_of_traces(void) { return (double)line.options->max_traces; }

//===- Words ----------------------------------------------------------------------------------===//

/// Two digits of it.
static char *rough(double number) {
  double unit = 1;
  while (number / unit >= 100)
    unit *= 10;
  return number < 1e6 ? format_text("%.0f", (double)(uint64_t)(number / unit + 0.5) * unit)
                      : format_text("%.2g", number);
}

/// " of 30000 to 50000": as exact as it is known.
static char *of_how_many(const struct view_counts *counts) {
  const struct view_estimate *e = &counts->estimate;
  if (options_are_random(line.options) && limit_of_traces())
    return format_text(" of %.0f", limit_of_traces());
  if (counts->sampled && !e->probes)
    return format_text(" after %" PRIu64 " random ones", counts->sampled);
  if (!e->probes || line.high <= (double)counts->traces ||
      (e->at_least && line.low <= (double)counts->traces))
    return format_text("%s", "");
  char *low = rough(line.low), *high = rough(line.high);
  char *text = e->at_least         ? format_text(" of at least %s", low)
               : strcmp(low, high) ? format_text(" of %s to %s", low, high)
                                   : format_text(" of about %s", low);
  free(low);
  free(high);
  return text;
}

/// "40 s to 2 minutes left", or "".
static char *describe_left(const struct view_counts *counts, double seconds) {
  const struct options *o = line.options;
  const double rate = rate_of_traces(counts), traces = (double)counts->traces;
  const struct view_estimate *e = &counts->estimate;
  const bool is_known = e->probes && !e->at_least && line.low <= e->low && line.high >= e->high &&
                        line.high <= NARROW * line.low && rate > 0;
  double least = is_known ? (line.low - traces) / rate : 0,
         most = is_known ? (line.high - traces) / rate : 0; // 0: not known
  if (limit_of_traces() > traces && rate > 0) {
    const double left = (limit_of_traces() - traces) / rate;
    most = most && most < left ? most : left;
    least = options_are_random(o) || (is_known && least > left) ? left : least;
  }
  if (o->given.timeout) {
    const double left = larger(o->timeout - seconds, 0);
    most = most && most < left ? most : left;
  }
  if (!most)
    return format_text("%s", "");
  char *from = text_duration(least), *to = text_duration(most);
  if (!strcmp(strchr(from, ' '), strchr(to, ' ')) && strcmp(from, to))
    *strchr(from, ' ') = '\0'; // "2 to 3 minutes"
  char *text = least <= 0 || least > most ? format_text(", at most %s left", to)
               : strcmp(from, to)         ? format_text(", %s to %s left", from, to)
                                          : format_text(", %s left", to);
  free(from);
  free(to);
  return text;
}

/// Adds the part if it has room, so that the first ones, which matter most, are there. Frees it.
static void add(char **text, char *part, unsigned room) {
  if (text_width(*text) + text_width(part) <= room) {
    char *longer = format_text("%s%s", *text, part);
    free(*text);
    *text = longer;
  }
  free(part);
}

static char *describe(const struct view_counts *counts, double seconds, unsigned room) {
  char *text = format_text("mcmini: %" PRIu64 " trace%s", counts->traces, plural(counts->traces));
  add(&text, of_how_many(counts), room);
  add(&text, format_text(", %.0f a second", line.rate), room);
  add(&text, describe_left(counts, seconds), room);
  add(&text, format_text(", %.0f s", seconds), room);
  if (counts->sleep_set_blocked)
    add(&text, format_text(", %" PRIu64 " sleep-set blocked", counts->sleep_set_blocked), room);
  add(&text, format_text(", %" PRIu64 " transitions", counts->transitions), room);
  return text;
}

//===- The line -------------------------------------------------------------------------------===//

void progress_show(const struct view_counts *counts, enum progress_stage stage, double seconds) {
  const double passed = seconds - line.at;
  if (passed < (line.is_rewritten ? 0.2 : 5))
    return;
  line.at = seconds;
  update(counts, passed);
  const unsigned columns = line.is_rewritten ? terminal_columns(stderr) : 0,
                 room = columns ? columns - 1 : UINT32_MAX; // at the end of a line it would wrap
  char *text = stage == PROGRESS_SEARCHES ? describe(counts, seconds, room)
               : stage == PROGRESS_ALONE
                   ? format_text("mcmini: %.0f s, the program has not yet two threads", seconds)
                   : format_text("mcmini: %.0f s, looks for the simplest schedule", seconds);
  if (line.is_rewritten)
    fputc('\r', stderr);
  text_print(stderr, text, room, false);
  fputs(line.is_rewritten ? "\033[K" : "\n", stderr);
  line.is_shown = line.is_rewritten;
  free(text);
}
