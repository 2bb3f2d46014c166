// A waiter with one bit passes by a wake with another one, and waits for ever. That deadlock is not seen.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py futex-bitset %mcmini -k --races=off %t
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static int word;

static void *waits(void *argument) {
  syscall(SYS_futex, &word, FUTEX_WAIT_BITSET, 0, NULL, NULL, 1);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waits, NULL);
  word = 1;
  syscall(SYS_futex, &word, FUTEX_WAKE_BITSET, 1, NULL, NULL, 2);
  pthread_join(thread, NULL);
  return 0;
}
