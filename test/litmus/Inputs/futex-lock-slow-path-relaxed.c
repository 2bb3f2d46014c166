// RACE data: who has waited takes the lock by a relaxed exchange.
#define FAST acquire
#define SLOW relaxed
#define GIVES release
#include "futex-lock.h"
