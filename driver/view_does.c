// driver/view_does.c - what steps do to their objects, in words for who learns (--explain), and
// which words of the glossary a report uses then.
#include "diagnose.h"
#include "glossary.h"
#include "view_internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct does {
  const char *primitives, *operation, *alternative, *text, *term;
};

static const struct does table[] = {
#define MC_DOES(primitives, operation, alternative, text, term)                                    \
  {primitives, operation, alternative, text, term},
#include "does.def"
#undef MC_DOES
};

static const struct does of_users = {.text = "makes \"%o\"", .term = ""};

/// No words: any.
static bool is_one_of(const char *words, const char *word) {
  const size_t length = strlen(word);
  for (const char *at = words; *at; at += strcspn(at, " "), at += *at == ' ')
    if (!strncmp(at, word, length) && (!at[length] || at[length] == ' '))
      return true;
  return !*words;
}

/// Those of primitives of the user's are not in the table.
static const struct does *find(const struct names *names, const struct mc_step_record *step) {
  const char *primitive = session_text(names->session, step->primitive),
             *operation = session_text(names->session, step->operation),
             *alternative = session_text(names->session, step->alternative);
  for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
    if (is_one_of(table[i].primitives, primitive) &&
        (!*table[i].operation || !strcmp(operation, table[i].operation)) &&
        (!*table[i].alternative || !strcmp(alternative, table[i].alternative)))
      return &table[i];
  return &of_users;
}

//===- A step ---------------------------------------------------------------------------------===//

static void print_action(FILE *out, struct names *names, const struct mc_step_record *step) {
  char *text = names_fill(names, find(names, step)->text, step);
  fputs(text, out);
  free(text);
}

/// The state that the object has kept is the reason of a failure; else it tells nothing.
static bool tells(const struct names *names, const struct mc_step_record *step, unsigned which) {
  const char *alternative = session_text(names->session, step->alternative);
  return step->state_after[which] &&
         (step->state_before[which] != step->state_after[which] || find(names, step) == &of_users ||
          !strcmp(alternative, "busy") || !strcmp(alternative, "timeout"));
}

/// "free -> held by 0.1", or the state alone, if it stays.
static void print_states(FILE *out, struct names *names, const struct mc_step_record *step,
                         unsigned which) {
  char *after = names_expand(names, session_text(names->session, step->state_after[which]), "");
  if (step->state_before[which] != step->state_after[which]) {
    char *before = names_expand(names, session_text(names->session, step->state_before[which]), "");
    fprintf(out, "%s -> ", before);
    free(before);
  }
  fputs(after, out);
  free(after);
}

const char *view_does(struct names *names, const struct mc_step_record *step) {
  const bool has_two = step->object[1] != MC_NONE;
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  if (!out)
    internal_fault("out of memory");
  print_action(out, names, step);
  if (step->has_value)
    fputs(names_values(names, step), out);
  for (unsigned i = 0; i < 2; i++)
    if (tells(names, step, i)) {
      if (has_two)
        fprintf(out, "; %s", names_object(names, step->object[i]));
      fputs(": ", out);
      print_states(out, names, step, i);
    }
  fclose(out);
  return text;
}

//===- Words ----------------------------------------------------------------------------------===//

static void add_term(struct view_texts *terms, const char *term) {
  if (!*term)
    return;
  for (unsigned i = 0; i < terms->count; i++)
    if (!strcmp(terms->text[i], term))
      return;
  char *meaning = glossary_meaning(term);
  if (!meaning)
    internal_fault("the glossary has no line for '%s'", term);
  free(meaning);
  view_add_text(terms, term);
}

static const char *term_of_kind(const char *kind) {
  static const char *const terms[][2] = {
      {"deadlock", "deadlock"}, {"livelock", "livelock"}, {"data-race", "data race"}};
  for (unsigned i = 0; i < sizeof terms / sizeof *terms; i++)
    if (!strcmp(kind, terms[i][0]))
      return terms[i][1];
  return "";
}

struct view_texts view_terms(struct names *names, const struct mc_finding *finding,
                             const struct finding_view *made) {
  const struct mc_step_record *step = &names->session->step[finding->first_step];
  const struct view_explained *e = &made->explained;
  struct view_texts terms = {0};
  add_term(&terms, term_of_kind(made->kind));
  add_term(&terms, finding->steps ? "schedule" : "");
  add_term(&terms, finding->steps ? "step" : "");
  for (uint32_t i = 0; i < finding->steps; i++) {
    add_term(&terms, find(names, &step[i])->term);
  }
  add_term(&terms, e->is_there ? "simplest schedule" : "");
  add_term(&terms, e->is_there ? "preemption" : "");
  add_term(&terms, e->critical ? "the step that decides" : "");
  return terms;
}
