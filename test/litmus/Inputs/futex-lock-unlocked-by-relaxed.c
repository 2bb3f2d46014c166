// RACE data: what is unlocked by a relaxed exchange orders nothing.
#define FAST acquire
#define SLOW acquire
#define GIVES relaxed
#include "futex-lock.h"
