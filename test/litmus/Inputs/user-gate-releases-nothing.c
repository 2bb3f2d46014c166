// RACE data: a pass comes after the open, but an open gives nothing.
#define GIVES 0
#define TAKES 1
#include "gate-hands-over.h"
