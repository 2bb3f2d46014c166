// driver/view_read.c - see view_read.h. The counterpart of json.c.
#include "view_read.h"
#include "diagnose.h"
#include "json_node.h"
#include "options.h"
#include "view_fields.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

//===- The file -------------------------------------------------------------------------------===//

static json_t *load(const char *path) {
  FILE *in = fopen(path, "re");
  json_error_t error;
  if (!in)
    usage_error("%s: %s", path, strerror(errno));
  json_t *value = json_loadf(in, JSON_ALLOW_NUL | JSON_REJECT_DUPLICATES, &error);
  if (!value && ferror(in))
    usage_error("%s: cannot be read: %s", path, strerror(errno));
  if (!value)
    usage_error("%s:%d: no JSON: %s; give a file that --json has written", path, error.line,
                error.text);
  fclose(in);
  return value;
}

static void check_format(const struct json_node *node) {
  const json_t *format = json_object_get(node->value, "format");
  if (!json_is_object(node->value) || !json_object_get(node->value, "verdict"))
    usage_error("%s: is no result of McMini; give a file that --json has written", node->key);
  if (!json_is_integer(format))
    usage_error(
        "%s: format: is missing: the result is older than `report`; check the program again",
        node->key);
  if (json_integer_value(format) != VIEW_FORMAT)
    usage_error("%s: format: %lld: this mcmini reads format %d; use the mcmini that wrote it, or "
                "check the program again",
                node->key, (long long)json_integer_value(format), VIEW_FORMAT);
}

//===- Parts ----------------------------------------------------------------------------------===//

static char *const *read_program(const struct json_node *node) {
  const struct json_node program = json_member(node, "program");
  const struct view_texts words = json_to_texts(&program);
  if (!words.count)
    json_refuse(&program, "expected the words of a command");
  char **argv = allocate((words.count + 1) * sizeof *argv);
  memcpy(argv, words.text, words.count * sizeof *argv);
  return argv;
}

static enum verdict read_verdict(const struct json_node *node) {
  const struct json_node verdict = json_member(node, "verdict");
  const char *name = json_to_text(&verdict);
  for (enum verdict v = VERDICT_OK; v <= VERDICT_NONDETERMINISTIC; v++)
    if (!strcmp(verdict_name(v), name))
      return v;
  json_refuse(&verdict, "expected ok, failed, incomplete or nondeterministic");
}

static struct view_estimate read_estimate(const struct json_node *result) {
  const struct json_node estimate = json_member(result, "estimate"), *node = &estimate;
  struct view_estimate made = {0}, *to = &made;
  if (!json_is_none(node)) {
    ESTIMATE_FIELDS(JSON_GET)
  }
  return made;
}

static struct view_counts read_counts(const struct json_node *result) {
  const struct json_node traces = json_member(result, "traces"), *node = result;
  struct view_counts made = {.estimate = read_estimate(result)}, *to = &made;
  COUNTS_FIELDS(JSON_GET)
  node = &traces;
  TRACES_FIELDS(JSON_GET)
  to->traces = to->completed + to->deadlocked + to->failed + to->bounded + to->dropped;
  return made;
}

static struct view_random read_random(const struct json_node *result) {
  const struct json_node random = json_member(result, "random"), *node = &random;
  struct view_random made = {.is_there = !json_is_none(node)}, *to = &made;
  if (made.is_there) {
    RANDOM_FIELDS(JSON_GET)
  }
  return made;
}

static struct view_leaked read_leaked(const struct json_node *result) {
  const struct json_node leaked = json_member(result, "leaked"), *node = &leaked;
  struct view_leaked made = {0}, *to = &made;
  LEAKED_FIELDS(JSON_GET)
  return made;
}

static struct view_stats read_stats(const struct json_node *result) {
  const struct json_node stats = json_member(result, "statistics"), *node = &stats;
  struct view_stats made = {.is_there = !json_is_none(node)}, *to = &made;
  if (made.is_there) {
    STATS_FIELDS(JSON_GET)
  }
  return made;
}

static uint64_t read_order(const struct json_node *result) {
  const struct json_node order = json_member(result, "order");
  const char *text = json_to_text(&order);
  if (strlen(text) != 16 || text[strspn(text, "0123456789abcdef")])
    json_refuse(&order, "expected 16 hexadecimal digits");
  return strtoull(text, NULL, 16);
}

//===- Lists ----------------------------------------------------------------------------------===//

static void read_findings(struct result_view *to, const struct json_node *result) {
  const struct json_node list = json_member(result, "findings");
  to->findings = json_length(&list);
  to->finding = allocate(to->findings * sizeof *to->finding);
  for (unsigned i = 0; i < to->findings; i++) {
    const struct json_node node = json_at(&list, i);
    to->finding[i] = json_to_finding(&node, i + 1, to->findings);
  }
}

static void read_rules(struct result_view *made, const struct json_node *result) {
  const struct json_node list = json_member(result, "rules");
  made->rules = json_length(&list);
  struct view_rule *rule = allocate(made->rules * sizeof *rule);
  for (unsigned i = 0; i < made->rules; i++) {
    const struct json_node one = json_at(&list, i), *node = &one;
    struct view_rule *to = &rule[i];
    RULE_FIELDS(JSON_GET)
  }
  made->rule = rule;
}

static void read_reasons(struct result_view *made, const struct json_node *result) {
  const struct json_node list = json_member(result, "reasons");
  made->reasons = json_length(&list);
  struct view_reason *reason = allocate(made->reasons * sizeof *reason);
  for (unsigned i = 0; i < made->reasons; i++) {
    const struct json_node one = json_at(&list, i), *node = &one;
    struct view_reason *to = &reason[i];
    REASON_FIELDS(JSON_GET)
  }
  made->reason = reason;
}

static void read_trials(struct result_view *made, const struct json_node *result) {
  const struct json_node list = json_member(result, "trials");
  made->trials = json_length(&list);
  struct view_trial *trial = allocate(made->trials * sizeof *trial);
  for (unsigned i = 0; i < made->trials; i++) {
    const struct json_node one = json_at(&list, i), *node = &one;
    struct view_trial *to = &trial[i];
    TRIAL_FIELDS(JSON_GET)
  }
  made->trial = trial;
}

//===- Options --------------------------------------------------------------------------------===//

static uint32_t read_shown_output(const struct json_node *shown) {
  static const char *const words[] = {
      [OUTPUT_ALL] = "all", [OUTPUT_FAILING] = "failing", [OUTPUT_NONE] = "none"};
  const struct json_node output = json_member(shown, "output");
  for (uint32_t i = OUTPUT_ALL; i <= OUTPUT_NONE; i++)
    if (!strcmp(json_to_text(&output), words[i]))
      return i;
  json_refuse(&output, "expected all, failing or none");
}

static void read_bound(const struct json_node *result, const char *key, bool *given,
                       uint32_t *bound) {
  const struct json_node node = json_member(result, key);
  *given = !json_is_none(&node);
  *bound = (uint32_t)json_to_number(&node, UINT32_MAX);
}

/// Those of this command, and what the result was made with.
static const struct options *read_options(const struct json_node *result,
                                          const struct options *options) {
  struct options *to = allocate(sizeof *to);
  const struct json_node shown = json_member(result, "options"), *node = &shown,
                         primitives = json_member(node, "primitives"),
                         seed = json_member(result, "seed");
  *to = *options;
  SHOWN_FIELDS(JSON_GET)
  to->verbose |= options->verbose;
  to->output = read_shown_output(&shown);
  const struct view_texts files = json_to_texts(&primitives);
  to->primitives = (option_list){files.count, files.text};
  to->seed = (uint64_t)json_to_signed(&seed);
  read_bound(result, "preemptions", &to->given.preemptions, &to->preemptions);
  read_bound(result, "delays", &to->given.delays, &to->delays);
  return to;
}

struct result_view *view_read(const char *path, const struct options *options) {
  const struct json_node file = {load(path), NULL, path, 0}, *node = &file;
  struct result_view *to = allocate(sizeof *to);
  check_format(node);
  const struct json_node version = json_member(node, "version"),
                         algorithm = json_member(node, "algorithm"),
                         coverage = json_member(node, "coverage"),
                         observed = json_member(node, "observed"),
                         explored = json_member(node, "explored");
  RESULT_FIELDS(JSON_GET)
  to->options = read_options(node, options);
  to->version = json_to_text(&version);
  to->argv = read_program(node);
  to->verdict = read_verdict(node);
  to->algorithm = json_to_text(&algorithm);
  to->counts = read_counts(node);
  to->random = read_random(node);
  to->order = read_order(node);
  to->leaked = read_leaked(node);
  read_rules(to, node);
  read_findings(to, node);
  read_reasons(to, node);
  read_trials(to, node);
  to->coverage = json_to_text(&coverage);
  to->observed = json_to_observed(&observed);
  to->explored = json_to_explored(&explored);
  to->stats = read_stats(node);
  return to;
}
