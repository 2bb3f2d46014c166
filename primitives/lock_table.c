// primitives/lock_table.c - functions of libraries that are locks: the lines of --locks, which the
// driver has read, then those of locks.def.
#include "library_locks.h"
#include "calls.h"
#include <string.h>

enum { MOST_LINES = 256, NAMES = 1 << 14, USUAL_BYTES = 8 };

struct lock_function {
  const char *name;
  mc_lock_handler *handler;
  size_t bytes;
  uint64_t success;
};

static const struct lock_function ours[] = {
#define MC_LOCK(function, handler, success, bytes) {function, mc_lock_##handler, bytes, success},
#define MC_LOCK_OPERATION(primitive, operation, handler)
#include "locks.def"
#undef MC_LOCK
#undef MC_LOCK_OPERATION
};

static const struct {
  const char *primitive, *operation;
  mc_lock_handler *handler;
} operations[] = {
#define MC_LOCK(function, handler, success, bytes)
#define MC_LOCK_OPERATION(primitive, operation, handler) {primitive, operation, mc_lock_##handler},
#include "locks.def"
#undef MC_LOCK
#undef MC_LOCK_OPERATION
};

static struct lock_function lines[MOST_LINES] MC_PER_TRACE_TABLE;
static char names[NAMES] MC_PER_TRACE_TABLE;
static unsigned line_count MC_PER_TRACE;
static bool are_ours_off MC_PER_TRACE;

static bool is_word(const char *text, size_t length, const char *word) {
  return strlen(word) == length && memcmp(text, word, length) == 0;
}

static mc_lock_handler *handler_of(const char *words, size_t primitive) {
  const char *operation = words + primitive + 1;
  const size_t length = strcspn(operation, " ");
  for (unsigned i = 0; i < sizeof operations / sizeof *operations; i++)
    if (is_word(words, primitive, operations[i].primitive) &&
        is_word(operation, length, operations[i].operation))
      return operations[i].handler;
  return NULL;
}

/// FUNCTION PRIMITIVE OPERATION RESULT; false: there is no room, or it is no such line.
static bool add_line(const char *item, size_t length, size_t *used) {
  const size_t name = strcspn(item, " ,");
  if (item[name] != ' ' || line_count == MOST_LINES || *used + name >= NAMES)
    return false;
  const char *words = item + name + 1;
  mc_lock_handler *handler = handler_of(words, strcspn(words, " ,"));
  if (!handler)
    return false;
  memcpy(names + *used, item, name);
  lines[line_count++] =
      (struct lock_function){names + *used, handler, USUAL_BYTES, item[length - 1] == '1'};
  *used += name + 1;
  return true;
}

bool mc_lock_functions_take(const char *text) {
  bool all = true;
  size_t used = 0;
  for (const char *item = text; *item;) {
    const size_t length = strcspn(item, ",");
    if (is_word(item, length, "off"))
      are_ours_off = true;
    else
      all &= add_line(item, length, &used);
    item += length + (item[length] == ',');
  }
  return all;
}

unsigned mc_lock_functions(void) {
  return line_count + (are_ours_off ? 0 : sizeof ours / sizeof *ours);
}

static const struct lock_function *function_of(unsigned function) {
  return function < line_count ? &lines[function] : &ours[function - line_count];
}

const char *mc_lock_function(unsigned function) { return function_of(function)->name; }

bool mc_lock_function_is_users(unsigned function) { return function < line_count; }

uint64_t mc_lock_function_call(unsigned function, const uint64_t argument[6],
                               const struct mc_site *site, bool is_instrumented) {
  const struct lock_function *f = function_of(function);
  const struct mc_lock_call call = {site, argument, f->bytes, f->success, is_instrumented};
  mc_reach(site);
  return f->handler(&call);
}
