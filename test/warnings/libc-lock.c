// Two threads load a locale, under a lock of libc's that no operation shows: a thread takes it right behind its step
// before. main does so where it has created the other one, so that no algorithm sees the other take the lock first. That
// one waits where it has opened a file while main loads, and then the verdict says what is missing.
// RUN: %mcmini-cc -g %s -o %t
// RUN: mkdir -p %t.d/xx && echo no locale > %t.d/xx/LC_CTYPE && echo > %t.d/file
// RUN: cd %t.d && env LOCPATH=%t.d python3 %S/Inputs/shows.py libc-lock %mcmini %t
// RUN: cd %t.d && env LOCPATH=%t.d python3 %S/Inputs/shows.py libc-lock %mcmini --algorithm=dfs %t
// RUN: cd %t.d && env LOCPATH=%t.d python3 %S/Inputs/shows.py libc-lock %mcmini --threads=kernel --algorithm=pop %t
// RUN: cd %t.d && env LOCPATH=%t.d python3 %S/Inputs/shows.py libc-lock %mcmini --isolation=fork --algorithm=source %t
// REQUIRES: dispatch
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <stddef.h>

static void *loads(void *first) {
  if (first)
    open("file", O_RDONLY);
  newlocale(LC_CTYPE_MASK, "xx", (locale_t)0);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, loads, &thread);
  loads(NULL);
  pthread_join(thread, NULL);
  return 0;
}
