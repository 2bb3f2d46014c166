// Two threads are in newlocale, which reads files under a lock of libc's; a third one opens a file. The one that has
// the lock can be held up between its system calls: the other waits for it, which is steps, too, and the third gets
// the descriptor of before or behind that which newlocale has open.
// REQUIRES: dispatch
// RUN: %mcmini-cc -g -O1 %s -o %t && rm -rf %t.d && mkdir -p %t.d/xx && echo no locale > %t.d/xx/LC_CTYPE
// DEFINE: %{how} =
// DEFINE: %{run} = cd %t.d && rm -f new && env LOCPATH=%t.d %mcmini %{how} --output=all %t > text && sort -u text | FileCheck %s
// REDEFINE: %{how} = --isolation=snapshot
// RUN: %{run}
// REDEFINE: %{how} = --isolation=fork
// RUN: %{run}
// REDEFINE: %{how} = --threads=kernel
// RUN: %{run}
// CHECK: Every schedule of the program was explored.
// CHECK: second: 0
// CHECK: second: 1
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *reads(void *unused) {
  newlocale(LC_CTYPE_MASK, "xx", (locale_t)0);
  return unused;
}

static void *opens(void *number) {
  *(int *)number = open("new", O_CREAT | O_RDWR, 0666);
  return number;
}

int main(void) {
  const int first = dup(0);
  close(first);
  int number;
  pthread_t reader, opener;
  pthread_create(&reader, NULL, reads, NULL);
  pthread_create(&opener, NULL, opens, &number);
  newlocale(LC_CTYPE_MASK, "xx", (locale_t)0);
  pthread_join(reader, NULL);
  pthread_join(opener, NULL);
  printf("second: %d\n", number != first);
  return 0;
}
