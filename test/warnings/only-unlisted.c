// 289 data races, one for each pair of two places: all of the 256 that are listed are suppressed.
// RUN: %mcmini-cc -g -O1 -w %s -o %t && echo object:shared > suppressed
// RUN: python3 %S/Inputs/shows.py only-unlisted %mcmini -k -q --races=report --suppressions=suppressed %t
#include <mcmini/mcmini.h>
#include <pthread.h>

#define CASE(number)                                                                               \
  case number:                                                                                     \
    shared = number;                                                                               \
    break

static int shared;

static void *writes(void *unused) {
  switch (mc_choose(17)) {
    CASE(0);
    CASE(1);
    CASE(2);
    CASE(3);
    CASE(4);
    CASE(5);
    CASE(6);
    CASE(7);
    CASE(8);
    CASE(9);
    CASE(10);
    CASE(11);
    CASE(12);
    CASE(13);
    CASE(14);
    CASE(15);
    CASE(16);
  }
  return unused;
}

static void *writes_too(void *unused) {
  switch (mc_choose(17)) {
    CASE(0);
    CASE(1);
    CASE(2);
    CASE(3);
    CASE(4);
    CASE(5);
    CASE(6);
    CASE(7);
    CASE(8);
    CASE(9);
    CASE(10);
    CASE(11);
    CASE(12);
    CASE(13);
    CASE(14);
    CASE(15);
    CASE(16);
  }
  return unused;
}

int main(void) {
  pthread_t thread[2];
  pthread_create(&thread[0], NULL, writes, NULL);
  pthread_create(&thread[1], NULL, writes_too, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
