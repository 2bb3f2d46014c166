// A library has a lock of its own. Its atomics are operations; its loads and stores are not seen without a search for races.
// RUN: %gcc -g -shared -fPIC %S/../limits/Inputs/lock.c -o %t.dir/liblock.so
// RUN: %mcmini-cc -g %s -o %t -L%t.dir -llock -Wl,-rpath,%t.dir
// RUN: python3 %S/Inputs/shows.py unseen-plain %mcmini --races=report %t
#include <pthread.h>

void take(void);
void give(void);

static void *worker(void *argument) {
  take();
  give();
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  worker(NULL);
  pthread_join(thread, NULL);
  return 0;
}
