// driver/view_explored.c - with --explored: which operations ran, which of them came in both
// orders, and which never ran.
#include "diagnose.h"
#include "view_internal.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_PAIRS = 20000 };

static bool is_before(const struct mc_explored *x, uint32_t a, uint32_t b) {
  return x->before[b][a / 64] >> a % 64 & 1;
}

static bool is_always_before(const struct mc_explored *x, uint32_t a, uint32_t b) {
  return is_before(x, a, b) && !is_before(x, b, a);
}

static bool is_pair(const struct mc_explored *x, uint32_t a, uint32_t b) {
  return x->operation[a].thread != x->operation[b].thread &&
         (is_before(x, a, b) || is_before(x, b, a));
}

/// The operation of a thread of that name, as "create", on another thread.
static bool makes(struct names *names, const struct mc_explored_operation *operation,
                  uint32_t thread, const char *name, uint32_t other) {
  if (operation->thread != thread ||
      !strstr(session_text(names->session, operation->operation), name))
    return false;
  char *object = format_text("thread %s", names_thread(names, other));
  const bool is_on = !strcmp(names_object(names, operation->object), object);
  free(object);
  return is_on;
}

/// Operation `a` of one thread always came before `b` of another.
static const char *ordered_by(struct names *names, const struct mc_explored *x, uint32_t a,
                              uint32_t b) {
  const uint32_t first = x->operation[a].thread, second = x->operation[b].thread;
  const char *const one = names_thread(names, first), *const other = names_thread(names, second);
  if (makes(names, &x->operation[a], first, "create", second) &&
      makes(names, &x->operation[b], second, "start", second))
    return "a thread starts behind its creation";
  if (makes(names, &x->operation[b], second, "join", first))
    return "a join waits for the end of the thread";
  for (uint32_t i = 0; i < x->count; i++) {
    const bool is_join =
        is_always_before(x, i, b) && makes(names, &x->operation[i], second, "join", first);
    if (!is_join &&
        !(is_always_before(x, a, i) && makes(names, &x->operation[i], first, "create", second)))
      continue;
    char *position = place_in_brackets(names_place(names, x->operation[i].site));
    const char *text =
        is_join ? format_text("thread %s joins thread %s before%s", other, one, position)
                : format_text("thread %s creates thread %s behind it%s", one, other, position);
    free(position);
    return text;
  }
  return "";
}

static void add_pairs(struct view_explored *made, struct names *names,
                      const struct mc_explored *x) {
  struct view_pair *pair = allocate(MOST_PAIRS * sizeof *pair);
  for (uint32_t a = 0; a < x->count; a++)
    for (uint32_t b = a + 1; b < x->count; b++) {
      if (!is_pair(x, a, b))
        continue;
      if (made->pairs == MOST_PAIRS) {
        made->is_full = true;
        continue;
      }
      const bool is_both = is_before(x, a, b) && is_before(x, b, a);
      const uint32_t first = is_before(x, a, b) ? a : b, second = first == a ? b : a;
      pair[made->pairs++] = (struct view_pair){first, second, is_both,
                                               is_both ? "" : ordered_by(names, x, first, second)};
    }
  made->pair = pair;
}

//===- Operations that never ran --------------------------------------------------------------===//

/// Places of one operation: the code may be there more than once, as in a template.
static bool is_same(const struct place *a, const struct place *b) {
  return a->line == b->line && !strcmp(a->file, b->file) && !strcmp(a->expression, b->expression);
}

static bool is_among(const struct view_frames *places, const struct place *place) {
  for (unsigned i = 0; i < places->count; i++)
    if (is_same(places->place[i], place))
      return true;
  return false;
}

/// The places with a line of which that is so, each once.
static struct view_frames places_of(const struct mc_session *session, struct names *names,
                                    uint8_t reach) {
  struct view_frames made = {0, allocate(MC_SESSION_MAX_SITES * sizeof *made.place)};
  for (uint32_t i = 0; i < session->site_count; i++) {
    if (session->explored_orders.reach[i] != reach)
      continue;
    const struct place *place = names_place(names, i);
    if (place->line && !is_among(&made, place))
      made.place[made.count++] = place;
  }
  return made;
}

static int compare_places(const void *a, const void *b) {
  const struct place *one = *(const struct place *const *)a,
                     *other = *(const struct place *const *)b;
  const int files = strcmp(one->file, other->file);
  if (files || one->line == other->line)
    return files ? files : strcmp(one->expression, other->expression);
  return one->line > other->line ? 1 : -1;
}

static void add_never_ran(struct view_explored *made, struct names *names,
                          const struct result *result) {
  const struct mc_session *session = result->session;
  struct view_frames ran = places_of(session, names, MC_REACHED), *never = &made->never_ran;
  *never = places_of(session, names, MC_NEVER_REACHED);
  if (!ran.count && !never->count)
    made->never_ran_unknown =
        !session->observed.modules
            ? "nothing was compiled with the plugin of mcmini-cc, which notes which operations "
              "there are"
            : "there is no operation with a line: was the program compiled with -g?";
  unsigned kept = 0;
  for (unsigned i = 0; i < never->count; i++)
    if (!is_among(&ran, never->place[i]))
      never->place[kept++] = never->place[i];
  never->count = kept;
  qsort(never->place, kept, sizeof *never->place, compare_places);
}

struct view_explored view_explored(const struct result *result, struct names *names) {
  const struct mc_session *session = result->session;
  const struct mc_explored *x = &session->explored_orders;
  struct view_explored made = {.is_there = session->config.explored,
                               .is_full = x->is_full || x->is_cut,
                               .never_ran_unknown = ""};
  struct view_explored_operation *operation = allocate((x->count + 1) * sizeof *operation);
  for (; made.operations < x->count; made.operations++) {
    const struct mc_explored_operation *from = &x->operation[made.operations];
    operation[made.operations] = (struct view_explored_operation){
        .object = names_object(names, from->object),
        .primitive = session_text(session, session->object[from->object].primitive),
        .operation = session_text(session, from->operation),
        .thread = names_thread(names, from->thread),
        .place = names_place(names, from->site)};
  }
  made.operation = operation;
  add_pairs(&made, names, x);
  if (made.is_there)
    add_never_ran(&made, names, result);
  return made;
}
