// A thread that exits calls one handler after another from the same place of libc, and looks the same at
// each. It does not repeat itself: its exit, with status 2, is not to be left out beside the other one.
// RUN: %mcmini-cc -g %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: not %mcmini -q -k --output-dir=%t.dir %t | FileCheck %s
// RUN: not %mcmini -q -k --output-dir=%t.dir --algorithm=source %t | FileCheck %s
// CHECK-DAG: the program exits with status 1
// CHECK-DAG: the program exits with status 2
// CHECK: Every schedule of the program was explored.
#include <mcmini/mcmini.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void handler(void) {}

static void *leave(void *unused) {
  _exit(1);
  return unused;
}

static void *exits(void *unused) {
  exit(2);
  return unused;
}

int main(void) {
  pthread_t thread[2];
  const int handlers = 1 + mc_choose(6);
  for (int i = 0; i < handlers; i++)
    atexit(handler);
  pthread_create(&thread[0], NULL, leave, NULL);
  pthread_create(&thread[1], NULL, exits, NULL);
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
}
