// benchmarks/families/relay.c - N threads take a baton: N! classes.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t baton = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *unused) {
  pthread_mutex_lock(&baton);
  pthread_mutex_unlock(&baton);
  return unused;
}

int main(int argc, char **argv) {
  const int n = atoi(argv[argc - 1]);
  pthread_t thread[8];
  for (int i = 0; i < n; i++)
    pthread_create(&thread[i], NULL, run, NULL);
  for (int i = 0; i < n; i++)
    pthread_join(thread[i], NULL);
}
