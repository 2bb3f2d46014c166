// Freed memory is not used again in the checked heap before 16 KB more were freed, and four times
// its own size: of 400 chunks of 1000 bytes the first 60 have places of their own, and all together
// less than 150. In the fast heap the next chunk of that size is the one that was freed last; with
// libc the program has libc's. Of large chunks more than four are kept, and their memory is not.
// RUN: %mcmini-cc -g %s -o %t
// RUN: %mcmini --output=all %t | FileCheck %s --check-prefix=CHECKED
// RUN: %mcmini --output=all --isolation=fork --threads=kernel %t | FileCheck %s --check-prefix=CHECKED
// RUN: %mcmini --output=all --heap=fast %t | FileCheck %s --check-prefix=FAST
// RUN: %mcmini --output=all --heap=libc %t | FileCheck %s --check-prefix=LIBC
// CHECKED: small: first again after 60 or more, less than 150 places
// CHECKED: large: first again after 5 or more, less than 20 places
// CHECKED: ours
// FAST: small: first again after 1 or more, less than 20 places
// FAST: large: first again after 1 or more, less than 20 places
// FAST: ours
// LIBC: libc's
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TIMES = 400 };

static void run(const char *name, size_t size) {
  static char *place[TIMES];
  int again = 0, places = 0;
  for (int i = 0; i < TIMES; i++) {
    char *memory = place[i] = malloc(size);
    memset(memory, i, size);
    int j = 0;
    while (place[j] != memory)
      j++;
    places += j == i;
    if (j < i && !again)
      again = i;
    free(memory);
  }
  const int shown = again >= 60 ? 60 : again >= 5 ? 5 : again;
  printf("%s: first again after %d or more, less than %d places\n", name, shown,
         places < 20    ? 20
         : places < 150 ? 150
                        : TIMES);
}

static void *worker(void *unused) {
  char *const memory = malloc(10);
  run("small", 1000);
  run("large", 40000);
  puts((uintptr_t)memory - 0x140000000000 < 0xc0000000000 ? "ours" : "libc's");
  free(memory);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
