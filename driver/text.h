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

/// Prints these bytes, "?" in place of what is no printable character and no tab.
void text_print_bytes(FILE *out, const char *from, const char *to);

/// Prints its words, from `column` on, and ends the line. What has no room in `width` columns goes
/// to lines of their own, behind `indent` blanks.
void text_wrap(FILE *out, const char *text, unsigned column, unsigned indent, unsigned width);

/// "12 s", "3 days" [own: free].
char *text_duration(double seconds);

#endif // MC_DRIVER_TEXT_H
