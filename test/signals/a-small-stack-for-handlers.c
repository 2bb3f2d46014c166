// A handler of SIGSEGV has a stack of 8 KB, as in each program of Rust: with vector registers that is room for two
// signals. The runtime's own handlers, one in the other, need more; the program did not fail. The program sees its own stack.
// RUN: %gcc -O1 %s -o %t -pthread
// RUN: %mcmini %t | FileCheck %s
// RUN: %mcmini --isolation=fork %t | FileCheck %s
// RUN: %mcmini --isolation=fork --threads=kernel %t | FileCheck %s
// RUN: %mcmini-cc %s -o %t.in && %mcmini --isolation=fork %t.in | FileCheck %s --check-prefix=IN
// CHECK: mcmini: ok: nothing found
// CHECK: {{^}}1 traces: 1 completed,
// IN: mcmini: ok: nothing found
// IN: {{^}}1 traces: 1 completed,
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

enum { SIZE = 8192 };
static _Alignas(4096) char guarded[2][4096 + SIZE];

static void handle(int signal, siginfo_t *info, void *context) { (void)signal, (void)info, (void)context, abort(); }

static void have_stack(char *memory) {
  const stack_t stack = {.ss_sp = memory + 4096, .ss_size = SIZE};
  stack_t seen;
  assert(sigaltstack(&stack, NULL) == 0 && sigaltstack(NULL, &seen) == 0);
  assert(seen.ss_sp == stack.ss_sp && seen.ss_size == stack.ss_size && seen.ss_flags == 0);
}

static void give_back(void) {
  const stack_t none = {.ss_flags = SS_DISABLE};
  stack_t seen;
  assert(sigaltstack(&none, &seen) == 0 && seen.ss_size == SIZE);
  assert(sigaltstack(NULL, &seen) == 0 && seen.ss_flags == SS_DISABLE);
}

static void use_system_calls(void) {
  char folder[4096];
  assert(getcwd(folder, sizeof folder) && access("/", R_OK) == 0);
}

static void *run(void *unused) {
  have_stack(guarded[1]);
  use_system_calls();
  give_back();
  return unused;
}

int main(void) {
  const struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  pthread_t thread;
  have_stack(guarded[0]);
  assert(sigaction(SIGSEGV, &action, NULL) == 0);
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
  use_system_calls();
  give_back();
}
