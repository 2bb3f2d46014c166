// A program with a library that nobody instruments; it has one thread, and forks.
#ifdef LIBRARY
int in_library(void);
int in_library(void) { return 0; }
#else
#include <sys/wait.h>
#include <unistd.h>
int in_library(void);

int main(void) {
  const pid_t child = fork();
  if (child == 0)
    _exit(0);
  waitpid(child, (int[]){0}, 0);
  return in_library();
}
#endif
