// driver/schedule.c - see schedule.h. The operation stands in its thread's column, so that the eye
// follows a thread downwards; place and source text share one column at the right.
#include "schedule.h"
#include "diagnose.h"
#include <stdlib.h>
#include <string.h>

enum {
  MOST_COLUMNS = 4,
  STEP_WIDTH = 6,   ///< "  12  "
  PLACE_WIDTH = 30, ///< at least
  GAP = 2,          ///< between columns
  FIRST_STEPS = 8,  ///< before the gap of a long schedule
};

struct table {
  FILE *out;
  struct names *names;
  const struct mc_finding *finding;
  uint32_t thread[MC_SESSION_MAX_THREADS]; ///< those that take part
  unsigned threads;
  bool columns;                 ///< one a thread; otherwise the thread's name is a column
  unsigned name_width;          ///< of that
  unsigned width[MOST_COLUMNS]; ///< of the operations
  const char *file;             ///< of all places where it is in the header; otherwise NULL
};

static const struct mc_step_record *step_at(const struct table *table, uint32_t step) {
  return &table->names->session->step[table->finding->first_step + step];
}

//===- Text ------------------------------------------------------------------------------------//

/// Characters, not bytes (UTF-8).
static unsigned width_of(const char *text) {
  unsigned width = 0;
  for (; *text; text++)
    width += ((unsigned char)*text & 0xc0) != 0x80;
  return width;
}

/// Prints what fits, and blanks up to `width` where something follows.
static void print_cell(FILE *out, const char *text, unsigned width, bool pad) {
  unsigned length = width_of(text), kept = length > width ? width - 2 : length;
  for (unsigned shown = 0; *text; text++) {
    if (((unsigned char)*text & 0xc0) != 0x80 && shown++ == kept)
      break;
    fputc(*text, out);
  }
  if (length > width)
    fputs("..", out);
  for (unsigned i = length; pad && i < width; i++)
    fputc(' ', out);
}

static void print_gap(FILE *out, unsigned width) { fprintf(out, "%*s", (int)width, ""); }

//===- Layout ----------------------------------------------------------------------------------//

static void find_threads(struct table *table) {
  bool seen[MC_SESSION_MAX_THREADS] = {false};
  for (uint32_t i = 0; i < table->finding->steps; i++)
    if (step_at(table, i)->thread < MC_SESSION_MAX_THREADS)
      seen[step_at(table, i)->thread] = true;
  for (uint32_t t = 0; t < MC_SESSION_MAX_THREADS; t++)
    if (seen[t])
      table->thread[table->threads++] = t;
}

static char *header_of(struct table *table, uint32_t thread) {
  return format_text("thread %s", names_thread(table->names, thread));
}

static unsigned larger(unsigned a, unsigned b) { return a > b ? a : b; }

/// The longest text of the thread, its header included.
static unsigned longest_of(struct table *table, uint32_t thread) {
  char *header = header_of(table, thread);
  unsigned longest = width_of(header);
  free(header);
  for (uint32_t i = 0; i < table->finding->steps; i++) {
    if (step_at(table, i)->thread != thread)
      continue;
    char *text = names_step(table->names, step_at(table, i), true);
    longest = larger(longest, width_of(text));
    free(text);
  }
  return longest;
}

static unsigned width_of_columns(const struct table *table) {
  unsigned sum = 0;
  for (unsigned i = 0; i < table->threads; i++)
    sum += table->width[i] + GAP;
  return sum;
}

/// Makes the widest columns narrower until all fit into `room`.
static void shrink_columns(struct table *table, unsigned room) {
  while (width_of_columns(table) > room) {
    unsigned widest = 0;
    for (unsigned i = 1; i < table->threads; i++)
      if (table->width[i] > table->width[widest])
        widest = i;
    table->width[widest]--;
  }
}

static void lay_out(struct table *table) {
  const unsigned room = REPORT_WIDTH - STEP_WIDTH - PLACE_WIDTH;
  table->columns = table->threads <= MOST_COLUMNS;
  unsigned longest = 0;
  for (unsigned i = 0; i < table->threads; i++) {
    unsigned width = longest_of(table, table->thread[i]);
    longest = larger(longest, width);
    if (table->columns)
      table->width[i] = width;
    else
      table->name_width =
          larger(table->name_width, width_of(names_thread(table->names, table->thread[i])));
  }
  if (table->columns) {
    shrink_columns(table, room);
    return;
  }
  table->name_width = larger(table->name_width, (unsigned)strlen("thread"));
  unsigned most = room - table->name_width - 2 * GAP;
  table->width[0] = longest < most ? longest : most;
}

/// The file of all places if it is one, otherwise NULL.
static const char *common_file(struct table *table) {
  const char *file = NULL;
  for (uint32_t i = 0; i < table->finding->steps; i++) {
    const struct place *place = names_step_place(table->names, step_at(table, i));
    if (file && place->line && strcmp(file, place->file))
      return NULL;
    if (place->line)
      file = place->file;
  }
  return file;
}

static unsigned room_for_place(const struct table *table) {
  unsigned used = STEP_WIDTH;
  for (unsigned i = 0; i < (table->columns ? table->threads : 1); i++)
    used += table->width[i] + GAP;
  return REPORT_WIDTH - used - (table->columns ? 0 : table->name_width + GAP);
}

static char *show_place(const struct table *table, const struct place *place) {
  if (table->file && place->line)
    return format_text("%4u  %s", place->line, place->source);
  char *position = names_position(place);
  char *text = format_text("%s%s%s", position, *place->source ? "  " : "", place->source);
  free(position);
  return text;
}

/// A file's name in each line is worth less than the text that it displaces.
static void shorten_places(struct table *table) {
  bool fits = true;
  for (uint32_t i = 0; i < table->finding->steps; i++) {
    char *text = show_place(table, names_step_place(table->names, step_at(table, i)));
    fits = fits && width_of(text) <= room_for_place(table);
    free(text);
  }
  if (!fits)
    table->file = common_file(table);
}

//===- Lines -----------------------------------------------------------------------------------//

static void print_header(struct table *table) {
  fprintf(table->out, "%4s  ", "step");
  if (!table->columns) {
    print_cell(table->out, "thread", table->name_width + GAP, true);
    print_cell(table->out, "operation", table->width[0] + GAP, true);
  }
  for (unsigned i = 0; table->columns && i < table->threads; i++) {
    char *text = header_of(table, table->thread[i]);
    print_cell(table->out, text, table->width[i], true);
    print_gap(table->out, GAP);
    free(text);
  }
  if (table->file)
    fprintf(table->out, "line of %s\n", last_part(table->file));
  else
    fputs("place\n", table->out);
}

void place_print(FILE *out, const struct place *place, unsigned width) {
  const struct table table = {.out = out};
  char *text = show_place(&table, place);
  print_cell(out, text, width, false);
  free(text);
}

static void print_step(struct table *table, uint32_t index) {
  const struct mc_step_record *step = step_at(table, index);
  char *text = names_step(table->names, step, true);
  char *place = show_place(table, names_step_place(table->names, step));
  fprintf(table->out, "%4u  ", index + 1);
  if (!table->columns) {
    print_cell(table->out, names_thread(table->names, step->thread), table->name_width, true);
    print_gap(table->out, GAP);
    print_cell(table->out, text, table->width[0], true);
    print_gap(table->out, GAP);
  }
  for (unsigned i = 0; table->columns && i < table->threads; i++) {
    print_cell(table->out, table->thread[i] == step->thread ? text : "", table->width[i], true);
    print_gap(table->out, GAP);
  }
  print_cell(table->out, place, room_for_place(table), false);
  fputc('\n', table->out);
  free(text);
  free(place);
}

void schedule_print(FILE *out, struct names *names, const struct mc_finding *finding, bool whole) {
  struct table table = {.out = out, .names = names, .finding = finding};
  if (!finding->steps)
    return;
  find_threads(&table);
  lay_out(&table);
  shorten_places(&table);
  fputc('\n', out);
  print_header(&table);
  bool gap = !whole && finding->steps > SCHEDULE_SHORT;
  uint32_t after = gap ? finding->steps - (SCHEDULE_SHORT - FIRST_STEPS) : 0;
  for (uint32_t i = 0; i < finding->steps; i++) {
    if (gap && i == FIRST_STEPS) {
      fprintf(out, " ...  %u steps are left out here\n", after - i);
      i = after;
    }
    print_step(&table, i);
  }
}
