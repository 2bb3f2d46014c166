// With colours each thread has its own in the schedule and at the end, where the waits that lead round in a circle are
// red, and the step that decides is bold; without, no escape goes out. They are on at a terminal, unless
// NO_COLOR or TERM=dumb says that it shall have none; --color says otherwise. A file of the full report has none.
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini --color=always %t | FileCheck %s
// RUN: not %mcmini --color=always --minimise=1000 %t | FileCheck %s --check-prefixes=CHECK,BOLD
// CHECK: [1;31mmcmini: {{.*}}[0m
// CHECK: step  [[MAIN:..3.m]]thread 0{{.*}}[[FIRST:..3.m]]thread 0.1{{.*}}[[SECOND:..3.m]]thread 0.2
// CHECK: [[MAIN]]create 0.1
// CHECK: [[FIRST]]lock one
// BOLD: {{.}}[1m   [[#]]>{{.}}[0m
// CHECK: [[SECOND]]lock two
// CHECK: At the end:
// CHECK-NEXT: {{^}}  [[MAIN]]thread 0{{.}}[0m waits to join thread 0.1, which is blocked at threads-have-colours.c:[[#]]{{$}}
// CHECK: {{^}}  [[FIRST]]thread 0.1 (takes_one_first){{.}}[0m {{.}}[1;31mwaits to lock two: held by thread 0.2 {{.*}}{{.}}[0m{{$}}
// CHECK: {{^}}  [[SECOND]]thread 0.2 (takes_two_first){{.}}[0m {{.}}[1;31mwaits to lock one: held by thread 0.1 {{.*}}{{.}}[0m{{$}}

// RUN: not %mcmini %t | FileCheck %s --check-prefix=PLAIN
// RUN: env TERM=dumb python3 %S/Inputs/at_width.py 100 %mcmini -q %t | FileCheck %s --check-prefix=PLAIN
// RUN: env TERM=xterm NO_COLOR=1 python3 %S/Inputs/at_width.py 100 %mcmini -q %t | FileCheck %s --check-prefix=PLAIN
// RUN: env TERM=xterm python3 %S/Inputs/at_width.py 100 %mcmini -q --color=never %t | FileCheck %s --check-prefix=PLAIN
// PLAIN-NOT: {{.}}[{{[0-9;]+}}m
// PLAIN: What that means, and how people mend it: mcmini explain deadlock
// RUN: env TERM=xterm python3 %S/Inputs/at_width.py 120 %mcmini -q %t | FileCheck %s
// RUN: env TERM=xterm NO_COLOR= python3 %S/Inputs/at_width.py 120 %mcmini -q %t | FileCheck %s
#include <pthread.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;

static void *takes_one_first(void *unused) {
  pthread_mutex_lock(&one);
  pthread_mutex_lock(&two);
  pthread_mutex_unlock(&two);
  pthread_mutex_unlock(&one);
  return unused;
}

static void *takes_two_first(void *unused) {
  pthread_mutex_lock(&two);
  pthread_mutex_lock(&one);
  pthread_mutex_unlock(&one);
  pthread_mutex_unlock(&two);
  return unused;
}

int main(void) {
  pthread_t thread[2];
  pthread_create(&thread[0], NULL, takes_one_first, NULL);
  pthread_create(&thread[1], NULL, takes_two_first, NULL);
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
  return 0;
}
