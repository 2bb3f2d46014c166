// A thread that writes over the variables of libc: libc crashes where the runtime calls it, at the
// end of the trace. It is the write's crash, at its own line, also where many were made before; the
// other order of the two threads goes on.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: not %mcmini -q -k --isolation=snapshot %t | FileCheck %s
// RUN: not %mcmini -q -k --isolation=fork %t | FileCheck %s
// RUN: not %mcmini -q -k --threads=kernel %t | FileCheck %s
// RUN: %gcc -g -O1 -w -pthread %s -o %t.plain
// RUN: not %mcmini -q -k %t.plain | FileCheck %s
//
// CHECK: crash: SIGSEGV at address 0x{{[0-9a-f]+}} (a stray write to a variable of {{.*}}libc.so.6)
// CHECK: breaks a-write-to-variables-of-libc.c:[[# @LINE + 24]]
// CHECK: 2 traces: 1 completed, 0 deadlocked, 1 failed
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int first;
static uint64_t *start, *end; // of libc's variables, with its addresses of functions

static void find_libc(void) {
  char line[400];
  unsigned long low, high;
  FILE *maps = fopen("/proc/self/maps", "r");
  while (fgets(line, sizeof line, maps))
    if (strstr(line, "libc.so.6") && sscanf(line, "%lx-%lx rw", &low, &high) == 2 &&
        strstr(line, " rw"))
      start = (uint64_t *)low, end = (uint64_t *)high;
  fclose(maps);
}

__attribute__((noinline)) static void breaks(void) {
  for (volatile uint64_t *word = start; word < start + 64; word++)
    *word = (uint64_t)0x5555 << 48;
}

static void *body(void *number) {
  pthread_mutex_lock(&lock);
  first = first ? first : (int)(intptr_t)number;
  if (first == 2 && number == (void *)2)
    breaks();
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t thread[2];
  find_libc();
  for (intptr_t i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, body, (void *)(i + 1));
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
