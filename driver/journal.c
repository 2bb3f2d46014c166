// driver/journal.c - see journal.h. What the file has is checked as any input: it may be of another
// program, or broken.
#include "journal.h"
#include "diagnose.h"
#include "trials.h"
#include <errno.h>
#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct journal {
  sqlite3 *db;
  const char *path;
  sqlite3_stmt *add, *remove;
  char *fault;  ///< why the transaction has failed
  bool is_user; ///< the file says so
  bool goes_on;
};

//===- SQLite ---------------------------------------------------------------------------------===//

static void fail(struct journal *j) {
  if (!j->fault)
    j->fault = format_text("%s", sqlite3_errmsg(j->db));
}

static bool is_ok(struct journal *j, int status) {
  const bool ok = status == SQLITE_OK || status == SQLITE_DONE || status == SQLITE_ROW;
  if (!ok)
    fail(j);
  return ok;
}

static void run(struct journal *j, const char *sql) {
  is_ok(j, sqlite3_exec(j->db, sql, NULL, NULL, NULL));
}

static sqlite3_stmt *prepare(struct journal *j, const char *sql) {
  sqlite3_stmt *made = NULL;
  is_ok(j, sqlite3_prepare_v2(j->db, sql, -1, &made, NULL));
  return made;
}

static void step(struct journal *j, sqlite3_stmt *statement) {
  is_ok(j, sqlite3_step(statement));
  sqlite3_reset(statement);
}

static void set(struct journal *j, const char *name, const void *value, size_t bytes) {
  sqlite3_stmt *put = prepare(j, "INSERT OR REPLACE INTO run VALUES(?, ?)");
  if (!put)
    return;
  sqlite3_bind_text(put, 1, name, -1, SQLITE_STATIC);
  sqlite3_bind_blob64(put, 2, value, bytes, SQLITE_STATIC);
  step(j, put);
  sqlite3_finalize(put);
}

static void set_text(struct journal *j, const char *name, const char *value) {
  set(j, name, value, strlen(value));
}

/// With a 0 behind it [own: free]; NULL: there is none.
static char *get(struct journal *j, const char *name, size_t *bytes) {
  char *value = NULL;
  sqlite3_stmt *find = prepare(j, "SELECT value FROM run WHERE name = ?");
  if (!find)
    return NULL;
  sqlite3_bind_text(find, 1, name, -1, SQLITE_STATIC);
  if (sqlite3_step(find) == SQLITE_ROW) {
    const size_t size = (size_t)sqlite3_column_bytes(find, 0);
    value = allocate(size + 1);
    if (size)
      memcpy(value, sqlite3_column_blob(find, 0), size);
    if (bytes)
      *bytes = size;
  }
  sqlite3_finalize(find);
  return value;
}

/// How much that is, by SQL; 0 where it cannot be told.
static uint64_t ask(struct journal *j, const char *sql) {
  sqlite3_stmt *find = prepare(j, sql);
  const uint64_t value =
      find && sqlite3_step(find) == SQLITE_ROW ? (uint64_t)sqlite3_column_int64(find, 0) : 0;
  sqlite3_finalize(find);
  return value;
}

//===- Who the search is ----------------------------------------------------------------------===//

/// One word a line.
static char *join(char *const *words) {
  char *text = format_text("%s", "");
  for (; *words; words++) {
    char *longer = format_text("%s%s\n", text, *words);
    free(text);
    text = longer;
  }
  return text;
}

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

/// The options that say what is explored.
static char *options_of(const struct options *o) {
  struct words all = words_of_options(o, &(struct candidate){.kind = BY_ARGUMENT}), kept = {0};
  for (unsigned i = 0; i < all.count; i++)
    if (strncmp(all.word[i], "--jobs=", strlen("--jobs=")) != 0)
      words_add(&kept, all.word[i]);
  return kept.count ? join(kept.word) : format_text("%s", "");
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

/// Of the process that uses the journal; 0: none does.
static pid_t user_of(struct journal *j) {
  char *user = get(j, "user", NULL);
  const pid_t pid = user ? (pid_t)atoi(user) : 0;
  char *now = pid > 0 ? process_of(pid) : NULL;
  const bool is_alive = now && pid != getpid() && strchr(now, ' ')[1] && !strcmp(now, user);
  free(user);
  free(now);
  return is_alive ? pid : 0;
}

struct fact {
  const char *name, *what;
  char *value; ///< NULL: it is not known
};

enum { FACTS = 7 };

/// What standard input has, if it is a file: "12 bytes, hash ..."; else "". NULL: a pipe, which is
/// a file when the program has read it and the command begins again.
static char *describe_input(void) {
  struct stat info;
  unsigned char bytes[1 << 16];
  uint64_t hash = 0xcbf29ce484222325ull; // FNV-1a
  const bool is_there = !fstat(STDIN_FILENO, &info);
  if (is_there && (S_ISFIFO(info.st_mode) || S_ISSOCK(info.st_mode)))
    return NULL;
  if (!is_there || !S_ISREG(info.st_mode))
    return format_text("%s", "");
  off_t at = 0;
  for (ssize_t got; (got = pread(STDIN_FILENO, bytes, sizeof bytes, at)) > 0; at += got)
    for (ssize_t i = 0; i < got; i++)
      hash = (hash ^ bytes[i]) * 0x100000001b3ull;
  return format_text("%" PRId64 " bytes, hash %016" PRIx64, (int64_t)at, hash);
}

static void collect(struct fact facts[FACTS], const struct options *o, const struct program *p) {
  char *path = realpath(p->path, NULL), *folder = getcwd(NULL, 0);
  const struct fact made[FACTS] = {
      {"version", "McMini's version", format_text("%s", MC_VERSION)},
      {"path", "the program", path ? path : format_text("%s", p->path)},
      {"hash", "the program's content, hash", format_text("%016" PRIx64, p->hash)},
      {"words", "the program's arguments", join(p->argv)},
      {"options", "the options that say what is explored", options_of(o)},
      {"folder", "the folder", folder ? folder : format_text("%s", "")},
      {"input", "standard input", describe_input()},
  };
  memcpy(facts, made, sizeof made);
}

/// One line, for a message.
static char *on_one_line(const char *value) {
  char *line = format_text("%s", *value ? value : "none");
  for (char *c = line; *c; c++)
    *c = *c == '\n' ? (c[1] ? ' ' : 0) : *c;
  return line;
}

static void check(struct journal *j, const struct fact *fact) {
  char *before = get(j, fact->name, NULL);
  if (!before)
    usage_error("--journal=%s: is no journal of McMini's", j->path);
  if (strcmp(before, fact->value))
    usage_error("--journal=%s: is of another search: %s: '%s', now '%s'; remove the file to begin "
                "anew",
                j->path, fact->what, on_one_line(before), on_one_line(fact->value));
  free(before);
}

//===- Opening --------------------------------------------------------------------------------===//

static struct journal *opened; ///< the command has one

/// The last one that closes the file removes what lies beside it.
static void close_at_end(void) {
  if (opened)
    journal_close(opened);
}

static struct journal *open_file(const char *path, int more) {
  enum { PATIENCE = 5000 }; // ms
  struct journal *j = opened = allocate(sizeof *j);
  *j = (struct journal){.path = path};
  atexit(close_at_end);
  if (sqlite3_open_v2(path, &j->db, SQLITE_OPEN_READWRITE | more, NULL) != SQLITE_OK)
    usage_error("%s: %s", path, sqlite3_errmsg(j->db));
  sqlite3_busy_timeout(j->db, PATIENCE);
  return j;
}

/// One that is there.
static struct journal *open_old(const char *path) {
  if (access(path, R_OK | W_OK))
    usage_error("%s: %s", path, strerror(errno));
  struct journal *j = open_file(path, 0);
  char *version = get(j, "version", NULL);
  if (!version)
    usage_error("%s: is no journal of McMini's%s%s", path, j->fault ? ": " : "",
                j->fault ? j->fault : "");
  if (strcmp(version, MC_VERSION))
    usage_error("%s: was written by McMini %s, this is %s", path, version, MC_VERSION);
  free(version);
  return j;
}

/// A file that was made now goes again.
static void refuse_fault(const struct journal *j, bool was_there) {
  if (!j->fault)
    return;
  if (!was_there)
    unlink(j->path);
  usage_error("--journal=%s: %s", j->path, j->fault);
}

struct journal *journal_open(const char *path, const struct options *o, const struct program *p) {
  struct fact facts[FACTS];
  const bool was_there = !access(path, F_OK);
  struct journal *j = open_file(path, SQLITE_OPEN_CREATE);
  run(j, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
  run(j, "BEGIN IMMEDIATE");
  run(j, "CREATE TABLE IF NOT EXISTS run(name TEXT PRIMARY KEY, value);"
         "CREATE TABLE IF NOT EXISTS item(id INTEGER PRIMARY KEY AUTOINCREMENT, content BLOB)");
  refuse_fault(j, was_there);
  const pid_t user = user_of(j);
  if (user)
    usage_error("--journal=%s: process %d searches with it", path, (int)user);
  j->goes_on = ask(j, "SELECT count(*) FROM run WHERE name = 'first'");
  collect(facts, o, p);
  for (unsigned i = 0; i < FACTS; i++)
    if (!j->goes_on) // nothing is kept yet
      set_text(j, facts[i].name, facts[i].value ? facts[i].value : "");
    else if (facts[i].value)
      check(j, &facts[i]);
  char *own = process_of(getpid());
  set_text(j, "user", own);
  free(own);
  run(j, "COMMIT");
  j->is_user = !j->fault;
  j->add = prepare(j, "INSERT INTO item(content) VALUES(?)");
  j->remove = prepare(j, "DELETE FROM item WHERE id = ?");
  refuse_fault(j, was_there);
  return j;
}

void journal_close(struct journal *j) {
  if (!j)
    return;
  if (j->is_user)
    run(j, "DELETE FROM run WHERE name = 'user'");
  opened = NULL;
  sqlite3_finalize(j->add);
  sqlite3_finalize(j->remove);
  sqlite3_close(j->db);
  free(j->fault);
  free(j);
}

struct journal_words journal_words(const char *path) {
  struct journal *j = open_old(path);
  char *options = get(j, "options", NULL), *program = get(j, "words", NULL);
  const struct journal_words words = {split(options), split(program), get(j, "folder", NULL)};
  if (!*words.program || !words.folder)
    usage_error("%s: is no journal of McMini's", path);
  journal_close(j);
  return words;
}

void journal_print(const char *path) {
  struct journal *j = open_old(path);
  struct mc_work_counts *counts = allocate(sizeof *counts);
  char *words = get(j, "words", NULL);
  const pid_t user = user_of(j);
  const uint64_t open = ask(j, "SELECT count(*) FROM item");
  const bool has_begun = ask(j, "SELECT count(*) FROM run WHERE name = 'first'");
  uint64_t traces = 0;
  if (has_begun && !journal_read(j, counts, NULL, NULL))
    usage_error("%s: its counts are not readable", path);
  for (int kind = 0; has_begun && kind < MC_TRACE_KINDS; kind++)
    traces += counts->counts.traces[kind];
  printf("program  %s\n", on_one_line(words ? words : ""));
  printf("search   %s", !has_begun ? "nothing is kept yet" : open ? "not complete" : "complete");
  if (user)
    printf(", process %d searches", (int)user);
  printf("\ntraces   %" PRIu64 "\nopen     %" PRIu64 " item%s\n", traces, open, plural(open));
  if (!user && (open || !has_begun))
    printf("To go on: mcmini resume %s\n", path);
  journal_close(j);
}

//===- While it runs --------------------------------------------------------------------------===//

void journal_begin(struct journal *j) {
  if (j)
    run(j, "BEGIN IMMEDIATE");
}

int64_t journal_add(struct journal *j, const void *item, size_t bytes) {
  if (!j || j->fault)
    return 0;
  sqlite3_bind_blob64(j->add, 1, item, bytes, SQLITE_STATIC);
  step(j, j->add);
  return sqlite3_last_insert_rowid(j->db);
}

void journal_remove(struct journal *j, int64_t row) {
  if (!j || j->fault)
    return;
  sqlite3_bind_int64(j->remove, 1, row);
  step(j, j->remove);
}

void journal_count(struct journal *j, const struct mc_work_counts *counts) {
  if (j && !j->fault)
    set(j, "counts", counts, sizeof *counts);
}

void journal_note(struct journal *j, const void *traces, size_t bytes) {
  if (j && !j->fault)
    set(j, "noted", traces, bytes);
}

char *journal_noted(struct journal *j, size_t *bytes) { return get(j, "noted", bytes); }

void journal_divide(struct journal *j, const void *items, size_t bytes, const char *files) {
  if (!j || j->fault)
    return;
  set(j, "first", items, bytes);
  set_text(j, "files", files);
}

char *journal_end(struct journal *j) {
  if (!j)
    return NULL;
  if (!j->fault)
    run(j, "COMMIT");
  if (!j->fault)
    return NULL;
  sqlite3_exec(j->db, "ROLLBACK", NULL, NULL, NULL);
  char *why = j->fault;
  j->fault = NULL;
  return why;
}

bool journal_goes_on(const struct journal *j) { return j && j->goes_on; }

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
    return format_text("a file of the program differs: %s (size, time of last change)", differs);
  if (size != bytes || memcmp(first, items, bytes))
    return format_text("the program does not do what it did: its first traces differ");
  return NULL;
}

bool journal_read(struct journal *j, struct mc_work_counts *counts,
                  bool (*take)(void *context, int64_t row, const void *item, size_t bytes),
                  void *context) {
  size_t size = 0;
  char *stored = get(j, "counts", &size);
  const bool are_counts = stored && size == sizeof *counts;
  if (are_counts)
    memcpy(counts, stored, sizeof *counts);
  free(stored);
  if (!are_counts || counts->kinds > sizeof counts->executed / sizeof *counts->executed)
    return false;
  bool all = true;
  sqlite3_stmt *each = take ? prepare(j, "SELECT id, content FROM item ORDER BY id DESC") : NULL;
  while (all && each && sqlite3_step(each) == SQLITE_ROW)
    all = take(context, sqlite3_column_int64(each, 0), sqlite3_column_blob(each, 1),
               (size_t)sqlite3_column_bytes(each, 1));
  sqlite3_finalize(each);
  return all;
}

void journal_forget(struct journal *j) {
  if (!j)
    return;
  journal_begin(j);
  run(j, "DELETE FROM item; DELETE FROM run WHERE name IN ('first', 'files', 'counts', 'noted')");
  free(journal_end(j));
  j->goes_on = false;
}

bool journal_has_rest(struct journal *j) { return j && ask(j, "SELECT count(*) FROM item"); }
