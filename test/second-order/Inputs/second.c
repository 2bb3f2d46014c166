// second.c - main is that of the program, but only where another thread has come first: its first trace does nothing.
#undef main // -Dmain=program_main
#include <pthread.h>

int program_main();

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int has_come;

static void *come(void *unused) {
  pthread_mutex_lock(&mutex);
  has_come = 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(int count, char **argument) {
  pthread_t thread;
  pthread_create(&thread, 0, come, 0);
  pthread_mutex_lock(&mutex);
  const int is_second = has_come;
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
  return is_second ? program_main(count, argument) : 0;
}
