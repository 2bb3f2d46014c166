// What a race can do: the schedules with it end with different output, of which the first lines that
// differ are shown; or nothing was seen. Each way of running traces compares the output, unless it is
// not captured.
// RUN: %mcmini-cc -g -O0 -DPRINTS %s -o prints && %mcmini-cc -g -O0 %s -o silent
// RUN: not %mcmini -k ./prints | FileCheck --check-prefix=OUTPUT %s
// RUN: not %mcmini -k --isolation=fork ./prints | FileCheck --check-prefix=OUTPUT %s
// RUN: not %mcmini -k --threads=kernel ./prints | FileCheck --check-prefix=OUTPUT %s
// RUN: not %mcmini -k --json=- ./prints | FileCheck --check-prefix=JSON %s
// RUN: not %mcmini -k --output=all ./prints | FileCheck --check-prefix=NOT-CAPTURED %s
// RUN: not %mcmini -k ./silent | FileCheck --check-prefix=SILENT %s
// RUN: not %mcmini --races=report ./prints | FileCheck --check-prefix=REPORT %s
//
// OUTPUT: data race: sum
// OUTPUT: {{^}}  What it can do: different output: "sum is 2" in one schedule with it, "sum is 1" in another
// JSON: "outputs": 2
// NOT-CAPTURED: What it can do: nothing seen: no failure{{$}}
// SILENT: What it can do: nothing seen: no failure, the same output
// REPORT: data race: sum
// REPORT-NOT: What it can do
#include <pthread.h>
#include <stdio.h>

static int sum;

static void *add(void *argument) {
  sum++;
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, add, NULL);
  sum++;
  pthread_join(thread, NULL);
#ifdef PRINTS
  printf("the same line\nsum is %d\n", sum);
#endif
  return 0;
}
