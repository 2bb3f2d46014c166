// driver/json.c - see json.h. Every value but "seconds" and "replayed" is the same in every run,
// but for --algorithm=auto, of which the first part ends by the clock.
#include "json.h"
#include "diagnose.h"
#include "options.h"
#include "output_file.h"
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void json_check(const char *path) {
  if (strcmp(path, "-") && !output_can_be_written(path))
    usage_error("--json=%s: %s", path, output_file_error());
}

/// JSON is UTF-8; a name of the program may be anything.
static json_t *text_or_null(const char *text) {
  json_t *value = text && *text ? json_string(text) : NULL;
  return value ? value : json_null();
}

static json_t *text_always(const char *text) {
  json_t *value = json_string(text);
  return value ? value : json_string("?");
}

static json_t *number_or_null(unsigned number) {
  return number ? json_integer(number) : json_null();
}

static json_t *make_program(char *const *argv) {
  json_t *list = json_array();
  for (; *argv; argv++)
    json_array_append_new(list, text_always(*argv));
  return list;
}

static json_t *make_traces(const struct view_counts *counts) {
  json_t *object = json_object();
  json_object_set_new(object, "completed", json_integer((json_int_t)counts->completed));
  json_object_set_new(object, "deadlocked", json_integer((json_int_t)counts->deadlocked));
  json_object_set_new(object, "failed", json_integer((json_int_t)counts->failed));
  json_object_set_new(object, "bounded", json_integer((json_int_t)counts->bounded));
  json_object_set_new(object, "dropped", json_integer((json_int_t)counts->dropped));
  json_object_set_new(object, "sleep_set_blocked",
                      json_integer((json_int_t)counts->sleep_set_blocked));
  return object;
}

static json_t *whole_or_real(double number) {
  return number < 1e15 ? json_integer((json_int_t)(number + 0.5)) : json_real(number);
}

/// null where none is made.
static json_t *make_estimate(const struct view_estimate *estimate) {
  if (estimate->traces <= 0)
    return json_null();
  json_t *object = json_object();
  json_object_set_new(object, "traces", whole_or_real(estimate->traces));
  json_object_set_new(object, "low", whole_or_real(estimate->low));
  json_object_set_new(object, "high", whole_or_real(estimate->high));
  json_object_set_new(object, "at_least", json_boolean(estimate->at_least));
  json_object_set_new(object, "probes", json_integer((json_int_t)estimate->probes));
  return object;
}

/// null where there were none.
static json_t *make_random(const struct view_random *random) {
  if (!random->is_there)
    return json_null();
  json_t *object = json_object();
  json_object_set_new(object, "traces", json_integer((json_int_t)random->traces));
  json_object_set_new(object, "classes", json_integer((json_int_t)random->classes));
  json_object_set_new(object, "classes_are_estimated", json_boolean(random->classes_are_estimated));
  json_object_set_new(object, "classes_are_least", json_boolean(random->classes_are_least));
  return object;
}

static json_t *make_step(uint32_t number, const struct view_step *step) {
  json_t *value = json_object();
  json_object_set_new(value, "step", json_integer(number));
  json_object_set_new(value, "thread", text_always(step->thread_name));
  json_object_set_new(value, "operation", text_always(step->operation));
  if (*step->alternative)
    json_object_set_new(value, "alternative", text_always(step->alternative));
  json_object_set_new(value, "object", text_or_null(step->object));
  json_object_set_new(value, "file", text_or_null(step->place->file));
  json_object_set_new(value, "line", number_or_null(step->place->line));
  if (step->is_apart)
    json_object_set_new(value, "apart", json_true());
  return value;
}

static json_t *make_steps(const struct view_step *step, uint32_t steps) {
  json_t *schedule = json_array();
  for (uint32_t i = 0; i < steps; i++)
    json_array_append_new(schedule, make_step(i + 1, &step[i]));
  return schedule;
}

/// null where the schedule is as it was found.
static json_t *make_explained(const struct view_explained *e) {
  static const char *const critical[] = {"unknown", "step", "latest", "none"};
  if (!e->is_there)
    return json_null();
  json_t *value = json_object();
  json_object_set_new(value, "preemptions", json_integer(e->preemptions));
  json_object_set_new(value, "least_preemptions", json_boolean(e->is_least));
  json_object_set_new(value, "found_steps", json_integer(e->found_steps));
  json_object_set_new(value, "found_preemptions", json_integer(e->found_preemptions));
  json_object_set_new(value, "traces", json_integer((json_int_t)e->runs));
  json_object_set_new(value, "late", json_boolean(e->is_late));
  json_object_set_new(value, "critical", json_string(critical[e->critical_is]));
  json_object_set_new(value, "critical_step",
                      e->critical_is == VIEW_CRITICAL_STEP || e->critical_is == VIEW_CRITICAL_LATEST
                          ? json_integer(e->critical + 1)
                          : json_null());
  json_object_set_new(value, "succeeds", make_steps(e->step, e->steps));
  return value;
}

static json_t *make_stack(const struct view_frames *frames) {
  json_t *stack = json_array();
  for (unsigned i = 0; i < frames->count; i++) {
    const struct place *place = frames->place[i];
    json_t *value = json_object();
    json_object_set_new(value, "function", text_or_null(place->function));
    json_object_set_new(value, "file", text_or_null(place->file));
    json_object_set_new(value, "line", number_or_null(place->line));
    json_array_append_new(stack, value);
  }
  return stack;
}

/// null where nobody has done it, or it is unknown.
static json_t *make_call(const struct view_call *call) {
  if (!call->is_there)
    return json_null();
  json_t *value = json_object();
  json_object_set_new(value, "thread", text_always(call->thread));
  json_object_set_new(value, "stack", make_stack(&call->frames));
  return value;
}

static json_t *make_memory(const struct finding_view *finding) {
  json_t *value = json_object();
  json_object_set_new(value, "bytes", json_integer((json_int_t)finding->chunk_size));
  json_object_set_new(value, "allocated", make_call(&finding->allocated));
  json_object_set_new(value, "freed", make_call(&finding->freed));
  return value;
}

static json_t *make_leaked(const struct result_view *view) {
  json_t *value = json_object();
  json_object_set_new(value, "chunks", json_integer((json_int_t)view->leaked.chunks));
  json_object_set_new(value, "bytes", json_integer((json_int_t)view->leaked.bytes));
  return value;
}

static json_t *make_access(const struct view_access *access) {
  const struct place *place = access->place;
  json_t *value = json_object(), *locks = json_array();
  for (unsigned i = 0; i < access->locks.count; i++)
    json_array_append_new(locks, text_always(access->locks.text[i]));
  json_object_set_new(value, "thread", text_always(access->thread));
  json_object_set_new(value, "access", json_string(access->kind));
  json_object_set_new(value, "expression", text_or_null(place->expression));
  json_object_set_new(value, "value",
                      access->has_value ? json_integer(access->value) : json_null());
  json_object_set_new(value, "function", text_or_null(place->function));
  json_object_set_new(value, "file", text_or_null(place->file));
  json_object_set_new(value, "line", number_or_null(place->line));
  json_object_set_new(value, "step", json_integer(access->step));
  json_object_set_new(value, "is_step", json_boolean(access->is_step));
  json_object_set_new(value, "is_pending", json_boolean(access->is_pending));
  json_object_set_new(value, "locks", locks);
  json_object_set_new(value, "stack", make_stack(&access->frames));
  return value;
}

static json_t *make_race(const struct view_race *race) {
  json_t *value = json_object(), *accesses = json_array();
  for (unsigned i = 0; i < 2; i++)
    json_array_append_new(accesses, make_access(&race->access[i]));
  json_object_set_new(value, "object", text_always(race->memory));
  json_object_set_new(value, "accesses", accesses);
  json_object_set_new(value, "missing_lock", text_or_null(race->guard.lock));
  json_object_set_new(value, "followed_by", number_or_null(race->followed_by));
  json_object_set_new(value, "outputs", number_or_null(race->outputs));
  return value;
}

static json_t *make_finding(const struct finding_view *finding) {
  json_t *value = json_object();
  json_object_set_new(value, "kind", json_string(finding->kind));
  json_object_set_new(value, "message", text_always(finding->message));
  json_object_set_new(value, "traces", json_integer((json_int_t)finding->traces));
  json_object_set_new(value, "random_traces", json_integer((json_int_t)finding->random_traces));
  json_object_set_new(value, "trace_file", text_or_null(finding->trace_file));
  if (finding->has_chunk)
    json_object_set_new(value, "memory", make_memory(finding));
  if (finding->race)
    json_object_set_new(value, "race", make_race(finding->race));
  json_object_set_new(value, "schedule", make_steps(finding->step, finding->steps));
  json_object_set_new(value, "why", text_or_null(finding->why));
  json_object_set_new(value, "explained", make_explained(&finding->explained));
  return value;
}

static json_t *make_findings(const struct result_view *view) {
  json_t *findings = json_array();
  for (unsigned i = 0; i < view->findings; i++)
    json_array_append_new(findings, make_finding(&view->finding[i]));
  return findings;
}

static json_t *make_rules(const struct result_view *view) {
  json_t *rules = json_array();
  for (unsigned i = 0; i < view->rules; i++) {
    const struct view_rule *rule = &view->rule[i];
    json_t *value = json_object();
    json_object_set_new(value, "list", json_string(rule->list));
    json_object_set_new(value, "rule", text_always(rule->text));
    json_object_set_new(value, "origin", text_always(rule->origin));
    json_object_set_new(value, "matched", json_integer((json_int_t)rule->matched));
    json_array_append_new(rules, value);
  }
  return rules;
}

static json_t *make_reasons(const struct result_view *view) {
  json_t *list = json_array();
  for (unsigned i = 0; i < view->reasons; i++) {
    const struct view_reason *reason = &view->reason[i];
    json_t *value = json_object();
    json_object_set_new(value, "id", json_string(reason->id));
    json_object_set_new(value, "missing", text_always(reason->missing));
    json_object_set_new(value, "remedy", text_or_null(reason->remedy));
    json_object_set_new(value, "is_asked_for", json_boolean(reason->is_asked_for));
    json_array_append_new(list, value);
  }
  return list;
}

/// What was asked for.
static void add_search(json_t *value, const struct result_view *view) {
  const struct options *o = view->options;
  json_object_set_new(value, "algorithm", json_string(view->algorithm));
  json_object_set_new(value, "preemptions",
                      o->given.preemptions ? json_integer(o->preemptions) : json_null());
  json_object_set_new(value, "delays", o->given.delays ? json_integer(o->delays) : json_null());
  json_object_set_new(value, "seed", json_integer((json_int_t)o->seed));
}

static void add_counts(json_t *value, const struct result_view *view) {
  const struct view_counts *counts = &view->counts;
  json_object_set_new(value, "traces", make_traces(counts));
  json_object_set_new(value, "random", make_random(&view->random));
  json_object_set_new(value, "estimate", make_estimate(&counts->estimate));
  json_object_set_new(value, "order", json_sprintf("%016llx", (unsigned long long)view->order));
  json_object_set_new(value, "transitions", json_integer((json_int_t)counts->transitions));
  json_object_set_new(value, "replayed", json_integer((json_int_t)counts->replayed));
  json_object_set_new(value, "max_depth", json_integer(counts->max_depth));
  json_object_set_new(value, "threads", json_integer(counts->threads));
  json_object_set_new(value, "unknown_reversals", json_integer(view->unknown));
  json_object_set_new(value, "wakeup_tree_bytes", json_integer((json_int_t)view->wakeup_bytes));
  json_object_set_new(value, "leaked", make_leaked(view));
  json_object_set_new(value, "seconds", json_real(view->seconds));
}

static json_t *make_result(const struct result_view *view) {
  json_t *value = json_object();
  json_object_set_new(value, "version", json_string(MC_VERSION));
  json_object_set_new(value, "program", make_program(view->argv));
  json_object_set_new(value, "verdict", json_string(verdict_name(view->verdict)));
  add_search(value, view);
  add_counts(value, view);
  json_object_set_new(value, "rules", make_rules(view));
  json_object_set_new(value, "findings", make_findings(view));
  json_object_set_new(value, "reasons", make_reasons(view));
  json_object_set_new(value, "coverage", text_always(view->coverage));
  return value;
}

/// For a pipe's reader: --timeout is kept.
static double seconds_to_wait(const struct result_view *view) {
  const double left = view->options->timeout + 1 - view->seconds;
  return !view->options->given.timeout ? INFINITY : left > 0.5 ? left : 0.5;
}

bool json_write(const char *path, const struct result_view *view) {
  FILE *out = strcmp(path, "-") ? output_stream(path, seconds_to_wait(view)) : stdout;
  json_t *value = make_result(view);
  bool good = out && !json_dumpf(value, out, JSON_INDENT(2) | JSON_REAL_PRECISION(6)) &&
              fputc('\n', out) != EOF && !fflush(out);
  if (!good)
    say_error("--json=%s: %s; the result in it is not whole", path, output_file_error());
  if (out && out != stdout)
    fclose(out);
  json_decref(value);
  return good;
}
