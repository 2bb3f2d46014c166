// driver/interrupts.c - see interrupts.h.
#include "interrupts.h"
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

static volatile sig_atomic_t count, has_quit;
static const char *last_words;
static int last_status;

static void count_one(int number) {
  (void)number;
  count++;
}

static void end(int number) {
  (void)number;
  if (write(STDERR_FILENO, last_words, strlen(last_words)) < 0)
    _exit(last_status);
  _exit(last_status);
}

static void note_quit(int number) {
  (void)number;
  has_quit = 1;
}

static void handle_one(int number, void (*handler)(int)) {
  struct sigaction old, action = {.sa_handler = handler};
  sigaction(number, NULL, &old);
  if (old.sa_handler != SIG_IGN || number == SIGALRM)
    sigaction(number, &action, NULL);
}

static void handle(void (*handler)(int)) {
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGALRM};
  for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++)
    handle_one(signals[i], handler);
}

void interrupts_end(const char *text, int status) {
  last_words = text;
  last_status = status;
  handle(end);
}

void interrupts_after(double seconds) {
  const struct itimerval timer = {.it_value = {(time_t)seconds,
                                               (suseconds_t)((seconds - (double)(time_t)seconds) * 1e6)}};
  setitimer(ITIMER_REAL, &timer, NULL);
}

void interrupts_count(void) {
  handle(count_one);
  handle_one(SIGQUIT, note_quit);
}

void interrupts_default(void) {
  handle(SIG_DFL);
  handle_one(SIGQUIT, SIG_DFL);
}

unsigned interrupts(void) { return (unsigned)count; }

bool interrupts_have_quit(void) { return has_quit; }

void interrupts_quit(void) {
  handle_one(SIGQUIT, SIG_DFL);
  if (has_quit)
    raise(SIGQUIT);
}
