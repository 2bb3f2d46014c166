// What a loop waits for on a bool is told as on a number, not as its lowest bit; of a number's lowest
// bit it is told.
// RUN: %mcmini-c++ -g -std=c++20 %s -o %t && %mcmini-c++ -g -O2 -std=c++20 %s -o %t.2
// RUN: %mcmini-cc -g -x c %s -o %t.c && %mcmini-cc -g -O2 -x c %s -o %t.c2
// RUN: not %mcmini %t s | FileCheck %s --check-prefix=SET && not %mcmini %t.2 s | FileCheck %s --check-prefix=SET
// RUN: not %mcmini %t.c s | FileCheck %s --check-prefix=SET && not %mcmini %t.c2 s | FileCheck %s --check-prefix=SET
// SET: waits in a loop: load is_set{{.*}}, until it is not 0
// RUN: not %mcmini %t c | FileCheck %s --check-prefix=CLEAR && not %mcmini %t.2 c | FileCheck %s --check-prefix=CLEAR
// RUN: not %mcmini %t.c c | FileCheck %s --check-prefix=CLEAR && not %mcmini %t.c2 c | FileCheck %s --check-prefix=CLEAR
// CLEAR: waits in a loop: load is_clear{{.*}}, until it is 0
// RUN: not %mcmini %t e | FileCheck %s --check-prefix=EXCHANGED && not %mcmini %t.2 e | FileCheck %s --check-prefix=EXCHANGED
// RUN: not %mcmini %t.c e | FileCheck %s --check-prefix=EXCHANGED && not %mcmini %t.c2 e | FileCheck %s --check-prefix=EXCHANGED
// EXCHANGED: waits in a loop: exchange is_clear{{.*}}, until it is 0
// RUN: not %mcmini %t b | FileCheck %s --check-prefix=BIT && not %mcmini %t.2 b | FileCheck %s --check-prefix=BIT
// RUN: not %mcmini %t.c b | FileCheck %s --check-prefix=BIT && not %mcmini %t.c2 b | FileCheck %s --check-prefix=BIT
// BIT: waits in a loop: load bits{{.*}}, until it & 0x1 is not 0
#include <pthread.h>
#ifdef __cplusplus
#include <atomic>
using namespace std;
#else
#include <stdatomic.h>
#endif

static atomic_bool is_set, is_clear;
static atomic_uchar bits;
static char way;

static void *waiter(void *argument) {
  if (way == 's')
    while (!atomic_load(&is_set)) {
    }
  else if (way == 'c')
    while (atomic_load(&is_clear)) {
    }
  else if (way == 'e')
    while (atomic_exchange(&is_clear, 1)) {
    }
  else
    while (!(atomic_load(&bits) & 1)) {
    }
  return argument;
}

int main(int count, char **argument) {
  pthread_t thread;
  way = argument[count - 1][0];
  atomic_store(&is_clear, 1);
  pthread_create(&thread, 0, waiter, 0);
  pthread_join(thread, 0);
}
