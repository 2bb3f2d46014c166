// driver/store_sqlite.c - a journal in a file (SQLite). One command uses it, which journal.c sees
// to. The library is loaded with the first journal: it takes a tenth of a millisecond and more.
#include "diagnose.h"
#include "store.h"
#include <dlfcn.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#define CALLS(X)                                                                                   \
  X(sqlite3_bind_blob64)                                                                           \
  X(sqlite3_bind_int64)                                                                            \
  X(sqlite3_bind_text)                                                                             \
  X(sqlite3_busy_timeout)                                                                          \
  X(sqlite3_close)                                                                                 \
  X(sqlite3_column_blob)                                                                           \
  X(sqlite3_column_bytes)                                                                          \
  X(sqlite3_column_int64)                                                                          \
  X(sqlite3_errmsg)                                                                                \
  X(sqlite3_exec)                                                                                  \
  X(sqlite3_finalize)                                                                              \
  X(sqlite3_last_insert_rowid)                                                                     \
  X(sqlite3_open_v2)                                                                               \
  X(sqlite3_prepare_v2)                                                                            \
  X(sqlite3_reset)                                                                                 \
  X(sqlite3_step)

static struct {
#define MEMBER(name) __typeof__(&name) name;
  CALLS(MEMBER)
#undef MEMBER
} lib;

/// libsqlite3; NULL: it is there. Else why not [own: free].
static char *load(void) {
  void *library = dlopen("libsqlite3.so.0", RTLD_NOW);
  if (!library)
    return format_text("%s; a journal in a file needs it (Debian: libsqlite3-0)", dlerror());
#define LOAD(name)                                                                                 \
  if (!(lib.name = (__typeof__(&name))dlsym(library, #name)))                                      \
    return format_text("%s", dlerror());
  CALLS(LOAD)
#undef LOAD
  return NULL;
}

struct sqlite {
  struct store base;
  sqlite3 *db;
  sqlite3_stmt *add, *remove;
};

static struct sqlite *of(struct store *store) { return (struct sqlite *)store; }

//===- Statements -----------------------------------------------------------------------------===//

static bool is_ok(struct sqlite *s, int status) {
  const bool ok = status == SQLITE_OK || status == SQLITE_DONE || status == SQLITE_ROW;
  if (!ok)
    store_fail(&s->base, format_text("%s", lib.sqlite3_errmsg(s->db)));
  return ok;
}

static void run(struct sqlite *s, const char *sql) {
  is_ok(s, lib.sqlite3_exec(s->db, sql, NULL, NULL, NULL));
}

static sqlite3_stmt *prepare(struct sqlite *s, const char *sql) {
  sqlite3_stmt *made = NULL;
  is_ok(s, lib.sqlite3_prepare_v2(s->db, sql, -1, &made, NULL));
  return made;
}

static void step(struct sqlite *s, sqlite3_stmt *statement) {
  is_ok(s, lib.sqlite3_step(statement));
  lib.sqlite3_reset(statement);
}

//===- The run --------------------------------------------------------------------------------===//

static void begin(struct store *store) { run(of(store), "BEGIN IMMEDIATE"); }

static void end(struct store *store) {
  if (!store->fault)
    run(of(store), "COMMIT");
  if (store->fault)
    lib.sqlite3_exec(of(store)->db, "ROLLBACK", NULL, NULL, NULL);
}

static void make_tables(struct store *store) {
  run(of(store),
      "CREATE TABLE IF NOT EXISTS run(name TEXT PRIMARY KEY, value);"
      "CREATE TABLE IF NOT EXISTS item(id INTEGER PRIMARY KEY AUTOINCREMENT, content BLOB);"
      "CREATE TABLE IF NOT EXISTS class(id INTEGER PRIMARY KEY, hashes BLOB)");
}

static void put(struct store *store, const char *sql, const char *name, const void *value,
                size_t bytes) {
  sqlite3_stmt *put = prepare(of(store), sql);
  if (!put)
    return;
  lib.sqlite3_bind_text(put, 1, name, -1, SQLITE_STATIC);
  lib.sqlite3_bind_blob64(put, 2, value, bytes, SQLITE_STATIC);
  step(of(store), put);
  lib.sqlite3_finalize(put);
}

static void set(struct store *store, const char *name, const void *value, size_t bytes) {
  put(store, "INSERT OR REPLACE INTO run VALUES(?, ?)", name, value, bytes);
}

static void lower(struct store *store, const char *name, const void *value, size_t bytes) {
  put(store,
      "INSERT INTO run VALUES(?, ?)"
      " ON CONFLICT(name) DO UPDATE SET value = min(value, excluded.value)",
      name, value, bytes);
}

static char *get(struct store *store, const char *name, size_t *bytes) {
  char *value = NULL;
  sqlite3_stmt *find = prepare(of(store), "SELECT value FROM run WHERE name = ?");
  if (!find)
    return NULL;
  lib.sqlite3_bind_text(find, 1, name, -1, SQLITE_STATIC);
  if (lib.sqlite3_step(find) == SQLITE_ROW) {
    const size_t size = (size_t)lib.sqlite3_column_bytes(find, 0);
    value = allocate(size + 1);
    if (size)
      memcpy(value, lib.sqlite3_column_blob(find, 0), size);
    if (bytes)
      *bytes = size;
  }
  lib.sqlite3_finalize(find);
  return value;
}

static void unset(struct store *store, const char *name) {
  sqlite3_stmt *take = prepare(of(store), "DELETE FROM run WHERE name = ?");
  if (!take)
    return;
  lib.sqlite3_bind_text(take, 1, name, -1, SQLITE_STATIC);
  step(of(store), take);
  lib.sqlite3_finalize(take);
}

//===- Items and counts -----------------------------------------------------------------------===//

static int64_t add(struct store *store, const void *item, size_t bytes) {
  struct sqlite *s = of(store);
  if (!s->add)
    s->add = prepare(s, "INSERT INTO item(content) VALUES(?)");
  if (store->fault)
    return 0;
  lib.sqlite3_bind_blob64(s->add, 1, item, bytes, SQLITE_STATIC);
  step(s, s->add);
  return lib.sqlite3_last_insert_rowid(s->db);
}

static void remove_row(struct store *store, int64_t row) {
  struct sqlite *s = of(store);
  if (!s->remove)
    s->remove = prepare(s, "DELETE FROM item WHERE id = ?");
  if (store->fault)
    return;
  lib.sqlite3_bind_int64(s->remove, 1, row);
  step(s, s->remove);
}

static void clear(struct store *store) { run(of(store), "DELETE FROM item; DELETE FROM class"); }

static uint64_t items(struct store *store) {
  sqlite3_stmt *find = prepare(of(store), "SELECT count(*) FROM item");
  const uint64_t value = find && lib.sqlite3_step(find) == SQLITE_ROW
                             ? (uint64_t)lib.sqlite3_column_int64(find, 0)
                             : 0;
  lib.sqlite3_finalize(find);
  return value;
}

static bool has_items(struct store *store) { return items(store) > 0; }

static bool each_of(struct store *store, const char *sql, store_take *take, void *context) {
  bool all = true;
  sqlite3_stmt *each = prepare(of(store), sql);
  while (all && each && lib.sqlite3_step(each) == SQLITE_ROW)
    all = take(context, lib.sqlite3_column_int64(each, 0), lib.sqlite3_column_blob(each, 1),
               (size_t)lib.sqlite3_column_bytes(each, 1));
  lib.sqlite3_finalize(each);
  return all;
}

static bool each_item(struct store *store, store_take *take, void *context) {
  return each_of(store, "SELECT id, content FROM item ORDER BY id DESC", take, context);
}

static void add_classes(struct store *store, const void *hashes, size_t bytes) {
  sqlite3_stmt *add = prepare(of(store), "INSERT INTO class(hashes) VALUES(?)");
  if (!add)
    return;
  lib.sqlite3_bind_blob64(add, 1, hashes, bytes, SQLITE_STATIC);
  step(of(store), add);
  lib.sqlite3_finalize(add);
}

static bool each_classes(struct store *store, store_take *take, void *context) {
  return each_of(store, "SELECT id, hashes FROM class ORDER BY id", take, context);
}

static void count(struct store *store, const void *counts, size_t bytes) {
  set(store, "counts", counts, bytes);
}

static bool each_count(struct store *store, store_take *take, void *context) {
  size_t bytes = 0;
  char *counts = get(store, "counts", &bytes);
  const bool all = counts && take(context, 0, counts, bytes);
  free(counts);
  return all;
}

static void note(struct store *store, const void *traces, size_t bytes) {
  set(store, "noted", traces, bytes);
}

static bool each_noted(struct store *store, store_take *take, void *context) {
  size_t bytes = 0;
  char *traces = get(store, "noted", &bytes);
  const bool all = !traces || take(context, 0, traces, bytes);
  free(traces);
  return all;
}

//===- Opening --------------------------------------------------------------------------------===//

static void close_file(struct store *store) {
  struct sqlite *s = of(store);
  lib.sqlite3_finalize(s->add);
  lib.sqlite3_finalize(s->remove);
  lib.sqlite3_close(s->db);
}

static const struct store_does sqlite_does = {.close = close_file,
                                              .begin = begin,
                                              .end = end,
                                              .make_tables = make_tables,
                                              .set = set,
                                              .get = get,
                                              .unset = unset,
                                              .lower = lower,
                                              .add = add,
                                              .remove = remove_row,
                                              .clear = clear,
                                              .items = items,
                                              .has_items = has_items,
                                              .each_item = each_item,
                                              .count = count,
                                              .each_count = each_count,
                                              .note = note,
                                              .each_noted = each_noted,
                                              .add_classes = add_classes,
                                              .each_classes = each_classes};

struct store *store_sqlite_open(const char *path, bool makes, char **why) {
  enum { PATIENCE = 5000 }; // ms
  if ((*why = load()))
    return NULL;
  struct sqlite *s = allocate(sizeof *s);
  *s = (struct sqlite){.base = {.does = &sqlite_does, .name = format_text("%s", path)}};
  if (lib.sqlite3_open_v2(path, &s->db, SQLITE_OPEN_READWRITE | (makes ? SQLITE_OPEN_CREATE : 0),
                          NULL) != SQLITE_OK) {
    *why = format_text("%s", lib.sqlite3_errmsg(s->db));
    return NULL;
  }
  lib.sqlite3_busy_timeout(s->db, PATIENCE);
  if (makes)
    run(s, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
  return &s->base;
}
