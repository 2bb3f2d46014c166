// An atomic variable of a function is read before anybody has written to it: by its own thread, also where no other
// function sees it; and by another thread, in one of two orders. What is written first is read without a word.
// RUN: %mcmini-cc -g %s -o %t && not %mcmini -k %t own | FileCheck --check-prefix=OWN %s
// RUN: not %mcmini -k %t private | FileCheck --check-prefix=OWN %s
// RUN: not %mcmini -k %t element | FileCheck --check-prefix=OWN %s
// RUN: not %mcmini -k %t member | FileCheck --check-prefix=OTHERS %s
// RUN: not %mcmini -k %t others | FileCheck --check-prefix=OTHERS %s
// RUN: %mcmini -k %t fine | FileCheck --check-prefix=FINE %s
// OWN: an atomic variable is read that nobody has initialised
// OTHERS: an atomic variable is read that nobody has initialised
// OTHERS: {{^}}2 traces: 1 completed, 0 deadlocked, 1 failed
// FINE: mcmini: ok
#include <pthread.h>
#include <stdatomic.h>

static void *reader(void *variable) {
  atomic_load((atomic_int *)variable);
  return NULL;
}

static void *nothing(void *argument) { return argument; }

struct pair {
  char name;
  atomic_int first, second;
};

static int element(void) {
  atomic_long array[2];
  atomic_store(&array[0], 1);
  return (int)atomic_load(&array[1]);
}

static void member(void) {
  struct pair pair;
  pthread_t thread;
  atomic_store(&pair.first, 1);
  pthread_create(&thread, NULL, reader, &pair.second);
  atomic_store(&pair.second, 1);
  pthread_join(thread, NULL);
}

static int hidden(void) {
  atomic_int variable;
  return atomic_load(&variable);
}

int main(int count, char **argument) {
  const char kind = argument[1][1]; // w, r, t, i, l, e
  pthread_t thread;
  atomic_int variable;
  (void)count;
  if (kind == 'e')
    member();
  if (kind == 'e' || kind == 'i')
    atomic_init(&variable, 0);
  pthread_create(&thread, NULL, kind == 't' || kind == 'i' ? reader : nothing, &variable);
  if (kind == 'r')
    hidden();
  if (kind == 'l')
    element();
  if (kind == 'w')
    atomic_fetch_add(&variable, 1);
  atomic_store(&variable, 1);
  pthread_join(thread, NULL);
  return 0;
}
