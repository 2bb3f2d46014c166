// driver/input_line.c - see input_line.h.
#include "input_line.h"
#include "diagnose.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool input_line(FILE *file, const char *path, char **text, size_t *size) {
  enum { LONGEST = 16 << 20 }; // the arguments of a program are in one
  size_t length = 0;
  int c = 0;
  while (c != '\n' && (c = getc(file)) != EOF) {
    if (!c || length == LONGEST)
      usage_error("%s: is no text file: it has %s", path, c ? "a line without an end" : "a byte 0");
    if (length + 2 > *size) {
      *size = 2 * length + 256;
      *text = realloc(*text, *size);
      if (!*text)
        internal_fault("out of memory");
    }
    (*text)[length++] = (char)c;
  }
  if (ferror(file))
    usage_error("%s: %s", path, strerror(errno));
  if (length)
    (*text)[length] = '\0';
  return length;
}
