// What is wrong with a primitive, or with what a function is said to stand for, is told with what to
// do, and has status 2: the program under test has done nothing wrong.
// DEFINE: %{build} = %mcmini-cc -g %s %S/Inputs/wrong.c -o %t
// DEFINE: %{status} = sh -c '"$@" 2>&1; test $? = 2' -- %mcmini
//
// RUN: %{build} && %mcmini %t | FileCheck %s --check-prefix=RIGHT
// RIGHT: 1 traces: 1 completed
// RUN: %{build} -DWRONG_VERSION && %{status} %t | FileCheck %s --check-prefix=VERSION
// VERSION: mcmini: a primitive was compiled with version 0 of <mcmini/primitive.h>, this mcmini has version 1: compile it again
// RUN: %{build} -DWRONG_NAME && %{status} %t | FileCheck %s --check-prefix=NAME
// NAME: a primitive has no name: give it one
// RUN: %{build} -DWRONG_OPERATIONS && %{status} %t | FileCheck %s --check-prefix=OPERATIONS
// OPERATIONS: primitive gate has no operations: list their names
// RUN: %{build} -DWRONG_APPLY && %{status} %t | FileCheck %s --check-prefix=APPLY
// APPLY: primitive gate has no apply: its operations would do nothing. Say in .apply
// RUN: %{build} -DWRONG_SIZE && %{status} %t | FileCheck %s --check-prefix=SIZE
// SIZE: primitive gate: a state of 300 bytes is too large, at most 256 are possible: keep
// RUN: %{build} -DWRONG_OBJECTS && %{status} %t | FileCheck %s --check-prefix=OBJECTS
// OBJECTS: wrong-declarations-are-explained.c:[[#@LINE+40]]: gate_lock: operation lock of gate has 2 objects, but the function begins with 1 pointer: give it a pointer for each object
// RUN: %{build} -DWRONG_REGISTER && %{status} %t | FileCheck %s --check-prefix=REGISTER
// REGISTER: gate_lock stands for gate.lock, but no such primitive is known: compile its C file into the program, with MC_REGISTER, or give it as --primitives=FILE.so
// RUN: %{build} -DWRONG_OPERATION && %{status} %t | FileCheck %s --check-prefix=OPERATION
// OPERATION: wrong-declarations-are-explained.c:[[#@LINE+36]]: gate_lock: primitive gate has no operation "lok"; it has lock, unlock. Mend the MCMINI_PRIMITIVE
//
// Said at compile time: arguments and results that are no numbers and no pointers.
// RUN: not %mcmini-cc -g -DWRONG_TYPE -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: wrong-declarations-are-explained.c:[[#@LINE+32]]:{{.*}}error: {{.*}}gate_lock cannot stand for the operation gate.lock: a parameter or the result is neither a pointer nor an integer
//
// --primitives: a file that is not there, a source file, a shared object without a primitive, one of
// another version, and one that is already compiled into the program.
// RUN: %{build}
// RUN: %{status} --primitives=./none.so %t | FileCheck %s --check-prefix=NONE
// NONE: --primitives=./none.so: No such file or directory
// RUN: %{status} --primitives=%S/Inputs/wrong.c %t | FileCheck %s --check-prefix=SOURCE
// SOURCE: wrong.c: is no shared object for x86-64; build it with: mcmini-cc -g -shared -fPIC rwwlock.c -o rwwlock.so
// DEFINE: %{shared} = %mcmini-cc -g -shared -fPIC %S/Inputs/wrong.c -o gate.so
// RUN: %{shared} -DWRONG_REGISTER && %{status} --primitives=./gate.so %t | FileCheck %s --check-prefix=EMPTY
// EMPTY: --primitives=./gate.so: defines no primitive: its C file needs MC_REGISTER(variable)
// RUN: %{shared} -DWRONG_VERSION && %{status} --primitives=./gate.so %t | FileCheck %s --check-prefix=VERSION
// RUN: %{shared} && %{status} --primitives=./gate.so %t | FileCheck %s --check-prefix=TWICE
// TWICE: two primitives are named gate: is it both compiled into the program and given by --primitives
#include <mcmini/mcmini.h>

#ifdef WRONG_TYPE
typedef double number;
#else
typedef int number;
#endif

#ifdef WRONG_OPERATION
MCMINI_PRIMITIVE(gate.lok)
#else
MCMINI_PRIMITIVE(gate.lock)
#endif
void gate_lock(void *gate, number n);

int main(void) {
  static int gate;
  gate_lock(&gate, 1);
  return 0;
}
