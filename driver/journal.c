// driver/journal.c - see journal.h. What the file has is checked as any input: it may be of another
// program, or broken.
#include "journal.h"
#include "counts.h"
#include "diagnose.h"
#include "journal_facts.h"
#include "noted.h"
#include "sent_program.h"
#include "store.h"
#include "trials.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct journal {
  struct store *store;
  bool is_user; ///< the file says so
  bool goes_on;
};

static void set(struct journal *j, const char *name, const void *value, size_t bytes) {
  j->store->does->set(j->store, name, value, bytes);
}

static void set_text(struct journal *j, const char *name, const char *value) {
  set(j, name, value, strlen(value));
}

static char *get(struct journal *j, const char *name, size_t *bytes) {
  return j->store->does->get(j->store, name, bytes);
}

static bool has(struct journal *j, const char *name) {
  char *value = get(j, name, NULL);
  free(value);
  return value != NULL;
}

//===- Who the search is ----------------------------------------------------------------------===//

static char **split(char *text) {
  struct words words = {0};
  for (char *at = text, *end; at && (end = strchr(at, '\n')); at = end + 1) {
    *end = 0;
    words_add(&words, at);
  }
  if (!words.word)
    words.word = allocate(sizeof *words.word);
  return words.word;
}

/// A process, now and later: its number and when it began.
static char *process_of(pid_t pid) {
  char path[64], line[1024] = "";
  snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
  FILE *file = fopen(path, "r");
  if (file && !fgets(line, sizeof line, file))
    *line = 0;
  if (file)
    fclose(file);
  const char *at = strrchr(line, ')');
  for (int field = 0; at && field < 20; field++)
    at = strchr(at + 1, ' ');
  return format_text("%d %.*s", (int)pid, at ? (int)strcspn(at + 1, " ") : 0, at ? at + 1 : "");
}

pid_t journal_user(struct journal *j) {
  char *user = get(j, "user", NULL);
  const pid_t pid = user ? (pid_t)atoi(user) : 0;
  char *now = pid > 0 ? process_of(pid) : NULL;
  const bool is_alive = now && pid != getpid() && strchr(now, ' ')[1] && !strcmp(now, user);
  free(user);
  free(now);
  return is_alive ? pid : 0;
}

/// What there is to do about a journal of another search.
static const char *anew(const struct journal *j) {
  return j->store->does->shared ? "begin anew with another run" : "remove the file to begin anew";
}

static void check(struct journal *j, const struct fact *fact) {
  char *before = get(j, fact->name, NULL);
  if (!before)
    usage_error("--journal=%s: is no journal of McMini's", j->store->name);
  if (strcmp(before, fact->value))
    usage_error("--journal=%s: is of another search: %s: '%s', now '%s'; %s", j->store->name,
                fact->what, facts_on_one_line(before), facts_on_one_line(fact->value), anew(j));
  free(before);
}

//===- Opening --------------------------------------------------------------------------------===//

static struct journal *opened; ///< the command has one

/// The last one that closes the file removes what lies beside it.
static void close_at_end(void) {
  if (opened)
    journal_close(opened);
}

static struct journal *open_store(const char *word, bool makes) {
  struct journal *j = opened = allocate(sizeof *j);
  *j = (struct journal){.store = store_open(word, makes)};
  atexit(close_at_end);
  return j;
}

/// One that is there.
struct journal *journal_open_old(const char *word) {
  struct journal *j = open_store(word, false);
  char *version = get(j, "version", NULL);
  const char *name = j->store->name, *fault = j->store->fault;
  if (!version)
    usage_error("%s: is no journal of McMini's%s%s", name, fault ? ": " : "", fault ? fault : "");
  if (strcmp(version, MC_VERSION))
    usage_error("%s: was written by McMini %s, this is %s", name, version, MC_VERSION);
  free(version);
  return j;
}

/// A file that was made now goes again.
static void refuse_fault(const struct journal *j, bool was_there) {
  if (!j->store->fault)
    return;
  if (!was_there && !j->store->does->shared)
    unlink(j->store->name);
  usage_error("--journal=%s: %s", j->store->name, j->store->fault);
}

/// This command uses it: of a file alone, of a database with others.
static void become_user(struct journal *j, const struct options *o) {
  const pid_t user = journal_user(j);
  char *lease = get(j, "lease", NULL), *own = process_of(getpid());
  if (j->store->does->shared) {
    const double kept = lease ? atof(lease) : 0;
    char *given = format_text("%g", kept >= 1 && !o->given.lease ? kept : o->lease);
    set_text(j, "lease", given);
    j->store->does->shared->join(j->store, atof(given));
    free(given);
  } else if (user) {
    usage_error("--journal=%s: process %d searches with it", j->store->name, (int)user);
  } else {
    set_text(j, "user", own);
  }
  free(lease);
  free(own);
}

static void send_program(struct journal *j, const char *path) {
  size_t bytes = 0;
  char *content = sent_program_read(path, &bytes);
  if (!content)
    usage_error("--send-program: %s: %s", path, strerror(errno));
  set(j, "program", content, bytes);
  free(content);
}

struct journal *journal_open(const char *word, const struct options *o, const struct program *p) {
  struct fact facts[FACTS];
  const bool was_there = !store_is_url(word) && !access(word, F_OK);
  struct journal *j = open_store(word, true);
  const struct store_does *does = j->store->does;
  does->begin(j->store);
  does->make_tables(j->store);
  refuse_fault(j, was_there);
  j->goes_on = has(j, "first");
  const bool is_others = does->shared && does->shared->members(j->store, NULL) > 0;
  facts_collect(facts, o, p);
  for (unsigned i = 0; i < FACTS; i++)
    if (!j->goes_on && !is_others) // nothing is kept yet
      set_text(j, facts[i].name, facts[i].value ? facts[i].value : "");
    else if (facts[i].value && !(does->shared && facts[i].is_of_machine))
      check(j, &facts[i]);
  if (o->send_program && !j->goes_on && !is_others)
    send_program(j, p->path);
  become_user(j, o);
  does->end(j->store);
  j->is_user = !j->store->fault;
  refuse_fault(j, was_there);
  return j;
}

struct journal *journal_open_unused(const char *word) {
  struct journal *j = journal_open_old(word);
  const struct store_shared *shared = j->store->does->shared;
  if (shared ? shared->members(j->store, NULL) > 0 : journal_user(j) > 0)
    usage_error("%s: a process searches with it; end that first", j->store->name);
  j->goes_on = has(j, "first");
  return j;
}

static void add_counts(void *sum, const void *counts) {
  struct mc_work_counts *from = allocate(sizeof *from);
  memcpy(from, counts, sizeof *from);
  counts_add(sum, from);
  free(from);
}

static bool add_noted(void *traces, const void *of, size_t bytes) {
  return noted_add(traces, of, bytes);
}

static size_t write_noted(const void *traces, void *to, size_t room) {
  return noted_write(traces, to, room);
}

static void fold(struct store *store) {
  struct noted *noted = noted_make();
  struct mc_work_counts *counts = allocate(sizeof *counts);
  store->does->shared->fold(store, &(struct store_sum){.counts = counts,
                                                       .bytes = sizeof *counts,
                                                       .room = MC_NOTED_ROOM,
                                                       .add = add_counts,
                                                       .traces = noted,
                                                       .note = add_noted,
                                                       .noted = write_noted});
  noted_free(noted);
  free(counts);
}

void journal_close(struct journal *j) {
  if (!j)
    return;
  if (j->is_user && !j->store->does->shared)
    j->store->does->unset(j->store, "user");
  if (j->is_user && j->store->does->shared)
    fold(j->store);
  opened = NULL;
  store_close(j->store);
  free(j);
}

struct journal_words journal_words(const char *word) {
  struct journal *j = journal_open_old(word);
  char *options = get(j, "options", NULL), *program = get(j, "words", NULL);
  const struct journal_words words = {split(options), split(program), get(j, "folder", NULL),
                                      get(j, "path", NULL), get(j, "hash", NULL)};
  if (!*words.program || !words.folder || !words.path || !words.hash)
    usage_error("%s: is no journal of McMini's", j->store->name);
  journal_close(j);
  return words;
}

//===- While it runs --------------------------------------------------------------------------===//

void journal_begin(struct journal *j) {
  if (j)
    j->store->does->begin(j->store);
}

int64_t journal_add(struct journal *j, const void *item, size_t bytes) {
  return j && !j->store->fault ? j->store->does->add(j->store, item, bytes) : 0;
}

void journal_remove(struct journal *j, int64_t row) {
  if (j && !j->store->fault)
    j->store->does->remove(j->store, row);
}

void journal_count(struct journal *j, const struct mc_work_counts *counts) {
  if (j && !j->store->fault)
    j->store->does->count(j->store, counts, sizeof *counts);
}

void journal_note(struct journal *j, const struct noted *noted) {
  if (!j || j->store->fault)
    return;
  char *traces = allocate(MC_NOTED_ROOM);
  const size_t bytes = noted_write(noted, traces, MC_NOTED_ROOM);
  j->store->does->note(j->store, traces, bytes <= MC_NOTED_ROOM ? bytes : 0);
  free(traces);
}

static bool take_noted(void *noted, int64_t row, const void *traces, size_t bytes) {
  (void)row;
  return noted_add(noted, traces, bytes);
}

bool journal_noted(struct journal *j, struct noted *noted) {
  return j->store->does->each_noted(j->store, take_noted, noted) && !j->store->fault;
}

void journal_add_classes(struct journal *j, const void *hashes, size_t bytes) {
  if (j && !j->store->fault)
    j->store->does->add_classes(j->store, hashes, bytes);
}

bool journal_classes(struct journal *j,
                     bool (*take)(void *context, int64_t row, const void *hashes, size_t bytes),
                     void *context) {
  return j->store->does->each_classes(j->store, take, context) && !j->store->fault;
}

void journal_divide(struct journal *j, const void *items, size_t bytes, const char *files) {
  if (!j || j->store->fault)
    return;
  if (j->store->does->has_items(j->store))
    store_fail(j->store, format_text("what it has of the search is broken: items of no search"));
  set(j, "first", items, bytes);
  set_text(j, "files", files);
}

char *journal_end(struct journal *j) {
  if (!j)
    return NULL;
  j->store->does->end(j->store);
  char *why = j->store->fault;
  j->store->fault = NULL;
  return why;
}

bool journal_goes_on(struct journal *j) {
  if (j && j->store->does->shared) // another command may have divided it meanwhile
    j->goes_on = has(j, "first");
  return j && j->goes_on;
}

/// All others end.
static void set_end(struct journal *j, const char *why) {
  char host[256] = "";
  gethostname(host, sizeof host - 1);
  char *text = format_text("process %d of %s: %s", (int)getpid(), host, why);
  set_text(j, "ended", text);
  free(text);
}

/// The first line of one that the other one has not.
static char *differing_line(const char *text, const char *other) {
  for (const char *at = text; *at; at += strcspn(at, "\n"), at += *at == '\n') {
    const int length = (int)strcspn(at, "\n");
    char *line = format_text("\n%.*s\n", length, at), *all = format_text("\n%s", other);
    const bool is_there = strstr(all, line);
    free(line);
    free(all);
    if (!is_there)
      return format_text("%.*s", length, at);
  }
  return NULL;
}

char *journal_differs(struct journal *j, const void *items, size_t bytes, const char *files) {
  size_t size = 0;
  char *first = get(j, "first", &size), *before = get(j, "files", NULL), *differs = NULL;
  if (!first || !before)
    return format_text("it is no journal of McMini's");
  if ((differs = differing_line(files, before)) || (differs = differing_line(before, files)))
    return format_text("a file of the program differs: %s", differs);
  if (size != bytes || memcmp(first, items, bytes))
    return format_text("the program does not do what it did: its first traces differ");
  return NULL;
}

struct counts_reader {
  bool (*take)(void *context, const struct mc_work_counts *counts);
  void *context;
};

static bool take_counts(void *context, int64_t row, const void *bytes, size_t size) {
  const struct counts_reader *reader = context;
  struct mc_work_counts *counts = allocate(sizeof *counts);
  (void)row;
  bool are_counts = size == sizeof *counts;
  if (are_counts)
    memcpy(counts, bytes, size);
  are_counts = are_counts && counts->kinds <= sizeof counts->executed / sizeof *counts->executed;
  const bool all = are_counts && reader->take(reader->context, counts);
  free(counts);
  return all;
}

bool journal_counts(struct journal *j,
                    bool (*take)(void *context, const struct mc_work_counts *counts),
                    void *context) {
  struct counts_reader reader = {take, context};
  return j->store->does->each_count(j->store, take_counts, &reader) && !j->store->fault;
}

bool journal_items(struct journal *j,
                   bool (*take)(void *context, int64_t row, const void *item, size_t bytes),
                   void *context) {
  return j->store->does->each_item(j->store, take, context) && !j->store->fault;
}

void journal_forget(struct journal *j) {
  static const char *const names[] = {"first", "files", "counts", "noted", "earliest"};
  if (!j)
    return;
  journal_begin(j);
  j->store->does->clear(j->store);
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    j->store->does->unset(j->store, names[i]);
  free(journal_end(j));
  j->goes_on = false;
}

bool journal_has_rest(struct journal *j) { return j && j->store->does->has_items(j->store); }

const char *journal_anew(const struct journal *j) { return anew(j); }

struct store *journal_store(struct journal *j) {
  return j ? j->store : NULL;
}

bool journal_is_lost(const struct journal *j) {
  return j && j->store->does->shared && j->store->does->shared->is_lost(j->store);
}

void journal_tell_finding(struct journal *j, const char *kind, const void *trace, size_t bytes) {
  if (!j || !j->store->does->shared)
    return;
  char *what = format_text("it has found: %s", kind);
  journal_begin(j);
  set_end(j, what);
  set_text(j, "kind", kind);
  set(j, "trace", trace, bytes);
  free(journal_end(j));
  free(what);
}

struct journal_finding journal_finding(struct journal *j) {
  struct journal_finding found = {0};
  const bool is_ended = j && j->store->does->shared && has(j, "ended");
  if (is_ended && (found.kind = get(j, "kind", NULL)))
    found.trace = get(j, "trace", &found.bytes);
  return found;
}
