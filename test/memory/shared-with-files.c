// Memory that main has mapped for all and that has a file, or is mapped twice: each trace finds it as main has
// left it, not what the one before has written, so the assertions hold in all of them. Three threads are in six
// orders. A file whose name the program removes is made again, and the memory stays that of the old one: no call
// uses both.
// RUN: %mcmini-cc -g %s -o %t
// RUN: sh -c 'for how in zero memfd shm file twice removed; do %mcmini %t $how; echo status $?; %mcmini \
// RUN:   --isolation=fork %t $how; echo status $?; done' | FileCheck %s
// RUN: test ! -e file && test ! -e /dev/shm/mcmini-shared-with-files
// CHECK-COUNT-8: {{^}}6 traces: 6 completed, 0 deadlocked{{.*[[:space:]]}}Every schedule of the program was explored.{{[[:space:]]}}status 0
// CHECK: warning: a page of memory is mapped at two addresses
// CHECK: {{^}}6 traces: 6 completed
// CHECK: status 3
// CHECK: {{^}}6 traces: 6 completed
// CHECK: status 3
// CHECK-COUNT-2: {{^}}6 traces: 6 completed, 0 deadlocked{{.*[[:space:]]}}Every schedule of the program was explored.{{[[:space:]]}}status 0
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096, THREADS = 3 };
static const char *const memory_name = "/mcmini-shared-with-files";
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int *count, *seen;

static void *add(void *unused) {
  pthread_mutex_lock(&mutex);
  assert(*seen >= 5 && *seen < 5 + THREADS);
  ++*count;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static int *map(int fd) {
  int *memory = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  assert(memory != MAP_FAILED);
  return memory;
}

int main(int argc, char **argv) {
  pthread_t thread[THREADS];
  const char *how = argv[argc - 1];
  const int fd = !strcmp(how, "zero")                          ? open("/dev/zero", O_RDWR)
                 : !strcmp(how, "shm")                         ? shm_open(memory_name, O_RDWR | O_CREAT, 0600)
                 : !strcmp(how, "file") || !strcmp(how, "removed") ? open("file", O_RDWR | O_CREAT, 0600)
                                                               : memfd_create("shared", 0);
  assert(!strcmp(how, "zero") || ftruncate(fd, PAGE) == 0);
  count = seen = map(fd);
  if (!strcmp(how, "twice"))
    seen = map(fd);
  *count = 5;
  if (strcmp(how, "removed"))
    close(fd);
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, add, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  assert(*count == 5 + THREADS);
  if (!strcmp(how, "removed"))
    unlink("file");
  return 0;
}
