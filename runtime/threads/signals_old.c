// runtime/threads/signals_old.c - functions of System V and BSD that change what threads block, by
// those of POSIX: libc's own go to the kernel without a step.
#define _GNU_SOURCE
#include "runtime/memory/memory.h"
#include <errno.h>
#include <signal.h>
#include <string.h>

int mc_our_pthread_sigmask(const struct mc_site *site, int how, const sigset_t *set, sigset_t *old);
int mc_our_sigsuspend(const struct mc_site *site, const sigset_t *mask);
int mc_our_raise(const struct mc_site *site, int signal);

static int fails(int error) {
  if (error)
    errno = error;
  return error ? -1 : 0;
}

/// The signal is blocked, or no more; `*was`: whether it was before.
static int change(const struct mc_site *site, int how, int signal, bool *was) {
  sigset_t one, old;
  sigemptyset(&one);
  if (sigaddset(&one, signal))
    return -1;
  const int error = mc_our_pthread_sigmask(site, how, &one, &old);
  *was = !error && sigismember(&old, signal) == 1;
  return fails(error);
}

MC_INTERPOSED int sighold(int signal) {
  bool was;
  return change(MC_CALLER_SITE, SIG_BLOCK, signal, &was);
}

MC_INTERPOSED int sigrelse(int signal) {
  bool was;
  return change(MC_CALLER_SITE, SIG_UNBLOCK, signal, &was);
}

MC_INTERPOSED int sigignore(int signal) {
  const struct sigaction action = {.sa_handler = SIG_IGN};
  return sigaction(signal, &action, NULL);
}

MC_INTERPOSED sighandler_t sigset(int signal, sighandler_t handler) {
  const struct mc_site *site = MC_CALLER_SITE;
  const bool holds = handler == SIG_HOLD;
  const struct sigaction action = {.sa_handler = handler};
  struct sigaction before;
  bool was;
  if (sigaction(signal, holds ? NULL : &action, &before) ||
      change(site, holds ? SIG_BLOCK : SIG_UNBLOCK, signal, &was))
    return SIG_ERR;
  return was ? SIG_HOLD : before.sa_handler;
}

MC_INTERPOSED int siginterrupt(int signal, int interrupts) {
  struct sigaction action;
  if (sigaction(signal, NULL, &action))
    return -1;
  action.sa_flags = interrupts ? action.sa_flags & ~SA_RESTART : action.sa_flags | SA_RESTART;
  return sigaction(signal, &action, NULL);
}

MC_INTERPOSED int gsignal(int signal) { return mc_our_raise(MC_CALLER_SITE, signal); }

/// The first signals, as the bits of an int.
static sigset_t set_of(int mask) {
  sigset_t set;
  sigemptyset(&set);
  memcpy(&set, &mask, sizeof mask);
  return set;
}

static int change_mask(const struct mc_site *site, int how, int mask) {
  sigset_t old;
  const sigset_t set = set_of(mask);
  int before;
  const int error = mc_our_pthread_sigmask(site, how, &set, &old);
  memcpy(&before, &old, sizeof before);
  return error ? fails(error) : before;
}

MC_INTERPOSED int sigblock(int mask) { return change_mask(MC_CALLER_SITE, SIG_BLOCK, mask); }
MC_INTERPOSED int sigsetmask(int mask) { return change_mask(MC_CALLER_SITE, SIG_SETMASK, mask); }

// <signal.h> makes another name of that one.
MC_INTERPOSED int mc_sigpause_of_bsd(int mask) __asm__("sigpause");
int mc_sigpause_of_bsd(int mask) {
  const sigset_t set = set_of(mask);
  return mc_our_sigsuspend(MC_CALLER_SITE, &set);
}

MC_INTERPOSED int mc_sigpause_of_x_open(int signal) __asm__("__xpg_sigpause");
int mc_sigpause_of_x_open(int signal) {
  const struct mc_site *site = MC_CALLER_SITE;
  sigset_t mask;
  const int error = mc_our_pthread_sigmask(site, SIG_BLOCK, NULL, &mask);
  return error || sigdelset(&mask, signal) ? fails(error ? error : EINVAL)
                                           : mc_our_sigsuspend(site, &mask);
}
