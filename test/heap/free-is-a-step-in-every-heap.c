// Whether a thread uses memory before another one gives it back or behind that: both are explored, whoever has the
// heap. Where free had one order, a use behind it was in no trace, and "every schedule" was said.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: not %mcmini -k --heap=libc %t lock | FileCheck %s --check-prefixes=LOCK,ALL
// RUN: not %mcmini -k --heap=libc --isolation=fork %t lock | FileCheck %s --check-prefixes=LOCK,ALL
// RUN: not %mcmini -k --heap=libc %t store | FileCheck %s --check-prefixes=STORE,ALL
// RUN: %if asan %{ %mcmini-cc -g -O1 -w -fsanitize=leak %s -o %t-leak %}
// RUN: %if asan %{ not %mcmini -k %t-leak lock | FileCheck %s --check-prefixes=LOCK,ALL %}
// RUN: %if asan %{ not %mcmini -k %t-leak store | FileCheck %s --check-prefixes=STORE,ALL %}
// RUN: %if asan %{ %mcmini-cc -g -O1 -w -fsanitize=address %s -o %t-address %}
// RUN: %if asan %{ not %mcmini -k %t-address lock | FileCheck %s --check-prefixes=LOCK,ALL %}
// RUN: %if asan %{ not %mcmini -k %t-address store | FileCheck %s --check-prefixes=STORE,REPORT %}
// RUN: %if asan %{ %mcmini -k %t-address fine | FileCheck %s --check-prefixes=ALL,TWO %}
// LOCK: data race: p->mutex: atomic read at {{.*}}:[[# @LINE + 22]] and write at {{.*}}:[[# @LINE + 31]], which nothing orders
// STORE: data race: p->value: write at {{.*}}:[[# @LINE + 26]] and write at {{.*}}:[[# @LINE + 30]], which nothing orders
// What the model itself reads of freed memory is no use of it: only the trace with the use behind the free fails, by
// the sanitizer's report, of which the first lines are shown.
// REPORT: exit with a nonzero status
// REPORT: ERROR: AddressSanitizer: heap-use-after-free
// REPORT-NEXT: WRITE of size 4
// REPORT-NEXT: in stores
// REPORT: 2 traces: 1 completed, 0 deadlocked, 1 failed
// TWO: 2 traces: 2 completed
// ALL: {{^}}Every schedule of the program was explored.{{$}}
#include <pthread.h>
#include <stdlib.h>

static struct shared {
  long libcs[4]; // where it writes when that is free
  pthread_mutex_t mutex;
  int value;
} *p;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

static void *locks(void *unused) {
  pthread_mutex_lock(&p->mutex);
  pthread_mutex_unlock(&p->mutex);
  return unused;
}
static void *stores(void *unused) {
  p->value = 1;
  return unused;
}
static void *frees(void *unused) {
  free(p);
  return unused;
}

static void *own(void *unused) {
  int *volatile memory = malloc(sizeof *memory);
  pthread_mutex_lock(&guard);
  pthread_mutex_unlock(&guard);
  free(memory);
  return unused;
}

int main(int argc, char **argv) {
  pthread_t thread[2];
  p = calloc(1, sizeof *p);
  pthread_mutex_init(&p->mutex, NULL);
  pthread_create(&thread[0], NULL, *argv[1] == 'l' ? locks : *argv[1] == 's' ? stores : own, NULL);
  pthread_create(&thread[1], NULL, *argv[1] == 'f' ? own : frees, NULL);
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
  return 0;
}
