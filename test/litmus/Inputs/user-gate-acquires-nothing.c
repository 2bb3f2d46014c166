// RACE data: a pass comes after the open, but takes nothing.
#define GIVES 1
#define TAKES 0
#include "gate-hands-over.h"
