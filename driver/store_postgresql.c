// driver/store_postgresql.c - a journal in a database (PostgreSQL), which several commands use at
// once, on one machine or many.
//
// Tables: `run` has the facts; `item` what is left, with its owner, or none; `worker` a command that
// takes part, with its lease and what it has counted, also when it is gone. What must be true:
//
// - A commit is one statement: it renews the lease, and where that is over does nothing. The items
//   that were claimed go, what is left of them comes, and the counts change with them.
// - A lease that is over becomes NULL, for ever: a row of `worker` is an epoch. The row's lock
//   orders that and a commit. The items of its owner are given back by a statement that begins
//   later: it sees all that was ever committed.
// - So an item is of the table until what came of it is, and the search is over where it is empty.
#include "diagnose.h"
#include "journal_facts.h"
#include "postgresql.h"
#include "store.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct database {
  struct store base;
  struct postgresql *connection;
  char *run;            ///< the schema
  int64_t self;         ///< of `worker`; 0: takes no part
  double lease;         ///< seconds
  uint32_t next;        ///< row to be added
  int64_t waits;        ///< for so many items
  bool is_in_transaction, has_begun, is_lost;
  struct pq_array removed, added, contents; ///< by the transaction
  void *counts;
  size_t counts_size;
};

static struct database *of(struct store *store) { return (struct database *)store; }

//===- Statements -----------------------------------------------------------------------------===//

static struct pq_rows *run_all(struct database *d, const char *sql, const struct pq_value *values,
                               unsigned count) {
  char *why = NULL;
  struct pq_rows *rows = postgresql_run(d->connection, sql, values, count, &why);
  if (!rows)
    store_fail(&d->base, why);
  d->is_lost |= postgresql_is_lost(d->connection);
  return rows;
}

/// Asks, or changes something at once.
#define RUN(d, sql, ...)                                                                           \
  run_all(d, sql, (const struct pq_value[]){__VA_ARGS__},                                          \
          sizeof((const struct pq_value[]){__VA_ARGS__}) / sizeof(struct pq_value))

/// Changes something in the transaction.
#define CHANGE(d, ...) (begin_now(d), change(RUN(d, __VA_ARGS__)))

static void change(struct pq_rows *rows) {
  if (rows)
    pq_free(rows);
}

static void begin_now(struct database *d) {
  if (!d->is_in_transaction || d->has_begun)
    return;
  d->has_begun = true;
  change(run_all(d, "BEGIN", NULL, 0));
}

/// The first value of the first row; 0: there is none.
static int64_t integer_of(struct pq_rows *rows) {
  const int64_t value = rows && pq_count(rows) ? pq_get_integer(rows, 0, 0) : 0;
  change(rows);
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
  d->counts = NULL;
}

static void commit(struct database *d) {
  const struct pq_value counts =
      d->counts ? pq_bytes(d->counts, d->counts_size) : (struct pq_value){.type = PQ_NULL};
  struct pq_rows *rows = RUN(
      d,
      "WITH me AS (UPDATE worker SET lease = now() + make_interval(secs => $2),"
      "              counts = coalesce($3, counts)"
      "            WHERE id = $1 AND lease IS NOT NULL RETURNING id),"
      " gone AS (DELETE FROM item USING me WHERE item.id = ANY($4) AND item.owner + 0 = me.id"
      "          RETURNING 1)," // + 0: by the rows, and not by all that the owner has
      " came AS (INSERT INTO item(id, owner, content) SELECT new.id, me.id, new.content"
      "          FROM me, unnest($5, $6) AS new(id, content) RETURNING 1)"
      "SELECT count(*), 1 / ((SELECT count(*) FROM gone) = count(*) * cardinality($4))::int FROM me",
      pq_integer(d->self), pq_real(d->lease), counts, pq_array_value(&d->removed),
      pq_array_value(&d->added), pq_array_value(&d->contents));
  if (rows && !pq_get_integer(rows, 0, 0)) {
    d->is_lost = true;
    store_fail(&d->base, format_text("the lease is over: others go on with what was claimed"));
  }
  change(rows);
}

static void end(struct store *store) {
  struct database *d = of(store);
  if (!store->fault && (d->removed.count || d->added.count || d->counts))
    commit(d);
  if (d->has_begun)
    change(run_all(d, store->fault ? "ROLLBACK" : "COMMIT", NULL, 0));
  d->is_in_transaction = d->has_begun = false;
  forget_changes(d);
}

static void make_tables(struct store *store) {
  static const char *const tables[] = {
      "CREATE TABLE IF NOT EXISTS run(name text PRIMARY KEY, value bytea NOT NULL)",
      "CREATE TABLE IF NOT EXISTS worker("
      " id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, lease timestamptz, host text NOT NULL,"
      " process bigint NOT NULL, since timestamptz NOT NULL DEFAULT now(),"
      " waits bigint NOT NULL DEFAULT 0, is_settled boolean NOT NULL DEFAULT false, counts bytea)",
      "CREATE INDEX IF NOT EXISTS live ON worker(lease) WHERE lease IS NOT NULL",
      "CREATE INDEX IF NOT EXISTS unsettled ON worker(id) WHERE lease IS NULL AND NOT is_settled",
      "CREATE TABLE IF NOT EXISTS item(id bigint PRIMARY KEY, owner bigint, content bytea NOT NULL)",
      "ALTER TABLE item SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)",
      "CREATE INDEX IF NOT EXISTS open ON item(id) WHERE owner IS NULL",
      "CREATE INDEX IF NOT EXISTS owned ON item(owner) WHERE owner IS NOT NULL",
  };
  struct database *d = of(store);
  // Two that begin at once would make each table twice. What has some, and not all, is broken.
  CHANGE(d, "SELECT pg_advisory_xact_lock(hashtext($1))", pq_text(d->run));
  if (integer_of(run_all(d, "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"
                            " AND tablename IN ('run', 'worker', 'item')",
                         NULL, 0)))
    return;
  char *schema = format_text("CREATE SCHEMA IF NOT EXISTS \"%s\"", d->run);
  change(run_all(d, schema, NULL, 0));
  free(schema);
  for (unsigned i = 0; i < sizeof tables / sizeof *tables; i++)
    change(run_all(d, tables[i], NULL, 0));
}

/// The search is divided once: there `first` is new.
static void set(struct store *store, const char *name, const void *value, size_t bytes) {
  struct database *d = of(store);
  if (strcmp(name, "first") != 0) {
    CHANGE(d, "INSERT INTO run VALUES($1, $2) ON CONFLICT(name) DO UPDATE SET value = excluded.value",
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
  change(rows);
  return value;
}

static void unset(struct store *store, const char *name) {
  CHANGE(of(store), "DELETE FROM run WHERE name = $1", pq_text(name));
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

static void clear(struct store *store) { CHANGE(of(store), "DELETE FROM item"); }

static uint64_t items(struct store *store) {
  return (uint64_t)integer_of(run_all(of(store), "SELECT count(*) FROM item", NULL, 0));
}

static bool has_items(struct store *store) {
  return integer_of(run_all(of(store), "SELECT id FROM item ORDER BY id LIMIT 1", NULL, 0)) != 0;
}

/// The rows' items.
static bool take_items(struct database *d, struct pq_rows *rows, store_take *take, void *context) {
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

static bool each_item(struct store *store, store_take *take, void *context) {
  enum { AT_ONCE = 1000 };
  bool all = true;
  int64_t below = INT64_MAX;
  for (unsigned count = AT_ONCE; all && count == AT_ONCE;) {
    struct pq_rows *rows = RUN(
        of(store), "SELECT id, content FROM item WHERE id < $1 ORDER BY id DESC LIMIT 1000",
        pq_integer(below));
    count = rows ? pq_count(rows) : 0;
    all = take_items(of(store), rows, take, context);
    below = count ? pq_get_integer(rows, count - 1, 0) : 0;
    change(rows);
  }
  return all;
}

static void count(struct store *store, const void *counts, size_t bytes) {
  struct database *d = of(store);
  free(d->counts);
  d->counts = allocate(bytes);
  memcpy(d->counts, counts, bytes);
  d->counts_size = bytes;
}

static bool each_count(struct store *store, store_take *take, void *context) {
  struct pq_rows *rows =
      run_all(of(store), "SELECT id, counts FROM worker WHERE counts IS NOT NULL ORDER BY id", NULL, 0);
  bool all = rows != NULL;
  for (unsigned i = 0; all && i < pq_count(rows); i++) {
    size_t size = 0;
    const void *counts = pq_get_bytes(rows, i, 1, &size);
    all = take(context, pq_get_integer(rows, i, 0), counts, size);
  }
  change(rows);
  return all;
}

//===- With others ----------------------------------------------------------------------------===//

static void join(struct store *store, double lease) {
  struct database *d = of(store);
  char host[256] = "";
  gethostname(host, sizeof host - 1);
  d->lease = lease;
  begin_now(d);
  d->self = integer_of(RUN(d,
                           "INSERT INTO worker(lease, host, process)"
                           " VALUES(now() + make_interval(secs => $1), $2, $3) RETURNING id",
                           pq_real(lease), pq_text(host), pq_integer(getpid())));
}

static unsigned claim(struct store *store, unsigned most, store_take *take, void *context) {
  struct database *d = of(store);
  struct pq_rows *rows =
      RUN(d,
          "WITH me AS (UPDATE worker SET lease = now() + make_interval(secs => $2), waits = 0"
          "            WHERE id = $1 AND lease IS NOT NULL RETURNING id),"
          " pick AS (SELECT id FROM item WHERE owner IS NULL ORDER BY id LIMIT $3"
          "          FOR UPDATE SKIP LOCKED)"
          "UPDATE item SET owner = me.id FROM me, pick WHERE item.id = pick.id"
          " RETURNING item.id, item.content",
          pq_integer(d->self), pq_real(d->lease), pq_integer(most));
  const unsigned got = rows ? pq_count(rows) : 0;
  const bool all = take_items(d, rows, take, context);
  change(rows);
  d->waits = got ? 0 : most;
  return all ? got : 0;
}

static void release(struct store *store, const int64_t *row, unsigned rows) {
  struct database *d = of(store);
  struct pq_array list = {0};
  for (unsigned i = 0; i < rows; i++)
    pq_array_add_integer(&list, row[i]);
  change(RUN(d, "UPDATE item SET owner = NULL WHERE id = ANY($2) AND owner = $1",
             pq_integer(d->self), pq_array_value(&list)));
  pq_array_empty(&list);
}

/// For those that wait there should be items; where several take part, one for each more.
static unsigned renew(struct store *store) {
  struct database *d = of(store);
  struct pq_rows *rows =
      RUN(d,
          "WITH others AS (SELECT count(*) AS live, coalesce(sum(waits), 0)::bigint AS waits"
          "                FROM worker WHERE lease > now() AND id <> $1),"
          " ready AS (SELECT count(*) AS items FROM (SELECT FROM item WHERE owner IS NULL"
          "                                          ORDER BY id LIMIT 1000) AS first)"
          "UPDATE worker SET lease = now() + make_interval(secs => $2), waits = $3 FROM others, ready"
          " WHERE id = $1 AND lease IS NOT NULL RETURNING greatest(live + others.waits - items, 0)",
          pq_integer(d->self), pq_real(d->lease), pq_integer(d->waits));
  if (rows && !pq_count(rows)) {
    d->is_lost = true;
    store_fail(store, format_text("the lease is over: others go on with what was claimed"));
  }
  const int64_t wanted = integer_of(rows);
  return wanted < 0 ? 0 : wanted > 1000 ? 1000 : (unsigned)wanted;
}

/// Two statements: the second one sees all that the owners have committed before the first.
static void reclaim(struct store *store) {
  struct database *d = of(store);
  change(run_all(d,
                 "UPDATE worker SET lease = NULL, waits = 0 WHERE id IN"
                 " (SELECT id FROM worker WHERE lease < now() FOR UPDATE SKIP LOCKED)",
                 NULL, 0));
  change(run_all(d,
                 "WITH gone AS (SELECT id FROM worker WHERE lease IS NULL AND NOT is_settled"
                 "              FOR UPDATE SKIP LOCKED),"
                 " back AS (UPDATE item SET owner = NULL WHERE owner = ANY(ARRAY(SELECT id FROM gone)))"
                 "UPDATE worker SET is_settled = true WHERE id IN (SELECT id FROM gone)",
                 NULL, 0));
}

/// In one statement: who ends the search may take its items away.
static bool is_empty(struct store *store) {
  struct pq_rows *rows =
      run_all(of(store),
              "SELECT (SELECT count(*) FROM (SELECT FROM item ORDER BY id LIMIT 1) AS first)"
              " + (SELECT count(*) FROM run WHERE name = 'ended')",
              NULL, 0);
  const bool empty = rows && pq_count(rows) && !pq_get_integer(rows, 0, 0);
  change(rows);
  return empty;
}

static bool is_lost(const struct store *store) { return ((const struct database *)store)->is_lost; }

static unsigned members(struct store *store, char **list) {
  struct pq_rows *rows =
      run_all(of(store),
              "SELECT host, process, extract(epoch FROM now() - since)::bigint, waits FROM worker"
              " WHERE lease > now() ORDER BY id",
              NULL, 0);
  const unsigned count = rows ? pq_count(rows) : 0;
  char *text = format_text("%s", "");
  for (unsigned i = 0; list && i < count; i++) {
    char *longer = format_text("%s  %s, process %" PRId64 ", for %" PRId64 " s%s\n", text,
                               facts_on_one_line(pq_get_text(rows, i, 0)), pq_get_integer(rows, i, 1),
                               pq_get_integer(rows, i, 2),
                               pq_get_integer(rows, i, 3) ? ", waits for work" : "");
    free(text);
    text = longer;
  }
  change(rows);
  if (list)
    *list = text;
  else
    free(text);
  return count;
}

//===- Opening --------------------------------------------------------------------------------===//

/// What this command had claimed is open at once, and not when its lease is over.
static void leave(struct database *d) {
  if (!d->self || (postgresql_is_lost(d->connection) && !postgresql_again(d->connection)))
    return;
  char *path = format_text("SET search_path TO \"%s\"", d->run);
  change(run_all(d, path, NULL, 0));
  free(path);
  change(RUN(d, "UPDATE worker SET lease = NULL, waits = 0 WHERE id = $1", pq_integer(d->self)));
  reclaim(&d->base);
}

static void close_database(struct store *store) {
  struct database *d = of(store);
  leave(d);
  postgresql_close(d->connection);
  forget_changes(d);
  free(store->name);
  free(store->fault);
  free(d->run);
  free(d);
}

static const struct store_shared shared = {.join = join,
                                           .claim = claim,
                                           .release = release,
                                           .renew = renew,
                                           .reclaim = reclaim,
                                           .is_empty = is_empty,
                                           .is_lost = is_lost,
                                           .members = members};
static const struct store_does database_does = {.close = close_database,
                                                .begin = begin,
                                                .end = end,
                                                .make_tables = make_tables,
                                                .set = set,
                                                .get = get,
                                                .unset = unset,
                                                .add = add,
                                                .remove = remove_row,
                                                .clear = clear,
                                                .items = items,
                                                .has_items = has_items,
                                                .each_item = each_item,
                                                .count = count,
                                                .each_count = each_count,
                                                .shared = &shared};

struct store *store_postgresql_open(const char *word, char **why) {
  char *url = format_text("%s", word), *run = store_take_run(url);
  if (!run) {
    *why = format_text("expected postgresql://HOST/DATABASE/RUN, and letters, digits, _ and - in RUN");
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
    change(run_all(d, settings[i], NULL, 0));
  char *path = format_text("SET search_path TO \"%s\"", run);
  change(run_all(d, path, NULL, 0));
  free(path);
  return &d->base;
}
