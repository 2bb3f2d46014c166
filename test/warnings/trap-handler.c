// A program that handles SIGTRAP itself gets no breakpoints in libraries: their atomics are not seen.
// RUN: mkdir -p %t.dir && %gcc -g -O1 -shared -fPIC %S/../unseen/Inputs/spin.c -o %t.dir/libspin.so
// RUN: %mcmini-cc -g %s -o %t -L%t.dir -lspin -Wl,-rpath,%t.dir
// RUN: not %mcmini %t | FileCheck %s
// RUN: not %mcmini %t late | FileCheck %s
// CHECK: mcmini: incomplete: nothing found, but
// CHECK: warning: the program handles SIGTRAP: atomics of libraries that are not instrumented are not seen
// CHECK-NOT: Every schedule
#include <pthread.h>
#include <signal.h>

void take(int *lock);
void give(int *lock);
static int lock;
static volatile sig_atomic_t count;

static void handle(int signal) {
  (void)signal;
  count++;
}

static void set(void) {
  struct sigaction action = {.sa_handler = handle};
  sigfillset(&action.sa_mask);
  sigaction(SIGTRAP, &action, NULL);
}

static void *uses(void *argument) {
  if (argument)
    set();
  take(&lock);
  give(&lock);
  raise(SIGTRAP);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t thread;
  if (argc == 1)
    set();
  pthread_create(&thread, NULL, uses, argc == 1 ? NULL : argv);
  pthread_join(thread, NULL);
  return count != 1;
}
