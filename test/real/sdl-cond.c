// SDL_cond: two wait for a flag; a signal wakes one of them. Preloaded; loads and stores of so big a library are not
// seen.
//
// RUN: pkg-config --cflags --libs sdl2 > flags
// RUN: %gcc -w -g -O1 %s -o right -pthread @flags
// RUN: not %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found, but plain loads and stores of libSDL2-2.0.so.0 are not seen
// RIGHT: {{^}}15 traces: 15 completed
// RUN: %gcc -DSIGNAL -w -g -O1 %s -o mutant.signal -pthread @flags
// RUN: not %mcmini ./mutant.signal | FileCheck --check-prefix=SIGNAL %s
// SIGNAL: deadlock: 2 threads wait
// REQUIRES: real, libsdl2-dev
#include <SDL2/SDL.h>
#undef main
static SDL_mutex *mutex;
static SDL_cond *cond;
static int ready;
static int wait_for(void *nothing) {
  SDL_LockMutex(mutex);
  while (!ready)
    SDL_CondWait(cond, mutex);
  SDL_UnlockMutex(mutex);
  return 0;
}
int main(void) {
  mutex = SDL_CreateMutex();
  cond = SDL_CreateCond();
  SDL_Thread *a = SDL_CreateThread(wait_for, "a", 0), *b = SDL_CreateThread(wait_for, "b", 0);
  SDL_LockMutex(mutex);
  ready = 1;
#ifdef SIGNAL
  SDL_CondSignal(cond);
#else
  SDL_CondBroadcast(cond);
#endif
  SDL_UnlockMutex(mutex);
  SDL_WaitThread(a, 0);
  SDL_WaitThread(b, 0);
  return 0;
}
