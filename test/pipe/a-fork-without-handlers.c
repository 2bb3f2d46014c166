// A process that is made by an instruction, by syscall, or by _Fork has the other side of a pipe, and runs no
// handler of pthread_atfork: the handler here would wait for a mutex that its thread holds.
// RUN: %mcmini-cc -g -w %s -o %t && %gcc -g -w %s -o %t.gcc -pthread
// RUN: not %mcmini -q %t.gcc instruction | FileCheck %s
// RUN: %if dispatch %{ not %mcmini -q %t instruction | FileCheck %s %}
// RUN: not %mcmini -q %t call | FileCheck %s
// RUN: not %mcmini -q %t _Fork | FileCheck %s
// CHECK: mcmini: incomplete: nothing found, but the child of fork is not explored
// CHECK: 2 traces: 2 completed
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static const char *way;

static void before(void) { pthread_mutex_lock(&mutex); }

static pid_t make_process(void) {
  long result;
  if (!strcmp(way, "_Fork"))
    return _Fork();
  if (!strcmp(way, "call"))
    return (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  register long id __asm__("r10") = 0, tls __asm__("r8") = 0;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "0"(SYS_clone), "D"(SIGCHLD), "S"(0), "d"(0), "r"(id), "r"(tls)
                   : "rcx", "r11", "memory");
  return (pid_t)result;
}

static void *talk(void *unused) {
  int to[2], from[2];
  char byte = 'a';
  pthread_mutex_lock(&mutex);
  pipe(to);
  pipe(from);
  const pid_t child = make_process();
  if (child == 0) {
    read(to[0], &byte, 1);
    byte++;
    write(from[1], &byte, 1);
    _exit(0);
  }
  close(to[0]);
  close(from[1]);
  assert(write(to[1], &byte, 1) == 1);
  assert(read(from[0], &byte, 1) == 1 && byte == 'b');
  waitpid(child, NULL, 0);
  close(to[1]);
  close(from[0]);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(int argc, char **argv) { // two threads lock one mutex: 2! orders
  pthread_t thread;
  way = argv[1];
  pthread_atfork(before, NULL, NULL);
  pthread_create(&thread, NULL, talk, NULL);
  talk(NULL);
  pthread_join(thread, NULL);
  return 0;
}
