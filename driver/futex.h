// driver/futex.h - words of memory that the command shares with the program: waiting for another
// value, and waking who waits.
#ifndef MC_DRIVER_FUTEX_H
#define MC_DRIVER_FUTEX_H

#include <linux/futex.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static inline void futex_wake(_Atomic uint32_t *word) {
  syscall(SYS_futex, word, FUTEX_WAKE, 1 << 30, NULL, NULL, 0);
}

/// A twentieth of a second at most.
static inline void futex_sleep_while(_Atomic uint32_t *word, uint32_t value) {
  const struct timespec limit = {.tv_nsec = 50000000};
  syscall(SYS_futex, word, FUTEX_WAIT, value, &limit, NULL, 0);
}

#endif // MC_DRIVER_FUTEX_H
