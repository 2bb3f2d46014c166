// NO RACE: the second is created after the first was joined.
#include "litmus.h"

static int data;

THREAD(worker) {
  data++;
  return NULL;
}

int main(void) {
  for (int i = 0; i < 2; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
  }
}
