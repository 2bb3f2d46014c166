// What an atomic of 16 bytes holds is all of it: values with the same low 8 bytes are different ones,
// for a compare-exchange, a waiting loop, and for what the search computes beforehand.
// RUN: %mcmini-cc -g -mcx16 %s -o %t.0 -latomic && %mcmini-cc -g -O2 %s -o %t.2 -latomic
// RUN: %mcmini-cc --from-tsan -g %s -o %t.tsan -latomic
//
// A waiter looks before the store, and gives up, or after it.
// RUN: %mcmini %t.0 wait | FileCheck %s --check-prefix=WAIT && %mcmini %t.2 wait | FileCheck %s --check-prefix=WAIT
// WAIT: ok: nothing found
// WAIT: {{^}}2 traces: 1 completed, 0 deadlocked, 0 failed, 0 bounded, 1 dropped
//
// Either compare-exchange comes first and is the only one that succeeds.
// RUN: %mcmini --output=all %t.0 either | sort | FileCheck %s --check-prefix=EITHER
// RUN: %mcmini --output=all %t.2 either | sort | FileCheck %s --check-prefix=EITHER
// RUN: %mcmini --output=all %t.tsan either | sort | FileCheck %s --check-prefix=EITHER
// EITHER: {{^}}2 traces: 2 completed
// EITHER: {{^}}high 1, low 0
// EITHER-NEXT: {{^}}high 2, low 0
// EITHER-NOT: high
//
// Two additions, and a compare-exchange that succeeds after both alone. With the plugin the additions
// commute: each is before the compare-exchange or not, 4 traces; else they are in all 3! orders.
// RUN: %mcmini --output=all %t.0 both | sort | FileCheck %s --check-prefixes=BOTH,FOUR
// RUN: %mcmini --output=all %t.2 both | sort | FileCheck %s --check-prefixes=BOTH,FOUR
// RUN: %mcmini --output=all %t.tsan both | sort | FileCheck %s --check-prefixes=BOTH,SIX
// FOUR: {{^}}4 traces: 4 completed
// SIX: {{^}}6 traces: 6 completed
// BOTH: {{^}}high 2, low 0
// BOTH: {{^}}high 7, low 0
//
// A carry reaches the high half, and an atomic access to that half is one to the whole.
// RUN: %mcmini --output=all %t.0 carry | sort | FileCheck %s --check-prefix=CARRY
// RUN: %mcmini --output=all %t.tsan carry | sort | FileCheck %s --check-prefix=CARRY
// CARRY: {{^}}2 traces: 2 completed
// CARRY: {{^}}high 1, low 1
// CARRY-NEXT: {{^}}high 7, low 0
// RUN: %mcmini --output=all %t.0 half | sort | FileCheck %s --check-prefix=HALF
// RUN: %mcmini --output=all %t.tsan half | sort | FileCheck %s --check-prefix=HALF
// HALF: {{^}}2 traces: 2 completed
// HALF: {{^}}high 1, low 0
// HALF-NEXT: {{^}}high 7, low 0
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

typedef unsigned __int128 number;
static number x;
static char way;

static number both(uint64_t high, uint64_t low) { return (number)high << 64 | low; }

static void exchange(number expected, number wanted) {
  __atomic_compare_exchange_n(&x, &expected, wanted, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

static void *first(void *argument) {
  if (way == 'w')
    __atomic_store_n(&x, both(1, 0), __ATOMIC_SEQ_CST);
  else if (way == 'e')
    exchange(0, both(1, 0));
  else if (way == 'b')
    __atomic_fetch_add(&x, both(1, 0), __ATOMIC_SEQ_CST);
  else if (way == 'c')
    __atomic_fetch_add(&x, UINT64_MAX, __ATOMIC_SEQ_CST);
  else if (way == 'h')
    __atomic_store_n((uint64_t *)&x + 1, 1, __ATOMIC_SEQ_CST);
  return argument;
}

static void *second(void *argument) {
  if (way == 'w')
    while (__atomic_load_n(&x, __ATOMIC_SEQ_CST) == 0) {
    }
  else if (way == 'e')
    exchange(0, both(2, 0));
  else if (way == 'b')
    exchange(both(2, 0), both(7, 0));
  else if (way == 'c')
    exchange(both(1, 1), both(7, 0));
  else if (way == 'h')
    exchange(both(1, 0), both(7, 0));
  return argument;
}

int main(int count, char **argument) {
  void *(*function[])(void *) = {first, second, first};
  pthread_t thread[3];
  way = argument[count - 1][0];
  if (way == 'c')
    x = 2;
  const int threads = way == 'b' ? 3 : 2;
  for (int i = 0; i < threads; i++)
    pthread_create(&thread[i], NULL, function[i], NULL);
  for (int i = 0; i < threads; i++)
    pthread_join(thread[i], NULL);
  printf("high %d, low %d\n", (int)(x >> 64), (int)x);
}
