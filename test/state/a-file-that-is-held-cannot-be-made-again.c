// What the program has open since before its threads, and removes, is another file when it is made again:
// the next trace would read in the old one what the last has written. The verdict says so.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: not %mcmini %t | FileCheck %s
// RUN: not %mcmini --isolation=fork %t | FileCheck %s
// RUN: %mcmini --require-complete --output=all %t stays | FileCheck %s --check-prefix=STAYS
// CHECK: Not every schedule of the program was explored: schedules that begin with the file as it was.
// STAYS-DAG: {{^}}ab{{$}}
// STAYS-DAG: {{^}}ba{{$}}
// STAYS: Every schedule of the program was explored.
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *appends(void *text) {
  const int fd = open("file", O_WRONLY | O_APPEND);
  (void)!write(fd, text, 1);
  close(fd);
  return NULL;
}

int main(int argc, char *argv[]) {
  char text[3] = "";
  pthread_t thread;
  const int fd = open("file", O_RDWR | O_CREAT | O_TRUNC, 0666);
  (void)argv;
  pthread_create(&thread, NULL, appends, "a");
  appends("b");
  pthread_join(thread, NULL);
  (void)!pread(fd, text, 2, 0);
  if (argc == 1)
    unlink("file");
  puts(text);
}
