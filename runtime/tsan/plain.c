// runtime/tsan/plain.c - the hooks of plain accesses, as plain.c for the pass. The place is where
// the hook was called; the value stored is not known.
#include "runtime/detector/races.h"
#include "runtime/events.h"
#include "runtime/tsan/tsan.h"

static void mc_tsan_plain(const struct mc_site *site, const volatile void *address, uint64_t size,
                          bool is_write) {
  if (mc_tsan_is_program())
    mc_plain_access(site, (uintptr_t)address, size, is_write ? MC_IS_WRITE : 0, NULL);
}

/// The place whose code address is given.
static const struct mc_site *site_of(const void *code) {
  return (const struct mc_site *)((uintptr_t)code | MC_SITE_IS_CODE);
}

// Stands behind a last call, so that this is no jump, and the stack has the hook's frame.
#define STAY __asm__ volatile("")

#define SIZED(name, size, is_write)                                                                \
  MC_TSAN_VISIBLE void __tsan_##name##size(const volatile void *address);                          \
  void __tsan_##name##size(const volatile void *address) {                                         \
    if (!mc_plain_repeats(address, size, is_write))                                                \
      mc_tsan_plain(MC_CALLER_SITE, address, size, is_write);                                      \
    STAY;                                                                                          \
  }                                                                                                \
  MC_TSAN_VISIBLE void __tsan_##name##size##_pc(const volatile void *address, const void *code);   \
  void __tsan_##name##size##_pc(const volatile void *address, const void *code) {                  \
    if (!mc_plain_repeats(address, size, is_write))                                                \
      mc_tsan_plain(site_of(code), address, size, is_write);                                       \
    STAY;                                                                                          \
  }
#define MC_TSAN_PLAIN(name, is_write)                                                              \
  SIZED(name, 1, is_write)                                                                         \
  SIZED(name, 2, is_write)                                                                         \
  SIZED(name, 4, is_write)                                                                         \
  SIZED(name, 8, is_write)                                                                         \
  SIZED(name, 16, is_write)
#define MC_TSAN_RANGE(name, is_write)                                                              \
  MC_TSAN_VISIBLE void __tsan_##name(const volatile void *address, uint64_t size);                 \
  void __tsan_##name(const volatile void *address, uint64_t size) {                                \
    if (mc_plain_epoch)                                                                            \
      mc_tsan_plain(MC_CALLER_SITE, address, size, is_write);                                      \
    STAY;                                                                                          \
  }                                                                                                \
  MC_TSAN_VISIBLE void __tsan_##name##_pc(const volatile void *address, uint64_t size,             \
                                          const void *code);                                       \
  void __tsan_##name##_pc(const volatile void *address, uint64_t size, const void *code) {         \
    if (mc_plain_epoch)                                                                            \
      mc_tsan_plain(site_of(code), address, size, is_write);                                       \
    STAY;                                                                                          \
  }
#define MC_TSAN_MODIFY(name, access, value)
#include "runtime/tsan/accesses.def"

/// The pointer to its vtable that an object gets, and that a virtual call follows.
MC_TSAN_VISIBLE void __tsan_vptr_update(void *address, void *value);
void __tsan_vptr_update(void *address, void *value) {
  const uint64_t stored = (uintptr_t)value;
  if (!mc_plain_repeats(address, sizeof value, true) && mc_tsan_is_program())
    mc_plain_access(MC_CALLER_SITE, (uintptr_t)address, sizeof value, MC_IS_WRITE, &stored);
  STAY;
}
MC_TSAN_VISIBLE void __tsan_vptr_read(const void *address);
void __tsan_vptr_read(const void *address) {
  if (!mc_plain_repeats(address, sizeof address, false))
    mc_tsan_plain(MC_CALLER_SITE, address, sizeof address, false);
  STAY;
}

// Stacks are read from the machine's stack.
MC_TSAN_VISIBLE void __tsan_func_entry(const void *caller);
void __tsan_func_entry(const void *caller) { (void)caller; }
MC_TSAN_VISIBLE void __tsan_func_exit(void);
void __tsan_func_exit(void) {}

/// Called by a constructor of every file.
MC_TSAN_VISIBLE void __tsan_init(void);
void __tsan_init(void) {
  mc_event_needs_runtime(); // constructors of a shared library run before ours
  if (mc_mode != MC_MODE_TRUNK && mc_mode != MC_MODE_WORKER)
    return;
  mc_guard_open();
  mc_session_write();
  mc_session->observed.is_tsan = 1;
  mc_guard_close();
}
