// A session is looked up in one critical section and used in another; it is closed in between.
// RIGHT: in use, it is not closed.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t && not %mcmini --max-traces=10000 %t | FileCheck %s
// CHECK: use after free
// RUN: %mcmini-cc -g -O1 -DRIGHT -I %S/../Inputs %s -o %t && %mcmini %t | FileCheck %s --check-prefix=TWIN
// TWIN: mcmini: ok: nothing found
// TWIN: Every schedule of the program was explored.
#include "threads.h"
#include <stdlib.h>

struct session {
  pthread_mutex_t lock;
  int sent;
};
static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;
static struct session *open_session;

static void *send_one(void *argument) {
  pthread_mutex_lock(&table);
  struct session *session = open_session;
#ifndef RIGHT
  pthread_mutex_unlock(&table);
#endif
  if (session) {
    pthread_mutex_lock(&session->lock);
    session->sent++;
    pthread_mutex_unlock(&session->lock);
  }
#ifdef RIGHT
  pthread_mutex_unlock(&table);
#endif
  return argument;
}

static void *close_it(void *argument) {
  pthread_mutex_lock(&table);
  struct session *session = open_session;
  open_session = NULL;
  pthread_mutex_unlock(&table);
  free(session);
  return argument;
}

int main(void) {
  open_session = calloc(1, sizeof *open_session);
  pthread_mutex_init(&open_session->lock, NULL);
  in_threads(send_one, close_it);
  return 0;
}
