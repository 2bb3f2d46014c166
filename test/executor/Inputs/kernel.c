// What the kernel keeps for the process, and a trace changes. The program notes in its own memory how it
// should be; memory is put back. So a trace that finds what another one has left fails its assertion.
#define _GNU_SOURCE
#include "threads.h"
#include <assert.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

//===- What is done with signals --------------------------------------------------------------===//

static const int changed[] = {SIGUSR1, SIGPIPE, SIGSEGV, SIGTERM, SIGABRT};
enum { CHANGED = sizeof changed / sizeof *changed };
static struct sigaction is[CHANGED];

static void handle(int signal) { (void)signal; }
static void handle_info(int signal, siginfo_t *info, void *context) {
  (void)info, (void)context;
  assert(signal == SIGUSR1);
}

static void look(void) {
  for (int i = 0; i < CHANGED; i++) {
    struct sigaction now;
    sigaction(changed[i], NULL, &now);
    assert(now.sa_handler == is[i].sa_handler && now.sa_flags == is[i].sa_flags &&
           sigismember(&now.sa_mask, SIGHUP) == sigismember(&is[i].sa_mask, SIGHUP));
  }
}

static void change(int i, void (*handler)(int), int flags, int blocked) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
  if (blocked)
    sigaddset(&action.sa_mask, SIGHUP);
  assert(sigaction(changed[i], &action, NULL) == 0);
  sigaction(changed[i], NULL, &is[i]);
  assert(is[i].sa_handler == handler && sigismember(&is[i].sa_mask, SIGHUP) == blocked);
}

static void *change_actions(void *number) {
  const int i = number == (void *)1 ? 0 : 1;
  pthread_mutex_lock(&lock);
  look();
  change(i, handle, SA_RESTART, 1);
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  look();
  change(2, i ? handle : SIG_IGN, 0, 0);
  change(3, SIG_DFL, 0, 0);
  if (i == 0) {
    change(0, (void (*)(int))handle_info, SA_SIGINFO, 0);
    raise(SIGUSR1);
    change(0, handle, (int)SA_RESETHAND, 0);
    raise(SIGUSR1);
    sigaction(SIGUSR1, NULL, &is[0]);
    assert(is[0].sa_handler == SIG_DFL);
  }
  look();
  pthread_mutex_unlock(&lock);
  return NULL;
}

/// The first trace begins with a handler, an ignored signal, and the rest as usual.
static void actions(void) {
  for (int i = 0; i < CHANGED; i++)
    sigaction(changed[i], NULL, &is[i]);
  change(1, SIG_IGN, 0, 0);
  change(3, handle, 0, 1);
  change(4, handle, SA_ONSTACK, 0);
  in_threads(2, change_actions);
  look();
}

static void *change_one(void *number) {
  if (number == (void *)1) {
    visible();
    return NULL;
  }
  look();
  change(1, handle, 0, 0);
  return NULL;
}

static void one_action(void) {
  for (int i = 0; i < CHANGED; i++)
    sigaction(changed[i], NULL, &is[i]);
  change(1, SIG_IGN, 0, 0);
  in_threads(2, change_one);
  look();
}

//===- Which are blocked ----------------------------------------------------------------------===//

static sigset_t blocked_by[3];
static __thread const sigset_t *expected;
static __thread int seen;
static __thread sigjmp_buf back;

/// The kernel tells what it puts back behind the handler.
static void see(int signal, siginfo_t *info, void *context) {
  const sigset_t *kernels = &((ucontext_t *)context)->uc_sigmask;
  (void)info;
  for (int s = 1; s < 32; s++)
    assert(sigismember(kernels, s) == sigismember(expected, s));
  seen++;
  if (signal == SIGUSR2)
    siglongjmp(back, 1);
}

static void check(int n, int signal) {
  expected = &blocked_by[n];
  const int before = seen;
  if (sigsetjmp(back, 1) == 0)
    raise(signal);
  assert(seen == before + 1);
}

static void block(int n, int how, int signal) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  pthread_sigmask(how, &set, NULL);
  pthread_sigmask(SIG_BLOCK, NULL, &blocked_by[n]);
}

static void *change_masks(void *number) {
  const int n = (int)(long)number;
  sigset_t now;
  pthread_sigmask(SIG_BLOCK, NULL, &now);
  assert(sigismember(&now, SIGTERM) == 1 && sigismember(&now, SIGHUP) == 0);
  blocked_by[n] = now;
  check(n, SIGUSR1);
  block(n, SIG_BLOCK, n == 1 ? SIGHUP : SIGINT);
  visible();
  check(n, SIGUSR1);
  block(n, SIG_UNBLOCK, SIGTERM);
  check(n, SIGUSR2);
  visible();
  check(n, SIGUSR1);
  return NULL; // with another mask than the trace began with
}

static void masks(void) {
  struct sigaction action = {.sa_sigaction = see, .sa_flags = SA_SIGINFO};
  sigaction(SIGUSR1, &action, NULL);
  sigaction(SIGUSR2, &action, NULL);
  block(0, SIG_BLOCK, SIGTERM);
  in_threads(2, change_masks);
  check(0, SIGUSR1);
  block(0, SIG_BLOCK, SIGQUIT);
}

//===- Handlers that make steps ---------------------------------------------------------------===//

static __thread int depth;

static void with_steps(int signal) {
  (void)signal;
  char room[2000]; // written below the frame
  memset(room, depth, sizeof room);
  const int own = depth++;
  visible();
  if (depth < 3)
    raise(SIGUSR1);
  visible();
  for (unsigned i = 0; i < sizeof room; i++)
    assert(room[i] == own);
}

static void *handle_with_steps(void *number) {
  assert(depth == 0);
  if (number == (void *)1)
    raise(SIGUSR1);
  assert(depth == (number == (void *)1 ? 3 : 0));
  visible();
  return NULL;
}

static void nested(void) {
  struct sigaction action = {.sa_handler = with_steps, .sa_flags = SA_NODEFER};
  sigaction(SIGUSR1, &action, NULL);
  in_threads(2, handle_with_steps);
}

static const struct scenario scenarios[] = {
    {"actions", actions},
    {"one-action", one_action},
    {"masks", masks},
    {"nested", nested},
    {NULL, NULL},
};

int main(int argc, char **argv) { return run_scenario(scenarios, argc, argv); }
