// The lock of another mutex has one order.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py only %mcmini --only=object:x*,fun:main %t
#include "Inputs/locks.h"

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  lock();
  pthread_join(thread, NULL);
}
