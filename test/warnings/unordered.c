// What threads do by calls that are no steps has one order: the verdict says so, and names the call, in every executor.
// RUN: %mcmini-cc -g %s -o %t
// RUN: python3 %S/Inputs/shows.py unordered %mcmini %t semaphores
// RUN: not %mcmini %t semaphores | FileCheck %s --check-prefix=SEMOP
// RUN: not %mcmini --isolation=fork %t semaphores | FileCheck %s --check-prefix=SEMOP
// RUN: not %mcmini --threads=kernel %t semaphores | FileCheck %s --check-prefix=SEMOP
// RUN: not %mcmini %t raw | FileCheck %s --check-prefix=RAW
// RUN: not %mcmini --isolation=fork %t raw | FileCheck %s --check-prefix=RAW
// RUN: not %mcmini %t named-pipe | FileCheck %s --check-prefix=PIPE
// RUN: not %mcmini --isolation=fork %t named-pipe | FileCheck %s --check-prefix=PIPE
// RUN: not %mcmini %t pages | FileCheck %s --check-prefix=PAGES
// RUN: not %mcmini --isolation=fork %t pages | FileCheck %s --check-prefix=PAGES
// RUN: not %mcmini --threads=kernel %t pages | FileCheck %s --check-prefix=PAGES
// RUN: %mcmini %t alone | FileCheck %s --check-prefix=ALONE
// SEMOP: mcmini: incomplete: nothing found, but other orders of what threads do by semop
// SEMOP: warning: what threads do by semop has one order here
// SEMOP: Not every schedule of the program was explored: other orders of what threads do by semop.
// RAW: warning: what threads do by pidfd_open
// PIPE: warning: what threads do by a named pipe
// PAGES: warning: what threads do by mincore
// ALONE: mcmini: ok: nothing found
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sem.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *what;
static int id;
static _Alignas(4096) char memory[4096];

static int is(const char *name) { return strcmp(what, name) == 0; }

static void *thread(void *argument) {
  struct sembuf take = {0, -1, IPC_NOWAIT};
  char byte;
  if (is("semaphores"))
    semop(id, &take, 1);
  if (is("raw"))
    syscall(SYS_pidfd_open, getpid(), 0);
  if (is("named-pipe") && read(id, &byte, 1) == 1)
    abort();
  if (is("pages") && mincore(memory, sizeof memory, (unsigned char *)&byte))
    abort();
  return argument;
}

int main(int count, char **argument) {
  pthread_t other;
  char path[] = "/tmp/unordered-XXXXXX";
  what = argument[count - 1];
  if (is("semaphores") || is("alone"))
    id = semget(IPC_PRIVATE, 1, 0600);
  if (is("named-pipe") && mkdtemp(path) && chdir(path) == 0 && mkfifo("pipe", 0600) == 0) {
    id = open("pipe", O_RDWR | O_NONBLOCK);
    unlink("pipe");
    rmdir(path);
  }
  if (is("alone"))
    semctl(id, 0, IPC_RMID);
  pthread_create(&other, NULL, thread, NULL);
  pthread_join(other, NULL);
  if (is("semaphores"))
    semctl(id, 0, IPC_RMID);
  return 0;
}
