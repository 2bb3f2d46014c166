// driver/formats.c - see formats.h. A format is laid out in memory, and only then is its file
// opened.
#include "formats.h"
#include "diagnose.h"
#include "options.h"
#include "output_file.h"
#include "own_file.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
#define MC_FORMAT(name, ...) FORMAT_##name,
#include "formats.def"
#undef MC_FORMAT
  FORMATS
};

struct format {
  const char *name;
  const char *path; ///< of a file or folder; NULL: it is not asked for
  bool (*write)(FILE *out, const struct result_view *view);
  const char *ending;
  bool (*is_ours)(const struct file_text *old, const struct file_text *new);
};

/// Both have the line of `new` with the mark.
static bool have_same_line(const struct file_text *old, const struct file_text *new,
                           const char *mark) {
  const char *line = memmem(new->bytes, new->size, mark, strlen(mark));
  const char *end = line ? memchr(line, '\n', (size_t)(new->bytes + new->size - line)) : NULL;
  return end && memmem(old->bytes, old->size, line, (size_t)(end - line) + 1);
}

#define MC_FORMAT(name, ending, mark)                                                              \
  static bool name##_is_ours(const struct file_text *old, const struct file_text *new) {           \
    return have_same_line(old, new, mark);                                                         \
  }
#include "formats.def"
#undef MC_FORMAT

static void list(const struct options *o, struct format format[FORMATS]) {
#define MC_FORMAT(name, ending, mark)                                                              \
  format[FORMAT_##name] = (struct format){#name, o->name, name##_write, ending, name##_is_ours};
#include "formats.def"
#undef MC_FORMAT
}

static bool is_stdout(const char *path) { return path && !strcmp(path, "-"); }

static bool is_folder(const char *path) {
  struct stat info;
  return !stat(path, &info) && S_ISDIR(info.st_mode);
}

static bool can_be_written(const char *path) {
  return is_folder(path) ? !access(path, W_OK | X_OK) : output_can_be_written(path);
}

void formats_check(const struct options *options) {
  struct format format[FORMATS];
  list(options, format);
  for (unsigned i = 0; i < FORMATS; i++) {
    const struct format *f = &format[i];
    for (unsigned k = 0; f->path && k < i; k++)
      if (format[k].path && !strcmp(f->path, format[k].path) && !is_folder(f->path))
        usage_error("--%s=%s: --%s is written there", f->name, f->path, format[k].name);
    if (f->path && !is_stdout(f->path) && !can_be_written(f->path))
      usage_error("--%s=%s: %s", f->name, f->path, output_file_error());
  }
}

bool formats_are_given(const struct options *options) {
  struct format format[FORMATS];
  list(options, format);
  for (unsigned i = 0; i < FORMATS; i++)
    if (format[i].path)
      return true;
  return false;
}

bool formats_take_stdout(const struct options *options) {
  struct format format[FORMATS];
  list(options, format);
  for (unsigned i = 0; i < FORMATS; i++)
    if (is_stdout(format[i].path))
      return true;
  return false;
}

//===- Writing --------------------------------------------------------------------------------===//

/// For a pipe's reader: --timeout is kept.
static double seconds_to_wait(const struct options *options, const struct result_view *view) {
  const double left = options->timeout + 1 - view->seconds;
  return !options->given.timeout ? INFINITY : left > 0.5 ? left : 0.5;
}

static bool write_bytes(FILE *out, const struct file_text *text) {
  const bool good = fwrite(text->bytes, 1, text->size, out) == text->size && !fflush(out);
  const int error = errno;
  if (out != stdout)
    fclose(out);
  errno = error;
  return good;
}

static bool write_in_folder(const struct format *format, const struct result_view *view,
                            const struct file_text *text) {
  char *stem = own_file_stem(format->path, view->argv[0]);
  const struct own_file file = {stem, format->ending, false, format->is_ours};
  char *path = own_file_write(&file, text);
  if (path)
    say_error("--%s=%s: written to %s", format->name, format->path, path);
  const bool good = path;
  free(path);
  free(stem);
  return good;
}

static bool write_file(const struct format *format, double seconds, const struct file_text *text) {
  FILE *out = is_stdout(format->path) ? stdout : output_stream(format->path, seconds);
  if (out && write_bytes(out, text))
    return true;
  const char *error = output_file_error();
  const bool is_left = out == stdout || !output_file_remove(format->path);
  say_error("--%s=%s: %s%s", format->name, format->path, error,
            is_left ? "; the result in it is not whole" : "; nothing is written there");
  return false;
}

static struct file_text lay_out(const struct format *format, const struct result_view *view) {
  struct file_text text = {0};
  FILE *out = open_memstream(&text.bytes, &text.size);
  if (!out || !format->write(out, view) || fclose(out))
    internal_fault("out of memory");
  return text;
}

bool formats_write(const struct options *options, const struct result_view *view) {
  struct format format[FORMATS];
  bool good = true;
  list(options, format);
  for (unsigned i = 0; i < FORMATS; i++) {
    if (!format[i].path)
      continue;
    struct file_text text = lay_out(&format[i], view);
    good &= is_folder(format[i].path)
                ? write_in_folder(&format[i], view, &text)
                : write_file(&format[i], seconds_to_wait(options, view), &text);
    free(text.bytes);
  }
  return good;
}
