// A thread sets the locale while another one prints by it: which comes first is not explored. Before there are
// threads it hides nothing, nor does asking for its name.
// RUN: %mcmini-cc -g -w %s -o %t
// RUN: python3 %S/Inputs/shows.py locale %mcmini %t sets
// RUN: %mcmini %t asks | FileCheck %s
// CHECK: ok: nothing found
// CHECK: Every schedule of the program was explored.
#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char text[16];

static void *prints(void *argument) {
  snprintf(text, sizeof text, "%f", 1.5);
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread;
  setlocale(LC_ALL, "C.UTF-8");
  pthread_create(&thread, NULL, prints, NULL);
  setlocale(LC_ALL, strcmp(argv[1], "sets") ? NULL : "C");
  pthread_join(thread, NULL);
  return 0;
}
