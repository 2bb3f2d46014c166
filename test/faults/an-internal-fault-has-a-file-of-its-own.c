// An internal fault of McMini is written to a file with the program's name: not over that of another program, of other
// arguments, or of a run that has not ended. The same fault of the same command is replaced. Here the
// program hides one of libc's functions from the runtime.
//
// DEFINE: %{fault} = sh -c '%mcmini -q --output-dir=out "$@" 2>&1; echo "status $?"' --
// RUN: mkdir one two out && %mcmini-cc -g %s -o one/prog && cp one/prog two/prog
// RUN: %{fault} one/prog | FileCheck %s --check-prefixes=FAULT,FIRST
// FAULT: mcmini: internal fault: native.c:{{[0-9]+}}: setenv
// FAULT: please report it with the file
// FIRST: mcmini: out/prog.fault-0001.txt and, if you can, the program
// FIRST: status 70
// RUN: grep -c 'command: .* one/prog$' out/prog.fault-0001.txt
// RUN: %{fault} two/prog | FileCheck %s --check-prefixes=FAULT,SECOND
// SECOND: mcmini: out/prog.fault-0002.txt and, if you can, the program
// RUN: %{fault} one/prog argument | FileCheck %s --check-prefixes=FAULT,THIRD
// THIRD: mcmini: out/prog.fault-0003.txt and, if you can, the program
// RUN: %{fault} one/prog | FileCheck %s --check-prefixes=FAULT,FIRST
// RUN: flock out/prog.fault-0001.txt %{fault} one/prog | FileCheck %s --check-prefixes=FAULT,FOURTH
// FOURTH: mcmini: out/prog.fault-0004.txt and, if you can, the program
// RUN: ls out | count 4
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

void *dlsym(void *handle, const char *name) {
  static void *(*real)(void *, const char *);
  if (!real)
    real = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
  return strcmp(name, "setenv") ? real(handle, name) : NULL;
}

static void *body(void *argument) {
  setenv("A", "b", 1);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, body, NULL);
  pthread_join(thread, NULL);
  return 0;
}
