// driver/html.c - the result as a page (--html): one file that needs no other. It has the files of
// page/, and the result as --json has it, but that steps that are the same are there once.
#include "html.h"
#include "diagnose.h"
#include "formats.h"
#include "json_values.h"
#include <stdlib.h>
#include <string.h>

//===- Steps ----------------------------------------------------------------------------------===//

struct steps {
  json_t *list;
  json_t *index; ///< {text of a step: its index there}
};

/// The step's index in the list, where it is entered.
static json_t *enter(struct steps *steps, json_t *step) {
  json_object_del(step, "step"); // its place in the schedule
  char *text = json_dumps(step, JSON_COMPACT);
  if (!text)
    internal_fault("out of memory");
  json_t *index = json_object_get(steps->index, text);
  if (!index) {
    index = json_integer((json_int_t)json_array_size(steps->list));
    json_array_append(steps->list, step);
    json_object_set_new(steps->index, text, index);
  }
  free(text);
  return index;
}

/// Puts their indices in place of the steps.
static void pack(struct steps *steps, json_t *schedule) {
  size_t i;
  json_t *step;
  json_array_foreach(schedule, i, step)
    json_array_set(schedule, i, enter(steps, step));
}

/// The steps that differ [own: json_decref]; the result has indices.
static json_t *take_steps(const json_t *result) {
  struct steps steps = {json_array(), json_object()};
  size_t i;
  json_t *finding;
  json_array_foreach(json_object_get(result, "findings"), i, finding) {
    pack(&steps, json_object_get(finding, "schedule"));
    pack(&steps, json_object_get(json_object_get(finding, "explained"), "succeeds"));
  }
  json_decref(steps.index);
  return steps.list;
}

//===- The page -------------------------------------------------------------------------------===//

static json_t *make_data(const struct result_view *view) {
  json_t *data = json_object(), *sources = json_object(), *result = json_of_result(view);
  json_t *steps = take_steps(result);
  html_add_sources(sources, steps, view->folder);
  html_add_sources(sources, result, view->folder);
  json_object_set_new(data, "result", result);
  json_object_set_new(data, "steps", steps);
  json_object_set_new(data, "sources", sources);
  return data;
}

/// No text in it can end the element that it is in.
static int write_escaped(const char *bytes, size_t size, void *out) {
  for (; size; size--, bytes++)
    if (*bytes == '<' ? fputs("\\u003c", out) == EOF : fputc(*bytes, out) == EOF)
      return -1;
  return 0;
}

/// `value` [own].
static bool write_json(FILE *out, json_t *value) {
  const size_t flags =
      JSON_COMPACT | JSON_ENSURE_ASCII | JSON_ENCODE_ANY | JSON_REAL_PRECISION(VIEW_DIGITS);
  const bool good = !json_dump_callback(value, write_escaped, out, flags);
  json_decref(value);
  return good;
}

/// The page up to the mark; what comes behind it.
static const char *write_until(FILE *out, const char *page, const char *mark) {
  const char *at = strstr(page, mark);
  fwrite(page, 1, (size_t)(at - page), out);
  return at + strlen(mark);
}

bool html_write(FILE *out, const struct result_view *view) {
  const char *rest = write_until(out, mc_page_html, "{{style}}");
  fputs(mc_page_style, out);
  rest = write_until(out, rest, "{{command}}"); // in a line of its own: formats.def
  bool good = write_json(out, json_of_text(view->command));
  rest = write_until(out, rest, "{{data}}");
  good &= write_json(out, make_data(view));
  rest = write_until(out, rest, "{{script}}");
  fputs(mc_page_script, out);
  return fputs(rest, out) != EOF && good && !ferror(out);
}
