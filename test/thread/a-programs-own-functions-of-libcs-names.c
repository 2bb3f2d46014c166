// A program's own functions that have the names of libc's are its own, also in another file: of the
// same type, and of another. What the runtime calls by these names itself is libc's.
// RUN: %mcmini-cc -g -DOTHER %s -c -o %t.o && %mcmini-cc -g %s %t.o -o %t
// RUN: not %mcmini -k %t | FileCheck %s
// RUN: %mcmini-cc -O2 -g %s %t.o -o %t-2 && not %mcmini -k %t-2 | FileCheck %s
// RUN: %mcmini-cc --from-tsan -g -DOTHER %s -c -o %t-tsan.o
// RUN: %mcmini-cc --from-tsan -g %s %t-tsan.o -o %t-tsan && not %mcmini -k %t-tsan | FileCheck %s
// The read sees one of the seven calls, or none.
// CHECK: mcmini: incomplete: nothing found, but what the program's own functions of libc's names get
// CHECK: warning: the program calls functions of its own in place of: sched_yield, thrd_sleep, mtx_lock, sleep, usleep, nanosleep
// CHECK: {{^}}8 traces: 8 completed
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

struct timespec;
unsigned sleep(unsigned seconds);
int nanosleep(const struct timespec *length, struct timespec *rest);
double usleep(double seconds);
void thrd_sleep(void);
int sched_yield(void);
void *mtx_lock(void *lock);

#ifdef OTHER
extern atomic_int calls;
unsigned sleep(unsigned seconds) { return calls++, seconds + 1; }
int nanosleep(const struct timespec *length, struct timespec *rest) {
  return calls++, rest == NULL && length == NULL;
}
double usleep(double seconds) { return calls++, seconds / 2; }
void thrd_sleep(void) { calls++; }
int sched_yield(void) { return calls++, 5; }
void *mtx_lock(void *lock) { return calls++, lock; }
FILE *fopen(const char *path, const char *mode) { return calls++, path[0] == mode[0] ? stderr : NULL; }
#else
#include <assert.h>
atomic_int calls;

static void *work(void *lock) {
  assert(sleep(1) == 2);
  assert(nanosleep(NULL, NULL) == 1);
  assert(usleep(3.0) == 1.5);
  thrd_sleep();
  assert(sched_yield() == 5);
  assert(mtx_lock(lock) == lock);
  assert(fopen("r", "r") == stderr);
  poll(NULL, 0, 1); // no nanosleep of the program's
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, &thread);
  (void)atomic_load(&calls);
  pthread_join(thread, NULL);
  assert(calls == 7);
  return 0;
}
#endif
