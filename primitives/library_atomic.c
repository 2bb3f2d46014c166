// primitives/library_atomic.c - __atomic_load and its kin, which libatomic makes under locks of its
// own (pthread_mutex_t): neither should these be transitions, nor should they order anything. So
// the access is announced like any other, and made here. Where nothing is checked libatomic makes
// it, or, in a program without it, a lock of ours.
#include "builtin.h"
#include <string.h>

/// The calling thread alone runs, or has the lock.
static uint32_t make(uint32_t kind, uint64_t size, volatile void *address, const void *operand,
                     void *other) {
  unsigned char *at = (unsigned char *)address, *old = other;
  const unsigned char *new = operand;
  if (kind == MC_ATOMIC_COMPARE_EXCHANGE && memcmp(at, old, size) != 0) {
    memcpy(old, at, size);
    return 0;
  }
  for (uint64_t i = 0; i < size; i++) { // `operand` and `other` of an exchange may be one
    const unsigned char byte = new ? new[i] : 0;
    if (kind == MC_ATOMIC_LOAD || kind == MC_ATOMIC_EXCHANGE)
      old[i] = at[i];
    if (new)
      at[i] = byte;
  }
  return 1;
}

static uint32_t make_locked(uint32_t kind, uint64_t size, volatile void *address,
                            const void *operand, void *other) {
  static bool lock MC_PER_TRACE;
  while (__atomic_test_and_set(&lock, __ATOMIC_ACQUIRE))
    __builtin_ia32_pause();
  const uint32_t result = make(kind, size, address, operand, other);
  __atomic_clear(&lock, __ATOMIC_RELEASE);
  return result;
}

/// By the library, as it is without us.
static uint32_t call(void (*function)(void), uint32_t access, uint64_t size, volatile void *address,
                     void *operand, void *other) {
  const int order = (int)MC_ACCESS_ORDER(access);
  switch (MC_ACCESS_KIND(access)) {
  case MC_ATOMIC_LOAD:
    ((void (*)(size_t, volatile void *, void *, int))function)(size, address, other, order);
    return 1;
  case MC_ATOMIC_STORE:
    ((void (*)(size_t, volatile void *, void *, int))function)(size, address, operand, order);
    return 1;
  case MC_ATOMIC_EXCHANGE:
    ((void (*)(size_t, volatile void *, void *, void *, int))function)(size, address, operand,
                                                                       other, order);
    return 1;
  default:
    return ((bool (*)(size_t, volatile void *, void *, void *, int, int))function)(
        size, address, other, operand, order, (int)MC_ACCESS_FAILURE_ORDER(access));
  }
}

/// What it reads of the caller's memory before the access, and writes there behind it, are plain accesses at
/// `place`.
static uint32_t check(const struct mc_site *site, const struct mc_site *place,
                      volatile void *address, uint64_t size, uint32_t access, const void *operand,
                      void *other) {
  enum { LARGEST = 4096 }; // of what is copied, so that others may change it meanwhile
  const uint32_t kind = MC_ACCESS_KIND(access);
  const bool compares = kind == MC_ATOMIC_COMPARE_EXCHANGE, is_copied = size <= LARGEST;
  unsigned char new[is_copied ? size : 1], old[is_copied ? size : 1];
  if (operand)
    __mcmini_read_range(place, operand, size);
  if (operand && is_copied)
    operand = memcpy(new, operand, size);
  if (compares)
    __mcmini_read_range(place, other, size);
  if (compares && is_copied)
    memcpy(old, other, size);
  void *const result = is_copied ? old : other;
  __mcmini_wide_access(site, address, (uint32_t)size, access, operand, compares ? result : NULL);
  const uint32_t is_made = make(kind, size, address, operand, result);
  if (!other || (compares && is_made))
    return is_made;
  __mcmini_write_range(place, other, size);
  if (is_copied)
    memcpy(other, old, size);
  return is_made;
}

uint32_t __mcmini_library_atomic(const struct mc_site *site, volatile void *address, uint64_t size,
                                 uint32_t access, void *operand, void *other,
                                 void (*function)(void)) {
  mc_reach(site);
  const uint32_t kind = MC_ACCESS_KIND(access);
  if (!mc_checking() && !function)
    return make_locked(kind, size, address, operand, other);
  if (!mc_checking())
    return call(function, access, size, address, operand, other);
  if (!size)
    return make(kind, size, address, operand, other);
  const struct mc_site *place = (uintptr_t)site & MC_SITE_IS_CODE ? site : MC_CALLER_SITE;
  return check(site, place, address, size, access, operand, other);
}
