// strcmp reads a text of less than a word, which another thread writes: byte by byte, so that it may see "xbc". That is not
// explored, and said.
// RUN: %mcmini-cc -g -O1 %s -o %t && not %mcmini -k %t | FileCheck %s
// CHECK: data race: text
// CHECK: Not every schedule of the program was explored: what others see and write in the middle of a racy access
#include <pthread.h>
#include <string.h>

static char text[8] = "abc";

static void *writes(void *unused) {
  strcpy(text, "xyz");
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writes, NULL);
  const int is_mixed = strcmp(text, "xbc") == 0;
  pthread_join(thread, NULL);
  return is_mixed;
}
