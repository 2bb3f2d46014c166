// NO RACE: a primitive that says nothing of it orders by each of its steps.
// TSAN RACE data: a call of a primitive's function is one of its body.
#include "gate-hands-over.h"
