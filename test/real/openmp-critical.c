// critical of libgomp around a counter. Preloaded.
//
// RUN: %gcc -w -g -O1 %s -o right -pthread -fopenmp
// RUN: %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: ok: nothing found
// RIGHT: {{^}}32 traces: 32 completed
// RUN: %gcc -DNOCRITICAL -w -g -O1 %s -o mutant.nocritical -pthread -fopenmp
// RUN: not %mcmini ./mutant.nocritical | FileCheck --check-prefix=NOCRITICAL %s
// NOCRITICAL: assertion failed
// REQUIRES: real, gcc
#include "Inputs/critical.h"
