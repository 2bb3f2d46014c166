// A stray write breaks what a search knows: it restarts with the guard up. Variables that overlap
// others, as the trunk and the traces before have shown, are known again: the counts are those of a
// search that was guarded from the beginning.
// RUN: %mcmini-cc --no-accesses -g -O1 -w %s -o %t
// RUN: not %mcmini -q -k --json=broken.json %t | FileCheck %s
// RUN: not %mcmini -q -k --paranoid --json=guarded.json %t | FileCheck %s
// RUN: python3 -c "import json; a, b = (json.load(open(f)) for f in ('broken.json', 'guarded.json')); assert all(a[k] == b[k] for k in ('traces', 'order', 'verdict')), (a, b)"
//
// CHECK: crash: SIGSEGV at address 0x{{[0-9a-f]+}} (a stray access to McMini's own memory)
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static union {
  uint64_t whole;
  uint32_t half[2];
} word, other;
static uint64_t *ours;

static void find_ours(void) {
  char line[400];
  unsigned long low, high;
  FILE *maps = fopen("/proc/self/maps", "r");
  while (fgets(line, sizeof line, maps))
    if (!ours && sscanf(line, "%lx-%lx", &low, &high) == 2 && strstr(line, " rw-s ") &&
        strstr(line, "/dev/zero"))
      ours = (uint64_t *)low; // its first word is looked at after each trace
  fclose(maps);
}

static void *writes(void *unused) {
  __atomic_store_n(&word.half[0], 1, __ATOMIC_SEQ_CST);
  __atomic_store_n(&other.half[1], 1, __ATOMIC_SEQ_CST);
  return NULL;
}

static void *reads(void *unused) {
  const uint64_t first = __atomic_load_n(&word.whole, __ATOMIC_SEQ_CST);
  const uint64_t second = __atomic_load_n(&other.whole, __ATOMIC_SEQ_CST);
  if (first && !second)
    *ours = 1;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  find_ours();
  __atomic_store_n(&word.half[0], 0, __ATOMIC_SEQ_CST);
  __atomic_store_n(&word.whole, 0, __ATOMIC_SEQ_CST);
  pthread_create(&a, NULL, writes, NULL);
  pthread_create(&b, NULL, reads, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
