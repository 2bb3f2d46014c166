// Threads take a mutex in each order; in a few of these, which come late, two of them do something more. "r543" in the
// argument: what r stands for happens where 5, 4 and 3 came first.
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 9 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static sem_t semaphore;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int order[THREADS], taken;
int racy, other;
static int threads = 7;
static const char *what;

static int is_late(char kind) {
  const char *at = strchr(what, kind);
  int same = 0;
  while (at && at[1 + same] >= '0' && at[1 + same] <= '9' && order[same] == at[1 + same] - '0')
    same++;
  return same > 0 && !(at[1 + same] >= '0' && at[1 + same] <= '9');
}

static void *take(void *number) {
  const int self = (int)(intptr_t)number;
  pthread_mutex_lock(&mutex);
  const int at = taken++;
  order[at] = self;
  pthread_mutex_unlock(&mutex);
  if (at >= threads - 2 && is_late('r'))
    racy++;
  if (at >= threads - 2 && is_late('o'))
    other++;
  if (at >= threads - 2 && is_late('s')) {
    sem_post(&semaphore);
    sem_wait(&semaphore);
  }
  if (at >= threads - 2 && is_late('m')) {
    pthread_mutex_lock(&second);
    pthread_mutex_unlock(&second);
  }
  if ((strchr(what, 'l') && self == 3) || (at >= threads - 2 && (is_late('l') || is_late('w')))) {
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
  }
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t thread[THREADS];
  what = argc > 1 ? argv[1] : "";
  threads = argc > 2 ? atoi(argv[2]) : threads;
  sem_init(&semaphore, 0, 0);
  for (int i = 0; i < threads; i++)
    pthread_create(&thread[i], NULL, take, (void *)(intptr_t)i);
  for (int i = 0; i < threads; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
