// One thread stores into a file that is mapped, the other reads the file by a call: that it reads what it was
// before, in the second order, is not explored. Mapped before there are threads, or by one of them, or privately,
// and written by a call; a file that is written before it is mapped, by the same thread, hides nothing.
// RUN: %mcmini-cc -g -w %s -o %t
// RUN: python3 %S/Inputs/shows.py mapped-file %mcmini %t before
// RUN: python3 %S/Inputs/shows.py mapped-file %mcmini %t thread
// RUN: python3 %S/Inputs/shows.py mapped-file %mcmini %t private
// RUN: %mcmini %t alone | FileCheck %s
// CHECK: ok: nothing found
// CHECK: Every schedule of the program was explored.
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static int fd;
static atomic_int *memory;

static void map(void) {
  ftruncate(fd, 4096);
  memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
}

static void *stores(void *how) {
  if (!strcmp(how, "private")) {
    pwrite(fd, "b", 1, 0);
    return how;
  }
  if (strcmp(how, "before"))
    map();
  *memory = 1;
  return how;
}

int main(int argc, char **argv) {
  pthread_t thread;
  char byte;
  fd = open("file", O_RDWR | O_CREAT, 0666);
  if (!strcmp(argv[1], "before"))
    map();
  if (!strcmp(argv[1], "private")) {
    ftruncate(fd, 4096);
    memory = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 0);
  }
  pthread_create(&thread, NULL, stores, argv[1]);
  if (!strcmp(argv[1], "private"))
    byte = *(volatile char *)memory;
  else if (strcmp(argv[1], "alone"))
    pread(fd, &byte, 1, 0);
  pthread_join(thread, NULL);
  return 0;
}
