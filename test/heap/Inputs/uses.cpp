// uses.cpp HOW - one thread gives memory back, or not, under a lock; the other one uses it under the
// same lock. The chunk has 22 bytes.
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <string>
#include <vector>

struct shape {
  int edges = 4;
  virtual int count() { return edges; }
  virtual ~shape() {}
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char *chunk, *moved, *large;
static shape *figure;
static int *numbers;
static const char *how;
static char buffer[64];
static volatile long sink;
static bool is(const char *word) { return strcmp(how, word) == 0; }
static bool begins(const char *word) { return strncmp(how, word, strlen(word)) == 0; }

static void *gives(void *unused) {
  pthread_mutex_lock(&mutex);
  if (begins("freed"))
    free(chunk);
  if (begins("large"))
    free(large);
  if (is("deleted") || is("virtual"))
    delete figure;
  if (is("array"))
    delete[] numbers;
  if (is("moved"))
    moved = (char *)realloc(chunk, 500);
  if (is("shrunk") || is("shrunk-right"))
    moved = (char *)realloc(chunk, 17);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void *uses(void *unused) {
  pthread_mutex_lock(&mutex);
  if (is("freed-read") || is("moved"))
    sink = chunk[8];
  if (is("freed-read-last"))
    sink = chunk[21];
  if (is("freed-write"))
    chunk[8] = 1;
  if (is("freed-twice"))
    free(chunk);
  if (is("freed-copied"))
    memcpy(buffer, chunk + 4, 12);
  if (is("freed-set"))
    memset(chunk + 2, 0, 4);
  if (is("freed-measured"))
    sink = (long)strlen(chunk);
  if (is("freed-compared"))
    sink = memcmp(buffer, chunk, 4);
  if (is("large-read"))
    sink = large[60000];
  if (is("deleted"))
    sink = figure->edges;
  if (is("virtual"))
    sink = figure->count();
  if (is("array"))
    sink = numbers[4];
  if (is("shrunk"))
    sink = chunk[18];
  if (is("shrunk-right"))
    sink = chunk[16];
  if (is("own-read"))
    sink = chunk[3], free(chunk), sink = chunk[3];
  if (is("own-write"))
    chunk[3] = 1, free(chunk), chunk[3] = 2;
  if (is("own-shrunk"))
    sink = chunk[18], moved = (char *)realloc(chunk, 17), sink = chunk[18];
  if (is("behind"))
    sink = chunk[22];
  if (is("behind-in-part"))
    sink = *(int *)(chunk + 20);
  if (is("behind-copied"))
    memcpy(buffer, chunk, 23);
  if (is("behind-written"))
    chunk[22] = 1;
  if (is("before"))
    sink = chunk[-1];
  if (is("right"))
    memcpy(buffer, chunk, 22), sink = chunk[21] + large[99999] + *(short *)(chunk + 20);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(int argc, char **argv) {
  pthread_t thread[2];
  how = argv[argc - 1];
  chunk = (char *)calloc(1, 22);
  large = (char *)calloc(1, 100000);
  figure = new shape;
  numbers = new int[5]();
  pthread_create(&thread[0], NULL, gives, NULL);
  pthread_create(&thread[1], NULL, uses, NULL);
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
  return 0;
}
