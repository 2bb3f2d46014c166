// driver/input_line.h - lines of the text files that the command reads.
#ifndef MC_DRIVER_INPUT_LINE_H
#define MC_DRIVER_INPUT_LINE_H

#include <stdbool.h>
#include <stdio.h>

/// The next one, with its end, into `*text` [own: free], which has `*size` bytes. False: there is none. What
/// cannot be read, or is no text, is a usage error.
bool input_line(FILE *file, const char *path, char **text, size_t *size);

#endif // MC_DRIVER_INPUT_LINE_H
