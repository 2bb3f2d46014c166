// What a file without a name holds is a state: two calls on it have two outcomes, in as many traces. And a
// trace finds such a file of main's as main has left it. By /proc/self/fd one is opened again, as the same file.
// RUN: %mcmini-cc -g %s -o %t
// RUN: sh -c 'for how in memfd later-memfd tmpfile later-tmpfile tmpfile64 O_TMPFILE unlinked again; do \
// RUN:   for options in --output=all "--output=all --algorithm=dpor" --output=none; do \
// RUN:     %mcmini $options %t $how; done; done' | grep "^outcome\|traces:" > out
// RUN: FileCheck --match-full-lines --input-file=out %s
// RUN: grep -c outcome out | grep -x 32
// CHECK-COUNT-24: 2 traces: 2 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set blocked
// RUN: grep -A1 "outcome 1" out | grep -c "outcome 2" | grep -x 16
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static int fd, other;

static int make(const char *how) {
  if (strstr(how, "memfd") || !strcmp(how, "again"))
    return memfd_create("file", 0);
  if (strstr(how, "tmpfile64"))
    return fileno(tmpfile64());
  if (strstr(how, "tmpfile"))
    return fileno(tmpfile());
  if (!strcmp(how, "O_TMPFILE"))
    return open(".", O_TMPFILE | O_RDWR, 0600);
  const int made = open("file", O_RDWR | O_CREAT | O_EXCL, 0600);
  unlink("file");
  return made;
}

static void *add(void *unused) {
  const char one = 1;
  pwrite(other, &one, 1, 0);
  return unused;
}

static void *nothing(void *unused) { return unused; }

int main(int argc, char **argv) {
  const char *how = argv[argc - 1];
  const int is_later = !strncmp(how, "later", 5);
  pthread_t thread;
  char value = 0, path[64];
  if (!is_later)
    fd = make(how);
  pthread_create(&thread, NULL, nothing, NULL);
  pthread_join(thread, NULL);
  if (is_later)
    fd = make(how);
  other = fd;
  if (!strcmp(how, "again")) {
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    other = open(path, O_RDWR);
  }
  assert(fd >= 0 && other >= 0);
  pthread_create(&thread, NULL, add, NULL);
  pread(fd, &value, 1, 0);
  pthread_join(thread, NULL);
  printf("outcome %d\n", 1 + value);
  return 0;
}
