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

struct column {
  uint32_t thread;
  const char *header; ///< "thread 0.2"
  unsigned width;     ///< of the operations
};

/// A line: a step, or several that are folded.
struct row {
  uint32_t first, end; ///< steps [first, end)
  enum fold { NOT_FOLDED, APART, LIBRARY } fold;
};

struct table {
  FILE *out;
  const struct finding_view *finding;
  struct row *row;
  uint32_t rows;
  struct column column[VIEW_MOST_THREADS]; ///< of those that take part
  unsigned threads;
  bool has_columns; ///< one a thread; otherwise the thread's name and the operation have one
  unsigned name_width, width;
  const char *file; ///< of all places where it is in the header; otherwise NULL
};

//===- Text ------------------------------------------------------------------------------------//

/// Characters, not bytes (UTF-8).
static unsigned width_of(const char *text) {
  unsigned width = 0;
  for (; *text; text++)
    width += ((unsigned char)*text & 0xc0) != 0x80;
  return width;
}

void cell_print(FILE *out, const char *text, unsigned width, bool pad) {
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

//===- Folding ---------------------------------------------------------------------------------//

static bool decides(const struct finding_view *finding, uint32_t index) {
  return view_has_critical(&finding->explained) && index == finding->explained.critical;
}

static enum fold fold_of(const struct finding_view *finding, uint32_t index) {
  if (decides(finding, index))
    return NOT_FOLDED;
  return finding->step[index].is_apart ? APART : finding->step[index].is_library ? LIBRARY : NOT_FOLDED;
}

static void add_row(struct table *table, uint32_t first, uint32_t end, enum fold fold) {
  table->row[table->rows++] = (struct row){first, end, fold};
}

/// One step is not worth folding.
static void add_rows(struct table *table, bool folds) {
  const struct finding_view *finding = table->finding;
  table->row = allocate(finding->steps * sizeof *table->row);
  for (uint32_t i = 0; i < finding->steps;) {
    const enum fold fold = folds ? fold_of(finding, i) : NOT_FOLDED;
    uint32_t end = i + 1;
    while (fold && end < finding->steps && fold_of(finding, end) == fold)
      end++;
    add_row(table, i, end, end - i > 1 ? fold : NOT_FOLDED);
    i = end;
  }
}

//===- Layout ----------------------------------------------------------------------------------//

static unsigned larger(unsigned a, unsigned b) { return a > b ? a : b; }

static void add_columns(struct table *table) {
  const struct view_step *first[VIEW_MOST_THREADS] = {NULL};
  unsigned longest[VIEW_MOST_THREADS] = {0};
  for (uint32_t i = 0; i < table->rows; i++) {
    const struct view_step *step = &table->finding->step[table->row[i].first];
    if (step->thread >= VIEW_MOST_THREADS || table->row[i].fold) // the first: of a record that is none
      continue;
    first[step->thread] = step;
    longest[step->thread] = larger(longest[step->thread], width_of(step->in_column));
  }
  for (uint32_t t = 0; t < VIEW_MOST_THREADS; t++) {
    if (!first[t])
      continue;
    const char *header = format_text("thread %s", first[t]->thread_name);
    table->column[table->threads++] =
        (struct column){t, header, larger(longest[t], width_of(header))};
  }
}

static unsigned width_of_columns(const struct table *table) {
  unsigned sum = 0;
  for (unsigned i = 0; i < table->threads; i++)
    sum += table->column[i].width + GAP;
  return sum;
}

/// Makes the widest columns narrower until all fit into `room`.
static void shrink_columns(struct table *table, unsigned room) {
  while (width_of_columns(table) > room) {
    struct column *widest = &table->column[0];
    for (unsigned i = 1; i < table->threads; i++)
      if (table->column[i].width > widest->width)
        widest = &table->column[i];
    widest->width--;
  }
}

static void lay_out(struct table *table) {
  const unsigned room = REPORT_WIDTH - STEP_WIDTH - PLACE_WIDTH;
  table->has_columns = table->threads <= MOST_COLUMNS;
  if (table->has_columns) {
    shrink_columns(table, room);
    return;
  }
  table->name_width = (unsigned)strlen("thread");
  for (unsigned i = 0; i < table->threads; i++)
    table->width = larger(table->width, table->column[i].width);
  for (uint32_t i = 0; i < table->finding->steps; i++)
    table->name_width = larger(table->name_width, width_of(table->finding->step[i].thread_name));
  const unsigned most = room - table->name_width - 2 * GAP;
  table->width = table->width < most ? table->width : most;
}

/// The file of all places if it is one, otherwise NULL.
static const char *common_file(const struct table *table) {
  const char *file = NULL;
  for (uint32_t i = 0; i < table->finding->steps; i++) {
    const struct place *place = table->finding->step[i].place;
    if (file && place->line && strcmp(file, place->file))
      return NULL;
    if (place->line)
      file = place->file;
  }
  return file;
}

static unsigned room_for_place(const struct table *table) {
  return REPORT_WIDTH - STEP_WIDTH -
         (table->has_columns ? width_of_columns(table)
                             : table->name_width + table->width + 2 * GAP);
}

static char *show_place(const struct table *table, const struct place *place) {
  if (table->file && place->line)
    return format_text("%4u  %s", place->line, place->source);
  char *position = place_position(place);
  char *text = format_text("%s%s%s", position, *place->source ? "  " : "", place->source);
  free(position);
  return text;
}

/// A file's name in each line is worth less than the text that it displaces.
static void shorten_places(struct table *table) {
  bool fits = true;
  for (uint32_t i = 0; i < table->finding->steps; i++) {
    char *text = show_place(table, table->finding->step[i].place);
    fits = fits && width_of(text) <= room_for_place(table);
    free(text);
  }
  if (!fits)
    table->file = common_file(table);
}

//===- Lines -----------------------------------------------------------------------------------//

static void print_header(const struct table *table) {
  fprintf(table->out, "%4s  ", "step");
  if (!table->has_columns) {
    cell_print(table->out, "thread", table->name_width + GAP, true);
    cell_print(table->out, "operation", table->width + GAP, true);
  }
  for (unsigned i = 0; table->has_columns && i < table->threads; i++) {
    cell_print(table->out, table->column[i].header, table->column[i].width, true);
    print_gap(table->out, GAP);
  }
  if (table->file)
    fprintf(table->out, "line of %s\n", last_part(table->file));
  else
    fputs("place\n", table->out);
}

void place_print(FILE *out, const struct place *place, unsigned width) {
  const struct table table = {.out = out};
  char *text = show_place(&table, place);
  cell_print(out, text, width, false);
  free(text);
}

static void print_fold(const struct table *table, const struct row *row) {
  const struct view_step *step = table->finding->step;
  const uint32_t steps = row->end - row->first;
  bool is_one = true;
  for (uint32_t i = row->first; i < row->end; i++)
    is_one &= step[i].thread == step[row->first].thread;
  if (row->fold == LIBRARY)
    fprintf(table->out, " ...  %u steps of what a library keeps for itself\n", steps);
  else if (is_one)
    fprintf(table->out, " ...  %u steps of thread %s have no part in this\n", steps,
            step[row->first].thread_name);
  else
    fprintf(table->out, " ...  %u steps of other threads have no part in this\n", steps);
}

static void print_step(const struct table *table, uint32_t index) {
  const struct view_step *step = &table->finding->step[index];
  char *place = show_place(table, step->place);
  fprintf(table->out, "%4u%c ", index + 1, decides(table->finding, index) ? '>' : ' ');
  if (!table->has_columns) {
    cell_print(table->out, step->thread_name, table->name_width, true);
    print_gap(table->out, GAP);
    cell_print(table->out, step->in_column, table->width, true);
    print_gap(table->out, GAP);
  }
  for (unsigned i = 0; table->has_columns && i < table->threads; i++) {
    const struct column *column = &table->column[i];
    cell_print(table->out, column->thread == step->thread ? step->in_column : "", column->width,
               true);
    print_gap(table->out, GAP);
  }
  cell_print(table->out, place, room_for_place(table), false);
  fputc('\n', table->out);
  free(place);
}

/// So many steps these lines stand for.
static uint32_t count_steps(const struct table *table, uint32_t first_row, uint32_t end_row) {
  uint32_t steps = 0;
  for (uint32_t i = first_row; i < end_row; i++)
    steps += table->row[i].end - table->row[i].first;
  return steps;
}

void schedule_print(FILE *out, const struct finding_view *finding, bool whole) {
  struct table table = {.out = out, .finding = finding};
  if (!finding->steps)
    return;
  add_rows(&table, !whole);
  add_columns(&table);
  lay_out(&table);
  shorten_places(&table);
  fputc('\n', out);
  print_header(&table);
  const bool gap = !whole && table.rows > SCHEDULE_SHORT;
  const uint32_t after = gap ? table.rows - (SCHEDULE_SHORT - FIRST_STEPS) : 0;
  for (uint32_t i = 0; i < table.rows; i++) {
    if (gap && i == FIRST_STEPS) {
      fprintf(out, " ...  %u steps are left out here\n", count_steps(&table, i, after));
      i = after;
    }
    if (table.row[i].fold)
      print_fold(&table, &table.row[i]);
    else
      print_step(&table, table.row[i].first);
  }
  free(table.row);
}
