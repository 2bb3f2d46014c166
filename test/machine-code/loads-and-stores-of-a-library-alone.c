// A library that gcc has compiled, beside a program that the plugin has. Nothing of it is executed but loads and stores, of
// a word that the program knows as an atomic: both orders of the two accesses are explored. It was one order and "ok", where
// the report's last line told of the library. LOCKED: the library has an atomic instruction that no thread comes to.
// RUN: %gcc -O1 -fPIC -shared -DLIBRARY %s -o %t.so && %mcmini-cc -DMAIN -rdynamic %s %t.so -o %t
// RUN: %mcmini -k --output=all %t look | grep -a "^look\|^mcmini:\|^Every" | sort -u | FileCheck --check-prefix=LOOK %s
// RUN: %mcmini -k --output=all %t set | grep -a "^set\|^mcmini:\|^Every" | sort -u | FileCheck --check-prefix=SET %s
// RUN: %mcmini -k --threads=kernel --output=all %t set | grep -a "^set\|^mcmini:\|^Every" | sort -u | FileCheck --check-prefix=SET %s
// RUN: %mcmini -k --isolation=fork --output=all %t set | grep -a "^set\|^mcmini:\|^Every" | sort -u | FileCheck --check-prefix=SET %s
// RUN: %gcc -O1 -fPIC -shared -DLIBRARY -DLOCKED %s -o %t.so
// RUN: %mcmini -k --output=all %t look | grep -a "^look\|^mcmini:\|^Every" | sort -u | FileCheck --check-prefix=LOOK %s
// RUN: %mcmini -k --output=all %t set | grep -a "^set\|^mcmini:\|^Every" | sort -u | FileCheck --check-prefix=SET %s
// A program that handles SIGSEGV itself; it is explored so, too.
// RUN: %mcmini -k --output=all %t set handles | grep -a "^set\|^mcmini:\|^Every" | sort -u | FileCheck --check-prefix=SET %s
// LOOK: Every schedule of the program was explored.
// LOOK-NEXT: look 0
// LOOK-NEXT: look 1
// LOOK-NEXT: mcmini: ok: nothing found
// SET: Every schedule of the program was explored.
// SET-NEXT: mcmini: ok: nothing found
// SET-NEXT: set 0
// SET-NEXT: set 1
// A finding of one such order replays.
// RUN: not %mcmini %t fails | FileCheck --check-prefix=FAILS %s
// RUN: not %mcmini replay %name.assertion-0001.trace -- %t fails | FileCheck --check-prefix=FAILS %s
// RUN: not %mcmini --minimise=100 %t fails | FileCheck --check-prefix=FAILS %s
// FAILS: assertion failed: assertion `strcmp(argv[1], "fails") || seen == 0' failed
// It is executed where no other thread is, or not at all: nothing is to be seen of it.
// RUN: %mcmini -k --output=all %t none | FileCheck --check-prefix=NONE %s
// NONE: mcmini: ok: nothing found
// NONE: {{^}}2 traces: 2 completed
extern int word;
#ifdef LIBRARY
int look(void) { return *(volatile int *)&word; }
void set(void) { *(volatile int *)&word = 1; }
#ifdef LOCKED
void add(void) { __atomic_fetch_add(&word, 1, __ATOMIC_SEQ_CST); }
#endif
#endif
#ifdef MAIN
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

int look(void);
void set(void);
int word;
static int seen;

static void handle(int signal) { (void)signal; }

static void *other(void *mode) {
  if (!strcmp(mode, "look"))
    seen = look();
  else if (!strcmp(mode, "set") || !strcmp(mode, "fails"))
    set();
  else
    seen = __atomic_load_n(&word, __ATOMIC_SEQ_CST);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t thread;
  if (argc > 2)
    signal(SIGSEGV, handle);
  pthread_create(&thread, NULL, other, argv[1]);
  if (!strcmp(argv[1], "set") || !strcmp(argv[1], "fails"))
    seen = __atomic_load_n(&word, __ATOMIC_SEQ_CST);
  else
    __atomic_store_n(&word, 1, __ATOMIC_SEQ_CST);
  pthread_join(thread, NULL);
  assert(strcmp(argv[1], "fails") || seen == 0);
  printf("%s %d\n", argv[1], seen);
  return 0;
}
#endif
