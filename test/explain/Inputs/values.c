// One thread makes a configuration; the other uses it, and too early gets a NULL pointer.
#include "threads.h"
#include <stdint.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *config, limit = 5;
static int8_t small = -1;
static uint64_t large;
static int own, elsewhere;

static void *make(void *argument) {
  pthread_mutex_lock(&lock);
  small = -3;
  large = 1;
  elsewhere = 1;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  config = &limit;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  config = NULL;
  pthread_mutex_unlock(&lock);
  return argument;
}

static void *use(void *argument) {
  pthread_mutex_lock(&lock);
  own++;
  if (small == -3) {
    large--;
    own += *config;
  }
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  in_threads(make, use);
  return 0;
}
