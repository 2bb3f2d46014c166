// driver/interrupts.h - what SIGINT, SIGTERM, SIGHUP, and a time that has passed, do to the command. Who is told to ignore one, by
// nohup or a shell, does.
#ifndef MC_DRIVER_INTERRUPTS_H
#define MC_DRIVER_INTERRUPTS_H

/// What such a signal does after so many seconds: it is as if it had come. 0: no more.
void interrupts_after(double seconds);

/// From now on: says `text`, a literal, and exits with `status`.
void interrupts_end(const char *text, int status);

/// From now on they are only counted.
void interrupts_count(void);

/// So many there were.
unsigned interrupts(void);

#endif // MC_DRIVER_INTERRUPTS_H
