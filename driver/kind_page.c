// driver/kind_page.c - see kind_page.h.
#include "kind_page.h"
#include "diagnose.h"
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define MC_FINDING(kind, name, headline) extern const char mc_page_of_##kind[];
#include "runtime/findings.def"
#undef MC_FINDING

static const struct {
  const char *kind, *page;
} pages[] = {
#define MC_FINDING(kind, name, headline) {name, mc_page_of_##kind},
#include "runtime/findings.def"
#undef MC_FINDING
};

const char *kind_page(const char *kind) {
  for (unsigned i = 0; i < sizeof pages / sizeof *pages; i++)
    if (!strcmp(kind, pages[i].kind))
      return pages[i].page;
  return NULL;
}

char *kind_page_title(const char *page) {
  const char *title = page + strlen("# ");
  return format_text("%.*s", (int)strcspn(title, "\n"), title);
}

//===- What people do about it ----------------------------------------------------------------===//

/// The line is the next of an item that goes on.
static bool goes_on(const char *line) { return !strncmp(line, "  ", 2); }

char *kind_page_remedy(const char *page, unsigned number) {
  const char *line = strstr(page, "\n- ");
  while (line && number--)
    line = strstr(line + 1, "\n- ");
  if (!line)
    return NULL;
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  if (!out)
    internal_fault("out of memory");
  const char *before = "";
  for (line += strlen("\n- "); *line; line += strspn(line, " ")) {
    const size_t length = strcspn(line, "\n");
    fputs(before, out);
    for (size_t i = 0; i < length; i++)
      if (line[i] != '`')
        fputc(line[i], out);
    before = " ";
    line += length + (line[length] == '\n');
    if (!goes_on(line))
      break;
  }
  fclose(out);
  return text;
}

//===- Help -----------------------------------------------------------------------------------===//

static bool begins(const char *line, const char *with) {
  return !strncmp(line, with, strlen(with));
}

static void print_line(FILE *out, const char *line, size_t length, bool has_marks) {
  for (size_t i = 0; i < length; i++)
    if (has_marks || line[i] != '`')
      fputc(line[i], out);
}

static void print_heading(FILE *out, const char *line, size_t length, bool has_marks) {
  const size_t mark = has_marks ? 0 : strlen("## ");
  print_line(out, line + mark, length - mark, has_marks);
  if (!has_marks)
    fputc(':', out);
}

char *kind_page_help(const char *page, bool has_marks) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  if (!out)
    internal_fault("out of memory");
  const char *before = ""; // the line, if it is printed
  bool is_example = false;
  for (const char *line = page + strcspn(page, "\n"); *line; line += strcspn(line, "\n")) {
    line += *line == '\n';
    const size_t length = strcspn(line, "\n"), indent = strspn(line, " ");
    if (begins(line, "## What to look at"))
      break;
    is_example = begins(line, "Example: ") || (is_example && !begins(line, "## "));
    if (is_example)
      continue;
    if (!length) {
      before = *before ? "\n\n" : "";
      continue;
    }
    fputs(*line == '-' && *before == ' ' ? "\n" : before, out);
    if (begins(line, "## "))
      print_heading(out, line, length, has_marks);
    else
      print_line(out, line + indent, length - indent, has_marks);
    before = " ";
  }
  fclose(out);
  return text;
}
