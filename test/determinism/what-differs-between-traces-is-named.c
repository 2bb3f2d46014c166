// A program that behaves otherwise when its prefix is repeated is never silently accepted: the result
// is "nondeterministic", status 3, with both operations and their lines. Here a file that each trace
// makes longer decides which mutex is taken.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: sh -c 'rm -f counter; %mcmini -k %t; echo status $?' | FileCheck %s
// RUN: sh -c 'rm -f counter; %mcmini -k %t.gcc; echo status $?' | FileCheck %s
// CHECK: mcmini: nondeterministic: step {{[0-9]+}} of thread 0.1 was lock odd at what-differs-between-traces-is-named.c:[[@LINE+21]]; now it is lock even at what-differs-between-traces-is-named.c:[[@LINE+23]]
// CHECK: status 3
// RUN: sh -c 'rm -f counter; %mcmini -k --json=a.json %t > out; grep verdict a.json' | FileCheck %s --check-prefix=JSON
// JSON: "verdict": "nondeterministic"
#include "threads.h"
#include <fcntl.h>
#include <unistd.h>

static pthread_mutex_t even = PTHREAD_MUTEX_INITIALIZER, odd = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t shared = PTHREAD_MUTEX_INITIALIZER;

static int is_odd(void) {
  const int file = open("counter", O_RDWR | O_CREAT | O_APPEND, 0666);
  const int is_odd = write(file, "x", 1) == 1 && lseek(file, 0, SEEK_END) % 2;
  close(file);
  return is_odd;
}

static void *worker(void *argument) {
  if (!argument) {
    if (is_odd())
      pthread_mutex_lock(&odd);
    else
      pthread_mutex_lock(&even);
  }
  pthread_mutex_lock(&shared);
  pthread_mutex_unlock(&shared);
  return NULL;
}

int main(void) {
  many_threads(2, worker);
  return 0;
}
