// driver/input.h - standard input as the program finds it.
#ifndef MC_DRIVER_INPUT_H
#define MC_DRIVER_INPUT_H

#include <stdbool.h>

/// What the program is to have as standard input in place of the command's own; -1: that is a file,
/// which each trace can read from its start. Of a pipe or a terminal it gets nothing at first,
/// unless `at_once`: then a pipe is read here.
int input_open(bool at_once);

/// The program has read standard input, and got nothing of the pipe: it must begin anew with that.
bool input_is_missed(void);

/// Reads the pipe to its end into a file, which is standard input from now on. One that is too long
/// is a usage error.
void input_take(void);

/// Says it if the program has read a terminal, of which it gets nothing.
void input_tell(void);

#endif // MC_DRIVER_INPUT_H
