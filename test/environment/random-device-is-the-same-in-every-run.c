// What /dev/urandom and /dev/random give is the same in every trace and every run; a file that is
// written is removed after each.
// RUN: %gcc -g %s -o %t && %mcmini -q --output=all %t > one && %mcmini -q --output=all %t > two
// RUN: grep random one > one.random && grep random two > two.random && cmp one.random two.random
// RUN: FileCheck --input-file=one %s
// CHECK: random {{[0-9]+ [0-9]+}}
// CHECK-NOT: warning
// RUN: test ! -e written
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *read_devices(void *unused) {
  unsigned first = 0, second = 0;
  int device = open("/dev/urandom", O_RDONLY);
  FILE *other = fopen("/dev/random", "r"), *written = fopen("written", "w");
  if (read(device, &first, sizeof first) == sizeof first &&
      fread(&second, sizeof second, 1, other) == 1)
    printf("random %u %u\n", first, second);
  close(device);
  fclose(other);
  fclose(written);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, read_devices, NULL);
  pthread_join(thread, NULL);
  return 0;
}
