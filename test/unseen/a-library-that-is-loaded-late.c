// A library that a thread loads by dlopen is looked at, too, in each trace anew; and what it unloads is
// no longer written to. Two threads that use it at a time: not complete. One: complete. Who loads and unloads
// first, in 6 orders, of which 4 go with either order of the locks, the others with one: 10 traces.
// RUN: mkdir -p %t.dir && %gcc -g -O1 -shared -fPIC %S/Inputs/spin.c -o %t.dir/libspin.so
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini %t %t.dir/libspin.so 2 | FileCheck %s
// RUN: not %mcmini --isolation=fork %t %t.dir/libspin.so 2 | FileCheck %s
// RUN: not %mcmini --threads=kernel %t %t.dir/libspin.so 2 | FileCheck %s
// CHECK: mcmini: incomplete: nothing found, but libspin.so goes by atomics that are not seen
// CHECK: {{^}}10 traces: 10 completed
// RUN: %mcmini %t %t.dir/libspin.so 1 | FileCheck %s --check-prefix=ONE
// RUN: %mcmini --isolation=fork %t %t.dir/libspin.so 1 | FileCheck %s --check-prefix=ONE
// ONE: mcmini: ok: nothing found
// ONE: {{^}}2 traces: 2 completed
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int lock, users;
static const char *path;

static void use(void) {
  void *library = dlopen(path, RTLD_NOW);
  assert(library);
  void (*take)(int *) = (void (*)(int *))dlsym(library, "take");
  void (*give)(int *) = (void (*)(int *))dlsym(library, "give");
  pthread_mutex_lock(&mutex);
  take(&lock);
  give(&lock);
  pthread_mutex_unlock(&mutex);
  dlclose(library);
}

static void *uses(void *argument) {
  if (argument == &users || users == 2) {
    use();
  } else {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread[2];
  assert(argc == 3);
  path = argv[1];
  users = atoi(argv[2]);
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, uses, i ? NULL : &users);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
