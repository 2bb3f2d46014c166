// hooks.c - hooks alone, called as the pass calls them: KIND ROUNDS. A thread announces 1,024
// words, then ROUNDS times each of them again with nothing new to tell; "first": ROUNDS times 1,024
// other words; "step": ROUNDS times the same words behind a step. "empty": a function that does
// nothing.
#include <mcmini/hooks.h>
#include <mcmini/mcmini.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 1024, MOST_ROUNDS = 16384 };

static const struct mc_site site = {"hooks.c", "work", "word", 1, 1};
static uint32_t word[WORDS * MOST_ROUNDS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *kind;
static long rounds;

static __attribute__((noinline)) void empty(const struct mc_site *place, uint32_t *address) {
  __asm__ volatile("" ::"r"(place), "r"(address));
}

static void announce_all(long round) {
  uint32_t *const first = &word[!strcmp(kind, "first") ? round % MOST_ROUNDS * WORDS : 0];
  if (!strcmp(kind, "empty"))
    for (int i = 0; i < WORDS; i++)
      empty(&site, &first[i]);
  else if (!strcmp(kind, "read8"))
    for (int i = 0; i < WORDS / 2; i++)
      __mcmini_read8(&site, &((uint64_t *)first)[i]);
  else if (!strcmp(kind, "read1"))
    for (int i = 0; i < WORDS; i++)
      __mcmini_read1(&site, &((uint8_t *)first)[i]);
  else if (!strcmp(kind, "read4"))
    for (int i = 0; i < WORDS; i++)
      __mcmini_read4(&site, &first[i]);
  else
    for (int i = 0; i < WORDS; i++)
      __mcmini_write4(&site, &first[i], 0);
}

MCMINI_NO_CHECK static void *work(void *argument) {
  announce_all(0);
  for (long i = 0; i < rounds; i++) {
    if (!strcmp(kind, "step"))
      pthread_mutex_lock(&lock), pthread_mutex_unlock(&lock);
    announce_all(i);
  }
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread;
  kind = argc > 1 ? argv[1] : "read4";
  rounds = argc > 2 ? atol(argv[2]) : 1;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  return 0;
}
