// driver/names.c - see names.h.
#include "names.h"
#include "diagnose.h"
#include "launch.h"
#include "source.h"
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void names_init(struct names *names, const struct mc_session *session, struct symbols *symbols,
                const char *program) {
  *names = (struct names){session,
                          symbols,
                          program,
                          allocate(MC_SESSION_MAX_OBJECTS * sizeof(char *)),
                          allocate(MC_SESSION_MAX_OBJECTS * sizeof(char *)),
                          allocate(MC_SESSION_MAX_OBJECTS * sizeof(uint8_t)),
                          allocate(MC_SESSION_MAX_SITES * sizeof(struct place *)),
                          NULL,
                          0};
}

static const char *text_of(const struct names *names, mc_string string) {
  return session_text(names->session, string);
}

//===- Threads --------------------------------------------------------------------------------===//

const char *names_thread(const struct names *names, uint32_t thread) {
  if (thread >= names->session->thread_count)
    return thread == 0 ? "0" : "?";
  return text_of(names, names->session->thread[thread].name);
}

const char *names_thread_long(struct names *names, uint32_t thread) {
  const char *name = names_thread(names, thread);
  if (thread == 0 || thread >= names->session->thread_count)
    return name;
  struct code_place code =
      symbols_code(names->symbols, names->session->thread[thread].start, false);
  return code.function ? format_text("%s (%s)", name, code.function) : name;
}

//===- Places ---------------------------------------------------------------------------------===//

/// Of a place with a line.
static void find_source(struct names *names, struct place *place) {
  const char *file = place->file;
  const char *slash = strrchr(names->program, '/');
  char *folder = slash ? strndup(names->program, (size_t)(slash - names->program)) : strdup(".");
  const char *compiled = *file == '/' ? NULL : symbols_directory(names->symbols, file);
  const char *folders[] = {folder, compiled, NULL};
  place->source = source_line(file, place->line, folders);
  place->path = source_path(file, folders);
  free(folder);
}

static const char *or_empty(const char *text) { return text ? text : ""; }

/// Code without a line: "lock_all in libx.so", "libx.so+0x1234", or "".
static char *describe_code(const struct code_place *code) {
  if (!code->module)
    return format_text("%s", "");
  const char *module = last_part(code->module);
  return code->function ? format_text("%s in %s", code->function, module)
                        : format_text("%s+0x%" PRIx64, module, code->offset);
}

struct place *names_code(struct names *names, const struct code_place *code) {
  struct place *place = allocate(sizeof *place);
  *place = (struct place){.file = or_empty(code->file),
                          .function =
                              code->file && code->function ? code->function : describe_code(code),
                          .expression = "",
                          .line = code->line,
                          .source = "",
                          .path = ""};
  if (place->line)
    find_source(names, place);
  return place;
}

/// Where the thread's own end or the program's is called from tells nothing.
static bool is_libc(const char *module) { return !strncmp(last_part(module), "libc.so", 7); }

static struct place *make_place(struct names *names, const struct mc_place *recorded) {
  struct place *place = allocate(sizeof *place);
  if (!recorded->file && recorded->code) {
    struct code_place code = symbols_code(names->symbols, recorded->code, true);
    if (!code.module || !is_libc(code.module))
      return names_code(names, &code);
    *place = (struct place){"", "", "", 0, "", ""};
    return place;
  }
  *place = (struct place){.file = text_of(names, recorded->file),
                          .function = text_of(names, recorded->function),
                          .expression = text_of(names, recorded->expression),
                          .line = recorded->line,
                          .source = "",
                          .path = ""};
  if (place->line)
    find_source(names, place);
  return place;
}

const struct place *names_place(struct names *names, uint32_t site) {
  static const struct place unknown = {"", "", "", 0, "", ""};
  if (site >= names->session->site_count || site >= MC_SESSION_MAX_SITES)
    return &unknown;
  if (!names->site[site])
    names->site[site] = make_place(names, &names->session->site[site]);
  return names->site[site];
}

const struct place *names_step_place(struct names *names, const struct mc_step_record *step) {
  const struct mc_session *session = names->session;
  if (step->site < session->site_count || step->thread >= session->thread_count ||
      !session->thread[step->thread].start)
    return names_place(names, step->site);
  struct code_place code = symbols_code(names->symbols, session->thread[step->thread].start, false);
  return names_code(names, &code);
}

//===- Objects --------------------------------------------------------------------------------===//

static char *symbol_and_offset(const struct data_place *data) {
  return data->offset ? format_text("%s+%" PRIu64, data->symbol, data->offset)
                      : format_text("%s", data->symbol);
}

/// The expression of the place where the object was met first; "" for the inside of a library.
static const char *expression_of(struct names *names, const struct mc_object_record *object) {
  const char *expression = names_place(names, object->site)->expression;
  const char *name = expression + strspn(expression, "*&(");
  return strncmp(name, "__", 2) && strncmp(name, "_M_", 3) ? expression : "";
}

/// Data without a symbol: "libx.so+0x1234".
static char *module_and_offset(struct names *names, uint64_t address) {
  struct code_place place = symbols_code(names->symbols, address, false);
  return place.module ? format_text("%s+0x%" PRIx64, last_part(place.module), place.offset)
                      : format_text("0x%" PRIx64, address);
}

/// Without the members in which the C++ library keeps what the program named: "hits", not "hits._M_i".
static char *without_inner(char *name) {
  static const char *const inner[] = {"._M_base._M_i", "._M_i", "._M_b._M_p"};
  for (unsigned i = 0; i < sizeof inner / sizeof *inner; i++) {
    char *at = strstr(name, inner[i]);
    char *rest = at ? at + strlen(inner[i]) : NULL;
    bool is_whole_member = rest && *rest != '_' && !isalnum((unsigned char)*rest);
    if (is_whole_member)
      memmove(at, rest, strlen(rest) + 1);
  }
  return name;
}

static char *show_global(struct names *names, const struct mc_object_record *object) {
  struct data_place data;
  const char *expression = expression_of(names, object);
  if (!symbols_data(names->symbols, object->address, &data))
    return *expression ? format_text("%s", expression) : module_and_offset(names, object->address);
  // The user names a variable by its innermost member: "node.held", though it is all of the node.
  const bool is_variable = !strcmp(text_of(names, object->primitive), "variable");
  const uint32_t size = is_variable ? 0 : object->size;
  char *path = symbols_path(names->symbols, object->address, size);
  if (path)
    return without_inner(path);
  bool is_array =
      size && data.symbol_size > size && data.symbol_size % size == 0 && data.offset % size == 0;
  if (is_array)
    return format_text("%s[%" PRIu64 "]", data.symbol, data.offset / size);
  return symbol_and_offset(&data);
}

/// The address of a thread as an object is its number.
static bool is_thread(const struct names *names, const struct mc_object_record *object) {
  return !object->size && !strcmp(text_of(names, object->primitive), "thread") &&
         object->address < names->session->thread_count;
}

static bool is_queue(const struct names *names, const struct mc_object_record *object) {
  return !strcmp(text_of(names, object->primitive), "queue");
}

static int compare_texts(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/// The expressions of all objects, sorted. A queue has that of what threads wait for in it.
static void sort_expressions(struct names *names) {
  const struct mc_session *session = names->session;
  names->expression = allocate(MC_SESSION_MAX_OBJECTS * sizeof *names->expression);
  for (uint32_t i = 0; i < session->object_count && i < MC_SESSION_MAX_OBJECTS; i++)
    if (!is_queue(names, &session->object[i]))
      names->expression[names->expressions++] = expression_of(names, &session->object[i]);
  qsort(names->expression, names->expressions, sizeof *names->expression, compare_texts);
}

/// No other object has been met by that expression.
static bool is_alone(struct names *names, const char *expression) {
  if (!names->expression)
    sort_expressions(names);
  const char **found = bsearch(&expression, names->expression, names->expressions,
                               sizeof *names->expression, compare_texts);
  const char **end = names->expression + names->expressions;
  return found && (found == names->expression || strcmp(found[-1], expression)) &&
         (found + 1 == end || strcmp(found[1], expression));
}

static char *show_other(struct names *names, const struct mc_object_record *object) {
  if (!strcmp(text_of(names, object->primitive), "signal") &&
      object->address > MC_SESSION_MAX_THREADS)
    return format_text("thread %s",
                       names_thread(names, (uint32_t)object->address - 1 - MC_SESSION_MAX_THREADS));
  if (!strcmp(text_of(names, object->primitive), "signal"))
    return object->address == 0
               ? format_text("signals of the process")
               : format_text("signals of %s", names_thread(names, (uint32_t)object->address - 1));
  if (is_thread(names, object))
    return format_text("thread %s", names_thread(names, (uint32_t)object->address));
  const char *expression = expression_of(names, object);
  if (*expression && is_alone(names, expression))
    return format_text("%s", expression);
  return format_text("%s %s#%u", *expression ? expression : text_of(names, object->primitive),
                     names_thread(names, object->creator), object->number);
}

#define QUEUE_OF "queue of "

/// Of what threads wait for in that queue: it has the same address, and was met just before.
static const char *object_of_queue(struct names *names, uint32_t queue) {
  const struct mc_object_record *object = names->session->object;
  for (uint32_t i = queue; i-- > 0;)
    if (object[i].address == object[queue].address && object[i].place == object[queue].place &&
        object[i].size && strcmp(text_of(names, object[i].primitive), "variable"))
      return names_object(names, i);
  return "?";
}

static char *show_object(struct names *names, uint32_t object) {
  const struct mc_object_record *record = &names->session->object[object];
  if (is_queue(names, record))
    return format_text(QUEUE_OF "%s", object_of_queue(names, object));
  return record->place == MC_OBJECT_GLOBAL ? show_global(names, record) : show_other(names, record);
}

static bool has_word(const char *words, const char *word) {
  const size_t length = strlen(word);
  for (const char *at = words; *at; at += strcspn(at, " "), at += *at == ' ')
    if (!strncmp(at, word, length) && (!at[length] || at[length] == ' '))
      return true;
  return false;
}

/// Of an operation of the primitive.
static bool is_operation(const char *primitive, const char *word) {
  static const struct {
    const char *primitives, *operation;
  } all[] = {
#define MC_DOES(primitives, operation, alternative, text, term) {primitives, operation},
#include "does.def"
#undef MC_DOES
  };
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
    if (!strcmp(all[i].operation, word) && has_word(all[i].primitives, primitive))
      return true;
  return false;
}

const char *names_object(struct names *names, uint32_t object) {
  if (object >= names->session->object_count || object >= MC_SESSION_MAX_OBJECTS)
    return "";
  if (!names->object[object]) {
    char *name = show_object(names, object);
    const char *primitive = text_of(names, names->session->object[object].primitive);
    names->object[object] = is_operation(primitive, name) ? format_text("'%s'", name) : name;
  }
  return names->object[object];
}

uint32_t names_thread_of(const struct names *names, uint32_t object) {
  const struct mc_session *session = names->session;
  return object < session->object_count && is_thread(names, &session->object[object])
             ? (uint32_t)session->object[object].address
             : MC_NONE;
}

char *names_memory(struct names *names, const struct mc_object_record *memory) {
  if (memory->place == MC_OBJECT_GLOBAL)
    return show_global(names, memory);
  const char *expression = expression_of(names, memory);
  return *expression ? format_text("%s", expression)
                     : format_text("memory at 0x%" PRIx64, memory->address);
}

static char *show_in_trace(struct names *names, const struct mc_object_record *record) {
  struct data_place data;
  if (is_thread(names, record))
    return format_text("%s", names_thread(names, (uint32_t)record->address));
  if (record->place != MC_OBJECT_GLOBAL)
    return format_text("%s#%u", names_thread(names, record->creator), record->number);
  if (symbols_data(names->symbols, record->address, &data))
    return symbol_and_offset(&data);
  return module_and_offset(names, record->address);
}

const char *names_object_in_trace(struct names *names, uint32_t object) {
  if (object >= names->session->object_count || object >= MC_SESSION_MAX_OBJECTS)
    return "";
  if (!names->object_in_trace[object])
    names->object_in_trace[object] = show_in_trace(names, &names->session->object[object]);
  return names->object_in_trace[object];
}

//===- Steps ----------------------------------------------------------------------------------===//

int64_t names_signed(uint64_t value, uint32_t size) {
  const unsigned unused = size && size < 8 ? 64 - 8 * size : 0;
  return (int64_t)(value << unused) >> unused;
}

static enum number_kind number_of(struct names *names, uint32_t object) {
  const struct mc_object_record *record = &names->session->object[object];
  if (!names->number[object])
    names->number[object] = 1 + (record->place == MC_OBJECT_GLOBAL
                                     ? symbols_number(names->symbols, record->address, record->size)
                                     : NUMBER_BITS);
  return names->number[object] - 1;
}

char *names_value(struct names *names, uint32_t object, uint64_t value) {
  const bool is_known = object < names->session->object_count && object < MC_SESSION_MAX_OBJECTS;
  const enum number_kind kind = is_known ? number_of(names, object) : NUMBER_BITS;
  const int64_t number = names_signed(
      value, is_known && kind == NUMBER_SIGNED ? names->session->object[object].size : 0);
  const bool is_small = number > -0x80000000ll && number < 0x80000000ll;
  if (kind == NUMBER_UNSIGNED)
    return format_text("%" PRIu64, value);
  return kind == NUMBER_SIGNED || is_small ? format_text("%" PRId64, number)
                                           : format_text("0x%" PRIx64, value);
}

char *names_values(struct names *names, const struct mc_step_record *step) {
  char *before = names_value(names, step->object[0], step->before),
       *after = names_value(names, step->object[0], step->after);
  char *text =
      strcmp(before, after) ? format_text(": %s -> %s", before, after) : format_text(": %s", after);
  free(before);
  free(after);
  return text;
}

/// An operation on a thread: its own need not be named, and in a column its number will do. Who
/// enters a queue says so by the operation, and who waits in one names what it waits for, too.
static const char *object_of_step(struct names *names, const struct mc_step_record *step,
                                  unsigned which, bool in_column) {
  const char *name = names_object(names, step->object[which]);
  if (*name && is_queue(names, &names->session->object[step->object[which]]))
    return which == 0 ? name + strlen(QUEUE_OF) : "";
  if (!*name || !is_thread(names, &names->session->object[step->object[which]]))
    return name;
  if (names->session->object[step->object[which]].address == step->thread)
    return "";
  return in_column ? name + strlen("thread ") : name;
}

char *names_alternative(struct names *names, const struct mc_step_record *step) {
  return names_expand(names, text_of(names, step->alternative), "");
}

char *names_outcome(struct names *names, const struct mc_step_record *step, bool in_column) {
  const char *operation = text_of(names, step->operation);
  char *alternative = names_alternative(names, step);
  if (!*alternative)
    return alternative;
  const bool wakes = !strcmp(operation, "signal") || !strcmp(operation, "wake"),
             compares = !strcmp(operation, "compare-exchange");
  char *outcome = wakes      ? format_text(in_column ? " -> %s" : ", wakes %s", alternative)
                  : compares ? format_text("%s", strcmp(alternative, "no") ? "" : ", fails")
                             : format_text(" = %s", alternative);
  free(alternative);
  return outcome;
}

char *names_step(struct names *names, const struct mc_step_record *step, bool in_column) {
  const char *object = object_of_step(names, step, 0, in_column);
  const char *second = object_of_step(names, step, 1, in_column);
  char *outcome = names_outcome(names, step, in_column);
  char *values = step->has_value ? names_values(names, step) : format_text("%s", "");
  char *text = format_text("%s%s%s%s%s%s%s", text_of(names, step->operation), *object ? " " : "",
                           object, *second ? ", " : "", second, values, outcome);
  free(outcome);
  free(values);
  return text;
}

char *names_expand(struct names *names, const char *text, const char *before) {
  char *result = NULL;
  size_t size;
  FILE *out = open_memstream(&result, &size);
  if (!out)
    internal_fault("out of memory");
  while (*text) {
    unsigned thread;
    int length = 0;
    if (*text == '%' && sscanf(text, "%%t%u;%n", &thread, &length) == 1 && length) {
      fprintf(out, "%s%s", before, names_thread(names, thread));
      text += length;
    } else {
      fputc(*text++, out);
    }
  }
  fclose(out);
  return result;
}

static void print_operation(FILE *out, struct names *names, const struct mc_step_record *step) {
  const char *object = names_object(names, step->object[0]);
  fprintf(out, "%s%s%s", session_text(names->session, step->operation), *object ? " " : "", object);
}

char *names_fill(struct names *names, const char *text, const struct mc_step_record *step) {
  char *result = NULL;
  size_t size;
  FILE *out = open_memstream(&result, &size);
  if (!out)
    internal_fault("out of memory");
  for (; *text; text++)
    if (text[0] == '%' && text[1] == 'a')
      fputs(names_alternative(names, step), out), text++;
    else if (text[0] == '%' && (text[1] == '1' || text[1] == '2'))
      fputs(names_object(names, step->object[*++text - '1']), out);
    else if (text[0] == '%' && text[1] == 'n')
      fputs(session_text(names->session, step->operation), out), text++;
    else if (text[0] == '%' && text[1] == 'o')
      print_operation(out, names, step), text++;
    else
      fputc(*text, out);
  fclose(out);
  return result;
}
