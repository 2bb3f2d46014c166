// What a trace leaves, and nothing can put back, would be how the next one begins: there is none, and no finding of
// what cannot happen. The assertions hold in each run of the program alone; a second trace would find what the first
// has left in a named pipe, a file of one name, sealed memory, a mapping of a file that is gone.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: sh -c 'for how in fifo names seals mapped; do for options in --algorithm=optimal --algorithm=dfs --isolation=fork \
// RUN:   --threads=kernel; do %mcmini $options %t $how; echo status $?; rm -f fifo name other; done; done' > out
// RUN: grep -c "^1 traces: 1 completed, 0 deadlocked, 0 failed" out | grep -x 16
// RUN: grep -c "^status 3" out | grep -x 16
// RUN: grep -c "^Not every.*: schedules that begin with the file as it was" out | grep -x 12
// RUN: grep -c "^Not every.*: the orders of accesses to a file that is mapped" out | grep -x 4
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *add(void *unused) {
  pthread_mutex_lock(&mutex);
  count++;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(int argc, char *argv[]) {
  const char *how = argv[argc - 1];
  pthread_t thread[2];
  struct stat info;
  char text[4], *memory = NULL;
  int fd = -1;
  if (!strcmp(how, "fifo")) {
    mkfifo("fifo", 0600);
    fd = open("fifo", O_RDWR | O_NONBLOCK);
  } else if (!strcmp(how, "seals")) {
    fd = memfd_create("memory", MFD_ALLOW_SEALING);
  } else {
    fd = open("name", O_CREAT | O_TRUNC | O_RDWR, 0600);
    ftruncate(fd, 4096);
  }
  if (!strcmp(how, "names"))
    link("name", "other");
  if (!strcmp(how, "mapped"))
    memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, add, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  if (!strcmp(how, "fifo")) {
    assert(write(fd, "ab", 2) == 2 && read(fd, text, 4) == 2 && write(fd, "c", 1) == 1);
    unlink("fifo");
  } else if (!strcmp(how, "names")) {
    assert(fstat(fd, &info) == 0 && info.st_nlink == 2 && unlink("name") == 0);
  } else if (!strcmp(how, "seals")) {
    assert(write(fd, "a", 1) == 1 && fcntl(fd, F_ADD_SEALS, F_SEAL_WRITE) == 0);
  } else {
    assert(pwrite(fd, "a", 1, 0) == 1 && *memory == 'a');
    unlink("name");
  }
}
