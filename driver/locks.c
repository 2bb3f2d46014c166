// driver/locks.c - see locks.h. Lines of FUNCTION PRIMITIVE OPERATION [RESULT], and # comments.
#include "locks.h"
#include "diagnose.h"
#include "input_line.h"
#include "launch.h"
#include "symbol_table.h"
#include <errno.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct operation {
  const char *primitive, *name;
} operations[] = {
#define MC_LOCK(function, handler, success, bytes)
#define MC_LOCK_OPERATION(primitive, operation, handler) {primitive, operation},
#include "primitives/locks.def"
#undef MC_LOCK
#undef MC_LOCK_OPERATION
};
enum { OPERATIONS = sizeof operations / sizeof *operations };

static const char *const known[] = {
#define MC_LOCK(function, handler, success, bytes) function,
#define MC_LOCK_OPERATION(primitive, operation, handler)
#include "primitives/locks.def"
#undef MC_LOCK
#undef MC_LOCK_OPERATION
};

static const char off[] = "off";

//===- Lines ----------------------------------------------------------------------------------===//

_Noreturn static void refuse(const char *origin, const char *what, const char *word,
                             const char *const words[], unsigned count) {
  const char *meant = nearest_word(word, words, count);
  char *all = format_text("%s", words[0]);
  if (meant)
    usage_error("%s: %s: no %s; did you mean %s?", origin, word, what, meant);
  for (unsigned i = 1; i < count; i++)
    all = format_text("%s%s%s", all, i + 1 == count ? " or " : ", ", words[i]);
  usage_error("%s: %s: no %s; expected %s", origin, word, what, all);
}

/// The primitives, or the operations of one.
static unsigned words_of(const char *primitive, const char *words[OPERATIONS]) {
  unsigned count = 0;
  for (unsigned i = 0; i < OPERATIONS; i++)
    if (primitive && !strcmp(operations[i].primitive, primitive))
      words[count++] = operations[i].name;
    else if (!primitive && (!count || strcmp(words[count - 1], operations[i].primitive)))
      words[count++] = operations[i].primitive;
  return count;
}

static bool has_word(const char *const words[], unsigned count, const char *word) {
  for (unsigned i = 0; i < count; i++)
    if (!strcmp(words[i], word))
      return true;
  return false;
}

/// 1 where it says whether it has the lock; else 0.
static const char *usual_result(const char *operation) {
  return !strncmp(operation, "try", 3) || !strncmp(operation, "timed", 5) ? "1" : "0";
}

/// The line as the session has it, or NULL [own: free].
static char *entry_of(const char *origin, char *line) {
  enum { MOST_WORDS = 4 };
  const char *words[OPERATIONS], *word[MOST_WORDS + 1] = {NULL};
  unsigned count = 0;
  line[strcspn(line, "#\r\n")] = '\0';
  for (char *next = strtok(line, " \t"); next && count <= MOST_WORDS; next = strtok(NULL, " \t"))
    word[count++] = next;
  if (!count)
    return NULL;
  if (count < 3 || count > MOST_WORDS)
    usage_error("%s: expected FUNCTION PRIMITIVE OPERATION, as in: my_lock mutex lock", origin);
  if (strchr(word[0], ','))
    usage_error("%s: %s: expected the name of a function, as nm prints it", origin, word[0]);
  unsigned most = words_of(NULL, words);
  if (!has_word(words, most, word[1]))
    refuse(origin, "primitive", word[1], words, most);
  most = words_of(word[1], words);
  if (!has_word(words, most, word[2]))
    refuse(origin, format_text("operation of %s", word[1]), word[2], words, most);
  const char *result = count == MOST_WORDS ? word[3] : usual_result(word[2]);
  if (strcmp(result, "0") && strcmp(result, "1"))
    usage_error("%s: %s: expected 0 or 1, what the function returns where it succeeds", origin,
                result);
  return format_text("%s %s %s %s", word[0], word[1], word[2], result);
}

static char *append(char *all, char *item) {
  char *longer = format_text("%s%s%s", all, *all ? "," : "", item);
  free(all);
  free(item);
  return longer;
}

static char *add_file(char *all, const char *path) {
  FILE *file = fopen(path, "re");
  char *text = NULL;
  size_t size = 0;
  if (!file)
    usage_error("--locks=%s: %s", path, strerror(errno));
  for (unsigned number = 1; input_line(file, path, &text, &size); number++) {
    char *origin = format_text("%s:%u", path, number), *entry = entry_of(origin, text);
    if (entry)
      all = append(all, entry);
    free(origin);
  }
  free(text);
  fclose(file);
  return all;
}

void locks_enter(struct mc_session *session, const struct options *options) {
  char *all = format_text("%s", "");
  for (unsigned i = 0; i < options->locks.count; i++)
    all = strcmp(options->locks.item[i], off) ? add_file(all, options->locks.item[i])
                                              : append(all, format_text("%s", off));
  session->config.locks = *all ? session_add(session, all) : 0;
  free(all);
}

//===- The program's file ---------------------------------------------------------------------===//

static bool is_off(const char *item) {
  return !strncmp(item, off, 3) && (!item[3] || item[3] == ',');
}

/// By its first letter: a program has thousands of functions.
static bool may_be_known(const char *name) {
  static bool begins[256], is_made;
  for (unsigned i = 0; !is_made && i < sizeof known / sizeof *known; i++)
    begins[(unsigned char)*known[i]] = true;
  is_made = true;
  return begins[(unsigned char)*name];
}

/// fnmatch takes longer than to see that the names differ before a star.
static bool is_match(const char *pattern, const char *name) {
  const char *p = pattern;
  for (const char *n = name; *p && *p == *n; p++, n++)
    ;
  return (!*p || *p == '*') && !fnmatch(pattern, name, 0);
}

static bool is_lock(const struct mc_session *session, const char *name) {
  bool has_ours = true, is_one = false;
  for (const char *item = session_text(session, session->config.locks); *item && !is_one;
       item += strcspn(item, ","), item += *item == ',') {
    char *pattern = strndup(item, strcspn(item, " ,"));
    has_ours &= !is_off(item);
    is_one = !is_off(item) && !fnmatch(pattern, name, 0);
    free(pattern);
  }
  has_ours &= may_be_known(name);
  for (unsigned i = 0; has_ours && !is_one && i < sizeof known / sizeof *known; i++)
    is_one = is_match(known[i], name);
  return is_one;
}

struct functions {
  const struct mc_session *session;
  char *all;
};

static bool look_at_symbol(void *context, const char *name, const Elf64_Sym *symbol) {
  struct functions *functions = context;
  if (symbol->st_shndx != SHN_UNDEF && ELF64_ST_TYPE(symbol->st_info) == STT_FUNC &&
      is_lock(functions->session, name))
    functions->all = append(functions->all, format_text("%" PRIx64 " %" PRIx64 " %s",
                                                        symbol->st_value, symbol->st_size, name));
  return true;
}

void locks_find(struct mc_session *session, const char *program) {
  struct functions functions = {session, format_text("%s", "")};
  struct elf_file file = elf_file_open(program);
  symbol_table_visit(file.elf, SHT_SYMTAB, look_at_symbol, &functions);
  elf_file_close(&file);
  session->config.lock_symbols = *functions.all ? session_add(session, functions.all) : 0;
  free(functions.all);
}
