// NO RACE: the next owner's exchange acquires what the owner's has released.
#define FAST acquire
#define SLOW acquire
#define GIVES release
#include "futex-lock.h"
