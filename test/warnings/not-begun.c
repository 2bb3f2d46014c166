// The search is to begin where no step is made.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py not-begun %mcmini --from=nobody %t
#include "Inputs/locks.h"

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  lock();
  pthread_join(thread, NULL);
}
