// A program may limit itself: what the runtime takes of memory, processor time and processes does not count.
// A limit set before there are threads leaves no room to look for data races, which is said. So is that the order of limits and of what others do is
// not explored.
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini -q %t | FileCheck %s
// RUN: not %mcmini -q --isolation=fork %t | FileCheck %s
// RUN: not %mcmini -q --threads=kernel --isolation=fork %t | FileCheck %s
// CHECK: mcmini: incomplete: nothing found, but data races are not looked for
// CHECK: 1 traces: 1 completed
// RUN: not %mcmini -q %t thread | FileCheck %s --check-prefix=THREAD
// THREAD: mcmini: incomplete: nothing found, but other orders of what threads do by setrlimit
// THREAD: 1 traces: 1 completed
//
// Too little memory for a thread is the program's own affair.
// RUN: not %mcmini -q %t little | FileCheck %s --check-prefix=LITTLE
// LITTLE: mcmini: exit with a nonzero status: the program exits with status 11
// LITTLE: warning: pthread_create failed (limits-that-the-program-sets.c:[[@LINE+40]])
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static const rlim_t MB = 1 << 20;

static int limits(void) {
  struct rlimit limit = {256 * MB, 256 * MB}, seen = {0, 0};
  if (setrlimit(RLIMIT_AS, &limit) || setrlimit(RLIMIT_DATA, &limit))
    return 1;
  if (getrlimit(RLIMIT_AS, &seen) || seen.rlim_cur != 256 * MB || seen.rlim_max != 256 * MB)
    return 2;
  void *volatile much = malloc(2048 * MB); // refused here, and without a checker
  if (much)
    return 3;
  limit.rlim_cur = limit.rlim_max = 1; // a second, a process
  if (setrlimit(RLIMIT_CPU, &limit) || prlimit(0, RLIMIT_NPROC, &limit, &seen) ||
      prlimit(0, RLIMIT_NPROC, NULL, &seen) || seen.rlim_max != 1)
    return 4;
  limit.rlim_cur = 2;
  return setrlimit(RLIMIT_CPU, &limit) != -1 || errno != EINVAL ? 5 : 0;
}

static void *work(void *unused) { return unused; }
static void *work_with_limits(void *unused) { return limits() ? work_with_limits : unused; }

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  const struct rlimit none = {0, 0};
  void *result;
  pthread_t thread;
  const int wrong = *what ? 0 : limits();
  if (wrong)
    return wrong;
  if (!strcmp(what, "little"))
    setrlimit(RLIMIT_AS, &none);
  if ((errno = pthread_create(&thread, NULL, *what == 't' ? work_with_limits : work, NULL)))
    return errno;
  pthread_join(thread, &result);
  return result != NULL;
}
