// The program that exec runs may compute for long, or never end: it is not checked, and is no finding.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: %S/Inputs/everywhere --trace-timeout=1 %mcmini %t long | FileCheck %s
// RUN: env PLACES="main thread" %S/Inputs/everywhere --trace-timeout=1 %mcmini %t ever | FileCheck %s --check-prefix=EVER
// CHECK: trunk: 2 mcmini: {{.*}}: left McMini's runtime (exit status 0) before a second thread was created
// CHECK-NEXT: main: 3 mcmini: incomplete: nothing found, but the program that exec runs is not explored; nothing left
// CHECK-NEXT: thread: 3 mcmini: incomplete: nothing found, but the program that exec runs is not explored; nothing left
// EVER: main: 3 mcmini: incomplete: nothing found, but the program that exec runs is not explored; nothing left
// EVER-NEXT: thread: 3 mcmini: incomplete: nothing found, but the program that exec runs is not explored; nothing left
#include "Inputs/places.h"
#include <unistd.h>

static void fault(const char *name) {
  const char *turns = is(name, "ever") ? "1000000000" : "200000"; // the latter take some 0.3 s
  execl("/bin/sh", "sh", "-c", "i=0; while [ $i -lt $1 ]; do i=$((i + 1)); done", "sh", turns, (char *)0);
}
