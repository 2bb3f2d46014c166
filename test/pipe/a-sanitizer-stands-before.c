// A sanitizer's read, write and poll come first, then McMini's: two threads write to a pipe, or to a file, in
// both orders, and what AddressSanitizer checks it finds. Built by mcmini-cc, by another clang, by gcc.
// REQUIRES: asan
// DEFINE: %{flags} = -g -O1 -w -fsanitize=address %s -pthread
// RUN: %mcmini-cc %{flags} -o %t.ours && %clang %{flags} -o %t.clang && %gcc %{flags} -o %t.gcc
// DEFINE: %{program} =
// DEFINE: %{check} = not %mcmini -q -k %{program} pipe | FileCheck %s --check-prefix=ORDERS && not %mcmini -q -k %{program} file | FileCheck %s --check-prefix=ORDERS && not %mcmini -q -v %{program} freed | FileCheck %s --check-prefix=FREED
// REDEFINE: %{program} = %t.ours
// RUN: %{check}
// REDEFINE: %{program} = %t.clang
// RUN: %{check}
// REDEFINE: %{program} = %t.gcc
// RUN: %{check}
// ORDERS: mcmini: assertion failed: assertion `bytes[0] == 'a'' failed
// ORDERS: 2 traces: 1 completed, 0 deadlocked, 1 failed
// RUN: not %mcmini -q -k %t.ours file | FileCheck %s --check-prefix=EVERY --implicit-check-not="Not every"
// EVERY: of the program was explored
// FREED: mcmini: exit with a nonzero status
// FREED: AddressSanitizer: heap-use-after-free
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int in, out;

static void *writer(void *byte) {
  write(out, byte, 1);
  return NULL;
}

int main(int argc, char **argv) { // two writes: 2! orders, of which one fails
  pthread_t thread[2];
  char name[] = "file.XXXXXX", *bytes = malloc(2);
  int ends[2];
  if (!strcmp(argv[1], "file")) {
    in = out = mkstemp(name);
    unlink(name);
  } else {
    pipe(ends);
    in = ends[0];
    out = ends[1];
  }
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, writer, &"ab"[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  if (!strcmp(argv[1], "freed"))
    free(bytes);
  if (!strcmp(argv[1], "file"))
    pread(in, bytes, 2, 0);
  else
    poll(&(struct pollfd){in, POLLIN}, 1, -1) == 1 && read(in, bytes, 2);
  assert(bytes[0] == 'a');
  return 0;
}
