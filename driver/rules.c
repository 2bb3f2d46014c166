// driver/rules.c - reads lists of rules; see rules.h.
//
// The format is that of clang's special case lists, as -fsanitize-ignorelist takes them. Differs: a
// word that clang would skip is an error, and patterns are those of fnmatch.
#include "rules.h"
#include "diagnose.h"
#include "input_line.h"
#include "launch.h"
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Where a rule comes from, for messages: "races.supp:3", "--ignore".
struct list {
  struct mc_session *session;
  enum mc_rule_list list;
  const char *origin;
};

static const struct kind {
  const char *word;
  enum mc_rule_kind kind;
} kinds[] = {{"fun", MC_RULE_FUNCTION},
             {"src", MC_RULE_FILE},
             {"object", MC_RULE_OBJECT},
             {"global", MC_RULE_OBJECT}, // clang's word
             {"lib", MC_RULE_LIBRARY}};
enum { KINDS = sizeof kinds / sizeof *kinds };
static const char *const kind_words[KINDS] = {"fun", "src", "object", "global", "lib"};
static const char expected[] = "expected fun:, src:, object: or lib: and a pattern";

/// Reference counts: runtime/detector/reference_counts.c decides whether they are transitions.
static const char *const standard[] = {
    "src:*/c++/*/ext/atomicity.h=atomic",   "src:*/c++/*/bits/shared_ptr_base.h=atomic",
    "src:*/c++/*/bits/shared_ptr.h=atomic", "src:*/c++/*/bits/shared_ptr_atomic.h=atomic",
    "src:*/c++/*/bits/cow_string.h=atomic", "fun:__gnu_cxx::__exchange_and_add*=atomic",
    "fun:__gnu_cxx::__atomic_add*=atomic",  "fun:std::_Sp_counted_base*=atomic",
};

//===- One rule -------------------------------------------------------------------------------===//

static const struct kind *kind_at(const char *text) {
  for (unsigned i = 0; i < KINDS; i++)
    if (!strncmp(text, kinds[i].word, strlen(kinds[i].word)) && text[strlen(kinds[i].word)] == ':')
      return &kinds[i];
  return NULL;
}

_Noreturn static void refuse_kind(const struct list *list, const char *text) {
  const size_t length = strcspn(text, ":");
  if (!text[length])
    usage_error("%s: %s: %s", list->origin, text, expected);
  char *word = strndup(text, length);
  const char *meant = nearest_word(word, kind_words, KINDS);
  if (meant)
    usage_error("%s: %s: unknown kind of rule; did you mean %s?", list->origin, word, meant);
  usage_error("%s: %s: unknown kind of rule; %s", list->origin, word, expected);
}

/// Cuts the category off: of `operator==` and paths with a = it is none.
static uint8_t take_category(const struct list *list, char *pattern) {
  char *word = strrchr(pattern, '=');
  if (!word || !word[1] || word[1 + strspn(word + 1, "abcdefghijklmnopqrstuvwxyz")])
    return MC_RULE_PLAIN | MC_RULE_ATOMIC;
  if (list->list == MC_LIST_SUPPRESSIONS)
    usage_error("%s: %s: a suppression has no category", list->origin, word + 1);
  const uint8_t accesses = !strcmp(word + 1, "plain")    ? MC_RULE_PLAIN
                           : !strcmp(word + 1, "atomic") ? MC_RULE_ATOMIC
                                                         : 0;
  if (!accesses)
    usage_error("%s: %s: unknown category; expected plain or atomic", list->origin, word + 1);
  *word = '\0';
  return accesses;
}

static void add_rule(const struct list *list, const char *text) {
  struct mc_session *session = list->session;
  const struct kind *kind = kind_at(text);
  if (!kind)
    refuse_kind(list, text);
  char *pattern = strdup(text + strlen(kind->word) + 1);
  const uint8_t accesses = take_category(list, pattern);
  if (!*pattern)
    usage_error("%s: %s: the pattern is missing", list->origin, text);
  if (session->rule_count == MC_SESSION_MAX_RULES)
    usage_error("%s: %s: there are more than %d rules", list->origin, text, MC_SESSION_MAX_RULES);
  session->rule[session->rule_count++] = (struct mc_rule){
      .list = (uint8_t)list->list,
      .kind = (uint8_t)kind->kind,
      .accesses = accesses,
      .pattern = session_add(session, pattern),
      .origin = session_add(session, list->origin),
      .text = session_add(session, text),
  };
  free(pattern);
}

//===- Lists ----------------------------------------------------------------------------------===//

static char *trimmed(char *line) {
  line += strspn(line, " \t");
  size_t length = strlen(line);
  while (length && strchr(" \t\r\n", line[length - 1]))
    length--;
  line[length] = '\0';
  return line;
}

/// Is the section, "NAME|NAME", one that we read? Others are of other tools.
static bool is_our_section(char *names) {
  for (char *name = strsep(&names, "|"); name; name = strsep(&names, "|"))
    if (!fnmatch(name, "mcmini", 0) || !fnmatch(name, "thread", 0))
      return true;
  return false;
}

static void add_file(struct mc_session *session, enum mc_rule_list kind, const char *option,
                     const char *path) {
  FILE *file = fopen(path, "re");
  char *text = NULL;
  size_t size = 0;
  bool is_ours = true;
  char *name = format_text("--%s=%s", option, path);
  if (!file)
    usage_error("%s: %s", name, strerror(errno));
  for (unsigned number = 1; input_line(file, name, &text, &size); number++) {
    char *line = trimmed(text);
    const struct list list = {session, kind, format_text("%s:%u", path, number)};
    if (*line == '[') {
      if (line[strlen(line) - 1] != ']')
        usage_error("%s: %s: a section ends in ]", list.origin, line);
      line[strlen(line) - 1] = '\0';
      is_ours = is_our_section(line + 1);
    } else if (*line && *line != '#' && is_ours) {
      add_rule(&list, line);
    }
  }
  free(name);
  free(text);
  fclose(file);
}

/// A comma is part of a pattern ("max<int, long>") unless a rule or a file follows.
static char *end_of_rule(char *text) {
  for (char *comma = strchr(text, ','); comma; comma = strchr(comma + 1, ','))
    if (comma[1] == '@' || kind_at(comma + 1))
      return comma;
  return text + strlen(text);
}

/// KIND:PATTERN[=ACCESSES] or @FILE, with commas between them.
static void add_inline(const struct list *list, const char *option, const char *words) {
  char *text = strdup(words), *next = text;
  for (bool more = true; more;) {
    char *rule = next, *end = end_of_rule(rule);
    more = *end == ',';
    *end = '\0';
    next = end + 1;
    if (*rule == '@')
      add_file(list->session, list->list, option, rule + 1);
    else
      add_rule(list, rule);
  }
  free(text);
}

/// All of a list, as trace files have it.
static mc_string joined(struct mc_session *session, enum mc_rule_list list) {
  char *text = NULL;
  for (uint32_t i = 0; i < session->rule_count; i++) {
    if (session->rule[i].list != list)
      continue;
    char *longer = format_text("%s%s%s", text ? text : "", text ? "," : "",
                               session_text(session, session->rule[i].text));
    free(text);
    text = longer;
  }
  const mc_string all = text ? session_add(session, text) : 0;
  free(text);
  return all;
}

void rules_enter(struct mc_session *session, const struct options *options) {
  const struct list ours = {session, MC_LIST_STANDARD, ""};
  const struct list ignore = {session, MC_LIST_IGNORE, "--ignore"};
  const struct list focus = {session, MC_LIST_FOCUS, "--focus"};
  for (unsigned i = 0; i < sizeof standard / sizeof *standard; i++)
    add_rule(&ours, standard[i]);
  for (unsigned i = 0; i < options->ignore.count; i++)
    add_inline(&ignore, "ignore", options->ignore.item[i]);
  for (unsigned i = 0; i < options->focus.count; i++)
    add_inline(&focus, "focus", options->focus.item[i]);
  for (unsigned i = 0; i < options->suppressions.count; i++)
    add_file(session, MC_LIST_SUPPRESSIONS, "suppressions", options->suppressions.item[i]);
  session->config.ignore = joined(session, MC_LIST_IGNORE);
  session->config.focus = joined(session, MC_LIST_FOCUS);
  session->config.races_go_on = options->given.suppressions;
}

void rules_enter_traced(struct mc_session *session, const char *path) {
  const struct list ignore = {session, MC_LIST_IGNORE, path},
                    focus = {session, MC_LIST_FOCUS, path};
  if (session->config.ignore)
    add_inline(&ignore, "ignore", session_text(session, session->config.ignore));
  if (session->config.focus)
    add_inline(&focus, "focus", session_text(session, session->config.focus));
}

const char *rules_list_name(const struct mc_rule *rule) {
  static const char *const words[] = {NULL, "ignore", "focus", "suppressions"};
  return words[rule->list];
}
