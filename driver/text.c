// driver/text.c - see text.h.
#include "text.h"
#include "diagnose.h"
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/// The bytes of the character at `text`, of `size` bytes, and its columns; -1: it is none, or no
/// printable one.
static size_t take(const char *text, size_t size, mbstate_t *state, int *columns) {
  static const char *locale;
  if (!locale)
    locale = setlocale(LC_CTYPE, "C.UTF-8"); // wcwidth knows nothing else
  wchar_t character;
  const size_t bytes = mbrtowc(&character, text, size, state);
  *columns = -1;
  if (bytes == (size_t)-1 || bytes == (size_t)-2 || !bytes) {
    *state = (mbstate_t){0};
    return 1;
  }
  *columns = wcwidth(character);
  return bytes;
}

/// Of a text: what is no printable character takes a column.
static size_t take_of_text(const char *text, mbstate_t *state, unsigned *columns) {
  int width;
  const size_t bytes = take(text, strlen(text), state, &width);
  *columns = width < 0 ? 1 : (unsigned)width;
  return bytes;
}

unsigned text_width(const char *text) {
  mbstate_t state = {0};
  unsigned width = 0, columns;
  for (; *text; width += columns)
    text += take_of_text(text, &state, &columns);
  return width;
}

void text_print_bytes(FILE *out, const char *from, const char *to) {
  mbstate_t state = {0};
  int columns;
  for (size_t bytes; from < to; from += bytes) {
    bytes = take(from, (size_t)(to - from), &state, &columns);
    if (columns < 0 && *from != '\t')
      fputc('?', out);
    else
      fwrite(from, 1, bytes, out);
  }
}

void text_print(FILE *out, const char *text, unsigned width, bool pad) {
  const unsigned all = text_width(text), room = all <= width ? all : width < 2 ? 0 : width - 2;
  mbstate_t state = {0};
  unsigned shown = 0, columns;
  while (*text) {
    const size_t bytes = take_of_text(text, &state, &columns);
    if (shown + columns > room)
      break;
    fwrite(text, 1, bytes, out);
    text += bytes;
    shown += columns;
  }
  if (all > width)
    shown += (unsigned)fprintf(out, "%.*s", (int)width, "..");
  for (; pad && shown < width; shown++)
    fputc(' ', out);
}

void text_wrap(FILE *out, const char *text, unsigned column, unsigned indent, unsigned width) {
  bool begins = true;
  while (*text) {
    char *word = strndup(text, strcspn(text, " \n"));
    const unsigned columns = text_width(word);
    if (!begins && column + 1 + columns > width) {
      fprintf(out, "\n%*s", (int)indent, "");
      column = indent;
      begins = true;
    }
    column += columns + !begins;
    fprintf(out, "%s%s", begins ? "" : " ", word);
    begins = false;
    text += strlen(word);
    text += strspn(text, " \n");
    free(word);
  }
  fputc('\n', out);
}

char *text_duration(double seconds) {
  static const struct unit {
    const char *name;
    double seconds;
  } units[] = {{"years", 365.25 * 86400}, {"days", 86400}, {"hours", 3600}, {"minutes", 60}};
  for (unsigned i = 0; i < sizeof units / sizeof *units; i++)
    if (seconds >= 2 * units[i].seconds)
      return format_text(seconds < 1000 * units[i].seconds ? "%.0f %s" : "%.2g %s",
                         seconds / units[i].seconds, units[i].name);
  if (seconds < 0.1)
    return format_text("0.1 s"); // less is not worth a number
  return format_text(seconds < 10 ? "%.1f s" : "%.0f s", seconds);
}
