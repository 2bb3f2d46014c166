// `kill` and `pause` are words: a program's own functions of these names are its own, also in
// another file.
// RUN: %mcmini-cc -g -DOTHER %s -c -o %t.o && %mcmini-cc -g %s %t.o -o %t
// RUN: %mcmini -k %t | FileCheck %s
// The read sees the store of either function or neither.
// CHECK: mcmini: ok: nothing found
// CHECK: {{^}}3 traces: 3 completed
#include <pthread.h>
#include <stdatomic.h>

struct player {
  atomic_int state;
};
void kill(struct player *player);
void pause(struct player *player);

#ifdef OTHER
void kill(struct player *player) { player->state = 2; }
void pause(struct player *player) { player->state = 1; }
#else
static void *play(void *player) {
  pause(player);
  kill(player);
  return NULL;
}

int main(void) {
  static struct player player;
  pthread_t thread;
  pthread_create(&thread, NULL, play, &player);
  (void)atomic_load(&player.state);
  pthread_join(thread, NULL);
  return 0;
}
#endif
