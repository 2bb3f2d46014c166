// A lock of a library: an atomic flag, and a futex for those that wait. Or no lock: it yields for others.
#define _GNU_SOURCE
#include <linux/futex.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef YIELD
void take(void) { sched_yield(); }
void give(void) {}
#else
static atomic_uint taken;

void take(void) {
  while (atomic_exchange(&taken, 1))
    syscall(SYS_futex, &taken, FUTEX_WAIT_PRIVATE, 1, NULL, NULL, 0);
}

void give(void) {
  atomic_store(&taken, 0);
  syscall(SYS_futex, &taken, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}
#endif
