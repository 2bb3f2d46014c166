// Endless producers and a consumer that waits in an `if` or in a `while`, each cut after six
// transitions (Table 9 of the paper). The bug of the `if` is found with a spurious wakeup.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t
// DEFINE: %{run} = %mcmini -k --max-depth-per-thread=6
//
// A thread is cut at its second or third lock, holding it or waiting for ever. One producer P, its
// sections P1, P2; the consumer C first looks (C1), then takes (C2), then looks again (C3).
// C waits first: P1 signals it; then P2 comes before the wake, or after it and before C2, or after
// C2: 3 classes. P1 first: then P2, C1 P2, C1 C2 P2, or C1 C2 C3: 4.
// RUN: %{run} %t if 1 | FileCheck %s --check-prefix=SEVEN
// RUN: %{run} %t while 1 | FileCheck %s --check-prefix=SEVEN
// SEVEN: {{^}}7 traces: 0 completed, 0 deadlocked, 0 failed, 7 bounded
//
// A spurious wakeup, before P1: the `while` waits again, is signalled by P1, and P2 comes before or
// after the wake: 2 more. The `if` goes on to C2: before P1, which fails, or after P1, and then before
// or after P2.
// RUN: %{run} --spurious-wakeups=1 %t while 1 | FileCheck %s --check-prefix=NINE
// NINE: {{^}}9 traces: 0 completed, 0 deadlocked, 0 failed, 9 bounded
// RUN: not %{run} --spurious-wakeups=1 %t if 1 | FileCheck %s --check-prefix=BUG
// BUG: assertion `elements > 0' failed
// BUG: {{^}}10 traces: 0 completed, 0 deadlocked, 1 failed, 9 bounded
//
// More producers: source, which shares no sequences with optimal, has the same numbers.
// RUN: %{run} %t while 2 | FileCheck %s --check-prefix=TWO
// RUN: %{run} --algorithm=source %t while 2 | FileCheck %s --check-prefix=TWO
// TWO: {{^}}60 traces: 0 completed, 0 deadlocked, 0 failed, 60 bounded
// RUN: %{run} --spurious-wakeups=1 %t while 2 | FileCheck %s --check-prefix=TWO-SPURIOUS
// RUN: %{run} --algorithm=source --spurious-wakeups=1 %t while 2 \
// RUN:   | FileCheck %s --check-prefix=TWO-SPURIOUS
// TWO-SPURIOUS: {{^}}70 traces: 0 completed, 0 deadlocked, 0 failed, 70 bounded
// RUN: not %{run} --spurious-wakeups=1 %t if 2 | FileCheck %s --check-prefix=BUG-TWO
// BUG-TWO: assertion `elements > 0' failed
// BUG-TWO: {{^}}71 traces: 0 completed, 0 deadlocked, 1 failed, 70 bounded
// RUN: %{run} --spurious-wakeups=1 %t while 3 | FileCheck %s --check-prefix=THREE
// THREE: {{^}}513 traces: 0 completed, 0 deadlocked, 0 failed, 513 bounded
// RUN: not %{run} --spurious-wakeups=1 %t if 3 | FileCheck %s --check-prefix=BUG-THREE
// BUG-THREE: {{^}}514 traces: 0 completed, 0 deadlocked, 1 failed, 513 bounded
#include "threads.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t available = PTHREAD_COND_INITIALIZER;
static int elements, with_if;

static void *producer(void *argument) {
  for (;;) {
    pthread_mutex_lock(&lock);
    elements++;
    pthread_cond_signal(&available);
    pthread_mutex_unlock(&lock);
  }
  return argument;
}

static void *consumer(void *argument) {
  for (;;) {
    pthread_mutex_lock(&lock);
    if (with_if && elements == 0)
      pthread_cond_wait(&available, &lock);
    while (!with_if && elements == 0)
      pthread_cond_wait(&available, &lock);
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    assert(elements > 0);
    elements--;
    pthread_mutex_unlock(&lock);
  }
  return argument;
}

int main(int argc, char **argv) {
  (void)argc;
  with_if = strcmp(argv[1], "if") == 0;
  const int producers = atoi(argv[2]);
  pthread_t thread[4];
  for (int i = 0; i <= producers; i++)
    pthread_create(&thread[i], NULL, i < producers ? producer : consumer, NULL);
  for (int i = 0; i <= producers; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
