// edges.c CASE - one program for each argument: what a finding's explanation has to bear with.
#include "threads.h"
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int value, other;

// A folder that McMini does not see, so that it is still there in the second run.
static long is_first_run;
__attribute__((constructor)) static void make_folder(void) {
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(SYS_mkdir), "D"("mark"), "S"(0700) : "rcx", "r11", "memory");
  is_first_run = result == 0;
}

static void *a_then_b(void *argument) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return argument;
}

static void *b_then_a(void *argument) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return argument;
}

static void *set(void *argument) {
  atomic_store(&value, 1);
  return argument;
}

static void *crash_on_it(void *argument) {
  if (atomic_load(&value))
    *(volatile int *)argument = 1;
  return argument;
}

static void *exit_on_it(void *argument) {
  if (atomic_load(&value))
    exit(1);
  return argument;
}

static void *check_both(void *argument) {
  assert(atomic_load(&value) == 0);
  assert(atomic_load(&other) == 0);
  return argument;
}

static void *set_both(void *argument) {
  atomic_store(&other, 1);
  atomic_store(&value, 1);
  return argument;
}

static void *check_sum(void *argument) {
  assert(atomic_load(&value) + atomic_load(&other) < 2);
  return argument;
}

static void *check_order(void *argument) {
  assert(atomic_load(&other) >= atomic_load(&value));
  return argument;
}

// Glibc forgives both.
static void *unlock_both(void *argument) {
  if (atomic_load(&value)) {
    pthread_mutex_unlock(&a);
    atomic_store(&other, 1);
    pthread_mutex_unlock(&b);
  }
  return argument;
}

static int racy;

static void *race_and_a_then_b(void *argument) {
  racy = 1;
  return a_then_b(argument);
}

static void *race_and_b_then_a(void *argument) {
  racy = 2;
  return b_then_a(argument);
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  if (!strcmp(what, "deadlock"))
    in_threads(a_then_b, b_then_a);
  else if (!strcmp(what, "noise"))
    in_threads(a_then_b, b_then_a, set);
  else if (!strcmp(what, "once") && is_first_run)
    in_threads(a_then_b, b_then_a);
  else if (!strcmp(what, "crash"))
    in_threads(crash_on_it, set);
  else if (!strcmp(what, "exit"))
    in_threads(exit_on_it, set);
  else if (!strcmp(what, "several"))
    in_threads(check_both, set_both);
  else if (!strcmp(what, "sum"))
    in_threads(check_sum, set_both);
  else if (!strcmp(what, "apart"))
    in_threads(check_order, set_both);
  else if (!strcmp(what, "misuses"))
    in_threads(unlock_both, set);
  else if (!strcmp(what, "race"))
    in_threads(race_and_a_then_b, race_and_b_then_a);
  else if (!strcmp(what, "always")) {
    in_threads(set, set);
    assert(atomic_load(&value) == 0);
  } else if (!strcmp(what, "single")) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&a);
  }
  return 0;
}
