// Without mcmini a program gets from sigaction what it has set: the flags and the mask of SIGCHLD's default
// action, too. What it asks and puts back still lets no child become a zombie, so there is none to wait for.
// RUN: %mcmini-cc -g -O1 %s -o %t && %t | FileCheck %s
// RUN: %gcc -g -O1 %s -o %t.gcc && %t.gcc | FileCheck %s
// CHECK: SIGCHLD: by default, no zombies, SIGUSR1 blocked
// CHECK: SIGCHLD: by default, no zombies, SIGUSR1 blocked
// CHECK: no child to wait for
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static struct sigaction ask(void) {
  struct sigaction action;
  sigaction(SIGCHLD, NULL, &action);
  printf("SIGCHLD: %s, %s, SIGUSR1 %s\n", action.sa_handler == SIG_DFL ? "by default" : "handled",
         action.sa_flags & SA_NOCLDWAIT ? "no zombies" : "zombies",
         sigismember(&action.sa_mask, SIGUSR1) ? "blocked" : "not blocked");
  return action;
}

int main(void) {
  struct sigaction action = {.sa_handler = SIG_DFL, .sa_flags = SA_NOCLDWAIT};
  sigaddset(&action.sa_mask, SIGUSR1);
  sigaction(SIGCHLD, &action, NULL);
  action = ask();
  sigaction(SIGCHLD, &action, NULL);
  ask();
  fflush(stdout);
  if (fork() == 0)
    _exit(0);
  puts(wait(NULL) == -1 && errno == ECHILD ? "no child to wait for" : "a child was waited for");
  return 0;
}
