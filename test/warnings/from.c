// What another thread does before the search begins has one order.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py from %mcmini  %t
#include "Inputs/locks.h"
#include <mcmini/mcmini.h>

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  lock();
  mc_begin();
  lock();
  pthread_join(thread, NULL);
}
