// driver/json_finding.c - one finding as JSON.
#include "json_values.h"
#include "view_fields.h"

static json_t *make_step(uint32_t number, const struct view_step *from) {
  json_t *value = json_object();
  json_object_set_new(value, "step", json_of_number(number));
  if (*from->alternative)
    json_object_set_new(value, "alternative", json_of_text(from->alternative));
  if (*from->does)
    json_object_set_new(value, "does", json_of_text(from->does));
  STEP_FIELDS(JSON_SET)
  json_add_place(value, from->place);
  return value;
}

static json_t *make_steps(const struct view_step *step, uint32_t steps) {
  json_t *schedule = json_array();
  for (uint32_t i = 0; i < steps; i++)
    json_array_append_new(schedule, make_step(i + 1, &step[i]));
  return schedule;
}

static json_t *make_value(const struct view_value *from) {
  json_t *value = json_object();
  VALUE_FIELDS(JSON_SET)
  json_object_set_new(value, "before", json_integer(from->before));
  json_object_set_new(value, "after", json_integer(from->after));
  json_add_place(value, from->place);
  return value;
}

static json_t *make_values(const struct view_explained *from) {
  json_t *values = json_array();
  for (unsigned i = 0; i < from->values; i++)
    json_array_append_new(values, make_value(&from->value[i]));
  return values;
}

/// null where the schedule is as it was found.
static json_t *make_explained(const struct view_explained *from) {
  if (!from->is_there)
    return json_null();
  json_t *value = json_object();
  EXPLAINED_FIELDS(JSON_SET)
  json_object_set_new(value, "critical", json_of_text(view_critical_words[from->critical_is]));
  json_object_set_new(value, "critical_step", json_of_count(from->critical));
  json_object_set_new(value, "alternative_step", json_of_count(from->alternative));
  json_object_set_new(value, "succeeds", make_steps(from->step, from->steps));
  json_object_set_new(value, "values", make_values(from));
  return value;
}

static json_t *make_end(const struct finding_view *finding, const struct view_end *from) {
  const uint64_t since = from->since ? (uint64_t)(from->since - finding->step) + 1 : 0;
  json_t *value = json_object();
  END_FIELDS(JSON_SET)
  json_object_set_new(value, "held_since_step", json_of_count(since));
  json_add_place(value, from->place);
  return value;
}

/// null where nobody has done it, or it is unknown.
static json_t *make_call(const struct view_call *from) {
  if (!from->is_there)
    return json_null();
  json_t *value = json_object();
  CALL_FIELDS(JSON_SET)
  return value;
}

static json_t *make_memory(const struct finding_view *finding) {
  json_t *value = json_object();
  json_object_set_new(value, "bytes", json_of_number(finding->chunk_size));
  json_object_set_new(value, "allocated", make_call(&finding->allocated));
  json_object_set_new(value, "freed", make_call(&finding->freed));
  return value;
}

static json_t *make_access(const struct view_access *from) {
  json_t *value = json_object();
  ACCESS_FIELDS(JSON_SET)
  json_object_set_new(value, "value", from->has_value ? json_integer(from->value) : json_null());
  json_add_place(value, from->place);
  return value;
}

static json_t *make_race(const struct view_race *from) {
  json_t *value = json_object(), *accesses = json_array(), *examples = json_array();
  for (unsigned i = 0; i < 2; i++) {
    json_array_append_new(accesses, make_access(&from->access[i]));
    if (from->has_examples)
      json_array_append_new(examples, json_of_bytes(from->example[i]));
  }
  json_object_set_new(value, "object", json_of_text(from->memory));
  json_object_set_new(value, "accesses", accesses);
  RACE_FIELDS(JSON_SET)
  json_object_set_new(value, "missing_lock_place", json_of_place(from->guard.place));
  json_object_set_new(value, "output_examples", examples);
  return value;
}

json_t *json_of_finding(const struct finding_view *from) {
  json_t *value = json_object(), *ends = json_array();
  for (unsigned i = 0; i < from->ends; i++)
    json_array_append_new(ends, make_end(from, &from->end[i]));
  FINDING_FIELDS(JSON_SET)
  json_object_set_new(value, "place", json_of_place(from->place));
  json_object_set_new(value, "to_mend", json_of_place(from->to_mend));
  if (from->has_chunk)
    json_object_set_new(value, "memory", make_memory(from));
  if (from->race)
    json_object_set_new(value, "race", make_race(from->race));
  if (from->terms.count)
    json_object_set_new(value, "terms", json_of_texts(from->terms));
  json_object_set_new(value, "at_the_end", ends);
  json_object_set_new(value, "schedule", make_steps(from->step, from->steps));
  json_object_set_new(value, "explained", make_explained(&from->explained));
  return value;
}
