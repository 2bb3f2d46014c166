// A gate opens for as many as have said that they wait; one who looks before and waits after is left.
// Bug: lost wakeup
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t
// RUN: %S/Inputs/explained %mcmini deadlock %t | FileCheck %s
// CHECK: why: Thread 0.1 waits for gate (waiters-counted-too-early.c:29): it was taken 0 times and posted 0 times, and all who could post it wait or have ended; where it goes well, thread 0.2 posts it (waiters-counted-too-early.c:38).
// CHECK: shown: 16 steps, 1 preemption
// CHECK: decides: step: step 8: 0.2 lock lock (waiters-counted-too-early.c:35)
#include "threads.h"
#include <semaphore.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t gate;
static bool is_open;
static int waiting;

static bool has_to_wait(void) {
  pthread_mutex_lock(&lock);
  const bool closed = !is_open;
  pthread_mutex_unlock(&lock);
  return closed;
}

static void *pass(void *argument) {
  if (has_to_wait()) {
    pthread_mutex_lock(&lock);
    waiting++;
    pthread_mutex_unlock(&lock);
    sem_wait(&gate);
  }
  return argument;
}

static void *open_gate(void *argument) {
  pthread_mutex_lock(&lock);
  is_open = true;
  for (; waiting > 0; waiting--)
    sem_post(&gate);
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  sem_init(&gate, 0, 0);
  in_threads(pass, open_gate, pass);
  return 0;
}

// CHECK-NEXT: because: After it thread 0.2 ends without a post of gate; where it goes well, there is one (waiters-counted-too-early.c:38).
// CHECK-NEXT: first: 0.1 lock lock (waiters-counted-too-early.c:26)
