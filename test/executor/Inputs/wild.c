// wild WHERE SEED - three threads and a mutex: 6 classes. In the 2 of them in which thread 2 is
// first it writes over words at random: anywhere (space), in any writable mapping of the process
// (maps), or in McMini's own (own; word: a single one). In the other 4 the program is right.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_RANGES = 1000 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int first;
static const char *where;
static uint64_t state, start[MAX_RANGES], end[MAX_RANGES], total;
static int ranges;

static uint64_t next_random(void) {
  state += 0x9e3779b97f4a7c15;
  uint64_t x = (state ^ state >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

/// The session; and above the libraries what else there is.
static int is_own(unsigned long address) {
  return address >> 40 == 0x20 || (address >= 0x310000000000 && address < 0x500000000000);
}

static void read_ranges(void) {
  char line[400], mode[5];
  FILE *maps = fopen("/proc/self/maps", "r");
  while (fgets(line, sizeof line, maps) && ranges < MAX_RANGES) {
    unsigned long low, high;
    if (sscanf(line, "%lx-%lx %4s", &low, &high, mode) != 3 || mode[1] != 'w')
      continue;
    if (strcmp(where, "maps") && !is_own(low))
      continue;
    start[ranges] = low;
    end[ranges++] = high;
  }
  fclose(maps);
}

// Each range is as likely as any other, and its beginning more than its end.
static uint64_t address(void) {
  if (!strcmp(where, "space"))
    return next_random() & 0x7ffffffffff8;
  const int i = (int)(next_random() % (uint64_t)ranges);
  const uint64_t size = end[i] - start[i];
  const uint64_t some = 1ull << 3 + next_random() % 30, within = some < size ? some : size;
  return (start[i] + next_random() % within) & ~7ull;
}

static void *body(void *number) {
  pthread_mutex_lock(&lock);
  if (!first)
    first = (int)(intptr_t)number;
  if (first == 2 && number == (void *)2) {
    const int words = strcmp(where, "word") ? 1 + (int)(next_random() % 64) : 1;
    for (int i = 0; i < words; i++)
      *(volatile uint64_t *)address() = next_random();
  }
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t thread[3];
  where = argv[argc - 2];
  state = (uint64_t)atol(argv[argc - 1]);
  read_ranges();
  for (intptr_t i = 0; i < 3; i++)
    pthread_create(&thread[i], NULL, body, (void *)(i + 1));
  for (int i = 0; i < 3; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
