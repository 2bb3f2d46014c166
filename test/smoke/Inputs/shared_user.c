#include <pthread.h>
void work(void);
void *f(void *x) {
  work();
  return 0;
}
int main() {
  pthread_t t, u;
  pthread_create(&t, 0, f, 0);
  pthread_create(&u, 0, f, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
