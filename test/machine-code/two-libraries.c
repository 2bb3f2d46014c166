// Two libraries, whose code nobody instrumented, beside a program that is. Each is one thread's: so no library's
// loads and stores were seen, and what two of them do in the second order was missing from an "ok".
// Dekker's algorithm, one side in each: the outcome 1 0 needs that one library's load comes before the other's store.
// A flag that one library sets by an exchange and the program reads, and the other way round: 0 needs the second order.
// RUN: %gcc -O1 -fPIC -shared -DLEFT %s -o %t.left.so && %gcc -O1 -fPIC -shared -DRIGHT %s -o %t.right.so
// RUN: %mcmini-cc -DMAIN -rdynamic %s %t.left.so %t.right.so -o %t
// RUN: %mcmini -k --output=all %t dekker | grep -a "^dekker\|^mcmini:" | sort -u | FileCheck --check-prefix=DEKKER %s
// RUN: %mcmini -k --output=all %t flags | grep -a "^flags\|^mcmini:" | sort -u | FileCheck --check-prefix=FLAGS %s
// What is not to be seen is said.
// RUN: not %mcmini -k --races=report %t dekker | FileCheck --check-prefix=REPORT %s
// The report names none of them as not seen.
// RUN: %mcmini -k %t dekker | FileCheck --check-prefix=LINE %s
// DEKKER: dekker 0 1
// DEKKER-NEXT: dekker 1 0
// DEKKER-NEXT: dekker 1 1
// DEKKER-NEXT: mcmini: ok: nothing found
// FLAGS: flags 0 0
// FLAGS-NEXT: flags 0 1
// FLAGS-NEXT: flags 1 0
// FLAGS-NEXT: flags 1 1
// FLAGS-NEXT: mcmini: ok: nothing found
// REPORT: mcmini: incomplete: nothing found, but plain loads and stores of two-libraries{{.*}}.so are not seen
// LINE-NOT: not seen
// LINE: instrumented {{.*}}two-libraries.c
// LINE-NEXT: machine code two-libraries{{.*}}.so, two-libraries{{.*}}.so
// LINE-NOT: not seen
// LINE: Every schedule of the program was explored.
extern int x, y;
#ifdef LEFT
int x;
int left(void) {
  __atomic_exchange_n(&x, 1, __ATOMIC_SEQ_CST);
  return __atomic_load_n(&y, __ATOMIC_SEQ_CST);
}
#endif
#ifdef RIGHT
int y;
int right(void) {
  __atomic_exchange_n(&y, 1, __ATOMIC_SEQ_CST);
  return __atomic_load_n(&x, __ATOMIC_SEQ_CST);
}
#endif
#ifdef MAIN
#include <pthread.h>
#include <stdio.h>
#include <string.h>
int left(void), right(void);
static int seen[2];

static void *run_left(void *argument) {
  seen[0] = left();
  return argument;
}

static void *run_right(void *argument) {
  seen[1] = right();
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread[2];
  const int dekker = argc > 1 && !strcmp(argv[1], "dekker");
  pthread_create(&thread[0], NULL, run_left, NULL);
  if (dekker) {
    pthread_create(&thread[1], NULL, run_right, NULL);
    pthread_join(thread[1], NULL);
  } else { // left's load is of what the program stores
    seen[1] = __atomic_load_n(&x, __ATOMIC_SEQ_CST);
    __atomic_store_n(&y, 1, __ATOMIC_SEQ_CST);
  }
  pthread_join(thread[0], NULL);
  printf("%s %d %d\n", dekker ? "dekker" : "flags", seen[0], seen[1]);
  return 0;
}
#endif
