// wild_pointer OPERATION WHERE [TRUNK] - does the operation, a line below that names it, on an address that is none
// of its objects: a number, "own" (in McMini's memory that is always writable) or "stack" (right below the stack of
// the program's functions); with a third argument before a second thread is there.
#define _GNU_SOURCE
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <threads.h>
#include <unistd.h>
#ifdef __clang__
#include <mcmini/mcmini.h>
#else
#define MC_READ(variable) (variable)
#define MC_WRITE(variable, value) ((variable) = (value))
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static const char *operation;
static void *wild;
static bool is_stack;

#define DO(name, call) else if (!strcmp(operation, name)) call
static void nothing(void) {}

static void use(void *m) {
  int value;
  if (is_stack)
    m = (char *)__builtin_alloca(16) - 200;
  if (0)
    ;
  // clang-format off
  DO("mutex lock", pthread_mutex_lock(m));
  DO("mutex trylock", pthread_mutex_trylock(m));
  DO("mutex unlock", pthread_mutex_unlock(m));
  DO("mutex init", pthread_mutex_init(m, NULL));
  DO("mutex destroy", pthread_mutex_destroy(m));
  DO("condition wait", pthread_cond_wait(m, &lock));
  DO("mutex of a wait", pthread_cond_wait(&condition, m));
  DO("condition signal", pthread_cond_signal(m));
  DO("condition broadcast", pthread_cond_broadcast(m));
  DO("condition init", pthread_cond_init(m, NULL));
  DO("semaphore wait", sem_wait(m));
  DO("semaphore post", sem_post(m));
  DO("semaphore init", sem_init(m, 0, 1));
  DO("semaphore getvalue", sem_getvalue(m, &value));
  DO("rwlock rdlock", pthread_rwlock_rdlock(m));
  DO("rwlock wrlock", pthread_rwlock_wrlock(m));
  DO("rwlock unlock", pthread_rwlock_unlock(m));
  DO("rwlock init", pthread_rwlock_init(m, NULL));
  DO("barrier wait", pthread_barrier_wait(m));
  DO("barrier init", pthread_barrier_init(m, NULL, 2));
  DO("c11 lock", mtx_lock(m));
  DO("c11 signal", cnd_signal(m));
  DO("spinlock lock", pthread_spin_lock(m));
  DO("spinlock unlock", pthread_spin_unlock(m));
  DO("spinlock init", pthread_spin_init(m, 0));
  DO("once", pthread_once(m, nothing));
  DO("futex wait", syscall(SYS_futex, m, FUTEX_WAIT, 77, NULL) < 0 && errno == EFAULT && *(int *)m);
  DO("atomic load", __atomic_load_n((int *)m, __ATOMIC_SEQ_CST));
  DO("atomic store", __atomic_store_n((int *)m, 1, __ATOMIC_SEQ_CST));
  DO("atomic add", __atomic_fetch_add((int *)m, 1, __ATOMIC_SEQ_CST));
  DO("announced read", (void)MC_READ(*(volatile int *)m));
  DO("announced write", MC_WRITE(*(volatile int *)m, 1));
  DO("plain write", *(volatile int *)m = 1);
  // clang-format on
}

static uintptr_t last_own(void) {
  FILE *maps = fopen("/proc/self/maps", "r");
  char line[400];
  unsigned long start, found = 0;
  while (fgets(line, sizeof line, maps))
    if (sscanf(line, "%lx", &start) == 1 && start >= 0x310000000000 && start < 0x500000000000)
      found = start;
  fclose(maps);
  return found + 64;
}

static void *body(void *argument) { return argument; }

int main(int argc, char **argv) {
  pthread_t thread;
  operation = argv[1];
  is_stack = !strcmp(argv[2], "stack");
  wild = (void *)(strcmp(argv[2], "own") ? strtoul(argv[2], NULL, 0) : last_own());
  pthread_mutex_lock(&lock);
  if (argc > 3)
    use(wild);
  pthread_create(&thread, NULL, body, NULL);
  use(wild);
  pthread_join(thread, NULL);
  return 0;
}
