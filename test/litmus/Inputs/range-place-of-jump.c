// RACE place[0].__jmpbuf[0]: one thread saves its place where another copies from.
// TSAN SILENT -O0: no function can be called in the place of one that returns twice.
// TSAN SILENT -O2: the same.
#include <pthread.h>
#include <setjmp.h>
#include <string.h>

static jmp_buf place;

static void *copy(void *unused) {
  jmp_buf mine;
  memcpy(mine, place, sizeof mine);
  return mine[0].__mask_was_saved ? unused : NULL;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, copy, NULL);
  if (setjmp(place) == 0)
    longjmp(place, 1);
  pthread_join(other, NULL);
}
