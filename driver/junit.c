// driver/junit.c - the result as JUnit XML (--junit): a test suite for the program, and in it a
// test case for each finding; or one that has passed, or that was skipped as not every schedule is
// known.
//
// XML is written as it is: of its rules only those of a text matter here, which a library of some
// megabytes (libxml2) would keep no better than the function below.
#include "diagnose.h"
#include "formats.h"
#include "options.h"
#include "quote.h"
#include "report.h"
#include <stdlib.h>
#include <string.h>

/// The character that the text begins with, and its bytes of UTF-8; 0 bytes: it begins with none.
static uint32_t character_of(const char *text, size_t size, size_t *bytes) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const unsigned char first = (unsigned char)*text;
  const size_t length = first < 0x80   ? 1
                        : first < 0xc0 ? 0
                        : first < 0xe0 ? 2
                        : first < 0xf0 ? 3
                                       : 4;
  uint32_t character = length > 1 ? first & (0x7f >> length) : first;
  *bytes = 0;
  if (length > size)
    return 0;
  for (size_t i = 1; i < length; i++) {
    if (((unsigned char)text[i] & 0xc0) != 0x80)
      return 0;
    character = character << 6 | ((unsigned char)text[i] & 0x3f);
  }
  if (character >= least[length])
    *bytes = length;
  return character;
}

/// XML 1.0 has no place for others, not even escaped (production 2).
static bool is_of_xml(uint32_t c) {
  return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c < 0xd800) ||
         (c >= 0xe000 && c < 0xfffe) || (c >= 0x10000 && c < 0x110000);
}

/// In an attribute blanks other than a space would become one.
static bool is_escaped(uint32_t c, bool in_attribute) {
  return c == '<' || c == '>' || c == '&' || c == '"' || c == '\r' ||
         (in_attribute && (c == '\t' || c == '\n'));
}

/// As the content of an element, or in double quotes.
static void write_bytes(FILE *out, const char *text, size_t size, bool in_attribute) {
  while (size) {
    size_t bytes;
    const uint32_t character = character_of(text, size, &bytes);
    if (!bytes || !is_of_xml(character))
      fputc('?', out);
    else if (is_escaped(character, in_attribute))
      fprintf(out, "&#%u;", (unsigned)character);
    else
      fwrite(text, 1, bytes, out);
    text += bytes ? bytes : 1;
    size -= bytes ? bytes : 1;
  }
}

static void write_text(FILE *out, const char *text) { write_bytes(out, text, strlen(text), false); }

/// With the space before it.
static void write_attribute(FILE *out, const char *name, const char *text) {
  fprintf(out, " %s=\"", name);
  write_bytes(out, text, strlen(text), true);
  fputc('"', out);
}

//===- Test cases -----------------------------------------------------------------------------===//

static void begin_case(FILE *out, const struct result_view *view, const char *name,
                       double seconds) {
  fputs("    <testcase", out);
  write_attribute(out, "classname", last_part(view->argv[0]));
  write_attribute(out, "name", name);
  fprintf(out, " time=\"%.6f\"", seconds);
}

/// The report of one finding, uncut.
static void write_report(FILE *out, const struct result_view *view,
                         const struct finding_view *finding) {
  char *text = NULL;
  size_t size = 0;
  FILE *report = open_memstream(&text, &size);
  if (!report)
    internal_fault("out of memory");
  report_finding(report, view, finding, true);
  fclose(report);
  write_bytes(out, text, size, false);
  free(text);
}

static void write_output(FILE *out, struct view_output before, struct view_output output) {
  if (!(before.size + output.size))
    return;
  fputs("      <system-out>", out);
  write_bytes(out, before.bytes, before.size, false);
  write_bytes(out, output.bytes, output.size, false);
  fputs("</system-out>\n", out);
}

/// "deadlock", "deadlock 2": the same in each run [own: free].
static char *name_of(const struct result_view *view, unsigned index) {
  const char *kind = view->finding[index].kind;
  unsigned number = 1;
  for (unsigned i = 0; i < index; i++)
    number += !strcmp(view->finding[i].kind, kind);
  return number == 1 ? format_text("%s", kind) : format_text("%s %u", kind, number);
}

/// The time of the search is that of its first case.
static void write_finding(FILE *out, const struct result_view *view, unsigned index) {
  const struct finding_view *finding = &view->finding[index];
  const struct view_output nothing = {"", 0};
  char *name = name_of(view, index);
  begin_case(out, view, name, index ? 0 : view->seconds);
  if (finding->at) {
    write_attribute(out, "file", finding->at->path);
    fprintf(out, " line=\"%u\"", finding->at->line);
  }
  fputs(">\n      <failure", out);
  write_attribute(out, "type", finding->kind);
  write_attribute(out, "message", finding->title);
  fputc('>', out);
  write_report(out, view, finding);
  fputs("</failure>\n", out);
  write_output(out, finding->has_trunk_output ? view->trunk_output : nothing, finding->output);
  fputs("    </testcase>\n", out);
  free(name);
}

/// Nothing was found.
static void write_only_case(FILE *out, const struct result_view *view) {
  const struct view_output nothing = {"", 0};
  begin_case(out, view, "schedules", view->seconds);
  fputs(">\n", out);
  if (view->verdict != VERDICT_OK) {
    const bool is_skipped = view->verdict == VERDICT_INCOMPLETE;
    fprintf(out, "      <%s", is_skipped ? "skipped" : "error");
    write_attribute(out, "type", verdict_name(view->verdict));
    write_attribute(out, "message", view->headline);
    fputc('>', out);
    write_text(out, view->coverage);
    fprintf(out, "</%s>\n", is_skipped ? "skipped" : "error");
  }
  write_output(out, nothing, view->output);
  fputs("    </testcase>\n", out);
}

//===- All of it ------------------------------------------------------------------------------===//

static void write_counts(FILE *out, const struct result_view *view) {
  fprintf(out, " tests=\"%u\" failures=\"%u\" errors=\"%d\" skipped=\"%d\" time=\"%.6f\"",
          view->findings ? view->findings : 1, view->findings,
          view->verdict == VERDICT_NONDETERMINISTIC, view->verdict == VERDICT_INCOMPLETE,
          view->seconds);
}

static void write_property(FILE *out, const char *name, const char *value) {
  fputs("      <property", out);
  write_attribute(out, "name", name);
  write_attribute(out, "value", value);
  fputs("/>\n", out);
}

bool junit_write(FILE *out, const struct result_view *view) {
  char *command = quote_words(view->argv);
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"mcmini\"", out);
  write_counts(out, view);
  fputs(">\n  <testsuite", out);
  write_attribute(out, "name", command);
  write_counts(out, view);
  fputs(">\n    <properties>\n", out);
  write_property(out, "command", view->command);
  write_property(out, "verdict", verdict_name(view->verdict));
  write_property(out, "algorithm", view->algorithm);
  write_property(out, "coverage", view->coverage);
  fputs("    </properties>\n", out);
  for (unsigned i = 0; i < view->findings; i++)
    write_finding(out, view, i);
  if (!view->findings)
    write_only_case(out, view);
  fputs("  </testsuite>\n</testsuites>\n", out);
  free(command);
  return !ferror(out);
}
