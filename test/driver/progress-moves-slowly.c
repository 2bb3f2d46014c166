// The line of progress, without a search: the range of the estimate moves by at most a factor of two in a second,
// however the estimate jumps; a time is told where the range is narrow, or a limit tells it, and nowhere else. Where a
// terminal is narrow, the first parts are there, and no line is as wide as that.
// RUN: %clang -w -D_GNU_SOURCE -DMC_VERSION=\"0\" -I%root -I%root/include %s %root/driver/progress.c %root/driver/text.c %root/driver/diagnose.c -o %t
// RUN: env TERM=xterm %t 2>&1 | FileCheck %s
// RUN: env TERM=dumb %t 2>&1 | FileCheck %s --check-prefix=DUMB --implicit-check-not='{{[[:cntrl:]]}}['
// RUN: env -u TERM %t 2>&1 | FileCheck %s --check-prefix=DUMB
// RUN: env TERM=xterm NO_COLOR=1 %t 2>&1 | FileCheck %s
#include "driver/diagnose.h"
#include "driver/options.h"
#include "driver/progress.h"
#include <stdio.h>

unsigned columns = 200;
bool is_random;
unsigned terminal_columns(FILE *out) { return columns; }
bool options_are_random(const struct options *options) { return is_random; }
const char *origins_tell(const char *message) { return message; }
int isatty(int fd) { return 1; }

static struct options options = {.output = OUTPUT_FAILING};
static struct view_counts counts;

static void show(double seconds, uint64_t traces, double low, double high, bool at_least) {
  counts.traces = traces;
  counts.transitions = 10 * traces;
  counts.estimate = (struct view_estimate){(low + high) / 2, low, high, 64, at_least};
  progress_show(&counts, PROGRESS_SEARCHES, seconds);
  fputc('\n', stderr);
}

int main(void) {
  progress_begin(&options);
  // 0.1 s after the one before there is none.
  // CHECK: mcmini: 1 s, the program has not yet two threads{{.}}[K
  // DUMB: mcmini: 6 s, the program has not yet two threads{{$}}
  progress_show(&counts, PROGRESS_ALONE, 1);
  progress_show(&counts, PROGRESS_ALONE, 1.1);
  fputc('\n', stderr);
  progress_show(&counts, PROGRESS_ALONE, 6);
  fputc('\n', stderr);

  // The rate is that of all that was run: 1000 in the first second, of which 100 were redundant.
  // CHECK: mcmini: 900 traces of at least 5000, 1000 a second, 1 s, 100 sleep-set blocked, 9000 transitions{{.}}[K
  progress_begin(&options);
  counts.sleep_set_blocked = 100;
  show(1, 900, 5000, 50000, true);
  counts.sleep_set_blocked = 0;

  // From 10,000 to 20,000 it jumps to a thousand times that: it doubles in each second, and there is no time as long as
  // it has not come there. Then it comes back in the same way; and the rate a sixth of the way in a second.
  // CHECK: mcmini: 1000 traces of 10000 to 20000, 1000 a second, 9.0 to 19 s left, 1 s, 10000 transitions{{.}}[K
  // CHECK: mcmini: 2000 traces of 20000 to 40000, 1000 a second, 2 s, 20000 transitions{{.}}[K
  // CHECK: mcmini: 3000 traces of 40000 to 80000, 1000 a second, 3 s, 30000 transitions{{.}}[K
  // CHECK: mcmini: 10000 traces of 20000 to 80000, 2000 a second, 4 s, 100000 transitions{{.}}[K
  progress_begin(&options);
  show(1, 1000, 10000, 20000, false);
  show(2, 2000, 10000000, 20000000, false);
  show(3, 3000, 10000000, 20000000, false);
  show(4, 10000, 12000, 80000, false);

  // What is known already is no estimate. The range ends at more than four times its beginning.
  // CHECK: mcmini: 4000 traces, 4000 a second, 1 s, 40000 transitions{{.}}[K
  // CHECK: mcmini: 5000 traces of 8000 to 40000, 5000 a second, 1 s, 50000 transitions{{.}}[K
  progress_begin(&options);
  show(1, 4000, 4000, 4000, true);
  progress_begin(&options);
  show(1, 5000, 8000, 40000, false);

  // Limits of the user's: of traces, of time.
  // CHECK: mcmini: 1000 traces of about 100000, 1000 a second, 1.0 s left, 1 s, 10000 transitions{{.}}[K
  // CHECK: mcmini: 1000 traces of 2000, 1000 a second, 1.0 s left, 1 s, 10000 transitions{{.}}[K
  // CHECK: mcmini: 1000 traces of 100000 to 9e+06, 1000 a second, at most 59 s left, 1 s, 10000 transitions{{.}}[K
  options.max_traces = 2000;
  progress_begin(&options);
  show(1, 1000, 100000, 100000, false);
  is_random = true;
  progress_begin(&options);
  show(1, 1000, 0, 0, true);
  is_random = false;
  options.max_traces = 0;
  options.given.timeout = options.timeout = 60;
  progress_begin(&options);
  show(1, 1000, 100000, 9000000, false);
  options.given.timeout = options.timeout = 0;

  // 60 columns, of which the last stays free; then 15, in which only the first part is, cut.
  // CHECK: mcmini: 1000 traces of 10000 to 20000, 1000 a second, 1 s{{.}}[K
  // CHECK: mcmini: 1000..{{.}}[K
  columns = 60;
  progress_begin(&options);
  show(1, 1000, 10000, 20000, false);
  columns = 15;
  progress_begin(&options);
  show(1, 1000, 10000, 20000, false);

  // It is gone before something else is said.
  // CHECK: {{.}}[Kmcmini: warning: something
  warn("something");
  return 0;
}
