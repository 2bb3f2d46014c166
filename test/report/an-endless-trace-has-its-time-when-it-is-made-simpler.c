// --trace-timeout holds, too, for the traces of the search for simpler schedules, which had two seconds for each: it goes
// past those that do not end, and says that no schedule has fewer preemptions. With --minimise given it has no limit of
// time of its own, so that a busy machine changes nothing.
// RUN: %mcmini-cc -g -w %s -o %t && not %mcmini --keep-going --trace-timeout=0.1 --minimise=10000 --trials=off %t | FileCheck %s
// CHECK: data race: step: write
// CHECK: The simplest schedule: 5 steps, 0 preemptions; none has fewer preemptions.
// CHECK: a trace that does not end
#include <pthread.h>

static long step = 1, end = 100;

static void *one(void *x) {
  step = 7;
  return x;
}

static void *two(void *x) {
  for (long at = 0, by = step; at != end; at += by)
    ;
  return x;
}

int main(void) {
  pthread_t thread[2];
  pthread_create(&thread[0], NULL, one, NULL);
  pthread_create(&thread[1], NULL, two, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
