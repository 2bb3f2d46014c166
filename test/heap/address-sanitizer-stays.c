// With AddressSanitizer the program has that one's allocator, in traces too, and what it finds.
// REQUIRES: asan
// It looks for no leaks in traces, whatever its options say.
// DEFINE: %{asan} = env ASAN_OPTIONS=detect_leaks=1
// RUN: %mcmini-cc -g -fsanitize=address %s -o %t
// RUN: %t fine && %{asan} %mcmini -k %t fine | FileCheck %s --check-prefix=FINE
// FINE: 2 traces: 2 completed
// FINE: Every schedule of the program was explored.
// RUN: %{asan} not %mcmini --output=all %t 2>&1 | FileCheck %s
// CHECK: AddressSanitizer: heap-buffer-overflow
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *size) {
  char *volatile own = malloc(20);
  own = realloc(own, *(size_t *)size);
  own[39] = 1;
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  free(own);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t thread[2];
  size_t size = argc > 1 && argv[1] ? 40 : 39;
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, worker, &size);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
