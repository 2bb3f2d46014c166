// runtime/detector/plain.c - the hooks of plain accesses, which are no visible operations; and what
// races.c learns from them. A hook that has nothing new to tell costs a few nanoseconds.
#include "races.h"
#include "runtime/spinloop/waiting.h"

// Stands behind a last call, so that this is no jump, and the stack has the hook's frame.
#define STAY __asm__ volatile("")

#define READ(size)                                                                                 \
  void __mcmini_read##size(const struct mc_site *site, const volatile void *address) {             \
    if (!mc_plain_repeats(address, size, false))                                                   \
      mc_plain_access(site, (uintptr_t)address, size, 0, NULL);                                    \
    STAY;                                                                                          \
  }
#define WRITE(size)                                                                                \
  void __mcmini_write##size(const struct mc_site *site, volatile void *address, uint64_t value) {  \
    if (!mc_plain_repeats(address, size, true))                                                    \
      mc_plain_access(site, (uintptr_t)address, size, MC_IS_WRITE, &value);                        \
    STAY;                                                                                          \
  }

READ(1)
READ(2)
READ(4)
READ(8)
READ(16)
WRITE(1)
WRITE(2)
WRITE(4)
WRITE(8)

void __mcmini_write16(const struct mc_site *site, volatile void *address) {
  if (!mc_plain_repeats(address, 16, true))
    mc_plain_access(site, (uintptr_t)address, 16, MC_IS_WRITE, NULL);
  STAY;
}

void __mcmini_read_range(const struct mc_site *site, const volatile void *address, uint64_t size) {
  mc_long_calls++;
  if (mc_plain_epoch)
    mc_plain_access(site, (uintptr_t)address, size, 0, NULL);
  STAY;
}

void __mcmini_write_range(const struct mc_site *site, volatile void *address, uint64_t size) {
  mc_long_calls++;
  if (mc_plain_epoch)
    mc_plain_access(site, (uintptr_t)address, size, MC_IS_WRITE, NULL);
  STAY;
}

void __mcmini_read_behind(const struct mc_site *site, const volatile void *address, uint64_t size) {
  mc_long_calls++;
  if (mc_plain_epoch)
    mc_plain_access_behind(site, (uintptr_t)address, size, 0);
  STAY;
}

void __mcmini_write_behind(const struct mc_site *site, volatile void *address, uint64_t size) {
  mc_long_calls++;
  if (mc_plain_epoch)
    mc_plain_access_behind(site, (uintptr_t)address, size, MC_IS_WRITE);
  STAY;
}

void __mcmini_read_done(const struct mc_site *site, const volatile void *address, uint64_t size) {
  mc_plain_done(site, (uintptr_t)address, size, MC_ACCESS_READ);
}

void __mcmini_write_done(const struct mc_site *site, volatile void *address, uint64_t size) {
  mc_plain_done(site, (uintptr_t)address, size, MC_ACCESS_WRITE);
}

void __mcmini_unseen(const struct mc_site *site, uint32_t what) {
  static const enum mc_warning warning[] = {[MC_UNSEEN_ASSEMBLY] = MC_WARN_INLINE_ASSEMBLY,
                                            [MC_UNSEEN_ELEMENTS] = MC_WARN_VECTOR_ELEMENTS,
                                            [MC_UNSEEN_VALUE] = MC_WARN_PROCESSOR_VALUE};
  static bool is_told[sizeof warning / sizeof *warning] MC_PER_TRACE;
  if (mc_plain_epoch)
    mc_iteration_write();
  if (mc_mode == MC_MODE_WORKER && !is_told[what]) {
    is_told[what] = true;
    mc_warn(warning[what], site);
  }
}
