// Each side of a connection looks whether it is open, and closes it later.
// Bug: use after free
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t
// RUN: %S/Inputs/explained %mcmini double-free %t | FileCheck %s
// CHECK: why: Thread 0.2 has freed the memory (closed-by-both-sides.c:30) before thread 0.1 frees it again (closed-by-both-sides.c:30): one of the two is to own it.
// CHECK-NEXT: why: Thread 0.1 gives 'lock' back at step 7 (closed-by-both-sides.c:25) and takes it again at step 14 (closed-by-both-sides.c:28); in between, at step 9 (closed-by-both-sides.c:23), thread 0.2 has taken it: what thread 0.1 saw before may be old.
// CHECK-NEXT: why: Thread 0.1 was interrupted after step 7 (closed-by-both-sides.c:25) and went on at step 14 (closed-by-both-sides.c:28); in between thread 0.2 ran.
// CHECK: shown: 14 steps, 1 preemption
// CHECK: decides: step: step 9: 0.2 lock lock (closed-by-both-sides.c:23)
#include "threads.h"
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct connection {
  char *buffer;
  bool is_open;
} connection;
static int bytes_in;

static void close_connection(void) {
  pthread_mutex_lock(&lock);
  const bool is_open = connection.is_open;
  pthread_mutex_unlock(&lock);
  if (!is_open)
    return;
  pthread_mutex_lock(&lock);
  connection.is_open = false;
  free(connection.buffer);
  pthread_mutex_unlock(&lock);
}

static void *receive(void *argument) {
  pthread_mutex_lock(&lock);
  bytes_in++;
  pthread_mutex_unlock(&lock);
  close_connection();
  return argument;
}

static void *time_out(void *argument) {
  close_connection();
  return argument;
}

int main(void) {
  connection.buffer = malloc(16);
  connection.is_open = true;
  in_threads(receive, time_out);
  return 0;
}

// CHECK-NEXT: because: It comes between two critical sections of thread 0.1, which gave 'lock' back at step 7 (closed-by-both-sides.c:25) and takes it again at step 14 (closed-by-both-sides.c:28).
// CHECK-NEXT: first: 0.1 lock lock (closed-by-both-sides.c:28)
