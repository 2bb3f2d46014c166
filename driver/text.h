// driver/text.h - text in columns of a terminal: UTF-8, in which a character takes none, one or
// two.
#ifndef MC_DRIVER_TEXT_H
#define MC_DRIVER_TEXT_H

#include <stdbool.h>
#include <stdio.h>

/// The columns that it takes.
unsigned text_width(const char *text);

/// Prints what fits into `width` columns, ".." in place of the rest, and blanks up to there if
/// `pad`.
void text_print(FILE *out, const char *text, unsigned width, bool pad);

#endif // MC_DRIVER_TEXT_H
