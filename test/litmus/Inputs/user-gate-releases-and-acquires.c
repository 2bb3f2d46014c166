// NO RACE: an open gives what a pass takes.
// TSAN RACE data: a call of a primitive's function is one of its body.
#define GIVES 1
#define TAKES 1
#include "gate-hands-over.h"
