// examples/primitives/binary_semaphore.h - a semaphore that may only be 0 or 1.
#ifndef BINARY_SEMAPHORE_H
#define BINARY_SEMAPHORE_H

#include <mcmini/mcmini.h>

typedef struct {
  int unused;
} binary_semaphore_t;

MCMINI_PRIMITIVE(binary_semaphore.init)
void binary_semaphore_init(binary_semaphore_t *semaphore, bool full);
MCMINI_PRIMITIVE(binary_semaphore.wait) void binary_semaphore_wait(binary_semaphore_t *semaphore);
MCMINI_PRIMITIVE(binary_semaphore.post) void binary_semaphore_post(binary_semaphore_t *semaphore);
/// Returns whether it has taken the 1.
MCMINI_PRIMITIVE(binary_semaphore.try_wait)
bool binary_semaphore_try_wait(binary_semaphore_t *semaphore);

#endif // BINARY_SEMAPHORE_H
