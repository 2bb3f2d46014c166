// RACE data: the child was joined, but not the thread that it created.
#include "litmus.h"

static int data;
static pthread_t grandchild;

THREAD(grandchild_function) {
  data = 1;
  return NULL;
}
THREAD(child_function) {
  pthread_create(&grandchild, NULL, grandchild_function, NULL);
  return NULL;
}

int main(void) {
  pthread_t child;
  pthread_create(&child, NULL, child_function, NULL);
  pthread_join(child, NULL);
  use(data);
  pthread_join(grandchild, NULL);
}
