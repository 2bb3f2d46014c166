// fflush(NULL) flushes one stream after another: between them other threads do their part. And what is printed to
// standard output is seen by others where the program has given it the buffer.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: %mcmini --require-complete --output=all %t flush | FileCheck %s --check-prefix=FLUSH
// RUN: %mcmini --require-complete --output=all --algorithm=dfs %t flush | FileCheck %s --check-prefix=FLUSH
// RUN: %mcmini --require-complete --output=all --threads=kernel %t flush | FileCheck %s --check-prefix=FLUSH
// FLUSH-DAG: {{^}}sizes 0 and 0{{$}}
// FLUSH-DAG: {{^}}sizes 0 and 1{{$}}
// FLUSH-DAG: {{^}}sizes 1 and 0{{$}}
// FLUSH-DAG: {{^}}sizes 1 and 1{{$}}
// FLUSH: Every schedule of the program was explored.
// RUN: %mcmini --require-complete --output=all %t buffer | FileCheck %s --check-prefix=BUFFER
// RUN: %mcmini --require-complete --output=all --isolation=fork %t buffer | FileCheck %s --check-prefix=BUFFER
// BUFFER-DAG: {{^}}buffer ab{{$}}
// BUFFER-DAG: {{^}}buffer ba{{$}}
// BUFFER: Every schedule of the program was explored.
// Without one of its own it cannot look there.
// RUN: %mcmini --require-complete %t none | FileCheck %s --check-prefix=NONE
// NONE: {{^}}1 traces
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static FILE *first, *second;
static char buffer[4096];

static int size_of(FILE *stream) {
  struct stat info;
  fstat(fileno(stream), &info);
  return (int)info.st_size;
}

static void *flush(void *unused) {
  fflush(NULL);
  return unused;
}

static void *print(void *text) {
  fputs(text, stdout);
  return text;
}

int main(int argc, char **argv) {
  pthread_t thread;
  if (strcmp(argv[1], "flush") == 0) {
    first = tmpfile();
    second = tmpfile();
    fputs("a", first);
    fputs("b", second);
    pthread_create(&thread, NULL, flush, NULL);
    const int of_second = size_of(second), of_first = size_of(first); // it flushes the second one first
    pthread_join(thread, NULL);
    printf("sizes %d and %d\n", of_second, of_first);
    return 0;
  }
  setvbuf(stdout, *argv[1] == 'b' ? buffer : NULL, _IOFBF, sizeof buffer);
  pthread_create(&thread, NULL, print, "a");
  print("b");
  pthread_join(thread, NULL);
  printf("\nbuffer %.2s\n", buffer);
  return 0;
}
