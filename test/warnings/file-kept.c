// One of two names of a file is removed: made again, it would be another file. And what is sealed stays so.
// RUN: rm -f %t.file %t.link && echo text >%t.file && ln %t.file %t.link
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py file-kept %mcmini %t %t.link
// RUN: python3 %S/Inputs/shows.py file-kept %mcmini %t
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

static int memory;

static void *removes(void *path) {
  unlink(path);
  return NULL;
}

static void *seals(void *unused) {
  fcntl(memory, F_ADD_SEALS, F_SEAL_WRITE);
  return unused;
}

int main(int argc, char **argv) {
  pthread_t thread;
  memory = memfd_create("memory", MFD_ALLOW_SEALING);
  if (argc == 1)
    pthread_create(&thread, NULL, seals, NULL);
  else
    pthread_create(&thread, NULL, removes, argv[argc - 1]);
  pthread_join(thread, NULL);
}
