// One of two names of a file is removed: made again, it would be another file.
// RUN: rm -f %t.file %t.link && echo text >%t.file && ln %t.file %t.link
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py file-kept %mcmini %t %t.link
#include <pthread.h>
#include <unistd.h>

static void *removes(void *path) {
  unlink(path);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t thread;
  pthread_create(&thread, NULL, removes, argv[argc - 1]);
  pthread_join(thread, NULL);
}
