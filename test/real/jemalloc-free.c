// jemalloc: two threads give each other memory, which who gets it frees. A bound. Freed by its maker, it is
// another's. Preloaded.
//
// RUN: %gcc -w -g -O1 %s -o right -pthread -ljemalloc
// RUN: not %mcmini -k --max-traces=100 ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found, but plain loads and stores of libjemalloc.so.2 are not seen
// RIGHT: {{^}}100 traces: 100 completed
// RUN: %gcc -DEARLY -w -g -O1 %s -o mutant.early -pthread -ljemalloc
// RUN: not %mcmini --max-traces=100 ./mutant.early | FileCheck --check-prefix=EARLY %s
// EARLY: assertion failed
// REQUIRES: real, libjemalloc-dev
#include <jemalloc/jemalloc.h>
#define ALLOCATE(bytes) mallocx(bytes, MALLOCX_TCACHE_NONE)
#define FREE(memory) dallocx(memory, MALLOCX_TCACHE_NONE)
#include "Inputs/each_others_memory.h"
