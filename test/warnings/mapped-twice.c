// One page has two addresses. A thread writes 1 at one of them, the other reads at the other: that it reads 1
// before it is told so, and fails, is not explored. Mapped before there are threads, by a thread that unmaps it
// again, by mremap, by shmat; a page that is mapped once hides nothing.
// RUN: %mcmini-cc -g -w %s -o %t && %gcc -g -w -pthread %s -o %t.gcc
// RUN: python3 %S/Inputs/shows.py mapped-twice %mcmini %t before
// RUN: python3 %S/Inputs/shows.py mapped-twice %mcmini %t thread
// RUN: python3 %S/Inputs/shows.py mapped-twice %mcmini %t mremap
// RUN: python3 %S/Inputs/shows.py mapped-twice %mcmini %t shmat
// RUN: python3 %S/Inputs/shows.py mapped-twice %mcmini %t.gcc thread
// RUN: %mcmini %t once | FileCheck %s
// CHECK: ok: nothing found
// CHECK: Every schedule of the program was explored.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <unistd.h>

static atomic_int *one, *other;

static void attach(void) {
  const int memory = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600);
  one = shmat(memory, NULL, 0);
  other = shmat(memory, NULL, 0);
  shmctl(memory, IPC_RMID, NULL);
}

static void map(const char *how) {
  if (!strcmp(how, "shmat")) {
    attach();
    return;
  }
  const int fd = memfd_create("page", 0);
  ftruncate(fd, 4096);
  one = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  other = !strcmp(how, "mremap") ? mremap(one, 0, 4096, MREMAP_MAYMOVE)
          : !strcmp(how, "once")
              ? mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
              : mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
}

static void *writes(void *argument) {
  if (!strcmp(argument, "thread")) {
    map(argument);
    *one = 1;
    munmap(one, 4096);
    munmap(other, 4096);
  } else {
    *one = 1;
  }
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread;
  if (strcmp(argv[1], "thread"))
    map(argv[1]);
  pthread_create(&thread, NULL, writes, argv[1]);
  if (strcmp(argv[1], "thread"))
    (void)*other;
  pthread_join(thread, NULL);
  return 0;
}
