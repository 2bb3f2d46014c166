// driver/html_sources.c - the text of source files, for the page. A file is taken only if its lines
// are those that the result has: it may have been changed since, and a stored result may name any
// file.
#include "diagnose.h"
#include "html.h"
#include "json_values.h"
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
  MOST_BYTES = 16 << 20,
  MOST_LINES = 1000, ///< of a longer file there is only what lies near the places
  NEAR = 40,         ///< lines before and behind
};

/// {path: {number of a line: its text, or null}}
static void collect(json_t *files, const json_t *value) {
  const json_t *path = json_object_get(value, "path"), *line = json_object_get(value, "line");
  const char *key;
  size_t index;
  json_t *member;
  if (json_is_string(path) && json_is_integer(line)) {
    char number[32];
    json_t *lines = json_object_get(files, json_string_value(path));
    if (!lines)
      json_object_set_new(files, json_string_value(path), lines = json_object());
    snprintf(number, sizeof number, "%lld", (long long)json_integer_value(line));
    json_object_set(lines, number, json_object_get(value, "source"));
  }
  json_object_foreach((json_t *)value, key, member)
    collect(files, member);
  json_array_foreach(value, index, member)
    collect(files, member);
}

/// [own: free]; NULL: not to be read.
static char *read_text(const char *folder, const char *path) {
  char *name = *path == '/' ? format_text("%s", path) : format_text("%s/%s", folder, path);
  const int file = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat status;
  char *text = NULL;
  if (file >= 0 && !fstat(file, &status) && S_ISREG(status.st_mode) &&
      status.st_size < MOST_BYTES) {
    text = allocate((size_t)status.st_size + 1);
    const ssize_t length = read(file, text, (size_t)status.st_size);
    text[length > 0 ? length : 0] = '\0';
  }
  if (file >= 0)
    close(file);
  free(name);
  return text;
}

static json_t *cut_lines(char *text) {
  json_t *lines = json_array();
  for (char *line; (line = strsep(&text, "\n"));) {
    line[strcspn(line, "\r")] = '\0';
    if (text || *line)
      json_array_append_new(lines, json_of_text(line));
  }
  return lines;
}

static bool is_line(const json_t *line, const char *source) {
  const char *text = json_string_value(line);
  return text && !strcmp(text + strspn(text, " \t"), source);
}

/// Each line that the places have the text of is there, and at least one.
static bool is_the_file(const json_t *lines, json_t *places) {
  const char *number;
  json_t *source;
  bool is_known = false;
  json_object_foreach(places, number, source) {
    if (!json_is_string(source))
      continue;
    if (!is_line(json_array_get(lines, strtoul(number, NULL, 10) - 1), json_string_value(source)))
      return false;
    is_known = true;
  }
  return is_known;
}

/// Which lines are shown [own: free].
static bool *choose(json_t *places, size_t count) {
  bool *is_shown = allocate(count + 1);
  const char *number;
  json_t *source;
  memset(is_shown, count <= MOST_LINES, count + 1);
  json_object_foreach(places, number, source) {
    const size_t line = strtoul(number, NULL, 10) - 1;
    for (size_t i = line < NEAR ? 0 : line - NEAR; i < count && i <= line + NEAR; i++)
      is_shown[i] = true;
  }
  return is_shown;
}

static json_t *make_pieces(const json_t *lines, json_t *places) {
  bool *is_shown = choose(places, json_array_size(lines));
  json_t *pieces = json_array(), *line, *piece = NULL;
  size_t i;
  json_array_foreach(lines, i, line) {
    if (!is_shown[i])
      continue;
    if (!i || !is_shown[i - 1]) {
      piece = json_pack("{s:I,s:[]}", "first", (json_int_t)i + 1, "lines");
      json_array_append_new(pieces, piece);
    }
    json_array_append(json_object_get(piece, "lines"), line);
  }
  free(is_shown);
  return pieces;
}

void html_add_sources(json_t *sources, const json_t *value, const char *folder) {
  json_t *files = json_object(), *places;
  const char *path;
  collect(files, value);
  json_object_foreach(files, path, places) {
    char *text = read_text(folder, path);
    json_t *lines = text ? cut_lines(text) : NULL;
    if (lines && is_the_file(lines, places))
      json_object_set_new(sources, path, make_pieces(lines, places));
    json_decref(lines);
    free(text);
  }
  json_decref(files);
}
