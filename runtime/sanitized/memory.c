// runtime/sanitized/memory.c - what the runtime does to memory where a sanitizer has taken memcpy
// and its kin: cmake/sanitized-runtime.sh lets it call these. The model and the detector read
// values of variables that the program may have freed, which is no use of them by the program.
#include <stddef.h>
#include <stdint.h>

#define OURS __attribute__((section("mc_runtime")))

OURS void *mc_own_memcpy(void *to, const void *from, size_t size) {
  void *at = to;
  __asm__ volatile("rep movsb" : "+D"(at), "+S"(from), "+c"(size) : : "memory");
  return to;
}

OURS void *mc_own_memmove(void *to, const void *from, size_t size) {
  if ((uintptr_t)to - (uintptr_t)from >= size)
    return mc_own_memcpy(to, from, size);
  char *at = (char *)to + size - 1;
  from = (const char *)from + size - 1;
  __asm__ volatile("std\n\trep movsb\n\tcld" : "+D"(at), "+S"(from), "+c"(size) : : "memory", "cc");
  return to;
}

OURS void *mc_own_memset(void *to, int byte, size_t size) {
  void *at = to;
  __asm__ volatile("rep stosb" : "+D"(at), "+c"(size) : "a"(byte) : "memory");
  return to;
}

OURS int mc_own_memcmp(const void *a, const void *b, size_t size) {
  const unsigned char *left = a, *right = b;
  for (size_t i = 0; i < size; i++)
    if (left[i] != right[i])
      return left[i] - right[i];
  return 0;
}
