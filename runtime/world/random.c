// runtime/world/random.c - random numbers, the same in every trace: one sequence for each thread,
// also in the place of the kernel's random device.
#include "runtime/memory/memory.h"
#include <errno.h>
#include <string.h>
#include <sys/random.h>

static void random_bytes(void *buffer, size_t size) {
  static __thread uint64_t state;
  unsigned char *out = buffer;
  for (size_t i = 0; i < size; i++) { // splitmix64, seeded by the thread's number
    if (!state)
      state = 0x9e3779b97f4a7c15ull * (mc_self_ + 1u);
    uint64_t z = state += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    out[i] = (unsigned char)(z >> 56);
  }
}

static ssize_t get_random(void *buffer, size_t size, unsigned flags) {
  if (!mc_checking())
    return mc_libc_result(mc_sys(SYS_getrandom, buffer, size, flags));
  if (!mc_may_write(buffer, size))
    return mc_libc_result(-EFAULT);
  random_bytes(buffer, size);
  return (ssize_t)size;
}

MC_INTERPOSED ssize_t getrandom(void *buffer, size_t size, unsigned flags) {
  return get_random(buffer, size, flags);
}

MC_INTERPOSED int getentropy(void *buffer, size_t size) {
  if (size > 256) {
    errno = EIO;
    return -1;
  }
  return get_random(buffer, size, 0) == (ssize_t)size ? 0 : -1;
}

MC_INTERPOSED uint32_t arc4random(void) {
  uint32_t value;
  return get_random(&value, sizeof value, 0) == sizeof value ? value : 0;
}

MC_INTERPOSED void arc4random_buf(void *buffer, size_t size) {
  if (get_random(buffer, size, 0) < 0) // no memory: the crash is libc's
    ((void (*)(void *, size_t))mc_real("arc4random_buf"))(buffer, size);
}

MC_INTERPOSED uint32_t arc4random_uniform(uint32_t bound) {
  return bound ? arc4random() % bound : 0;
}

uint64_t __mcmini_random(const struct mc_site *site) {
  uint64_t value = 0;
  (void)site;
  get_random(&value, sizeof value, 0);
  return value;
}

/// std::random_device::_M_getval of libstdc++, which would ask the processor.
MC_INTERPOSED uint32_t random_device(void *device) __asm__("_ZNSt13random_device9_M_getvalEv");
uint32_t random_device(void *device) {
  if (mc_checking())
    return arc4random();
  return ((uint32_t(*)(void *))mc_real("_ZNSt13random_device9_M_getvalEv"))(device);
}

bool mc_is_random_device(const char *path) {
  return mc_checking() && mc_may_read_text(path) &&
         (strcmp(path, "/dev/urandom") == 0 || strcmp(path, "/dev/random") == 0);
}

void mc_write_random(int fd) {
  enum { BYTES = 1 << 16 };
  unsigned char bytes[4096];
  for (int written = 0; written < BYTES; written += (int)sizeof bytes) {
    random_bytes(bytes, sizeof bytes);
    mc_sys(SYS_write, fd, bytes, sizeof bytes);
  }
  mc_sys(SYS_lseek, fd, 0, SEEK_SET);
}
