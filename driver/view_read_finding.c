// driver/view_read_finding.c - a finding of a stored result; see json_node.h.
#include "diagnose.h"
#include "glossary.h"
#include "json_node.h"
#include "view_fields.h"
#include "view_notes.h"
#include <stdlib.h>
#include <string.h>

static const char *read_if_any(const struct json_node *step, const char *key) {
  json_t *value = json_object_get(step->value, key);
  const struct json_node node = {value ? value : json_null(), step, key, 0};
  return json_to_text(&node);
}

static struct view_step read_step(const struct json_node *node) {
  struct view_step made = {0}, *to = &made;
  STEP_FIELDS(JSON_GET)
  to->alternative = read_if_any(node, "alternative");
  to->does = read_if_any(node, "does");
  to->place = json_to_place(node);
  return made;
}

static const struct view_step *read_steps(const struct json_node *schedule, uint32_t *steps) {
  *steps = json_length(schedule);
  struct view_step *step = allocate(*steps * sizeof *step);
  for (unsigned i = 0; i < *steps; i++) {
    const struct json_node node = json_at(schedule, i);
    step[i] = read_step(&node);
  }
  return step;
}

static enum view_critical read_critical(const struct json_node *node) {
  const char *word = json_to_text(node);
  for (unsigned i = 0; i < VIEW_CRITICALS; i++)
    if (!strcmp(word, view_critical_words[i]))
      return (enum view_critical)i;
  json_refuse(node, "expected unknown, step, latest or none");
}

static struct view_value read_value(const struct finding_view *finding,
                                    const struct json_node *node) {
  struct view_value made = {0}, *to = &made;
  VALUE_FIELDS(JSON_GET)
  const struct json_node before = json_member(node, "before"), after = json_member(node, "after"),
                         step = json_member(node, "step");
  to->before = json_to_signed(&before);
  to->after = json_to_signed(&after);
  to->place = json_to_place(node);
  if (to->step > finding->steps)
    json_refuse(&step, "expected a step");
  return made;
}

static const struct view_value *read_values(const struct finding_view *finding,
                                            const struct json_node *values, unsigned *count) {
  *count = json_length(values);
  struct view_value *value = allocate(*count * sizeof *value);
  for (unsigned i = 0; i < *count; i++) {
    const struct json_node node = json_at(values, i);
    value[i] = read_value(finding, &node);
  }
  return value;
}

/// null: the schedule is as it was found.
static void read_explained(struct finding_view *finding, const struct json_node *node) {
  if (json_is_none(node))
    return;
  struct view_explained made = {.is_there = true}, *to = &made;
  EXPLAINED_FIELDS(JSON_GET)
  const struct json_node critical = json_member(node, "critical"),
                         step = json_member(node, "critical_step"),
                         succeeds = json_member(node, "succeeds"),
                         alternative = json_member(node, "alternative_step"),
                         values = json_member(node, "values");
  to->critical_is = read_critical(&critical);
  to->critical = (uint32_t)json_to_number(&step, finding->steps);
  const bool is_known =
      to->critical_is == VIEW_CRITICAL_STEP || to->critical_is == VIEW_CRITICAL_LATEST;
  if (is_known != (to->critical != 0))
    json_refuse(&step, "expected a step, if one is critical");
  to->step = read_steps(&succeeds, &to->steps);
  to->alternative = (uint32_t)json_to_number(&alternative, to->steps);
  to->common = view_common_steps(finding, to);
  to->value = read_values(finding, &values, &to->values);
  finding->explained = made;
}

static struct view_end read_end(const struct finding_view *finding, const struct json_node *node) {
  struct view_end made = {0}, *to = &made;
  END_FIELDS(JSON_GET)
  const struct json_node since = json_member(node, "held_since_step");
  const uint64_t step = json_to_number(&since, finding->steps);
  to->since = step ? &finding->step[step - 1] : NULL;
  to->place = json_to_place(node);
  return made;
}

static void read_ends(struct finding_view *to, const struct json_node *finding) {
  const struct json_node ends = json_member(finding, "at_the_end");
  to->ends = json_length(&ends);
  struct view_end *end = allocate(to->ends * sizeof *end);
  for (unsigned i = 0; i < to->ends; i++) {
    const struct json_node node = json_at(&ends, i);
    end[i] = read_end(to, &node);
  }
  to->end = end;
}

static struct view_call read_call(const struct json_node *node) {
  struct view_call made = {.is_there = !json_is_none(node), .thread = "", .thread_long = ""};
  struct view_call *to = &made;
  if (made.is_there) {
    CALL_FIELDS(JSON_GET)
  }
  return made;
}

static void read_memory(struct finding_view *to, const struct json_node *node) {
  const struct json_node bytes = json_member(node, "bytes"),
                         allocated = json_member(node, "allocated"),
                         freed = json_member(node, "freed");
  to->has_chunk = true;
  to->chunk_size = json_to_number(&bytes, INT64_MAX);
  to->allocated = read_call(&allocated);
  to->freed = read_call(&freed);
}

static struct view_access read_access(const struct finding_view *finding,
                                      const struct json_node *node) {
  struct view_access made = {0}, *to = &made;
  ACCESS_FIELDS(JSON_GET)
  const struct json_node value = json_member(node, "value");
  to->has_value = !json_is_none(&value);
  to->value = to->has_value ? json_to_signed(&value) : 0;
  to->place = json_to_place(node);
  if (to->is_step && to->step && to->step <= finding->steps)
    to->made = &finding->step[to->step - 1];
  return made;
}

static void read_guard(struct view_race *to, const struct json_node *node) {
  const struct json_node place = json_member(node, "missing_lock_place");
  to->guard.place = json_to_place(&place);
}

/// None, or two.
static void read_examples(struct view_race *to, const struct json_node *node) {
  const struct json_node examples = json_member(node, "output_examples");
  to->has_examples = json_length(&examples) == 2;
  for (unsigned i = 0; to->has_examples && i < 2; i++) {
    const struct json_node example = json_at(&examples, i);
    to->example[i] = json_to_bytes(&example);
  }
}

static const struct view_race *read_race(const struct finding_view *finding,
                                         const struct json_node *node, unsigned findings) {
  struct view_race *to = allocate(sizeof *to);
  RACE_FIELDS(JSON_GET)
  const struct json_node object = json_member(node, "object"),
                         accesses = json_member(node, "accesses");
  to->memory = json_to_text(&object);
  if (json_length(&accesses) != 2)
    json_refuse(&accesses, "expected two");
  for (unsigned i = 0; i < 2; i++) {
    const struct json_node access = json_at(&accesses, i);
    to->access[i] = read_access(finding, &access);
  }
  if (to->followed_by > findings)
    json_refuse(node, "followed_by: expected the number of a finding");
  read_guard(to, node);
  read_examples(to, node);
  return to;
}

static struct view_texts read_terms(const struct json_node *finding) {
  const struct json_node node = {json_object_get(finding->value, "terms"), finding, "terms", 0};
  if (!node.value)
    return (struct view_texts){0};
  const struct view_texts terms = json_to_texts(&node);
  for (unsigned i = 0; i < terms.count; i++) {
    char *meaning = glossary_meaning(terms.text[i]);
    if (!meaning)
      json_refuse(&node, "expected words of docs/glossary.md");
    free(meaning);
  }
  return terms;
}

/// null: NULL.
static const struct place *read_place(const struct json_node *finding, const char *key) {
  const struct json_node node = json_member(finding, key);
  return json_is_none(&node) ? NULL : json_to_place(&node);
}

struct finding_view json_to_finding(const struct json_node *node, unsigned number,
                                    unsigned findings) {
  struct finding_view made = {.number = number}, *to = &made;
  FINDING_FIELDS(JSON_GET)
  to->title = format_text("%s%s%s", to->headline, *to->message ? ": " : "", to->message);
  to->place = read_place(node, "place");
  to->to_mend = read_place(node, "to_mend");
  const struct json_node schedule = json_member(node, "schedule"),
                         explained = json_member(node, "explained");
  to->step = read_steps(&schedule, &to->steps);
  read_explained(to, &explained);
  to->terms = read_terms(node);
  read_ends(to, node);
  const struct json_node memory = {json_object_get(node->value, "memory"), node, "memory", 0};
  const struct json_node race = {json_object_get(node->value, "race"), node, "race", 0};
  if (memory.value)
    read_memory(to, &memory);
  if (race.value)
    to->race = read_race(to, &race, findings);
  view_notes(to);
  return made;
}
