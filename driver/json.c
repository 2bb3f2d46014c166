// driver/json.c - the result as JSON (--json): all that a view has, so that `mcmini report` makes
// every format from it (view_read.c). Every value but "seconds", "statistics", "replayed",
// "advice" and, without --trials=TRACES, "trials" is the same in every run, but for
// --algorithm=auto, of which the first part ends by the clock.
#include "json_values.h"
#include "formats.h"
#include "options.h"
#include "view_fields.h"

static json_t *make_program(char *const *argv) {
  json_t *list = json_array();
  for (; *argv; argv++)
    json_array_append_new(list, json_of_text(*argv));
  return list;
}

static json_t *make_traces(const struct view_counts *from) {
  json_t *value = json_object();
  TRACES_FIELDS(JSON_SET)
  return value;
}

/// null where none is made.
static json_t *make_estimate(const struct view_estimate *from) {
  if (from->traces <= 0)
    return json_null();
  json_t *value = json_object();
  ESTIMATE_FIELDS(JSON_SET)
  return value;
}

/// null where there were none.
static json_t *make_random(const struct view_random *from) {
  if (!from->is_there)
    return json_null();
  json_t *value = json_object();
  RANDOM_FIELDS(JSON_SET)
  return value;
}

static json_t *make_leaked(const struct view_leaked *from) {
  json_t *value = json_object();
  LEAKED_FIELDS(JSON_SET)
  return value;
}

static json_t *make_rule(const struct view_rule *from) {
  json_t *value = json_object();
  RULE_FIELDS(JSON_SET)
  return value;
}

static json_t *make_trial(const struct view_trial *from) {
  json_t *value = json_object();
  TRIAL_FIELDS(JSON_SET)
  return value;
}

static json_t *make_reason(const struct view_reason *from) {
  json_t *value = json_object();
  REASON_FIELDS(JSON_SET)
  return value;
}

/// null where they were not asked for.
static json_t *make_stats(const struct view_stats *from) {
  if (!from->is_there)
    return json_null();
  json_t *value = json_object();
  STATS_FIELDS(JSON_SET)
  return value;
}

/// What was asked for.
static void add_search(json_t *value, const struct options *o) {
  json_object_set_new(value, "preemptions",
                      o->given.preemptions ? json_integer(o->preemptions) : json_null());
  json_object_set_new(value, "delays", o->given.delays ? json_integer(o->delays) : json_null());
  json_object_set_new(value, "seed", json_of_number(o->seed));
}

static json_t *make_shown(const struct options *from) {
  static const char *const words[] = {
      [OUTPUT_ALL] = "all", [OUTPUT_FAILING] = "failing", [OUTPUT_NONE] = "none"};
  const struct view_texts primitives = {from->primitives.count, from->primitives.item};
  json_t *value = json_object();
  SHOWN_FIELDS(JSON_SET)
  json_object_set_new(value, "output", json_string(words[from->output]));
  json_object_set_new(value, "primitives", json_of_texts(primitives));
  return value;
}

static void add_counts(json_t *value, const struct view_counts *from) {
  json_object_set_new(value, "traces", make_traces(from));
  COUNTS_FIELDS(JSON_SET)
  json_object_set_new(value, "estimate", make_estimate(&from->estimate));
}

static void add_lists(json_t *value, const struct result_view *view) {
  json_t *rules = json_array(), *findings = json_array(), *reasons = json_array(),
         *trials = json_array();
  for (unsigned i = 0; i < view->rules; i++)
    json_array_append_new(rules, make_rule(&view->rule[i]));
  for (unsigned i = 0; i < view->findings; i++)
    json_array_append_new(findings, json_of_finding(&view->finding[i]));
  for (unsigned i = 0; i < view->reasons; i++)
    json_array_append_new(reasons, make_reason(&view->reason[i]));
  for (unsigned i = 0; i < view->trials; i++)
    json_array_append_new(trials, make_trial(&view->trial[i]));
  json_object_set_new(value, "rules", rules);
  json_object_set_new(value, "findings", findings);
  json_object_set_new(value, "reasons", reasons);
  json_object_set_new(value, "trials", trials);
}

json_t *json_of_result(const struct result_view *from) {
  json_t *value = json_object();
  json_object_set_new(value, "format", json_of_number(VIEW_FORMAT));
  json_object_set_new(value, "version", json_of_text(from->version));
  json_object_set_new(value, "program", make_program(from->argv));
  json_object_set_new(value, "verdict", json_of_text(verdict_name(from->verdict)));
  json_object_set_new(value, "algorithm", json_of_text(from->algorithm));
  add_search(value, from->options);
  add_counts(value, &from->counts);
  json_object_set_new(value, "random", make_random(&from->random));
  json_object_set_new(value, "order", json_sprintf("%016llx", (unsigned long long)from->order));
  json_object_set_new(value, "leaked", make_leaked(&from->leaked));
  RESULT_FIELDS(JSON_SET)
  add_lists(value, from);
  json_object_set_new(value, "coverage", json_of_text(from->coverage));
  json_object_set_new(value, "options", make_shown(from->options));
  json_object_set_new(value, "observed", json_of_observed(&from->observed));
  json_object_set_new(value, "explored", json_of_explored(&from->explored));
  json_object_set_new(value, "statistics", make_stats(&from->stats));
  return value;
}

bool json_write(FILE *out, const struct result_view *view) {
  json_t *value = json_of_result(view);
  const bool good = !json_dumpf(value, out, JSON_INDENT(2) | JSON_REAL_PRECISION(VIEW_DIGITS)) &&
                    fputc('\n', out) != EOF;
  json_decref(value);
  return good;
}
