// driver/schedule.c - see schedule.h. The operation stands in its thread's column, so that the eye
// follows a thread downwards; place and source text share one column at the right.
#include "schedule.h"
#include "diagnose.h"
#include "terminal.h"
#include "text.h"
#include <stdlib.h>
#include <string.h>

enum {
  STEP_WIDTH = 6,   ///< "  12  "
  LEAST_WIDTH = 14, ///< of a column whose text is cut
  IDLE_STEPS = 2,   ///< at most, of a thread that may share a column: it starts and ends
  GAP = 2,          ///< between columns
  FIRST_STEPS = 8,  ///< before the gap of a long schedule
};

struct column {
  uint32_t thread;
  const char *header;    ///< "thread 0.2"
  unsigned width, steps; ///< of the operations; how many there are
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
  unsigned room;                           ///< columns of the terminal
  struct column column[VIEW_MOST_THREADS]; ///< of those that take part
  unsigned threads;
  bool has_columns; ///< one a thread; otherwise the thread's name and the operation have one
  bool has_colour;  ///< each thread has its own
  bool is_shared;   ///< the last column is that of all other threads, with their names
  unsigned name_width, width;
  const char *file; ///< of all places where it is in the header; otherwise NULL
};

static void print_gap(FILE *out, unsigned width) { fprintf(out, "%*s", (int)width, ""); }

//===- Folding ---------------------------------------------------------------------------------//

static bool decides(const struct finding_view *finding, uint32_t index) {
  return index + 1 == finding->explained.critical;
}

static enum fold fold_of(const struct finding_view *finding, uint32_t index) {
  if (decides(finding, index))
    return NOT_FOLDED;
  return finding->step[index].is_apart     ? APART
         : finding->step[index].is_library ? LIBRARY
                                           : NOT_FOLDED;
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
  unsigned longest[VIEW_MOST_THREADS] = {0}, steps[VIEW_MOST_THREADS] = {0};
  for (uint32_t i = 0; i < table->rows; i++) {
    const struct view_step *step = &table->finding->step[table->row[i].first];
    if (step->thread >= VIEW_MOST_THREADS ||
        table->row[i].fold) // the first: of a record that is none
      continue;
    first[step->thread] = step;
    steps[step->thread]++;
    longest[step->thread] = larger(longest[step->thread], text_width(step->in_column));
  }
  for (uint32_t t = 0; t < VIEW_MOST_THREADS; t++) {
    if (!first[t])
      continue;
    const char *header = format_text("thread %s", first[t]->thread_name);
    table->column[table->threads++] =
        (struct column){t, header, larger(longest[t], text_width(header)), steps[t]};
  }
}

static unsigned width_of_columns(const struct table *table) {
  unsigned sum = 0;
  for (unsigned i = 0; i < table->threads; i++)
    sum += table->column[i].width + GAP;
  return sum;
}

/// With each text cut as far as it may be.
static bool can_fit(const struct table *table, unsigned room) {
  unsigned sum = 0;
  for (unsigned i = 0; i < table->threads; i++)
    sum += GAP + (table->column[i].width < LEAST_WIDTH ? table->column[i].width : LEAST_WIDTH);
  return sum <= room;
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

static bool is_idle(const struct table *table, const struct column *column) {
  const struct finding_view *finding = table->finding;
  const struct view_step *last = &finding->step[finding->steps - 1];
  return column->steps <= IDLE_STEPS && column->thread != last->thread;
}

static char *with_name(const struct view_step *step) {
  return format_text("%s: %s", step->thread_name, step->in_column);
}

/// Threads that do next to nothing give up their columns for one.
static void fold_idle_threads(struct table *table) {
  unsigned kept = 0, width = text_width("others");
  for (unsigned i = 0; i < table->threads; i++)
    if (!is_idle(table, &table->column[i]))
      table->column[kept++] = table->column[i];
  if (table->threads - kept < 2)
    return;
  for (uint32_t i = 0; i < table->finding->steps; i++) {
    const struct view_step *step = &table->finding->step[i];
    unsigned k = 0;
    while (k < kept && table->column[k].thread != step->thread)
      k++;
    char *text = k == kept ? with_name(step) : NULL;
    width = text ? larger(width, text_width(text)) : width;
    free(text);
  }
  table->column[kept] = (struct column){VIEW_MOST_THREADS, "others", width, 0};
  table->threads = kept + 1;
  table->is_shared = true;
}

/// All threads have one column, beside that of their names.
static void share_column(struct table *table, unsigned room) {
  table->name_width = (unsigned)strlen("thread");
  for (unsigned i = 0; i < table->threads; i++)
    table->width = larger(table->width, table->column[i].width);
  for (uint32_t i = 0; i < table->finding->steps; i++)
    table->name_width = larger(table->name_width, text_width(table->finding->step[i].thread_name));
  const unsigned taken = table->name_width + 2 * GAP;
  const unsigned most = larger(room, taken + LEAST_WIDTH) - taken;
  table->width = table->width < most ? table->width : most;
}

/// At least what places get.
static unsigned width_of_places(const struct table *table) { return table->room * 3 / 10; }

static void lay_out(struct table *table) {
  const struct table unfolded = *table;
  const unsigned room = table->room - STEP_WIDTH - width_of_places(table);
  if (!can_fit(table, room))
    fold_idle_threads(table);
  table->has_columns = can_fit(table, room);
  if (table->has_columns) {
    shrink_columns(table, room);
    return;
  }
  *table = unfolded;
  share_column(table, room);
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
  const unsigned taken =
      STEP_WIDTH +
      (table->has_columns ? width_of_columns(table) : table->name_width + table->width + 2 * GAP);
  return larger(table->room, taken) - taken;
}

static char *show_place(const struct table *table, const struct place *place) {
  if (table->file && place->line)
    return format_text("%4u  %s", place->line, place->source);
  struct place shown = *place;
  if (table->finding) // in a line of its table there is no room for both
    shown.inside = "";
  char *position = place_position(&shown);
  char *text = format_text("%s%s%s", position, *place->source ? "  " : "", place->source);
  free(position);
  return text;
}

/// A file's name in each line is worth less than the text that it displaces.
static void shorten_places(struct table *table) {
  bool fits = true;
  for (uint32_t i = 0; i < table->finding->steps; i++) {
    char *text = show_place(table, table->finding->step[i].place);
    fits = fits && text_width(text) <= room_for_place(table);
    free(text);
  }
  if (!fits)
    table->file = common_file(table);
}

//===- Lines -----------------------------------------------------------------------------------//

static const char *colour_of(uint32_t thread) {
  static const char *const colours[] = {"\033[36m", "\033[33m", "\033[35m", // cyan, yellow, magenta
                                        "\033[32m", "\033[34m", "\033[31m"}; // green, blue, red
  return colours[thread % (sizeof colours / sizeof *colours)];
}

const char *schedule_colour(const struct finding_view *finding, const char *thread_name) {
  for (uint32_t i = 0; i < finding->steps; i++)
    if (!strcmp(finding->step[i].thread_name, thread_name))
      return colour_of(finding->step[i].thread);
  return "";
}

/// Text of the thread, in its colour: blanks have none.
static void print_of_thread(const struct table *table, uint32_t thread, const char *text,
                            unsigned width) {
  const bool has_colour = table->has_colour && *text;
  fputs(has_colour ? colour_of(thread) : "", table->out);
  text_print(table->out, text, width, true);
  fputs(has_colour ? COLOUR_END : "", table->out);
}

static void print_header(const struct table *table) {
  fprintf(table->out, "%4s  ", "step");
  if (!table->has_columns) {
    text_print(table->out, "thread", table->name_width + GAP, true);
    text_print(table->out, "operation", table->width + GAP, true);
  }
  for (unsigned i = 0; table->has_columns && i < table->threads; i++) {
    print_of_thread(table, table->column[i].thread, table->column[i].header,
                    table->column[i].width);
    print_gap(table->out, GAP);
  }
  char *place =
      table->file ? format_text("line of %s", last_part(table->file)) : format_text("place");
  text_print(table->out, place, room_for_place(table), false);
  fputc('\n', table->out);
  free(place);
}

void place_print(FILE *out, const struct place *place, unsigned width) {
  const struct table table = {.out = out};
  char *text = show_place(&table, place);
  text_print(out, text, width, false);
  free(text);
}

static void print_columns(const struct table *table, const struct view_step *step) {
  bool is_shown = false;
  for (unsigned i = 0; i < table->threads; i++) {
    const struct column *column = &table->column[i];
    const bool is_its = column->thread == step->thread;
    const bool is_shared = table->is_shared && i + 1 == table->threads && !is_shown;
    char *text = is_shared ? with_name(step) : NULL;
    print_of_thread(table, step->thread,
                    text     ? text
                    : is_its ? step->in_column
                             : "",
                    column->width);
    print_gap(table->out, GAP);
    is_shown |= is_its;
    free(text);
  }
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
  const bool is_decisive = decides(table->finding, index);
  fprintf(table->out, is_decisive && table->has_colour ? "\033[1m%4u%c" COLOUR_END " " : "%4u%c ",
          index + 1, is_decisive ? '>' : ' ');
  if (!table->has_columns) {
    print_of_thread(table, step->thread, step->thread_name, table->name_width);
    print_gap(table->out, GAP);
    print_of_thread(table, step->thread, step->in_column, table->width);
    print_gap(table->out, GAP);
  }
  if (table->has_columns)
    print_columns(table, step);
  text_print(table->out, place, room_for_place(table), false);
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

void schedule_print(FILE *out, const struct finding_view *finding, bool whole, bool has_colour) {
  struct table table = {
      .out = out, .finding = finding, .room = terminal_width(out), .has_colour = has_colour};
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
