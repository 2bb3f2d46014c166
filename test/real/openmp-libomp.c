// critical of libomp around a counter, as clang compiles it. Preloaded.
//
// RUN: %clang -fopenmp -w -g -O1 %s -o right
// RUN: not %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found, but only fair schedules were explored
// RIGHT: {{^}}2 traces: 2 completed
// RUN: %clang -fopenmp -DNOCRITICAL -w -g -O1 %s -o mutant.nocritical
// RUN: not %mcmini -k ./mutant.nocritical | FileCheck --check-prefix=NOCRITICAL %s
// NOCRITICAL: assertion failed
// NOCRITICAL: {{^}}4 traces: 2 completed, 0 deadlocked, 2 failed
// REQUIRES: real, libomp-19-dev
#include "Inputs/critical.h"
