// A format that a variable holds is known where the variable always holds the same: what %s prints
// is read, a race with who writes it, at each level of optimisation.
// RUN: %mcmini-cc -g -O0 %s -o %t.0 && not %mcmini %t.0 | FileCheck %s
// RUN: %mcmini-cc -g -O1 %s -o %t.1 && not %mcmini %t.1 | FileCheck %s
// RUN: %mcmini-cc -g -O2 %s -o %t.2 && not %mcmini %t.2 | FileCheck %s
// CHECK: mcmini: data race: {{.*}}: read at {{.*}}.c:[[# @LINE + 9]] and write at {{.*}}.c:[[# @LINE + 14]]
#include <pthread.h>
#include <stdio.h>

static char text[8] = "abc";

static void *prints(void *argument) {
  char copy[8];
  const char *format = "%s";
  snprintf(copy, sizeof copy, format, text);
  return argument;
}

static void *writes(void *argument) {
  text[0] = 'x';
  return argument;
}

int main(void) {
  pthread_t thread[2];
  pthread_create(&thread[0], NULL, prints, NULL);
  pthread_create(&thread[1], NULL, writes, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
