// SDL_SpinLock around a counter: only fair schedules. Preloaded.
//
// RUN: pkg-config --cflags --libs sdl2 > flags
// RUN: %gcc -w -g -O1 %s -o right -pthread @flags
// RUN: not %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found, but only fair schedules were explored
// RIGHT: {{^}}2 traces: 2 completed
// RUN: %gcc -DNOLOCK -w -g -O1 %s -o mutant.nolock -pthread @flags
// RUN: not %mcmini ./mutant.nolock | FileCheck --check-prefix=NOLOCK %s
// NOLOCK: assertion failed
// REQUIRES: real, libsdl2-dev
#include <SDL2/SDL.h>
#include <assert.h>
#include <stdatomic.h>
#undef main
static SDL_SpinLock lock;
static atomic_int count;
static int add(void *nothing) {
#ifndef NOLOCK
  SDL_AtomicLock(&lock);
#endif
  count = count + 1;
#ifndef NOLOCK
  SDL_AtomicUnlock(&lock);
#endif
  return 0;
}
int main(void) {
  SDL_Thread *a = SDL_CreateThread(add, "a", 0);
  add(0);
  SDL_WaitThread(a, 0);
  assert(count == 2);
  return 0;
}
