// driver/store_postgresql_shared.c - a journal in a database, as several commands use it at once:
// see store_postgresql.c, which says what must be true.
#include "diagnose.h"
#include "journal_facts.h"
#include "store_postgresql.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct database *of(struct store *store) { return (struct database *)store; }

static void join(struct store *store, double lease) {
  struct database *d = of(store);
  char host[256] = "";
  gethostname(host, sizeof host - 1);
  d->lease = lease;
  database_begin(d);
  d->self = database_integer(RUN(d,
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
  const bool all = database_take(d, rows, take, context);
  database_done(rows);
  d->waits = got ? 0 : most;
  return all ? got : 0;
}

static void release(struct store *store, const int64_t *row, unsigned rows) {
  struct database *d = of(store);
  struct pq_array list = {0};
  for (unsigned i = 0; i < rows; i++)
    pq_array_add_integer(&list, row[i]);
  database_done(RUN(d, "UPDATE item SET owner = NULL WHERE id = ANY($2) AND owner = $1",
                    pq_integer(d->self), pq_array_value(&list)));
  pq_array_empty(&list);
}

/// There should be an item for each that others wait for, and one for each eight others, so that
/// few wait. All that are busy see the same: each gives its part; of less than one item it is a
/// chance.
static unsigned renew(struct store *store) {
  struct database *d = of(store);
  struct pq_rows *rows = RUN(
      d,
      "WITH others AS (SELECT count(*) AS live, count(*) FILTER (WHERE waits > 0) AS idle,"
      "                 coalesce(sum(waits), 0) AS waits"
      "                FROM worker WHERE lease > now() AND id <> $1),"
      " ready AS (SELECT count(*) AS items FROM (SELECT FROM item WHERE owner IS NULL"
      "                                          ORDER BY id LIMIT 1000) AS first)"
      "UPDATE worker SET lease = now() + make_interval(secs => $2), waits = $3 FROM others, ready"
      " WHERE id = $1 AND lease IS NOT NULL"
      " RETURNING floor(greatest((live + 7) / 8 + others.waits - items, 0)::float"
      "                 / (live - idle + 1) + random())::bigint",
      pq_integer(d->self), pq_real(d->lease), pq_integer(d->waits));
  if (rows && !pq_count(rows)) {
    d->is_lost = true;
    store_fail(store, format_text("the lease is over: others go on with what was claimed"));
  }
  const int64_t wanted = database_integer(rows);
  return wanted < 0 ? 0 : wanted > 1000 ? 1000 : (unsigned)wanted;
}

/// Two statements: the second one sees all that the owners have committed before the first.
static void reclaim(struct store *store) {
  struct database *d = of(store);
  database_done(database_run(d,
                             "UPDATE worker SET lease = NULL, waits = 0 WHERE id IN"
                             " (SELECT id FROM worker WHERE lease < now() FOR UPDATE SKIP LOCKED)",
                             NULL, 0));
  database_done(database_run(
      d,
      "WITH gone AS (SELECT id FROM worker WHERE lease IS NULL AND NOT is_settled"
      "              FOR UPDATE SKIP LOCKED),"
      " back AS (UPDATE item SET owner = NULL WHERE owner = ANY(ARRAY(SELECT id FROM gone)))"
      "UPDATE worker SET is_settled = true WHERE id IN (SELECT id FROM gone)",
      NULL, 0));
}

/// In one statement: who ends the search may take its items away.
static bool is_empty(struct store *store) {
  struct pq_rows *rows =
      database_run(of(store),
                   "SELECT (SELECT count(*) FROM (SELECT FROM item ORDER BY id LIMIT 1) AS first)"
                   " + (SELECT count(*) FROM run WHERE name = 'ended')",
                   NULL, 0);
  const bool empty = rows && pq_count(rows) && !pq_get_integer(rows, 0, 0);
  database_done(rows);
  return empty;
}

/// A row for each command that ever took part would be without end: those of the gone become one.
static void fold(struct store *store, const struct store_sum *sum) {
  struct database *d = of(store);
  const int64_t settled =
      database_integer(database_run(d,
                                    "SELECT count(*) FROM (SELECT FROM worker WHERE lease IS NULL "
                                    "AND is_settled LIMIT 100) AS some_of",
                                    NULL, 0));
  if (settled < 100 || store->fault)
    return;
  store->does->begin(store);
  database_begin(d);
  struct pq_rows *rows = database_run(
      d,
      "DELETE FROM worker WHERE id IN (SELECT id FROM worker WHERE lease IS NULL AND is_settled"
      "                                ORDER BY id LIMIT 1000 FOR UPDATE SKIP LOCKED)"
      " RETURNING counts, noted",
      NULL, 0);
  for (unsigned i = 0; rows && i < pq_count(rows); i++) {
    size_t size = 0, noted = 0;
    const void *counts = pq_get_bytes(rows, i, 0, &size),
               *traces = pq_get_bytes(rows, i, 1, &noted);
    const bool are_good =
        (!noted || sum->note(sum->traces, traces, noted)) && (!size || size == sum->bytes);
    if (size && are_good)
      sum->add(sum->counts, counts);
    if (!are_good)
      store_fail(store, format_text("what it has of the search is broken: counts that are none"));
  }
  database_done(rows);
  void *traces = allocate(sum->room);
  const size_t noted = sum->noted(sum->traces, traces, sum->room);
  if (noted > sum->room)
    store_fail(store, format_text("the traces with findings are too long for one row"));
  database_done(RUN(d,
                    "INSERT INTO worker(host, process, is_settled, counts, noted)"
                    " VALUES('', 0, true, $1, $2)",
                    pq_bytes(sum->counts, sum->bytes), pq_bytes(traces, noted)));
  store->does->end(store);
  free(traces);
}

static bool is_lost(const struct store *store) { return ((const struct database *)store)->is_lost; }

static unsigned members(struct store *store, char **list) {
  struct pq_rows *rows = database_run(
      of(store),
      "SELECT host, process, extract(epoch FROM now() - since)::bigint, waits FROM worker"
      " WHERE lease > now() ORDER BY id",
      NULL, 0);
  const unsigned count = rows ? pq_count(rows) : 0;
  char *text = format_text("%s", "");
  for (unsigned i = 0; list && i < count; i++) {
    char *longer = format_text("%s  %s, process %" PRId64 ", for %" PRId64 " s%s\n", text,
                               facts_on_one_line(pq_get_text(rows, i, 0)),
                               pq_get_integer(rows, i, 1), pq_get_integer(rows, i, 2),
                               pq_get_integer(rows, i, 3) ? ", waits for work" : "");
    free(text);
    text = longer;
  }
  database_done(rows);
  if (list)
    *list = text;
  else
    free(text);
  return count;
}

const struct store_shared database_shared = {.join = join,
                                             .claim = claim,
                                             .release = release,
                                             .renew = renew,
                                             .reclaim = reclaim,
                                             .is_empty = is_empty,
                                             .is_lost = is_lost,
                                             .fold = fold,
                                             .members = members};
