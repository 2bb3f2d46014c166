// A lock of a library: an atomic flag, and a futex for those that wait.
#define _GNU_SOURCE
#include <linux/futex.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_uint taken;

void take(void) {
  while (atomic_exchange(&taken, 1))
    syscall(SYS_futex, &taken, FUTEX_WAIT_PRIVATE, 1, NULL, NULL, 0);
}

void give(void) {
  atomic_store(&taken, 0);
  syscall(SYS_futex, &taken, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}
