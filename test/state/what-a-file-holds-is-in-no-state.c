// One thread writes to a file, the other one reads it by a descriptor of its own: both orders are explored,
// also with conditional sleep sets, which ask whether two steps lead to the same state of their objects. What
// the file holds is in none of those.
// RUN: rm -f %t.file && %mcmini-cc -g -O1 %s -o %t
// RUN: %mcmini --output=all %t %t.file | FileCheck %s
// RUN: %mcmini --output=all --algorithm=source --sleep-sets=conditional %t %t.file | FileCheck %s
// CHECK-DAG: {{^}}nothing{{$}}
// CHECK-DAG: {{^}}1{{$}}
// CHECK: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int to;

static void *write_one(void *argument) {
  return write(to, "1", 1) == 1 ? argument : NULL;
}

int main(int argc, char **argv) {
  pthread_t thread;
  char byte;
  to = open(argv[argc - 1], O_CREAT | O_WRONLY, 0600);
  const int from = open(argv[argc - 1], O_RDONLY);
  pthread_create(&thread, NULL, write_one, NULL);
  puts(read(from, &byte, 1) == 1 ? "1" : "nothing");
  pthread_join(thread, NULL);
}
