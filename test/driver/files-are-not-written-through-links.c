// Neither a trace nor a report nor JSON is written through a symbolic link, or into a pipe that
// nobody reads; what the link names stays as it is. A shell's >(...) gets the JSON.
// RUN: %mcmini-cc -g %s -o %t
// RUN: echo untouched > kept && ln -s kept deadlock-0001.trace && ln -s kept out.json
// RUN: sh -c '%mcmini -q %t 2>&1; echo status $?; cat kept' | FileCheck %s --check-prefix=TRACE
// TRACE: mcmini: warning: deadlock-0001.trace: it is a symbolic link, or no regular file, and is not written to
// TRACE: mcmini: deadlock:
// TRACE: status 1
// TRACE-NEXT: untouched
// RUN: sh -c '%mcmini -q --json=out.json %t 2>&1; echo status $?; cat kept' | FileCheck %s --check-prefix=JSON
// JSON: mcmini: --json=out.json: it is a symbolic link, or no regular file, and is not written to
// JSON-NEXT: status 2
// JSON-NEXT: untouched
// RUN: sh -c 'rm deadlock-0001.trace; mkfifo deadlock-0001.trace'
// RUN: sh -c '%mcmini -q %t 2>&1; echo status $?' | FileCheck %s --check-prefix=PIPE
// PIPE: mcmini: warning: deadlock-0001.trace: it is a symbolic link, or no regular file, and is not written to
// PIPE: status 1
// RUN: bash -c '%mcmini -q --json=>(grep verdict; touch read) %t >text 2>&1; until [ -e read ]; do sleep 0.1; done' | FileCheck %s --check-prefix=SHELL
// SHELL: "verdict": "failed"
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&lock);
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  return 0;
}
