// However one thread ends the process, what the others could do before is explored: here the worker
// fails if it comes after main's store, so that the failure lies behind the schedule in which it has
// read before. Today's _exit is no other than a return; quick_exit, the system call and exec are none
// either.
// RUN: %mcmini-cc -g -O1 -w %s -o %t && %gcc -g -O1 -w -pthread %s -o %t.gcc
// RUN: not %mcmini -k %t return | FileCheck %s
// RUN: not %mcmini -k %t exit | FileCheck %s
// RUN: not %mcmini -k %t quick_exit | FileCheck %s
// RUN: not %mcmini -k %t _exit | FileCheck %s
// RUN: not %mcmini -k %t raw | FileCheck %s
// RUN: not %mcmini -k --isolation=fork %t raw | FileCheck %s
// RUN: not %mcmini -k %t exec | FileCheck %s
// RUN: not %mcmini -k --isolation=fork %t exec | FileCheck %s
// RUN: not %mcmini -k %t execlp | FileCheck %s
// RUN: not %mcmini -k %t execve | FileCheck %s
// RUN: not %mcmini -k %t nothing-to-exec | FileCheck %s
// CHECK: assertion failed: assertion `!atomic_load(&word)' failed
// The exit of a process is explored before a step that fails, too: 3 traces.
// CHECK: {{^}}3 traces: 2 completed, 0 deadlocked, 1 failed
// Where main only leaves, the worker's end is that of the process.
// RUN: not %mcmini -k %t pthread_exit | FileCheck --check-prefix=LEAVES %s
// LEAVES: {{^}}2 traces: 1 completed, 0 deadlocked, 1 failed
//
// Preloaded, too, the worker fails, also where no function of libc's is called.
// RUN: not %mcmini -k %t.gcc quick_exit | FileCheck --check-prefix=PLAIN %s
// RUN: not %mcmini -k %t.gcc raw | FileCheck --check-prefix=PLAIN %s
// RUN: not %mcmini -k %t.gcc exec | FileCheck --check-prefix=PLAIN %s
// RUN: %if snapshots %{ not %mcmini -k %t.gcc inline | FileCheck --check-prefix=PLAIN %s %}
// PLAIN: assertion failed: assertion `!atomic_load(&word)' failed
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word;

static void *work(void *argument) {
  assert(!atomic_load(&word));
  return argument;
}

int main(int argc, char **argv) {
  const char *how = argv[argc - 1];
  char *arguments[] = {"true", NULL};
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  atomic_store(&word, 1);
  if (strcmp(how, "exit") == 0)
    exit(0);
  if (strcmp(how, "quick_exit") == 0)
    quick_exit(0);
  if (strcmp(how, "_exit") == 0)
    _exit(0);
  if (strcmp(how, "raw") == 0)
    syscall(SYS_exit_group, 0);
  if (strcmp(how, "inline") == 0)
    __asm__ volatile("syscall" : : "a"(SYS_exit_group), "D"(0) : "rcx", "r11", "memory");
  if (strcmp(how, "pthread_exit") == 0)
    pthread_exit(NULL);
  if (strcmp(how, "exec") == 0)
    execl("/bin/true", "true", (char *)NULL);
  if (strcmp(how, "execlp") == 0)
    execlp("true", "true", (char *)NULL);
  if (strcmp(how, "execve") == 0)
    syscall(SYS_execve, "/bin/true", arguments, environ);
  if (strcmp(how, "nothing-to-exec") == 0)
    execl("/nothing", "nothing", (char *)NULL);
  return 0;
}
