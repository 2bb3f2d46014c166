// A debugger that has stopped a worker for longer than --trace-timeout changes nothing.
// REQUIRES: ptrace
// RUN: %mcmini-cc -g -O1 %S/stopped-from-outside.c -o %t
// RUN: bash %S/Inputs/stop debugger %mcmini %t | FileCheck %s
// CHECK: status 0
// CHECK-NEXT: mcmini: ok: nothing found
// CHECK: {{^}}2 traces: 2 completed
