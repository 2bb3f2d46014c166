// dlopen with RTLD_GLOBAL changes what dlsym(RTLD_DEFAULT) finds in other threads, which is no step: incomplete.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: not %mcmini --require-complete %t global | FileCheck %s
// RUN: %mcmini --require-complete %t local
// CHECK: Not every schedule of the program was explored: other orders of what threads do by dlopen with RTLD_GLOBAL.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>

static int flags;

static void *loads(void *unused) {
  dlopen("libm.so.6", flags);
  return unused;
}

static void *looks(void *unused) { return dlsym(RTLD_DEFAULT, "cosl"); }

int main(int argc, char **argv) {
  pthread_t thread[2];
  flags = RTLD_NOW | (*argv[1] == 'g' ? RTLD_GLOBAL : 0);
  pthread_create(&thread[0], NULL, loads, NULL);
  pthread_create(&thread[1], NULL, looks, NULL);
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
  return 0;
}
