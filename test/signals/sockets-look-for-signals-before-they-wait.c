// What is waited for comes before the signal: a read of a pipe has it, however late its thread goes on. But a
// socket that has found nothing looks for signals before it waits, and ends with EINTR though it could read:
// that was in no trace. With SA_RESTART it reads then.
//
// The handler runs before the read, before the load, before the join, at the end or never: 5 traces. A socket
// that is looked at before the write has 5 more, where the handler ends the call in place of running before it.
// RUN: %mcmini-cc -g -O1 %s -o %t
// RUN: %mcmini -q -k --output=all %t pipe | FileCheck %s --check-prefixes=CHECK,PIPE
// RUN: %mcmini -q -k --output=all %t pipe restart | FileCheck %s --check-prefixes=CHECK,PIPE
// DEFINE: %{socket} = stream
// DEFINE: %{run} = %mcmini -q -k --output=all %t %{socket} | FileCheck %s --check-prefixes=CHECK,SOCKET && \
// DEFINE:   %mcmini -q -k --output=all %t %{socket} restart | FileCheck %s --check-prefixes=CHECK,RESTART
// RUN: %{run}
// REDEFINE: %{socket} = datagram
// RUN: %{run}
// REDEFINE: %{socket} = in-packets
// RUN: %{run}
// RUN: %mcmini -q -k --algorithm=dfs --output=all %t stream | FileCheck %s --check-prefix=DFS
// CHECK-DAG: Every schedule of the program was explored.
// CHECK-DAG: {{^}}read, handled 0
// CHECK-DAG: {{^}}read, handled 1
// PIPE-DAG: {{^}}5 traces: 5 completed
// PIPE-NOT: EINTR
// SOCKET-DAG: {{^}}10 traces: 10 completed
// SOCKET-DAG: {{^}}EINTR, handled 1
// RESTART-DAG: {{^}}10 traces: 10 completed
// RESTART-NOT: EINTR
// DFS-DAG: {{^}}read, handled 0
// DFS-DAG: {{^}}read, handled 1
// DFS-DAG: {{^}}EINTR, handled 1
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];
static atomic_int handled;
static pthread_t waiter;

static void handle(int signal) { (void)signal, handled++; }

static void *send_both(void *unused) {
  (void)!write(ends[1], "x", 1);
  pthread_kill(waiter, SIGUSR1);
  return unused;
}

static int make(char what) {
  return what == 'p' ? pipe(ends)
                     : socketpair(AF_UNIX,
                                  what == 's'   ? SOCK_STREAM
                                  : what == 'd' ? SOCK_DGRAM
                                                : SOCK_SEQPACKET,
                                  0, ends);
}

int main(int count, char **argument) {
  struct sigaction action = {.sa_handler = handle, .sa_flags = count > 2 ? SA_RESTART : 0};
  pthread_t thread;
  char byte;
  make(*argument[1]);
  sigaction(SIGUSR1, &action, NULL);
  waiter = pthread_self();
  pthread_create(&thread, NULL, send_both, NULL);
  const ssize_t got = read(ends[0], &byte, 1);
  const int error = errno, first = handled;
  printf("%s, handled %d\n", got == 1 ? "read" : error == EINTR ? "EINTR" : "?", first);
  pthread_join(thread, NULL);
}
