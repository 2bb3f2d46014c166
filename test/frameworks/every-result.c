// Every result of mc_check: its fields, what is wrong with a call, and where nothing is explored.
// RUN: %mcmini-cc -g -Wall -Wextra -Werror %s -o %t
// RUN: printf '#!/bin/sh\necho broken >&2\nexit 70\n' >crash && printf '#!/bin/sh\nkill -9 $$\n' >killed
// RUN: chmod +x crash killed
// RUN: %t 'a "b' | FileCheck %s
// RUN: not sh replay 2>&1 | grep -v '^mcmini: warning: address randomisation' | FileCheck %s --check-prefix=REPLAY
// REPLAY-NOT: warning
// REPLAY: mcmini: deadlock: 3 threads wait
// RUN: ls | FileCheck %s --check-prefix=FILES
// The whole program under mcmini: functions are just called.
// RUN: %mcmini --output=all %t | FileCheck %s --check-prefix=INSIDE
// Not found: the header lies elsewhere.
// RUN: mkdir -p other && cp -r %root/include/mcmini other/
// RUN: %mcmini-cc -g -Iother -DONCE %s -o lost && env PATH=/nowhere ./lost | FileCheck %s --check-prefix=LOST
// RUN: gcc -I%root/include -Wall -Wextra -Werror -DONCE %s -o plain -pthread && ./plain | FileCheck %s --check-prefix=PLAIN
#include <mcmini/test.h>
#include "Inputs/bank.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void same(void *unused) { (void)unused, run(forth, forth); }
static void opposite(void *unused) { (void)unused, run(forth, back); }
static void lost(void *unused) { (void)unused, run(forth, hasty); }

static void fails(void *text) {
  printf("before\n");
  mc_fail(text);
}

static void nests(void *unused) {
  const struct mc_result inner = mc_check("--wibble", same, unused);
  if (inner.verdict != MC_OK || inner.explored)
    mc_fail(inner.message);
}

static void *waits(void *unused) {
  pause();
  return unused;
}

static void show(const char *name, struct mc_result r) {
  static const char *const words[] = {"ok", "failed", "incomplete", "nondeterministic", "error"};
  printf("%s: %s explored=%d traces=%llu findings=%u status=%d kind=%s place=%s trace=%s "
         "report=%d message=%s\n",
         name, words[r.verdict], r.explored, r.traces, r.findings, r.status, r.kind,
         *r.place ? strrchr(r.place, '/') ? strrchr(r.place, '/') + 1 : r.place : "", r.trace_file,
         *r.report != '\0', r.message);
}

int main(int argc, char **argv) {
  // CHECK: same: ok explored=1 traces=2 findings=0 status=0 kind= place= trace= report=1 message=ok: nothing found
  // INSIDE: same: ok explored=0 {{.*}} message=called: the whole program is being explored
  // LOST: same: ok explored=0 traces=1 {{.*}} message=ran once: mcmini was not found; set MCMINI to its path, or PATH
  // PLAIN: same: ok explored=0 traces=1 {{.*}} message=ran once: this file was not compiled with mcmini-cc
  show("same", mc_check(NULL, same, NULL));
#ifdef ONCE
  (void)fails, (void)opposite, (void)nests, (void)waits, (void)lost, (void)argc, (void)argv;
  return 0;
#endif
  if (argc < 2 || strcmp(argv[1], "a \"b"))
    return 0;
  // CHECK: opposite: failed explored=1 traces=2 findings=1 status=1 kind=deadlock place= trace={{.*}}.deadlock-0001.trace report=1 message=3 threads wait and none can ever go on
  struct mc_result result = mc_check("", opposite, NULL);
  show("opposite", result);
  FILE *file = fopen("replay", "w");
  fprintf(file, "%s", result.replay);
  fclose(file);
  // CHECK: fails: failed explored=1 traces=1 findings=1 status=1 kind=assertion place=every-result.c:{{[0-9]+}} {{.*}} message=two
  // CHECK-NEXT: "quoted" ä\n lines
  // CHECK-NEXT: output: same: ok
  // CHECK: before
  result = mc_check("", fails, "two\n\"quoted\" ä\\n lines");
  show("fails", result);
  printf("output: %s", result.output);
  // CHECK: long: 30000
  char *text = calloc(30001, 1);
  printf("long: %zu\n", strlen(mc_check("", fails, memset(text, 'x', 30000)).message));
  // CHECK: all: ok explored=1 {{.*}}
  show("all", mc_check("-k  --algorithm=source", lost, NULL));
  // CHECK: nests: ok explored=1 traces=2
  show("nests", mc_check("", nests, NULL));
  // CHECK: option: error explored=0 traces=0 findings=0 status=2 {{.*}} message=mcmini: unknown option --wibble; mcmini --help lists them
  show("option", mc_check("--wibble", same, NULL));
  // CHECK: value: error {{.*}}status=2 {{.*}}--algorithm=best
  show("value", mc_check("--algorithm=best", same, NULL));
  // CHECK: limit: incomplete explored=1 traces=1 {{.*}} message=incomplete: nothing found, but the limit of --max-traces was reached
  show("limit", mc_check("--max-traces=1", same, NULL));
  // CHECK: crash: error explored=0 {{.*}}status=70 {{.*}}message=broken
  setenv("MCMINI", "./crash", 1);
  show("crash", mc_check("", same, NULL));
  // CHECK: killed: error {{.*}}status=-1 {{.*}}message=mcmini ended without a result
  setenv("MCMINI", "./killed", 1);
  show("killed", mc_check("", same, NULL));
  // CHECK: missing: error {{.*}}status=2 {{.*}}message=./missing: No such file or directory
  setenv("MCMINI", "./missing", 1);
  show("missing", mc_check("", same, NULL));
  unsetenv("MCMINI");
  // The calls are others, and fewer, when it is run again.
  // CHECK: elsewhere: error explored=0 {{.*}}message=when the program was run again, it did not come to this call of mc_check
  // CHECK: never: error explored=0 {{.*}}message=when the program was run again, it did not come to this call of mc_check
  if (access("mark", F_OK)) {
    fclose(fopen("mark", "w"));
    show("elsewhere", mc_check("", same, NULL));
    show("never", mc_check("", same, NULL));
  } else {
    mc_check("", same, NULL);
    return 0;
  }
  // CHECK: threads: error explored=0 {{.*}}message=other threads run: mc_check needs a program with one thread
  pthread_t thread;
  pthread_create(&thread, NULL, waits, NULL);
  show("threads", mc_check("", same, NULL));
  // FILES-NOT: json
  return 0;
}
