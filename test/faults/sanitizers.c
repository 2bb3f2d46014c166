// A program with a sanitizer is checked with what that finds, on kernel threads where it must be, and says so:
// built by mcmini-cc, by another clang (the sanitizer is in the program), and by gcc (it is a library).
// REQUIRES: asan
// DEFINE: %{flags} = -g -fno-sanitize-recover=all
// RUN: %mcmini-cc %{flags} -fsanitize=undefined %s -o %t.ours && %clang %{flags} -fsanitize=undefined %s -o %t.clang
// RUN: %gcc %{flags} -fsanitize=undefined %s -o %t.gcc -pthread
// RUN: not %mcmini -q %t.ours overflow | FileCheck %s --check-prefix=OVERFLOW
// RUN: not %mcmini -q %t.clang overflow | FileCheck %s --check-prefix=OVERFLOW
// RUN: not %mcmini -q %t.gcc overflow | FileCheck %s --check-prefix=OVERFLOW
// OVERFLOW: mcmini: exit with a nonzero status
// OVERFLOW: sanitizers.c:[[@LINE+26]]:{{.*}} runtime error: signed integer overflow: 2147483647 + 1
// RUN: %mcmini -q %t.gcc fine | FileCheck %s --check-prefix=FINE
//
// DEFINE: %{mcmini} = env ASAN_OPTIONS=detect_leaks=0 %mcmini
// RUN: %mcmini-cc %{flags} -fsanitize=address %s -o %t.ours && %clang %{flags} -fsanitize=address %s -o %t.clang
// RUN: %gcc %{flags} -fsanitize=address %s -o %t.gcc -pthread
// RUN: not %{mcmini} -q -v --threads=user %t.ours freed | FileCheck %s --check-prefix=FREED
// RUN: not %{mcmini} -q -v --threads=user %t.clang freed | FileCheck %s --check-prefix=FREED
// RUN: not %{mcmini} -q -v --threads=user %t.gcc freed | FileCheck %s --check-prefix=FREED
// FREED: mcmini: exit with a nonzero status
// FREED: AddressSanitizer: heap-use-after-free
// FREED: executor {{ *}}kernel threads: the program has a sanitizer
// RUN: %{mcmini} -q %t.ours fine | FileCheck %s --check-prefix=FINE
// RUN: %{mcmini} -q %t.gcc fine | FileCheck %s --check-prefix=FINE
// FINE: mcmini: ok: nothing found
// FINE: 2 traces: 2 completed
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count, *own;

static void *work(void *unused) {
  pthread_mutex_lock(&mutex);
  count++;
  if (own)
    *own = count;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(int argc, char **argv) { // two threads lock one mutex: 2! orders
  const char *what = argc > 1 ? argv[1] : "";
  pthread_t thread;
  count = !strcmp(what, "overflow") ? INT_MAX : 0;
  own = malloc(sizeof *own);
  pthread_create(&thread, NULL, work, NULL);
  pthread_mutex_lock(&mutex);
  free(own);
  if (strcmp(what, "freed")) // else the thread writes to it where it comes second
    own = NULL;
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
