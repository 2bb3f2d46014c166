// An exception that nobody catches ends in a failed assertion.
// RUN: %mcmini-c++ -g -O1 -w %s -o %t.instrumented && %gxx -g -O1 -w -pthread %s -o %t.plain
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented exception | FileCheck %s --check-prefix=EXCEPTION
// RUN: %S/Inputs/everywhere %mcmini %t.plain exception | FileCheck %s --check-prefix=EXCEPTION
// EXCEPTION: trunk: 1 mcmini: assertion failed: abort() was called; replayed; nothing left
// EXCEPTION-NEXT: main: 1 mcmini: assertion failed: abort() was called; replayed; nothing left
// EXCEPTION-NEXT: thread: 1 mcmini: assertion failed: abort() was called; replayed; nothing left
#include "Inputs/places.h"
#include <stdexcept>

static void fault(const char *) { throw std::runtime_error("nobody catches this"); }
