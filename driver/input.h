// driver/input.h - standard input as the program finds it.
#ifndef MC_DRIVER_INPUT_H
#define MC_DRIVER_INPUT_H

#include <stdbool.h>

/// What the program is to have as standard input in place of the command's own; -1: that is a file,
/// which each trace can read from its start. Of a pipe or a terminal it gets nothing at first,
/// unless `at_once`: then a pipe is read here.
int input_open(bool at_once);

/// The program has read standard input, and got nothing of the pipe or terminal: it must begin
/// anew.
bool input_is_missed(void);

/// Makes standard input what it can have: a file with all that comes in the pipe; nothing of a
/// terminal, which it says. A pipe that is too long is a usage error.
void input_take(void);

#endif // MC_DRIVER_INPUT_H
