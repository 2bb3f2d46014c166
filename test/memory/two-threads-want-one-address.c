// Whether an address is free is up to who has asked for it, or given it back, before: only one order of that is
// explored, and told. Threads that ask for addresses of their own hide nothing.
// RUN: %mcmini-cc -g -w %s -o %t
// RUN: sh -c 'for how in both given; do %mcmini %t $how; echo status $?; done' | grep "^mcmini\|^status" | FileCheck %s
// RUN: %mcmini %t own | FileCheck --check-prefix=OWN %s
// CHECK: mcmini: incomplete: nothing found, but other orders of what threads do by mmap at a fixed address
// CHECK-NEXT: status 3
// CHECK: mcmini: incomplete: nothing found, but other orders of what threads do by mmap at a fixed address
// CHECK-NEXT: status 3
// OWN: mcmini: ok
// OWN: Every schedule of the program was explored.
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE = 4096, DISTANCE = 1 << 20, TURNS = 2 };
static char *address = (char *)0x600000000000;
static const char *how;

static void *map(void *number) {
  char *wanted = address + (strcmp(how, "own") ? 0 : (long)number * DISTANCE);
  if (!strcmp(how, "given") && !number) {
    munmap(address, PAGE);
    return NULL;
  }
  for (int i = 0; i < TURNS; i++) {
    void *memory = mmap(wanted, PAGE, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (memory != MAP_FAILED)
      munmap(memory, PAGE);
  }
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t thread[2];
  how = argv[argc - 1];
  if (!strcmp(how, "given"))
    address = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (long i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, map, (void *)i);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
