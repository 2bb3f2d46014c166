// A thread makes a file while another one globs: where the kernel cannot show system calls, those inside of glob are
// not seen. Else they are: both orders.
// RUN: %mcmini-cc -g -w %s -o %t && mkdir -p %t.d && %gcc %root/test/Inputs/restricted.c -o %t.restricted
// RUN: cd %t.d && rm -f * && python3 %S/Inputs/shows.py file-walk %t.restricted --dispatch %mcmini %t
// RUN: cd %t.d && rm -f * && %mcmini %t | FileCheck %s
// RUN: cd %t.d && rm -f * && %mcmini --isolation=fork %t | FileCheck %s
// RUN: cd %t.d && rm -f * && %mcmini --threads=kernel %t | FileCheck %s
// CHECK: ok: nothing found
// CHECK: Every schedule of the program was explored.
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
