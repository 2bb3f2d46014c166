// NO RACE: the last one to let go has acquired what all others have released.
#include "litmus.h"

static ATOMIC(int) count;
static int data[2];

static void let_go(void) {
  if (atomic_fetch_sub_explicit(&count, 1, acq_rel) == 1)
    data[0] = data[1] = 0;
}
THREAD(first) {
  data[0]++;
  let_go();
  return NULL;
}
THREAD(second) {
  data[1]++;
  let_go();
  return NULL;
}

int main(void) {
  atomic_store(&count, 2);
  run(first, second);
}
