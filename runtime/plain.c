// runtime/plain.c - the hooks of plain accesses, which are no visible operations.
#include <mcmini/hooks.h>

#define READ(size)                                                                                 \
  void __mcmini_read##size(const struct mc_site *site, const volatile void *address) {             \
    (void)site, (void)address;                                                                     \
  }
#define WRITE(size)                                                                                \
  void __mcmini_write##size(const struct mc_site *site, volatile void *address, uint64_t value) {  \
    (void)site, (void)address, (void)value;                                                        \
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
  (void)site, (void)address;
}

void __mcmini_read_range(const struct mc_site *site, const volatile void *address, uint64_t size) {
  (void)site, (void)address, (void)size;
}

void __mcmini_write_range(const struct mc_site *site, volatile void *address, uint64_t size) {
  (void)site, (void)address, (void)size;
}

void __mcmini_unseen(const struct mc_site *site) { (void)site; }
