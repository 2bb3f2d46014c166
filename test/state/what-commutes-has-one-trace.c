// Calls that use other states, or only look, are in one trace: each thread has a folder and a file of
// its own in one folder, which exists; looks at another file; has a variable of the environment; and
// one thread alone has random numbers. Only the numbers of descriptors are for all: with `open` each
// thread opens and closes a file. Its open is before the other's, after its close, or between: 4
// traces.
//
// RUN: rm -rf %t.folder && mkdir %t.folder && %mcmini-cc -g -O1 %s -o %t
// RUN: %mcmini %t %t.folder | FileCheck --check-prefix=ONE %s
// RUN: %mcmini --isolation=fork --threads=kernel %t %t.folder | FileCheck --check-prefix=ONE %s
// RUN: %mcmini %t %t.folder open | FileCheck --check-prefix=FOUR %s
// RUN: ls %t.folder | count 0
// ONE: {{^}}1 traces: 1 completed, 0 deadlocked, 0 failed
// FOUR: {{^}}4 traces: 4 completed, 0 deadlocked, 0 failed
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *folder;
static int opens;

static void *work(void *name) {
  char path[400], variable[10];
  snprintf(path, sizeof path, "%s/%s", folder, (char *)name);
  snprintf(variable, sizeof variable, "V%s", (char *)name);
  if (opens) {
    const int fd = open("/dev/null", O_RDONLY);
    assert(fd >= 0 && close(fd) == 0);
    return NULL;
  }
  assert(mkdir(path, 0777) == 0 && rmdir(path) == 0);
  assert(access("/etc/passwd", R_OK) == 0);
  assert(setenv(variable, "1", 1) == 0 && getenv(variable));
  if (*(char *)name == 'a')
    rand();
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t threads[2];
  folder = argv[1];
  opens = argc > 2;
  pthread_create(&threads[0], NULL, work, "a");
  pthread_create(&threads[1], NULL, work, "b");
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
}
