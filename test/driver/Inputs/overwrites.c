// Writes random bytes into McMini's session, which it finds in /proc/self/maps, by the system call
// itself. overwrites SEED REGION [WORD]; seed 0: nothing. It deadlocks, has a race, or is right.
#include "runtime/session.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { THREADS = 3, PAGE = 4096 };

#define REGION(name, first, behind)                                                                \
  { name, offsetof(struct mc_session, first), offsetof(struct mc_session, behind) }
static const struct region {
  const char *name;
  uint64_t start, end;
} regions[] = {
    {"all", 0, sizeof(struct mc_session)},
    REGION("head", magic, observed),
    REGION("observed", observed, thread_count),
    REGION("numbers", thread_count, racy),
    REGION("middle", racy, thread),
    REGION("threads", thread, object),
    {"objects", offsetof(struct mc_session, object), offsetof(struct mc_session, object) + 2000},
    {"places", offsetof(struct mc_session, site), offsetof(struct mc_session, site) + 2000},
    {"findings", offsetof(struct mc_session, finding),
     offsetof(struct mc_session, finding) + 2 * sizeof(struct mc_finding)},
    {"stacks", offsetof(struct mc_session, machine), offsetof(struct mc_session, machine) + 4000},
    {"strings", offsetof(struct mc_session, strings_used),
     offsetof(struct mc_session, strings_used) + 4000},
    {"steps", offsetof(struct mc_session, step), offsetof(struct mc_session, step) + 4000},
    {"last", offsetof(struct mc_session, trace_serial), sizeof(struct mc_session)},
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static uint64_t seed, session;
static _Thread_local uint64_t state;
static const struct region *region = regions;
static const char *word = "";
static int raced;

static uint64_t next(void) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return state >> 33;
}

static void find_session(void) {
  char line[512];
  unsigned long start;
  FILE *maps = fopen("/proc/self/maps", "r");
  while (maps && fgets(line, sizeof line, maps))
    if (strstr(line, "mcmini-session") && !session && sscanf(line, "%lx", &start) == 1)
      session = start;
  if (maps)
    fclose(maps);
}

static long protect(char *page, int protection) {
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"((long)SYS_mprotect), "D"(page), "S"((long)2 * PAGE), "d"((long)protection)
                   : "rcx", "r11", "memory");
  return result;
}

/// Not seen by mcmini-cc, which would tell at once whose memory that is.
static void put(char *at, char byte) { __asm__ volatile("movb %1, (%0)" : : "r"(at), "q"(byte) : "memory"); }

static void overwrite(void) {
  static const unsigned char bytes[] = {0, 1, 0x7f, 0xff};
  for (unsigned writes = 1 + next() % 4; writes; writes--) {
    char *at = (char *)(session + region->start + next() % (region->end - region->start));
    char *page = (char *)((uintptr_t)at & ~(uintptr_t)(PAGE - 1));
    const uint64_t size = 1 + next() % 8, byte = next() % 8;
    if (protect(page, PROT_READ | PROT_WRITE))
      continue;
    for (uint64_t i = 0; i < size; i++)
      put(at + i, (char)(byte < 4 ? bytes[byte] : next()));
    protect(page, next() % 2 ? PROT_READ : PROT_READ | PROT_WRITE);
  }
}

static void *work(void *argument) {
  const uintptr_t number = (uintptr_t)argument;
  pthread_mutex_t *first = number == 1 ? &other : &lock, *second = number == 1 ? &lock : &other;
  if (strcmp(word, "deadlocks"))
    first = &lock, second = &other;
  if (!strcmp(word, "races"))
    raced++;
  pthread_mutex_lock(first);
  state = seed ^ number << 60;
  if (number && session)
    overwrite();
  pthread_mutex_lock(second);
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t thread[THREADS];
  seed = strtoul(argv[1], NULL, 10) * 7777777777;
  for (unsigned i = 0; i < sizeof regions / sizeof *regions; i++)
    if (!strcmp(regions[i].name, argv[2]))
      region = &regions[i];
  word = argc > 3 ? argv[3] : "";
  if (seed)
    find_session();
  for (uintptr_t i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
