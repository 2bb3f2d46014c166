// SDL_sem: posted before, or after, the flag is set. Preloaded.
//
// RUN: %gcc -w -g -O1 %s -o right -pthread -lSDL2
// RUN: not %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found, but plain loads and stores of libSDL2-2.0.so.0 are not seen
// RIGHT: {{^}}1 traces: 1 completed
// RUN: %gcc -DEARLY -w -g -O1 %s -o mutant.early -pthread -lSDL2
// RUN: not %mcmini ./mutant.early | FileCheck --check-prefix=EARLY %s
// EARLY: assertion failed
// REQUIRES: real, libsdl2-dev
#include <SDL2/SDL.h>
#include <assert.h>
static SDL_sem *sem;
static SDL_atomic_t ready;
static int other(void *nothing) {
#ifdef EARLY
  SDL_SemPost(sem);
  SDL_AtomicSet(&ready, 1);
#else
  SDL_AtomicSet(&ready, 1);
  SDL_SemPost(sem);
#endif
  return 0;
}
int main(int n, char **v) {
  sem = SDL_CreateSemaphore(0);
  SDL_Thread *t = SDL_CreateThread(other, "a", 0);
  SDL_SemWait(sem);
  assert(SDL_AtomicGet(&ready));
  SDL_WaitThread(t, 0);
  return 0;
}
