// Sanitizers that replace threads or must know all writes are refused, by the plugin and the wrapper.
// RUN: not %clang -fplugin=%plugin -fsanitize=thread -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %mcmini-cc -fsanitize=undefined,thread %s -o %t 2>&1 | FileCheck %s
// RUN: %mcmini-cc -fsanitize=undefined,address -c %s -o %t.o
// CHECK: error: -fsanitize={{.*}}thread and {{.*}}McMini{{.*}} exclude each other
int main(void) { return 0; }
