// driver/interrupts.h - what SIGINT, SIGTERM, SIGHUP, SIGQUIT, and a time that has passed, do to
// the command. Who is told to ignore one, by nohup or a shell, does.
#ifndef MC_DRIVER_INTERRUPTS_H
#define MC_DRIVER_INTERRUPTS_H

#include <stdbool.h>

/// What such a signal does after so many seconds: it is as if it had come. 0: no more.
void interrupts_after(double seconds);

/// From now on: says `text`, a literal, and exits with `status`.
void interrupts_end(const char *text, int status);

/// From now on they are only counted, and SIGQUIT waits for interrupts_quit.
void interrupts_count(void);

/// As they are where nobody handles them.
void interrupts_default(void);

/// So many there were.
unsigned interrupts(void);

/// SIGQUIT waits.
bool interrupts_have_quit(void);

/// From now on SIGQUIT ends the command as any other one, and does so here if it waits.
void interrupts_quit(void);

#endif // MC_DRIVER_INTERRUPTS_H
