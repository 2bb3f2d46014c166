// driver/formats.c - see formats.h. A format is laid out in memory, and only then is its file
// opened.
#include "formats.h"
#include "diagnose.h"
#include "options.h"
#include "output_file.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
#define MC_FORMAT(name) FORMAT_##name,
#include "formats.def"
#undef MC_FORMAT
  FORMATS
};

struct format {
  const char *name;
  const char *path; ///< or NULL: it is not asked for
  bool (*write)(FILE *out, const struct result_view *view);
};

static void list(const struct options *o, struct format format[FORMATS]) {
#define MC_FORMAT(name) format[FORMAT_##name] = (struct format){#name, o->name, name##_write};
#include "formats.def"
#undef MC_FORMAT
}

static bool is_stdout(const char *path) { return path && !strcmp(path, "-"); }

void formats_check(const struct options *options) {
  struct format format[FORMATS];
  list(options, format);
  for (unsigned i = 0; i < FORMATS; i++) {
    const struct format *f = &format[i];
    for (unsigned k = 0; f->path && k < i; k++)
      if (format[k].path && !strcmp(f->path, format[k].path))
        usage_error("--%s=%s: --%s is written there", f->name, f->path, format[k].name);
    if (f->path && !is_stdout(f->path) && !output_can_be_written(f->path))
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

static bool write_bytes(FILE *out, const char *bytes, size_t size) {
  const bool good = fwrite(bytes, 1, size, out) == size && !fflush(out);
  const int error = errno;
  if (out != stdout)
    fclose(out);
  errno = error;
  return good;
}

static bool write_format(const struct format *format, double seconds, const char *bytes,
                         size_t size) {
  FILE *out = is_stdout(format->path) ? stdout : output_stream(format->path, seconds);
  if (out && write_bytes(out, bytes, size))
    return true;
  const char *error = output_file_error();
  const bool is_left = out == stdout || !output_file_remove(format->path);
  say_error("--%s=%s: %s%s", format->name, format->path, error,
            is_left ? "; the result in it is not whole" : "; nothing is written there");
  return false;
}

bool formats_write(const struct options *options, const struct result_view *view) {
  struct format format[FORMATS];
  bool good = true;
  list(options, format);
  for (unsigned i = 0; i < FORMATS; i++) {
    char *bytes = NULL;
    size_t size = 0;
    if (!format[i].path)
      continue;
    FILE *laid_out = open_memstream(&bytes, &size);
    if (!laid_out || !format[i].write(laid_out, view) || fclose(laid_out))
      internal_fault("out of memory");
    good &= write_format(&format[i], seconds_to_wait(options, view), bytes, size);
    free(bytes);
  }
  return good;
}
