// Two threads write 8 KB without a lock. The orders of the writes to the second half are not explored.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py racy-limit %mcmini -k --max-traces=20 %t
#include <pthread.h>

static char racy[8192];

static void *writes(void *argument) {
  for (int i = 0; i < 8192; i += 8)
    *(long *)(racy + i) = (long)argument;
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writes, (void *)1);
  writes((void *)2);
  pthread_join(thread, NULL);
  return 0;
}
