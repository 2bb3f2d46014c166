// A trace moves a file and removes it. Before the next one it is made again, as another file, and moved back: it
// is still the one that was moved. (Where an inode is free again at once, the file system may give it to the
// new file, so that nothing shows; here somebody else holds it.)
//
// Who moves it first is explored; a trace in which it is not there would find that both fail.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d && echo text > from
// RUN: bash -c 'sleep 100 < from & "$@"; kill $!' - %mcmini --output=all %t > out
// RUN: FileCheck %s < out && not grep neither out
// RUN: rm out && ls | FileCheck %s --check-prefix=AFTER
// A folder with a file in it: made again, it may get the number that the file had, and is still no file.
// RUN: mkdir from.d && mv from from.d/in && mv from.d from
// RUN: bash -c '(cd from && exec sleep 100) & "$@"; kill $!' - %mcmini --output=all %t > out
// RUN: FileCheck %s < out && not grep neither out
// RUN: rm out && ls from | FileCheck %s --check-prefix=INSIDE
// INSIDE: in
// CHECK-DAG: {{^}}first{{$}}
// CHECK-DAG: {{^}}second{{$}}
// CHECK: Every schedule of the program was explored.
// AFTER-NOT: {{first|second}}
// AFTER: from
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int failed[2];

static void *moves(void *to) {
  failed[to != NULL] = rename("from", to ? "second" : "first");
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, moves, "");
  moves(NULL);
  pthread_join(thread, NULL);
  unlink("first/in");
  unlink("second/in");
  rmdir("first");
  rmdir("second");
  unlink("first");
  unlink("second");
  puts(failed[0] && failed[1] ? "neither" : failed[0] ? "second" : "first");
}
