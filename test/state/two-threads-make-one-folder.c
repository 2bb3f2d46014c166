// Two threads make the same folder: one of them gets EEXIST, whichever is first. 2 traces, each of
// which begins without the folder; so does the next run. Without the order of the two calls the
// second outcome is hidden.
//
// RUN: rm -rf %t.folder && %mcmini-cc -g -O1 %s -o %t && %gcc -g -pthread %s -o %t.gcc
// RUN: %mcmini --output=all %t %t.folder | FileCheck %s
// RUN: %mcmini --output=all --isolation=fork --threads=kernel %t %t.folder | FileCheck %s
// RUN: %mcmini --output=all --algorithm=source %t %t.folder | FileCheck %s
// RUN: %mcmini --output=all --algorithm=dpor %t %t.folder | FileCheck %s
// RUN: %mcmini --output=all %t.gcc %t.folder | FileCheck %s
// RUN: %mcmini --output=all --algorithm=dfs %t %t.folder | FileCheck --check-prefix=ALL %s
// RUN: test ! -e %t.folder
// CHECK-DAG: {{^}}main{{$}}
// CHECK-DAG: {{^}}thread{{$}}
// CHECK: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed
// ALL-DAG: {{^}}main{{$}}
// ALL-DAG: {{^}}thread{{$}}
// ALL: 0 deadlocked, 0 failed
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>

static const char *path;
static int of_thread;

static void *make(void *argument) {
  of_thread = mkdir(path, 0777);
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread;
  path = argv[argc - 1];
  pthread_create(&thread, NULL, make, NULL);
  int mine = mkdir(path, 0777);
  assert(mine == 0 || errno == EEXIST);
  pthread_join(thread, NULL);
  assert((mine == 0) != (of_thread == 0));
  puts(mine == 0 ? "main" : "thread");
}
