// Two locks, three threads: a library's locks where LOCK, UNLOCK and INIT say so, else pthread's.
#include <pthread.h>
#ifndef LOCK
#define LOCK(lock) pthread_mutex_lock(&lock)
#define UNLOCK(lock) pthread_mutex_unlock(&lock)
#define INIT(lock) pthread_mutex_init(&lock, NULL)
typedef pthread_mutex_t mutex;
#endif
#ifndef INIT
#define INIT(lock)
#endif
#ifdef RIGHT
#define FIRST a
#define SECOND b
#else
#define FIRST b
#define SECOND a
#endif

static mutex a, b;
static int both; // below both locks: a race where they order nothing

static void *forward(void *argument) {
  LOCK(a);
  LOCK(b);
  both++;
  UNLOCK(b);
  UNLOCK(a);
  return argument;
}

static void *other(void *argument) {
  LOCK(FIRST);
  LOCK(SECOND);
  both++;
  UNLOCK(SECOND);
  UNLOCK(FIRST);
  return argument;
}

int main() {
  void *(*const functions[])(void *) = {forward, other, forward};
  pthread_t thread[3];
  INIT(a);
  INIT(b);
  for (int i = 0; i < 3; i++)
    pthread_create(&thread[i], NULL, functions[i], NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
