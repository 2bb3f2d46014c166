// driver/store_postgresql.c - a journal in a database (PostgreSQL), which several commands use at
// once, on one machine or many.
//
// Tables: `run` has the facts; `item` what is left, with its owner, or none; `worker` a command
// that takes part, with its lease and what it has counted, also when it is gone. What must be true:
//
// - A commit is one statement: it renews the lease, and where that is over does nothing. The items
//   that were claimed go, what is left of them comes, and the counts change with them.
// - A lease that is over becomes NULL, for ever: a row of `worker` is an epoch. The row's lock
//   orders that and a commit. The items of its owner are given back by a statement that begins
//   later: it sees all that was ever committed.
// - So an item is of the table until what came of it is, and the search is over where it is empty.
#include "diagnose.h"
#include "store_postgresql.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct database *of(struct store *store) { return (struct database *)store; }

//===- Statements -----------------------------------------------------------------------------===//

struct pq_rows *database_run(struct database *d, const char *sql, const struct pq_value *values,
                             unsigned count) {
  char *why = NULL;
  struct pq_rows *rows = postgresql_run(d->connection, sql, values, count, &why);
  if (!rows)
    store_fail(&d->base, why);
  d->is_lost |= postgresql_is_lost(d->connection);
  return rows;
}

/// Changes something in the transaction.
#define CHANGE(d, ...) (database_begin(d), database_done(RUN(d, __VA_ARGS__)))

void database_done(struct pq_rows *rows) {
  if (rows)
    pq_free(rows);
}

void database_begin(struct database *d) {
  if (!d->is_in_transaction || d->has_begun)
    return;
  d->has_begun = true;
  database_done(database_run(d, "BEGIN", NULL, 0));
}

int64_t database_integer(struct pq_rows *rows) {
  const int64_t value = rows && pq_count(rows) ? pq_get_integer(rows, 0, 0) : 0;
  database_done(rows);
  return value;
}

//===- The run --------------------------------------------------------------------------------===//

static void begin(struct store *store) {
  of(store)->is_in_transaction = true;
  of(store)->has_begun = false;
}

static void forget_changes(struct database *d) {
  pq_array_empty(&d->removed);
  pq_array_empty(&d->added);
  pq_array_empty(&d->contents);
  free(d->counts);
  free(d->noted);
  d->counts = d->noted = NULL;
}

static void commit(struct database *d) {
  const struct pq_value none = {.type = PQ_NULL},
                        counts = d->counts ? pq_bytes(d->counts, d->counts_size) : none,
                        noted = d->noted ? pq_bytes(d->noted, d->noted_size) : none;
  struct pq_rows *rows =
      RUN(d,
          "WITH me AS (UPDATE worker SET lease = now() + make_interval(secs => $2),"
          "              counts = coalesce($3, counts), noted = coalesce($7, noted)"
          "            WHERE id = $1 AND lease IS NOT NULL RETURNING id),"
          " gone AS (DELETE FROM item USING me WHERE item.id = ANY($4) AND item.owner + 0 = me.id"
          "          RETURNING 1)," // + 0: by the rows, and not by all that the owner has
          " came AS (INSERT INTO item(id, owner, content) SELECT new.id, me.id, new.content"
          "          FROM me, unnest($5, $6) AS new(id, content) RETURNING 1)"
          "SELECT count(*), 1 / ((SELECT count(*) FROM gone) = count(*) * cardinality($4))::int "
          "FROM me",
          pq_integer(d->self), pq_real(d->lease), counts, pq_array_value(&d->removed),
          pq_array_value(&d->added), pq_array_value(&d->contents), noted);
  if (rows && !pq_get_integer(rows, 0, 0)) {
    d->is_lost = true;
    store_fail(&d->base, format_text("the lease is over: others go on with what was claimed"));
  }
  database_done(rows);
}

static void end(struct store *store) {
  struct database *d = of(store);
  if (!store->fault && (d->removed.count || d->added.count || d->counts))
    commit(d);
  if (d->has_begun)
    database_done(database_run(d, store->fault ? "ROLLBACK" : "COMMIT", NULL, 0));
  d->is_in_transaction = d->has_begun = false;
  forget_changes(d);
}

static void make_tables(struct store *store) {
  static const char *const tables[] = {
      "CREATE TABLE IF NOT EXISTS run(name text PRIMARY KEY, value bytea NOT NULL)",
      "CREATE TABLE IF NOT EXISTS worker("
      " id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, lease timestamptz, host text NOT NULL,"
      " process bigint NOT NULL, since timestamptz NOT NULL DEFAULT now(),"
      " waits bigint NOT NULL DEFAULT 0, is_settled boolean NOT NULL DEFAULT false, counts bytea,"
      " noted bytea)",
      "CREATE INDEX IF NOT EXISTS live ON worker(lease) WHERE lease IS NOT NULL",
      "CREATE INDEX IF NOT EXISTS settled ON worker(id) WHERE lease IS NULL AND is_settled",
      "CREATE INDEX IF NOT EXISTS unsettled ON worker(id) WHERE lease IS NULL AND NOT is_settled",
      "CREATE TABLE IF NOT EXISTS item(id bigint PRIMARY KEY, owner bigint, content bytea NOT "
      "NULL)",
      "ALTER TABLE item SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = "
      "5000)",
      "CREATE TABLE IF NOT EXISTS class(id bigint PRIMARY KEY, hashes bytea NOT NULL)",
      "CREATE INDEX IF NOT EXISTS open ON item(id) WHERE owner IS NULL",
      "CREATE INDEX IF NOT EXISTS owned ON item(owner) WHERE owner IS NOT NULL",
  };
  struct database *d = of(store);
  // Two that begin at once would make each table twice. What has some, and not all, is broken.
  CHANGE(d, "SELECT pg_advisory_xact_lock(hashtext($1))", pq_text(d->run));
  if (database_integer(
          database_run(d,
                       "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"
                       " AND tablename IN ('run', 'worker', 'item')",
                       NULL, 0)))
    return;
  char *schema = format_text("CREATE SCHEMA IF NOT EXISTS \"%s\"", d->run);
  database_done(database_run(d, schema, NULL, 0));
  free(schema);
  for (unsigned i = 0; i < sizeof tables / sizeof *tables; i++)
    database_done(database_run(d, tables[i], NULL, 0));
}

/// The search is divided once: there `first` is new.
static void set(struct store *store, const char *name, const void *value, size_t bytes) {
  struct database *d = of(store);
  if (strcmp(name, "first") != 0) {
    CHANGE(d,
           "INSERT INTO run VALUES($1, $2) ON CONFLICT(name) DO UPDATE SET value = excluded.value",
           pq_text(name), pq_bytes(value, bytes));
    return;
  }
  CHANGE(d, "INSERT INTO run VALUES($1, $2)", pq_text(name), pq_bytes(value, bytes));
  d->is_lost |= store->fault != NULL; // another command was first: this one goes on with that
}

static char *get(struct store *store, const char *name, size_t *bytes) {
  struct pq_rows *rows = RUN(of(store), "SELECT value FROM run WHERE name = $1", pq_text(name));
  char *value = NULL;
  if (rows && pq_count(rows)) {
    size_t size = 0;
    const void *from = pq_get_bytes(rows, 0, 0, &size);
    value = allocate(size + 1);
    memcpy(value, from, size);
    if (bytes)
      *bytes = size;
  }
  database_done(rows);
  return value;
}

static void unset(struct store *store, const char *name) {
  CHANGE(of(store), "DELETE FROM run WHERE name = $1", pq_text(name));
}

static void lower(struct store *store, const char *name, const void *value, size_t bytes) {
  CHANGE(of(store),
         "INSERT INTO run VALUES($1, $2)"
         " ON CONFLICT(name) DO UPDATE SET value = least(run.value, excluded.value)",
         pq_text(name), pq_bytes(value, bytes));
}

//===- Items and counts -----------------------------------------------------------------------===//

/// Rows of a later owner follow: the oldest ones, which owe most, are claimed first.
static int64_t add(struct store *store, const void *item, size_t bytes) {
  struct database *d = of(store);
  const int64_t row = d->self << 32 | ++d->next;
  size_t size = 0;
  char *sealed = store_seal(row, item, bytes, &size);
  pq_array_add_integer(&d->added, row);
  pq_array_add_bytes(&d->contents, sealed, size);
  free(sealed);
  return row;
}

static void remove_row(struct store *store, int64_t row) {
  pq_array_add_integer(&of(store)->removed, row);
}

static void clear(struct store *store) {
  CHANGE(of(store), "DELETE FROM item");
  CHANGE(of(store), "DELETE FROM class");
}

static uint64_t items(struct store *store) {
  return (uint64_t)database_integer(database_run(of(store), "SELECT count(*) FROM item", NULL, 0));
}

static bool has_items(struct store *store) {
  return database_integer(
             database_run(of(store), "SELECT id FROM item ORDER BY id LIMIT 1", NULL, 0)) != 0;
}

bool database_take(struct database *d, struct pq_rows *rows, store_take *take, void *context) {
  bool all = true;
  for (unsigned i = 0; all && rows && i < pq_count(rows); i++) {
    size_t size = 0;
    const int64_t row = pq_get_integer(rows, i, 0);
    const void *content = pq_get_bytes(rows, i, 1, &size);
    all = store_is_sealed(row, content, &size) && take(context, row, content, size);
  }
  if (!all)
    store_fail(&d->base, format_text("what it has of the search is broken: an item is none"));
  return all;
}

/// In parts of 1000 rows, by the index.
static bool each_part(struct store *store, const char *sql, store_take *take, void *context) {
  enum { AT_ONCE = 1000 };
  bool all = true;
  int64_t below = INT64_MAX;
  for (unsigned count = AT_ONCE; all && count == AT_ONCE;) {
    struct pq_rows *rows = RUN(of(store), sql, pq_integer(below));
    count = rows ? pq_count(rows) : 0;
    all = database_take(of(store), rows, take, context);
    below = count ? pq_get_integer(rows, count - 1, 0) : 0;
    database_done(rows);
  }
  return all;
}

static bool each_item(struct store *store, store_take *take, void *context) {
  return each_part(store, "SELECT id, content FROM item WHERE id < $1 ORDER BY id DESC LIMIT 1000",
                   take, context);
}

/// Whose lease is over adds none: the transaction is undone.
static void add_classes(struct store *store, const void *hashes, size_t bytes) {
  struct database *d = of(store);
  const int64_t row = d->self << 32 | ++d->next;
  size_t size = 0;
  char *sealed = store_seal(row, hashes, bytes, &size);
  CHANGE(d, "INSERT INTO class VALUES($1, $2)", pq_integer(row), pq_bytes(sealed, size));
  free(sealed);
}

static bool each_classes(struct store *store, store_take *take, void *context) {
  return each_part(store, "SELECT id, hashes FROM class WHERE id < $1 ORDER BY id DESC LIMIT 1000",
                   take, context);
}

static void keep(void **kept, size_t *size, const void *from, size_t bytes) {
  free(*kept);
  *kept = allocate(bytes + 1);
  memcpy(*kept, from, bytes);
  *size = bytes;
}

static void count(struct store *store, const void *counts, size_t bytes) {
  keep(&of(store)->counts, &of(store)->counts_size, counts, bytes);
}

static void note(struct store *store, const void *traces, size_t bytes) {
  keep(&of(store)->noted, &of(store)->noted_size, traces, bytes);
}

static bool each_of(struct store *store, const char *sql, store_take *take, void *context) {
  struct pq_rows *rows = database_run(of(store), sql, NULL, 0);
  bool all = rows != NULL;
  for (unsigned i = 0; all && i < pq_count(rows); i++) {
    size_t size = 0;
    const void *value = pq_get_bytes(rows, i, 1, &size);
    all = take(context, pq_get_integer(rows, i, 0), value, size);
  }
  database_done(rows);
  return all;
}

static bool each_count(struct store *store, store_take *take, void *context) {
  return each_of(store, "SELECT id, counts FROM worker WHERE counts IS NOT NULL ORDER BY id", take,
                 context);
}

static bool each_noted(struct store *store, store_take *take, void *context) {
  return each_of(store, "SELECT id, noted FROM worker WHERE noted IS NOT NULL ORDER BY id", take,
                 context);
}

//===- Opening --------------------------------------------------------------------------------===//

static void use_run(struct database *d) {
  char *path = format_text("SET search_path TO \"%s\"", d->run);
  database_done(database_run(d, path, NULL, 0));
  free(path);
}

/// What this command had claimed is open at once, and not when its lease is over.
static void leave(struct database *d) {
  if (!d->self || (postgresql_is_lost(d->connection) && !postgresql_again(d->connection)))
    return;
  use_run(d);
  database_done(
      RUN(d, "UPDATE worker SET lease = NULL, waits = 0 WHERE id = $1", pq_integer(d->self)));
  database_shared.reclaim(&d->base);
}

static void close_database(struct store *store) {
  struct database *d = of(store);
  leave(d);
  postgresql_close(d->connection);
  forget_changes(d);
  free(d->run);
}

static const struct store_does database_does = {.close = close_database,
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
                                                .each_classes = each_classes,
                                                .shared = &database_shared};

struct store *store_postgresql_open(const char *word, char **why) {
  char *url = format_text("%s", word), *run = store_take_run(url);
  if (!run) {
    *why =
        format_text("expected postgresql://HOST/DATABASE/RUN, and letters, digits, _ and - in RUN");
    return NULL;
  }
  struct postgresql *connection = postgresql_connect(url, why);
  free(url);
  if (!connection)
    return NULL;
  struct database *d = allocate(sizeof *d);
  *d = (struct database){.base = {.does = &database_does, .name = store_name(word)},
                         .connection = connection,
                         .run = run,
                         .contents.is_bytes = true};
  // A command that is stopped within a transaction would keep all others waiting.
  const char *const settings[] = {"SET client_min_messages TO warning",
                                  "SET idle_in_transaction_session_timeout TO '10s'"};
  for (unsigned i = 0; i < 2; i++)
    database_done(database_run(d, settings[i], NULL, 0));
  use_run(d);
  return &d->base;
}
