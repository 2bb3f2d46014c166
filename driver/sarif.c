// driver/sarif.c - the findings as SARIF 2.1.0 (--sarif): a result for each, with a thread flow for
// each thread of its schedule.
// Source: OASIS, Static Analysis Results Interchange Format 2.1.0; "3.36" is a section of it.
#include "diagnose.h"
#include "formats.h"
#include "kind_page.h"
#include <ctype.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#define SOURCE_ROOT "%SRCROOT%"

struct log {
  const struct result_view *view;
  json_t *artifacts, *rules;
};

static json_t *text_of(const char *text) {
  json_t *value = json_string(text);
  return value ? value : json_string("?"); // it is not UTF-8
}

/// A message, or what else has one text (3.11).
static json_t *message_of(const char *text) {
  json_t *value = json_object();
  json_object_set_new(value, "text", text_of(text));
  return value;
}

//===- Files ----------------------------------------------------------------------------------===//

/// An absolute path, without "." and ".." [own: free].
static char *absolute_path(const char *folder, const char *path) {
  char *from = *path == '/' ? format_text("%s", path) : format_text("%s/%s", folder, path);
  char *to = allocate(strlen(from) + 2), *end = to, *rest = from;
  for (char *part; (part = strsep(&rest, "/"));) {
    if (!*part || !strcmp(part, "."))
      continue;
    if (strcmp(part, "..")) {
      *end++ = '/';
      end = stpcpy(end, part);
    } else if (end > to) {
      while (*--end != '/')
        ;
      *end = '\0';
    }
  }
  free(from);
  return to;
}

/// As RFC 3986 has it [own: free].
static char *escape_path(const char *path) {
  char *escaped = allocate(3 * strlen(path) + 1), *end = escaped;
  for (; *path; path++)
    if (isalnum((unsigned char)*path) || strchr("/-._~+@", *path))
      *end++ = *path;
    else
      end += sprintf(end, "%%%02X", (unsigned char)*path);
  return escaped;
}

static json_t *uri_of(const char *before, const char *path, const char *behind) {
  char *escaped = escape_path(path), *uri = format_text("%s%s%s", before, escaped, behind);
  json_t *value = json_string(uri);
  free(uri);
  free(escaped);
  return value;
}

/// Below the root of the sources by its path from there, so that the log means the same elsewhere.
static json_t *make_location_of_file(const struct log *log, const struct place *place) {
  char *root = absolute_path("/", log->view->root);
  char *path = absolute_path(log->view->folder, place->path);
  const size_t length = strlen(root);
  json_t *value = json_object();
  if (!strncmp(path, root, length) && path[length] == '/') {
    json_object_set_new(value, "uri", uri_of("", path + length + 1, ""));
    json_object_set_new(value, "uriBaseId", json_string(SOURCE_ROOT));
  } else {
    json_object_set_new(value, "uri", uri_of("file://", path, ""));
  }
  free(path);
  free(root);
  return value;
}

/// As 3.24.10 calls them, or NULL.
static const char *language_of(const char *path) {
  static const char *const of_cpp[] = {"cc", "cpp", "cxx", "c++", "C", "hh", "hpp", "hxx"};
  const char *dot = strrchr(path, '.');
  if (!dot || strchr(dot, '/'))
    return NULL;
  for (unsigned i = 0; i < sizeof of_cpp / sizeof *of_cpp; i++)
    if (!strcmp(dot + 1, of_cpp[i]))
      return "cplusplus";
  return !strcmp(dot, ".c") || !strcmp(dot, ".h") ? "c" : NULL;
}

/// In the list of all files (3.14.15), where it is entered.
static size_t index_of_file(struct log *log, const json_t *location, const char *path) {
  size_t index;
  json_t *artifact;
  json_array_foreach(log->artifacts, index, artifact) {
    if (json_equal(json_object_get(artifact, "location"), location))
      return index;
  }
  artifact = json_pack("{s:o,s:[s]}", "location", json_deep_copy(location), "roles", "tracedFile");
  const char *language = language_of(path);
  if (language)
    json_object_set_new(artifact, "sourceLanguage", json_string(language));
  json_array_append_new(log->artifacts, artifact);
  return index;
}

//===- Places ---------------------------------------------------------------------------------===//

static json_t *make_region(const struct place *place) {
  json_t *region = json_object();
  json_object_set_new(region, "startLine", json_integer(place->line));
  if (*place->source)
    json_object_set_new(region, "snippet", message_of(place->source));
  return region;
}

static json_t *make_physical(struct log *log, const struct place *place) {
  json_t *location = make_location_of_file(log, place), *value = json_object();
  const size_t index = index_of_file(log, location, place->path);
  json_object_set_new(location, "index", json_integer((json_int_t)index));
  json_object_set_new(value, "artifactLocation", location);
  json_object_set_new(value, "region", make_region(place));
  return value;
}

/// `text`: or NULL.
static json_t *make_location(struct log *log, const struct place *place, const char *text) {
  json_t *value = json_object();
  if (place && place->line)
    json_object_set_new(value, "physicalLocation", make_physical(log, place));
  if (place && *place->function) {
    json_t *logical = json_object();
    json_object_set_new(logical, "fullyQualifiedName", text_of(place->function));
    json_object_set_new(logical, "kind", json_string("function"));
    json_object_set_new(value, "logicalLocations", json_pack("[o]", logical));
  }
  if (text)
    json_object_set_new(value, "message", message_of(text));
  return value;
}

//===- A finding ------------------------------------------------------------------------------===//

static json_t *make_related(struct log *log, const struct finding_view *finding) {
  json_t *list = json_array();
  for (unsigned i = 0; i < finding->notes; i++) {
    json_t *location = make_location(log, finding->note[i].place, finding->note[i].text);
    json_object_set_new(location, "id", json_integer(i + 1));
    json_array_append_new(list, location);
  }
  return list;
}

static json_t *make_flow_step(struct log *log, const struct view_step *step, uint32_t number) {
  json_t *value = json_object();
  json_object_set_new(value, "location", make_location(log, step->place, step->text));
  json_object_set_new(value, "executionOrder", json_integer(number));
  return value;
}

/// The thread's name is the flow's id.
static json_t *flow_of(json_t *flows, const char *thread) {
  size_t index;
  json_t *flow;
  json_array_foreach(flows, index, flow) {
    if (!strcmp(json_string_value(json_object_get(flow, "id")), thread))
      return flow;
  }
  char *name = format_text("thread %s", thread);
  flow = json_object();
  json_object_set_new(flow, "id", text_of(thread));
  json_object_set_new(flow, "message", message_of(name));
  json_object_set_new(flow, "locations", json_array());
  json_array_append_new(flows, flow);
  free(name);
  return flow;
}

static json_t *make_code_flows(struct log *log, const struct finding_view *finding) {
  json_t *flows = json_array();
  for (uint32_t i = 0; i < finding->steps; i++) {
    const struct view_step *step = &finding->step[i];
    json_t *flow = flow_of(flows, step->thread_name);
    json_array_append_new(json_object_get(flow, "locations"), make_flow_step(log, step, i + 1));
  }
  return json_pack("[{s:o}]", "threadFlows", flows);
}

/// What `mcmini explain` says of the kind (3.49.10, 3.49.13). One of a stored result may have no
/// page.
static void add_help(json_t *rule, const char *kind) {
  const char *page = kind_page(kind);
  if (!page)
    return;
  char *title = kind_page_title(page), *text = kind_page_help(page, false),
       *marked = kind_page_help(page, true);
  json_t *help = message_of(text);
  json_object_set_new(help, "markdown", text_of(marked));
  json_object_set_new(rule, "fullDescription", message_of(title));
  json_object_set_new(rule, "help", help);
  free(title);
  free(text);
  free(marked);
}

/// In the list of rules (3.19.23), where it is entered.
static size_t index_of_rule(struct log *log, const struct finding_view *finding) {
  size_t index;
  json_t *rule;
  json_array_foreach(log->rules, index, rule) {
    if (!strcmp(json_string_value(json_object_get(rule, "id")), finding->kind))
      return index;
  }
  rule = json_object();
  json_object_set_new(rule, "id", text_of(finding->kind));
  json_object_set_new(rule, "shortDescription", message_of(finding->headline));
  add_help(rule, finding->kind);
  json_object_set_new(rule, "defaultConfiguration", json_pack("{s:s}", "level", "error"));
  json_array_append_new(log->rules, rule);
  return index;
}

static json_t *make_finding(struct log *log, const struct finding_view *finding) {
  json_t *value = json_object();
  const size_t rule = index_of_rule(log, finding);
  json_object_set_new(value, "ruleId", text_of(finding->kind));
  json_object_set_new(value, "ruleIndex", json_integer((json_int_t)rule));
  json_object_set_new(value, "level", json_string("error"));
  json_object_set_new(value, "message", message_of(finding->title));
  if (finding->at)
    json_object_set_new(value, "locations",
                        json_pack("[o]", make_location(log, finding->at, NULL)));
  if (finding->notes)
    json_object_set_new(value, "relatedLocations", make_related(log, finding));
  if (finding->steps)
    json_object_set_new(value, "codeFlows", make_code_flows(log, finding));
  if (*finding->trace_file)
    json_object_set_new(value, "properties",
                        json_pack("{s:o}", "traceFile", text_of(finding->trace_file)));
  return value;
}

//===- The search -----------------------------------------------------------------------------===//

/// Why the result is less than every schedule.
static json_t *make_notifications(const struct result_view *view) {
  json_t *list = json_array();
  for (unsigned i = 0; i < view->reasons; i++) {
    const struct view_reason *reason = &view->reason[i];
    char *text =
        format_text("Not every schedule was explored: %s.%s%s%s", reason->missing,
                    *reason->remedy ? " " : "", reason->remedy, *reason->remedy ? "." : "");
    json_t *value = json_object();
    json_object_set_new(value, "descriptor", json_pack("{s:o}", "id", text_of(reason->id)));
    json_object_set_new(value, "level", json_string(reason->is_asked_for ? "note" : "warning"));
    json_object_set_new(value, "message", message_of(text));
    json_array_append_new(list, value);
    free(text);
  }
  return list;
}

static json_t *make_invocation(const struct result_view *view) {
  json_t *value = json_object(), *arguments = json_array();
  for (char *const *word = view->argv; *word; word++)
    json_array_append_new(arguments, text_of(*word));
  json_object_set_new(value, "commandLine", text_of(view->command));
  json_object_set_new(value, "arguments", arguments);
  json_object_set_new(value, "exitCode", json_integer(view->status));
  json_object_set_new(value, "exitCodeDescription", text_of(view->headline));
  json_object_set_new(value, "executionSuccessful",
                      json_boolean(view->verdict == VERDICT_OK || view->verdict == VERDICT_FAILED ||
                                   !view->status));
  if (view->reasons)
    json_object_set_new(value, "toolExecutionNotifications", make_notifications(view));
  return value;
}

/// There is no home page to name; a name that means no place is what is asked for in its stead.
static json_t *make_tool(const struct log *log) {
  json_t *driver = json_object();
  json_object_set_new(driver, "name", json_string("McMini"));
  json_object_set_new(driver, "version", text_of(log->view->version));
  json_object_set_new(driver, "semanticVersion", text_of(log->view->version));
  json_object_set_new(driver, "informationUri", json_string("urn:mcmini"));
  json_object_set(driver, "rules", log->rules);
  return json_pack("{s:o}", "driver", driver);
}

static json_t *make_run(struct log *log) {
  const struct result_view *view = log->view;
  json_t *value = json_object(), *results = json_array();
  for (unsigned i = 0; i < view->findings; i++)
    json_array_append_new(results, make_finding(log, &view->finding[i]));
  char *root = absolute_path("/", view->root);
  json_object_set_new(value, "tool", make_tool(log));
  json_object_set_new(value, "invocations", json_pack("[o]", make_invocation(view)));
  json_object_set_new(value, "originalUriBaseIds",
                      json_pack("{s:{s:o}}", SOURCE_ROOT, "uri", uri_of("file://", root, "/")));
  json_object_set(value, "artifacts", log->artifacts);
  json_object_set_new(value, "results", results);
  json_object_set_new(value, "columnKind", json_string("utf16CodeUnits"));
  free(root);
  return value;
}

bool sarif_write(FILE *out, const struct result_view *view) {
  struct log log = {view, json_array(), json_array()};
  json_t *value = json_object();
  json_object_set_new(value, "$schema",
                      json_string("https://json.schemastore.org/sarif-2.1.0.json"));
  json_object_set_new(value, "version", json_string("2.1.0"));
  json_object_set_new(value, "runs", json_pack("[o]", make_run(&log)));
  const bool good = !json_dumpf(value, out, JSON_INDENT(2)) && fputc('\n', out) != EOF;
  json_decref(value);
  json_decref(log.artifacts);
  json_decref(log.rules);
  return good;
}
