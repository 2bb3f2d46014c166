// driver/terminal.h - what the terminal can show, if standard output is one.
#ifndef MC_DRIVER_TERMINAL_H
#define MC_DRIVER_TERMINAL_H

#include "options.h"
#include <stdbool.h>
#include <stdio.h>

/// As --color says; without it on a terminal that has colours, unless NO_COLOR is set.
bool terminal_has_colour(const struct options *options);

/// Those of the terminal; 0: it is none, or does not say.
unsigned terminal_columns(FILE *out);

/// The columns of a report: those of the terminal to which it goes, at least 40; elsewhere 100.
unsigned terminal_width(FILE *out);

/// What the command has printed has been written; else it says why not.
bool terminal_is_written(const char *what);

#endif // MC_DRIVER_TERMINAL_H
