// Two signals that are pending when a mask frees them, by itself, in sigsuspend, or as a handler ends: the kernel
// sets up a frame for the lower one, then one upon it for the other, whose handler so runs first. Not where the
// first one's sa_mask blocks it. sigsuspend ends with the first frame: what is pending by then is left to the mask
// from before. What tells of a fault is taken before the others. With SA_NODEFER one of the process comes upon the
// thread's. Without mcmini the order is the same.
// RUN: %mcmini-cc -g -O1 %s -o %t
// RUN: %t all | FileCheck %s && %mcmini -k --output=all %t all | FileCheck %s
// RUN: %mcmini -k --output=all --isolation=fork %t all | FileCheck %s
// RUN: %mcmini -k --output=all --isolation=snapshot %t all | FileCheck %s
// RUN: %mcmini -k --output=all --threads=kernel %t all | FileCheck %s
// CHECK: unblock 21{{$}}
// CHECK-NEXT: full mask 12{{$}}
// CHECK-NEXT: suspend 21{{$}}
// CHECK-NEXT: suspend, full mask 1 then 2{{$}}
// CHECK-NEXT: suspend, again 1 then 1{{$}}
// CHECK-NEXT: of the process, too 321{{$}}
// CHECK-NEXT: a handler ends 321{{$}}
// CHECK-NEXT: a fault 14{{$}}
// CHECK-NEXT: not deferred 121{{$}}
//
// Another thread sends both to one that is in sigsuspend, the higher one first. It handles that alone; both, as
// they are pending together or the lower one comes behind the other's handler; or the lower one comes before that
// has made a step. It never handles the lower one alone.
// RUN: %mcmini -k --output=all %t sent | sort -u | FileCheck %s --check-prefix=SENT
// RUN: %mcmini -k --output=all --algorithm=dfs %t sent | sort -u | FileCheck %s --check-prefix=SENT
// RUN: %mcmini -k --output=all --algorithm=source --isolation=fork %t sent | sort -u \
// RUN:   | FileCheck %s --check-prefix=SENT
// RUN: %mcmini -k --output=all --threads=kernel %t sent | sort -u | FileCheck %s --check-prefix=SENT
// SENT: Every schedule of the program was explored.
// SENT: {{^}}handled 12{{$}}
// SENT-NEXT: {{^}}handled 2{{$}}
// SENT-NEXT: {{^}}handled 21{{$}}
// SENT-NOT: handled
//
// To one that goes on, and looks at what was handled: also neither. Never the lower one alone.
// RUN: %mcmini -k --output=all --algorithm=dfs %t running | sort -u | FileCheck %s --check-prefix=RUNNING
// RUN: %mcmini -k --output=all %t running | sort -u | FileCheck %s --check-prefix=RUNNING
// RUNNING: {{^}}handled 0{{$}}
// RUNNING-NEXT: {{^}}handled 12{{$}}
// RUNNING-NEXT: {{^}}handled 2{{$}}
// RUNNING-NEXT: {{^}}handled 21{{$}}
// RUNNING-NOT: handled
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static sigset_t all, none;
static int handled, again, flags;

static void set_mask(const sigset_t *mask) { pthread_sigmask(SIG_SETMASK, mask, NULL); }

static int digit(int signal) {
  return signal == SIGUSR1 ? 1 : signal == SIGUSR2 ? 2 : signal == SIGTERM ? 3 : 4;
}

static void handle(int signal) {
  sigset_t now;
  handled = 10 * handled + digit(signal);
  pthread_sigmask(SIG_BLOCK, NULL, &now);
  assert(sigismember(&now, signal) || flags & SA_NODEFER);
  if (again-- > 0)
    raise(signal);
}

static void send_both(int signal) {
  (void)signal;
  raise(SIGUSR1);
  raise(SIGUSR2);
  kill(getpid(), SIGTERM);
}

static void handles(int signal, void (*handler)(int), const sigset_t *mask) {
  const struct sigaction action = {.sa_handler = handler, .sa_mask = *mask, .sa_flags = flags};
  sigaction(signal, &action, NULL);
}

static int take_handled(void) {
  const int it = handled;
  handled = 0;
  return it;
}

static void run(const char *name, int first, int second, int is_suspend) {
  set_mask(&all);
  raise(first);
  if (second)
    raise(second);
  if (!is_suspend) {
    set_mask(&none);
    printf("%s %d\n", name, take_handled());
    return;
  }
  sigsuspend(&none);
  const int before = take_handled();
  set_mask(&none);
  const int then = take_handled();
  printf(then ? "%s %d then %d\n" : "%s %d\n", name, before, then);
}

static void run_all(void) {
  run("unblock", SIGUSR2, SIGUSR1, 0);
  handles(SIGUSR1, handle, &all);
  run("full mask", SIGUSR2, SIGUSR1, 0);
  handles(SIGUSR1, handle, &none);
  run("suspend", SIGUSR2, SIGUSR1, 1);
  handles(SIGUSR1, handle, &all);
  run("suspend, full mask", SIGUSR2, SIGUSR1, 1);
  handles(SIGUSR1, handle, &none);
  again = 1;
  run("suspend, again", SIGUSR1, 0, 1);
  set_mask(&all);
  kill(getpid(), SIGTERM);
  run("of the process, too", SIGUSR2, SIGUSR1, 0);
  handles(SIGHUP, send_both, &all);
  run("a handler ends", SIGHUP, 0, 0);
  run("a fault", SIGSEGV, SIGUSR1, 0);
  flags = SA_NODEFER;
  handles(SIGUSR1, handle, &none);
  set_mask(&all);
  kill(getpid(), SIGUSR1);
  run("not deferred", SIGUSR2, SIGUSR1, 0);
}

static void *nothing(void *unused) { return unused; }

static void *wait_or_go_on(void *what) {
  if (!strcmp(what, "sent"))
    sigsuspend(&none);
  else
    set_mask(&none);
  const int it = *(volatile int *)&handled;
  set_mask(&all);
  printf("handled %d\n", it);
  return NULL;
}

int main(int n, char **argument) {
  char *what = n > 1 ? argument[1] : "";
  const int signals[] = {SIGUSR1, SIGUSR2, SIGTERM, SIGSEGV};
  pthread_t thread;
  sigfillset(&all);
  sigemptyset(&none);
  for (int i = 0; i < 4; i++)
    handles(signals[i], handle, &none);
  set_mask(&all);
  pthread_create(&thread, NULL, strcmp(what, "all") ? wait_or_go_on : nothing, what);
  if (!strcmp(what, "all")) {
    run_all();
  } else {
    pthread_kill(thread, SIGUSR2);
    pthread_kill(thread, SIGUSR1);
  }
  pthread_join(thread, NULL);
}
