// readers N - one thread writes a variable, N read it: 2^N classes, each reader before or after.
#include "../program.h"
#include <stdatomic.h>

static _Atomic int x;

static void *writer(void *arg) {
  atomic_store(&x, 1);
  return arg;
}

static void *reader(void *arg) {
  (void)atomic_load(&x);
  return arg;
}

int main(int argc, char *argv[]) {
  const int readers = argument(argc, argv, 1, 0, MAX_THREADS - 1, 3);

  start(writer, 1);
  start(reader, readers);
  join_all();
  return 0;
}
