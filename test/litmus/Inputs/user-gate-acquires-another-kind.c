// RACE data: what an open gives is not what a pass takes.
#define GIVES 1
#define TAKES 2
#include "gate-hands-over.h"
