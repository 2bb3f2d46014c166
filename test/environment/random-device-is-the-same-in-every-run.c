// What /dev/urandom and /dev/random give is the same in every trace and every run; a file opened for
// writing is named in a warning.
// RUN: %gcc -g %s -o %t && not %mcmini -q --output=all %t > one && not %mcmini -q --output=all %t > two
// RUN: grep random one > one.random && grep random two > two.random && cmp one.random two.random
// RUN: FileCheck --input-file=one %s
// CHECK: random {{[0-9]+ [0-9]+}}
// CHECK: warning: the program opens "written" for writing
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
