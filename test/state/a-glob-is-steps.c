// A thread makes a file while another one globs: the system calls inside of glob are steps. Where the kernel does not
// show these, the result is not complete.
// RUN: %mcmini-cc -g -w %s -o %t && mkdir -p %t.d && %gcc %root/test/Inputs/restricted.c -o %t.restricted
// RUN: cd %t.d && rm -f * && not %t.restricted --dispatch %mcmini %t | FileCheck --check-prefix=BLIND %s
// RUN: %if dispatch %{ cd %t.d && rm -f * && %mcmini %t | FileCheck %s %}
// RUN: %if dispatch %{ cd %t.d && rm -f * && %mcmini --isolation=fork %t | FileCheck %s %}
// RUN: %if dispatch %{ cd %t.d && rm -f * && %mcmini --threads=kernel %t | FileCheck %s %}
// RUN: %if asan %{ %if dispatch %{ cd %t.d && rm -f * && %mcmini-cc -g -w -fsanitize=address %s -o %t.asan && %mcmini %t.asan | FileCheck %s --check-prefix=ASAN %} %}
// CHECK: ok: nothing found
// CHECK: Every schedule of the program was explored.
// ASAN: 7 traces: 7 completed
// ASAN: Every schedule of the program was explored.
// BLIND: Not every schedule of the program was explored: other orders of what threads do by glob
#include <fcntl.h>
#include <glob.h>
#include <pthread.h>
#include <unistd.h>

static void *makes(void *argument) {
  close(open("new", O_CREAT | O_WRONLY, 0666));
  return argument;
}

int main(void) {
  pthread_t thread;
  glob_t found;
  pthread_create(&thread, NULL, makes, NULL);
  glob("n*", 0, NULL, &found);
  pthread_join(thread, NULL);
  return 0;
}
