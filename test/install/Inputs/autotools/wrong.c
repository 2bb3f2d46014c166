#include <pthread.h>

static pthread_mutex_t account[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int balance[2] = {10, 10};

static void transfer(int from, int to) {
  const int first = from; /* two threads can wait for each other */
  pthread_mutex_lock(&account[first]);
  pthread_mutex_lock(&account[1 - first]);
  balance[from]--;
  balance[to]++;
  pthread_mutex_unlock(&account[1 - first]);
  pthread_mutex_unlock(&account[first]);
}

static void *back(void *unused) {
  transfer(1, 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, back, NULL);
  transfer(0, 1);
  pthread_join(thread, NULL);
  return balance[0] != 10;
}
