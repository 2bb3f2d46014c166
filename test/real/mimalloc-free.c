// mimalloc: two threads give each other memory, which who gets it frees. A bound. Freed by its maker, it is
// another's. Preloaded.
//
// RUN: %gcc -w -g -O1 %s -o right -pthread -lmimalloc
// RUN: not %mcmini -k --max-traces=100 ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found, but traces were cut by --max-depth
// RIGHT: {{^}}100 traces: 97 completed, 0 deadlocked, 0 failed, 1 bounded, 2 dropped
// RUN: %gcc -DEARLY -w -g -O1 %s -o mutant.early -pthread -lmimalloc
// RUN: not %mcmini --max-traces=100 ./mutant.early | FileCheck --check-prefix=EARLY %s
// EARLY: assertion failed
// REQUIRES: real, libmimalloc-dev
#include <mimalloc.h>
#define ALLOCATE mi_malloc
#define FREE mi_free
#include "Inputs/each_others_memory.h"
