// Two races. `known` is one in every schedule; `data` only where `second` comes first, as the lock orders them otherwise.
// With `known` suppressed the step that decides is found, and nothing else comes behind it: a suppressed race fails no
// schedule, is counted, and if it is the only one the exit status is 0. Without the file every schedule fails. Both orders
// of the lock run: 4 traces of 2 * 2 orders with `known` a transition.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && echo 'object:known' > one && printf 'object:known\nobject:data\n' > both
// RUN: not env MCMINI_OPTIONS= %mcmini -q -k %t | FileCheck %s --check-prefix=ALL
// ALL: mcmini: 2 findings
// ALL: Every schedule of the program fails
// RUN: not env MCMINI_OPTIONS= %mcmini -q -k --suppressions=one --json=one.json %t | FileCheck %s --check-prefix=ONE
// ONE: mcmini: data race: data:
// ONE: Step [[#]] (>) decides: from here on every schedule fails.{{$}}
// ONE: Had thread 0.1 run "lock m"
// ONE: suppressed 1 data race by --suppressions
// ONE-NEXT: 1 by one:1: object:known
// ONE: {{^}}[[TRACES:[0-9]+]] traces: [[TRACES]] completed, 0 deadlocked, 0 failed
// RUN: python3 -c "import json; f, = json.load(open('one.json'))['findings']; assert f['explained']['others'] == [] and f['explained']['critical'] == 'step'"
// RUN: env MCMINI_OPTIONS= %mcmini -q -k --suppressions=both %t | FileCheck %s --check-prefix=BOTH
// BOTH: mcmini: ok: nothing found
// BOTH: suppressed 2 data races by --suppressions
// BOTH-NEXT: 1 by both:1: object:known
// BOTH-NEXT: 1 by both:2: object:data
// BOTH: {{^}}[[TRACES:[0-9]+]] traces: [[TRACES]] completed, 0 deadlocked, 0 failed
#include "threads.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int known, data, is_made;

static void *first(void *argument) {
  known = 1;
  data = 1;
  pthread_mutex_lock(&m);
  is_made = 1;
  pthread_mutex_unlock(&m);
  return argument;
}

static void *second(void *argument) {
  known = 2;
  pthread_mutex_lock(&m);
  const int was_made = is_made;
  pthread_mutex_unlock(&m);
  if (!was_made)
    data = 2;
  return argument;
}

int main(void) {
  in_threads(first, second);
  return 0;
}
