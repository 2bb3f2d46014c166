#include "ready.h"
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready, lock;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int is_ready(void) { return atomic_load(&ready); }
void set_ready(void) { atomic_store(&ready, 1); }

int try_mutex(void) { return pthread_mutex_trylock(&mutex) == 0; }
void leave_mutex(void) { pthread_mutex_unlock(&mutex); }

int try_spin(void) { return !atomic_exchange(&lock, 1); }
void leave_spin(void) { atomic_store(&lock, 0); }
