// What the program has open for writing is put back before the next trace, also where its user may not open it by
// its name: its mode forbids that, or its folder's. Else a trace finds what the last one has written. Root may open
// all, so that another user runs this one.
// REQUIRES: root
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: rm -rf %t.d && mkdir %t.d && chmod 777 %t.d && cd %t.d
// DEFINE: %{as} = setpriv --reuid=nobody --regid=nogroup --clear-groups
// RUN: %{as} %mcmini --require-complete --output=all %t file 0600 | FileCheck %s
// RUN: %{as} %mcmini --require-complete --output=all %t file 0400 | FileCheck %s
// RUN: %{as} %mcmini --require-complete --output=all --isolation=fork %t file 0400 | FileCheck %s
// RUN: %{as} %mcmini --require-complete --output=all %t folder 0600 | FileCheck %s
// CHECK-DAG: {{^}}seen 1{{$}}
// CHECK-DAG: {{^}}seen 2{{$}}
// CHECK-NOT: cannot be put back
// CHECK: Every schedule of the program was explored.
// RUN: not ls %t.d/file
// RUN: not ls %t.d/folder
// What its user may not read cannot be put back, and that is said.
// RUN: %{as} not %mcmini --require-complete %t file 0200 | FileCheck %s --check-prefix=UNREAD
// RUN: %{as} not %mcmini --require-complete %t folder 0200 | FileCheck %s --check-prefix=UNREAD
// UNREAD: Not every schedule of the program was explored:
// UNREAD: schedules that begin with the file as it was
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int fd;

static off_t size(void) {
  struct stat info;
  fstat(fd, &info);
  return info.st_size;
}

static void *writes(void *unused) {
  (void)!write(fd, "a", 1);
  return unused;
}

int main(int argc, char **argv) {
  const int mode = (int)strtol(argv[2], NULL, 8);
  pthread_t thread;
  if (strcmp(argv[1], "folder") == 0) {
    mkdir("folder", 0700);
    fd = open("folder/file", O_CREAT | O_EXCL | O_RDWR, mode);
    chmod("folder", 0);
  } else {
    fd = open("file", O_CREAT | O_EXCL | O_RDWR, mode);
  }
  writes(NULL);
  pthread_create(&thread, NULL, writes, NULL);
  printf("seen %d\n", (int)size());
  pthread_join(thread, NULL);
  assert(size() == 2);
  return 0;
}
