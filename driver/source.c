// driver/source.c - see source.h. Files are read once and kept.
#include "source.h"
#include "diagnose.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct source {
  char *file, *path; ///< by what name it was opened
  char **line; ///< cut out of one buffer
  unsigned lines;
  struct source *next;
};

static FILE *open_source(struct source *source, const char *const *folders) {
  source->path = source->file;
  FILE *stream = fopen(source->file, "re");
  for (; !stream && *source->file != '/' && *folders; folders++) {
    char *path = format_text("%s/%s", *folders, source->file);
    stream = fopen(path, "re");
    if (stream)
      source->path = path;
    else
      free(path);
  }
  return stream;
}

static void cut_lines(struct source *source, char *text) {
  unsigned capacity = 0;
  for (char *line; (line = strsep(&text, "\n"));) {
    if (source->lines == capacity) {
      capacity = capacity ? 2 * capacity : 256;
      source->line = reallocarray(source->line, capacity, sizeof *source->line);
      if (!source->line)
        internal_fault("out of memory");
    }
    line[strcspn(line, "\r")] = '\0';
    source->line[source->lines++] = line + strspn(line, " \t");
  }
}

static struct source *read_source(const char *file, const char *const *folders) {
  struct source *source = allocate(sizeof *source);
  source->file = format_text("%s", file);
  FILE *stream = open_source(source, folders);
  char *text = NULL;
  size_t size = 0;
  if (stream && getdelim(&text, &size, '\0', stream) > 0)
    cut_lines(source, text);
  if (stream)
    fclose(stream);
  return source;
}

static const struct source *find(const char *file, const char *const *folders) {
  static struct source *sources;
  struct source *source = sources;
  while (source && strcmp(source->file, file))
    source = source->next;
  if (!source) {
    source = read_source(file, folders);
    source->next = sources;
    sources = source;
  }
  return source;
}

const char *source_path(const char *file, const char *const *folders) {
  return find(file, folders)->path;
}

const char *source_line(const char *file, unsigned line, const char *const *folders) {
  const struct source *source = find(file, folders);
  return line >= 1 && line <= source->lines ? source->line[line - 1] : "";
}
