// A jump over an atomic instruction of three bytes has two bytes of the next instruction in its
// distance, so it leads up to 2 GiB up or down. A page must be free there: at the upper end of the
// address space, where libraries lie by default, one such jump in two would lead out of it. Where
// `personality` is forbidden, an unlimited stack makes the same layout; the program sees its own limit.
//
// RUN: gcc %root/test/Inputs/restricted.c -o %t.restricted
// RUN: %gcc -O1 -shared -fPIC -DLIBRARY %s -o %t.so
// RUN: %gcc -g -O1 -pthread %s %t.so -o %t
// RUN: %mcmini -q --json=- %t | FileCheck %s
// RUN: %t.restricted %mcmini -q --json=- %t | FileCheck %s
// RUN: bash -c "ulimit -s 1000; exec %t.restricted %mcmini -q --json=- %t small" | FileCheck %s
//
// CHECK: "completed": 2,
// CHECK: "machine_code_hooks": {{[2-9]}},
// CHECK: "machine_code_breakpoints": 0,
void more(int *upwards, int *downwards);
#ifdef LIBRARY
/// "movl $0x20000000, %eax" and "movl $-0x20000000, %eax" end the distances of the two jumps.
void more(int *upwards, int *downwards) {
  __asm__ volatile("lock incl (%0)\n\t.byte 0xb8, 0x20, 0, 0, 0" : : "r"(upwards) : "eax", "memory");
  __asm__ volatile("lock incl (%0)\n\t.byte 0xb8, 0xe0, 0, 0, 0" : : "r"(downwards) : "eax", "memory");
}
#else
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/resource.h>

static int number[4];

static void *body(void *unused) {
  (void)unused;
  more(&number[0], &number[1]);
  return NULL;
}

int main(int argc, char **argv) {
  (void)argv;
  struct rlimit limit;
  pthread_attr_t standard;
  pthread_t thread;
  size_t size;
  getrlimit(RLIMIT_STACK, &limit);
  pthread_getattr_default_np(&standard);
  pthread_attr_getstacksize(&standard, &size);
  assert(limit.rlim_cur == (argc > 1 ? 1000 << 10 : 8 << 20) && size == limit.rlim_cur);
  pthread_create(&thread, NULL, body, NULL);
  more(&number[0], &number[2]);
  pthread_join(thread, NULL);
  assert(number[0] == 2 && number[1] == 1 && number[2] == 1);
  return 0;
}
#endif
