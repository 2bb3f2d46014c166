// RACE data: woken or not, it goes on: a wait may end because the word has changed.
#include "futex.h"

static ATOMIC(int) word;
static int data;

THREAD(first) {
  data = 1;
  atomic_store_explicit(&word, 1, relaxed);
  futex_wake(&word, 1);
  return NULL;
}

THREAD(second) {
  futex_wait(&word, 0);
  use(data);
  return NULL;
}

int main(void) { run(first, second); }
