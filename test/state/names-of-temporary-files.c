// Temporary files have the same names in each trace: what a thread does to its own by name is no
// nondeterminism. Two threads that get descriptors have 6 orders, of two calls each; the other calls on names of their own commute.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: %mcmini %t files | FileCheck %s --check-prefix=FILES
// RUN: %mcmini --isolation=fork %t files | FileCheck %s --check-prefix=FILES
// RUN: %mcmini --threads=kernel %t files | FileCheck %s --check-prefix=FILES
// RUN: %mcmini %t folders | FileCheck %s --check-prefix=FOLDERS
// RUN: %mcmini --isolation=fork %t folders | FileCheck %s --check-prefix=FOLDERS
// RUN: ls %t.d | count 0
// RUN: %t files
// FILES: {{^}}mcmini: ok: nothing found
// FILES: {{^}}6 traces: 6 completed
// FILES: {{^}}Every schedule of the program was explored.
// FOLDERS: {{^}}mcmini: ok: nothing found
// FOLDERS: {{^}}1 traces: 1 completed
// FOLDERS: {{^}}Every schedule of the program was explored.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int makes_folders;

static void *thread(void *argument) {
  char file[] = "file-XXXXXX.c", again[] = "file-XXXXXX.c", folder[] = "folder-XXXXXX", none[] = "XXXXXX-", bad[] = "none/XXXXXX";
  struct stat info;
  if (makes_folders) {
    assert(mkdtemp(folder) == folder && stat(folder, &info) == 0 && (info.st_mode & 0777) == 0700);
    assert(rmdir(folder) == 0);
    assert(!mkdtemp(none) && errno == EINVAL);
    assert(!mkdtemp(bad) && errno == ENOENT);
  } else {
    assert(mkstemps(again, 2) >= 0 && unlink(again) == 0);
    assert(mkstemps(file, 2) >= 0 && stat(file, &info) == 0 && (info.st_mode & 0777) == 0600);
    assert(strncmp(file, "file-", 5) == 0 && strcmp(file + 11, ".c") == 0);
    assert(unlink(file) == 0);
  }
  return argument;
}

int main(int argc, char **argv) {
  pthread_t other;
  char first[] = "XXXXXX", second[] = "XXXXXX";
  makes_folders = !strcmp(argv[1], "folders");
  assert(close(mkstemp(first)) == 0 && close(mkstemp(second)) == 0 && strcmp(first, second));
  pthread_create(&other, NULL, thread, NULL);
  thread(NULL);
  pthread_join(other, NULL);
  assert(unlink(first) == 0 && unlink(second) == 0);
}
