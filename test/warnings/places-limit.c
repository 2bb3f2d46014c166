// A trace has 200,000 places with accesses, as the pass would announce them. The race at the last one is not
// reported.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py places-limit %mcmini -k --max-traces=5 %t
#include <mcmini/hooks.h>
#include <pthread.h>
#include <stdlib.h>

enum { PLACES = 200000 };
static long memory[PLACES];

static void *writes(void *argument) {
  struct mc_site *site = calloc(PLACES, sizeof *site);
  for (int i = 0; i < PLACES; i++) {
    site[i] = (struct mc_site){__FILE__, "writes", "memory[i]", (uint32_t)i, 1};
    __mcmini_write8(&site[i], &memory[i], 1);
  }
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writes, NULL);
  writes(NULL);
  pthread_join(thread, NULL);
  return 0;
}
