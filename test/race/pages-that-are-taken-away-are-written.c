// munmap, mremap, mmap at a fixed address, mprotect and madvise take pages from under other threads: both orders
// are explored, whichever comes first by itself.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: not %mcmini -q -k %t munmap | FileCheck %s --check-prefixes=CHECK,CRASH
// RUN: not %mcmini -q -k %t mremap | FileCheck %s --check-prefixes=CHECK,CRASH
// RUN: not %mcmini -q -k %t none | FileCheck %s --check-prefixes=CHECK,CRASH
// RUN: not %mcmini -q -k %t readonly | FileCheck %s --check-prefixes=CHECK,CRASH
// RUN: not %mcmini -q -k %t fixed | FileCheck %s --check-prefixes=CHECK,LOST
// RUN: not %mcmini -q -k %t discard | FileCheck %s --check-prefixes=CHECK,LOST
// CHECK: mcmini: 2 findings
// CHECK-DAG: data race:
// CRASH-DAG: crash: SIGSEGV
// LOST-DAG: assertion failed: assertion `page[0] == 1'
// CHECK: {{^}}2 traces: {{.*}}1 failed
// CHECK: {{^}}Every schedule of the program was explored.
//
// So they are where the program handles the fault, and nobody else sees it: the write that comes too late jumps out of
// the handler, in one of 2 traces. It was the only order, and "ok".
// RUN: not %mcmini -q -k --output=all %t handled > %t.handled
// RUN: FileCheck %s --check-prefix=HANDLED < %t.handled
// RUN: grep -c "^too late" %t.handled | FileCheck %s --check-prefix=ONCE
// RUN: grep -c "^in time" %t.handled | FileCheck %s --check-prefix=ONCE
// HANDLED: data race:
// HANDLED: {{^}}2 traces: 2 completed
// HANDLED: {{^}}Every schedule of the program was explored.
// ONCE: {{^}}1{{$}}
//
// With a lock, or of each thread's own, it is no race; reads go on where only writing is taken away.
// RUN: %mcmini -q -k %t locked | FileCheck %s --check-prefixes=FINE,TWO
// RUN: %mcmini -q -k %t own | FileCheck %s --check-prefixes=FINE,ONE
// RUN: %mcmini -q -k %t reader | FileCheck %s --check-prefixes=FINE,ONE
// FINE: mcmini: ok: nothing found
// ONE: {{^}}1 traces: 1 completed
// TWO: {{^}}2 traces: 2 completed
// FINE: {{^}}Every schedule of the program was explored.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { SIZE = 4096 };
static const char *what;
static char *page;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int is(const char *name) { return strcmp(what, name) == 0; }

static char *map(void *address, int fixed) {
  return mmap(address, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | fixed, -1, 0);
}

static void *take(void *argument) {
  if (is("locked"))
    pthread_mutex_lock(&lock);
  if (is("munmap") || is("locked"))
    munmap(page, SIZE);
  if (is("mremap"))
    mremap(page, SIZE, SIZE, MREMAP_MAYMOVE | MREMAP_FIXED, (void *)0x600000000000);
  if (is("none") || is("handled"))
    mprotect(page, SIZE, PROT_NONE);
  if (is("readonly") || is("reader"))
    mprotect(page, SIZE, PROT_READ);
  if (is("fixed"))
    map(page, MAP_FIXED);
  if (is("discard"))
    madvise(page, SIZE, MADV_DONTNEED);
  if (is("own"))
    for (int i = 0; i < 2; i++) {
      char *mine = map(NULL, 0);
      mine[0] = 1;
      munmap(mine, SIZE);
    }
  if (is("locked")) {
    page = NULL;
    pthread_mutex_unlock(&lock);
  }
  return argument;
}

static sigjmp_buf back;
static void handle(int signal) { siglongjmp(back, signal); }

static void write_with_handler(void) {
  if (sigsetjmp(back, 1) == 0) {
    page[0] = 1;
    puts("in time");
  } else {
    puts("too late");
  }
}

int main(int count, char **argument) {
  pthread_t thread;
  char seen = 0;
  what = argument[count - 1];
  page = map(NULL, 0);
  if (is("handled"))
    signal(SIGSEGV, handle);
  pthread_create(&thread, NULL, take, NULL);
  if (is("locked")) {
    pthread_mutex_lock(&lock);
    if (page)
      page[0] = 1;
    pthread_mutex_unlock(&lock);
  } else if (is("own")) {
    take(NULL);
  } else if (is("handled")) {
    write_with_handler();
  } else if (is("reader")) {
    seen = page[0];
  } else {
    page[0] = 1;
  }
  pthread_join(thread, NULL);
  if (is("fixed") || is("discard"))
    assert(page[0] == 1);
  return seen;
}
