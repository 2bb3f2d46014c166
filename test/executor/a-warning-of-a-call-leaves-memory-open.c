// With --paranoid McMini's memory is closed while the program runs. A warning of a system call is
// noted in the middle of that call, behind which McMini still writes: it was a crash of the program.
// The two opens come in 2 orders, the first close before the second open, which gets its number then,
// or behind it, and the locks in 2 orders: 8. A warning that ends the search would hide 7.
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini -q --paranoid %t | FileCheck %s
// RUN: not %mcmini -q --paranoid --isolation=fork %t | FileCheck %s
// CHECK: mcmini: incomplete: nothing found, but other orders of what threads do by /proc/self/stat
// CHECK: 8 traces: 8 completed
#include "../Inputs/threads.h"
#include <fcntl.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *look(void *argument) {
  char text[300];
  const int file = open("/proc/self/stat", O_RDONLY);
  if (read(file, text, sizeof text) < 0)
    return argument;
  close(file);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  in_threads(look, look);
  return 0;
}
