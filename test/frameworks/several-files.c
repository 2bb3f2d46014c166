// mc_check in a program of several files, one of which McMini has not compiled; through the plugin and through
// -fsanitize=thread. Each call has files of its own, and a command that shows its finding again, with the program's
// arguments. A search that --timeout ends is incomplete.
// RUN: %gcc -c %s -DPLAIN -o plain.o
// RUN: %mcmini-cc -g %s %S/Inputs/other.c plain.o -o %t
// RUN: %t 'a "b' '' "it's" | FileCheck %s
// RUN: not sh commands 2>&1 | FileCheck %s --check-prefix=REPLAY
// RUN: mkdir gcc clang
// RUN: sh -c 'cd gcc && %mcmini-cc --from-tsan=gcc -g %s %S/Inputs/other.c ../plain.o -o t && ./t x >out; not sh commands >again 2>&1'
// RUN: FileCheck %s <gcc/out && FileCheck %s --check-prefix=REPLAY <gcc/again
// RUN: sh -c 'cd clang && %mcmini-cc --from-tsan=%clang -g %s %S/Inputs/other.c ../plain.o -o t && ./t x >out; not sh commands >again 2>&1'
// RUN: FileCheck %s <clang/out && FileCheck %s --check-prefix=REPLAY <clang/again
#include <stdio.h>

#ifdef PLAIN
void plain(void);
void plain(void) { printf("plain\n"); }
#else

#include <mcmini/test.h>
#include "Inputs/bank.h"

struct mc_result check_reverse(void);
struct mc_result check_lost(void);
void plain(void);

static _Atomic int sum;

static void *add(void *argument) {
  for (int i = 0; i < 20; i++)
    sum = sum + 1;
  return argument;
}

static void *compute(void *argument) {
  for (volatile unsigned long i = 0;; i++)
    ;
  return argument;
}

static void opposite(void *unused) { (void)unused, run(forth, back); }
static void same(void *unused) { (void)unused, run(forth, hasty); }
static void many(void *unused) { (void)unused, run(add, add); }
static void endless(void *unused) { (void)unused, run(compute, hasty); }

static void show(const char *name, struct mc_result r) {
  printf("%s: verdict=%d explored=%d kind=%s message=%s\n", name, r.verdict, r.explored, r.kind,
         r.message);
}

int main(void) {
  plain();
  // CHECK: opposite: verdict=1 explored=1 kind=deadlock
  // CHECK: reverse: verdict=1 explored=1 kind=deadlock
  const struct mc_result first = mc_check("", opposite, NULL), second = check_reverse();
  show("opposite", first);
  show("reverse", second);
  // CHECK: lost: verdict=0 explored=1 kind= message=ok: nothing found
  show("lost", check_lost());
  // CHECK: many: verdict=2 explored=1 kind= message=incomplete: nothing found, but the time of --timeout has passed
  show("many", mc_check("--timeout=0.5", many, NULL));
  // CHECK: endless: verdict=2 explored=1 kind= message=incomplete: nothing found, but the time of --timeout has passed
  show("endless", mc_check("--timeout=0.5", endless, NULL));
  // CHECK: ended: verdict=0 explored=1 kind= message=ok: nothing found
  show("ended", mc_check("--timeout=300", same, NULL));
  FILE *file = fopen("commands", "w");
  fprintf(file, "%s\n%s\n", first.replay, second.replay);
  fclose(file);
  return 0;
}
// The places say which deadlock it is: where thread 0.1 stands, who takes `first` at first, or `second`.
// REPLAY-NOT: other arguments
// REPLAY: {{.*}}bank.h:10: note: thread 0.1 (forth) waits to lock second
// REPLAY: To see it again: MC_CHECK_CALL=1 {{.*}}mcmini replay {{[^ ]*}}.deadlock-0001.trace -- {{.*}}
// REPLAY: {{.*}}bank.h:20: note: thread 0.1 (back) waits to lock first
// REPLAY: To see it again: MC_CHECK_CALL=2 {{.*}}mcmini replay {{[^ ]*}}.deadlock-0002.trace -- {{.*}}
#endif
