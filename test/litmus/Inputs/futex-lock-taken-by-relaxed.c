// RACE data: the fast path acquires nothing.
#define FAST relaxed
#define SLOW acquire
#define GIVES release
#include "futex-lock.h"
