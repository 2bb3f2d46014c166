// flockfile: who tries meanwhile fails, other calls on the stream wait, and a mutex beside it can be a deadlock.
// A line is before or behind the section: 2 traces. A try is before it, in it or behind it: 3.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: %mcmini %t sections | FileCheck %s --check-prefix=SECTIONS
// RUN: %mcmini --isolation=fork %t sections | FileCheck %s --check-prefix=SECTIONS
// RUN: %mcmini --threads=kernel %t sections | FileCheck %s --check-prefix=SECTIONS
// RUN: %mcmini --output=all %t try | FileCheck %s --check-prefix=TRY
// RUN: %mcmini --threads=kernel --output=all %t try | FileCheck %s --check-prefix=TRY
// RUN: not %mcmini %t deadlock | FileCheck %s --check-prefix=DEADLOCK
// RUN: not %mcmini --isolation=fork %t deadlock | FileCheck %s --check-prefix=DEADLOCK
// RUN: not %mcmini %t held-close | FileCheck %s --check-prefix=DEADLOCK
// RUN: not %mcmini %t held-reopen | FileCheck %s --check-prefix=DEADLOCK
// RUN: not %mcmini %t held-scan | FileCheck %s --check-prefix=DEADLOCK
// SECTIONS: {{^}}mcmini: ok: nothing found
// SECTIONS: {{^}}2 traces: 2 completed
// SECTIONS: {{^}}Every schedule of the program was explored.
// TRY-DAG: {{^}}try 0{{$}}
// TRY-DAG: {{^}}try -1{{$}}
// TRY: {{^}}3 traces: 3 completed
// DEADLOCK: mcmini: deadlock
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static FILE *stream;
static const char *what;

extern int scan_of_c89(FILE *, const char *, ...) __asm__("fscanf");

static void *uses(void *argument) {
  char word[8];
  if (!strcmp(what, "held-close"))
    fclose(stream);
  else if (!strcmp(what, "held-reopen"))
    freopen("other", "w", stream);
  else
    scan_of_c89(stream, "%1s", word);
  return argument;
}

static void *thread(void *argument) {
  if (*what == 's') {
    fputs("line", stream);
  } else if (*what == 't') {
    const int got = ftrylockfile(stream);
    printf("try %d\n", got);
    if (got == 0)
      funlockfile(stream);
  } else {
    pthread_mutex_lock(&mutex);
    fputs("line", stream);
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}

int main(int argc, char **argv) {
  pthread_t other;
  what = argv[argc - 1];
  stream = fopen("file", "w");
  if (*what == 'h') {
    flockfile(stream);
    pthread_create(&other, NULL, uses, NULL);
    pthread_join(other, NULL);
  }
  pthread_create(&other, NULL, thread, NULL);
  flockfile(stream);
  if (*what == 'd')
    pthread_mutex_lock(&mutex);
  if (*what != 't')
    putc_unlocked('a', stream);
  if (*what == 'd')
    pthread_mutex_unlock(&mutex);
  funlockfile(stream);
  pthread_join(other, NULL);
}
