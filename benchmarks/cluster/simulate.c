// simulate.c - a search of many commands by one database, against a clock. The protocol is McMini's
// own code, driver/share.c and driver/items.c; the rest is simulated here.
//
//   ./dev bench machines [NAME=VALUE...]      benchmarks/cluster/README.md
//
// Search:    an item of order n is 2^n traces: its own, and children of orders 0 to n - 1, as in
//            the search of `readers n`. A command runs what it has depth first.
// Database:  `channels` statements at a time, each of `statement` microseconds; `network` is the
//            way there and back, and the disk.
// Failures:  a command dies at random instants. What it has not committed is lost; what it had
//            claimed is open when its lease is over. Another one takes its place at once.
// Start:     one process runs the first `alone` traces, then starts the workers, one after the
//            other, in `start` milliseconds of a processor each. So does one machine (mcmini -j N),
//            where all see at once who waits.
#include "driver/items.h"
#include "driver/share.h"
#include "driver/store.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ORDER = 48, LEAST_MS = 20, MOST_MS = 1000, MOST_CLAIMED = 256 };

/// The options.
static double order = 24, workers = 16, trace = 60, statement = 150, network = 500, channels = 2,
              lease = 30, deaths = 0, seed = 1, alone = 0, start = 0;

struct item {
  uint32_t bytes, order;
};

/// A row of the table of items. They are in the order of their numbers: open ones in a list.
struct row {
  struct item item;
  int64_t owner; ///< 0: open
  bool is_there;
};

struct command {
  struct store base;
  struct share share;
  struct items *items;
  int64_t id;
  double now, lease_until, dies; ///< microseconds
  double since;                  ///< the last commit
  int32_t claimed[MOST_CLAIMED * MOST_ORDER];
  unsigned stack, most; ///< orders of items that it has, the next one to run last
  double traces;        ///< since the last commit
  unsigned waits;
  bool waiting, is_gone;
};

static struct {
  struct row *row;
  int64_t rows, first_open, room, items, open;
  float *used; ///< microseconds of each millisecond
  int64_t milliseconds;
  double done, lost, busy, idle, statements, claims;
  double latency[1 << 16];
  unsigned latencies;
  unsigned waiting, idle_commands; ///< items that commands wait for; and those commands
  struct command **live;
  unsigned lives;
  int64_t next_id;
} db;

static struct command *current;

//===- What the driver has from elsewhere -----------------------------------------------------===//

char *format_text(const char *format, ...) {
  (void)format;
  return calloc(1, 1);
}
char *facts_on_one_line(const char *text) { return strdup(text); }

static double random_number(void) { return drand48(); }

//===- The database ---------------------------------------------------------------------------===//

/// The command waits for one statement. Returns how long that took. What the database executes is
/// counted by the millisecond, as commands come in no order of time.
static double wait_for_statement(void) {
  const double begin = current->now;
  int64_t at = (int64_t)(begin / 1000);
  for (;; at++) {
    if (at >= db.milliseconds) {
      const int64_t before = db.milliseconds;
      db.milliseconds = 2 * at + 1024;
      db.used = realloc(db.used, (size_t)db.milliseconds * sizeof *db.used);
      memset(db.used + before, 0, (size_t)(db.milliseconds - before) * sizeof *db.used);
    }
    if (db.used[at] + statement <= channels * 1000)
      break;
  }
  db.used[at] += (float)statement;
  db.busy += statement;
  db.statements++;
  current->now = fmax(begin, (double)at * 1000) + statement + network;
  return current->now - begin;
}

static void set_waits(struct command *c, unsigned waits) {
  db.waiting += waits - c->waits;
  db.idle_commands += (waits > 0) - (c->waits > 0);
  c->waits = waits;
}

static void renew_lease(struct command *c) { c->lease_until = c->now + lease * 1e6; }

static int64_t add_row(struct journal *journal, const void *item, size_t bytes) {
  (void)journal;
  if (db.rows == db.room)
    db.row = realloc(db.row, (size_t)(db.room = db.room ? 2 * db.room : 1024) * sizeof *db.row);
  struct row *row = &db.row[db.rows];
  *row = (struct row){.owner = current->id, .is_there = true};
  memcpy(&row->item, item, bytes);
  db.items++;
  return db.rows++;
}

static void remove_row(struct journal *journal, int64_t row) {
  (void)journal;
  db.row[row].is_there = false;
  db.items--;
}

static unsigned claim(struct store *store, unsigned most, store_take *take, void *context) {
  struct command *c = (struct command *)store;
  const double took = wait_for_statement();
  unsigned got = 0;
  for (int64_t at = db.first_open; at < db.rows && got < most && db.open; at++) {
    struct row *row = &db.row[at];
    const bool is_open = row->is_there && !row->owner;
    if (at == db.first_open && !is_open)
      db.first_open++;
    if (!is_open)
      continue;
    row->owner = c->id;
    db.open--;
    got += take(context, at, &row->item, sizeof row->item);
  }
  set_waits(c, got ? 0 : most);
  if (got && db.latencies < sizeof db.latency / sizeof *db.latency)
    db.latency[db.latencies++] = took;
  db.claims += got > 0;
  renew_lease(c);
  return got;
}

static void open_row(int64_t at) {
  db.row[at].owner = 0;
  db.open++;
  if (at < db.first_open)
    db.first_open = at;
}

static void release(struct store *store, const int64_t *row, unsigned rows) {
  (void)store;
  wait_for_statement();
  for (unsigned i = 0; i < rows; i++)
    open_row(row[i]);
}

static unsigned renew(struct store *store) {
  struct command *c = (struct command *)store;
  wait_for_statement();
  renew_lease(c);
  const unsigned others = db.lives - 1, idle = db.idle_commands - (c->waits > 0);
  const double missing = (others + 7) / 8 + (double)(db.waiting - c->waits) - (double)db.open;
  return (unsigned)(fmax(missing, 0) / (others - idle + 1) + random_number());
}

static void reclaim(struct store *store) {
  (void)store;
  wait_for_statement();
  wait_for_statement();
  for (unsigned i = 0; i < db.lives; i++) {
    struct command *gone = db.live[i];
    if (!gone->is_gone || gone->lease_until > current->now)
      continue;
    for (int64_t at = 0; at < db.rows; at++)
      if (db.row[at].is_there && db.row[at].owner == gone->id)
        open_row(at);
    set_waits(gone, 0);
    free(gone);
    db.live[i--] = db.live[--db.lives];
  }
}

static bool is_empty(struct store *store) {
  (void)store;
  wait_for_statement();
  return db.items == 0;
}

static char *get(struct store *store, const char *name, size_t *bytes) {
  (void)store, (void)name, (void)bytes;
  wait_for_statement();
  return NULL;
}

static const struct store_shared shared = {
    .claim = claim, .release = release, .renew = renew, .reclaim = reclaim, .is_empty = is_empty};
static const struct store_does does = {.get = get, .shared = &shared};

//===- A command ------------------------------------------------------------------------------===//

static uint64_t now_ms(void) { return (uint64_t)(current->now / 1000); }
static size_t length_of(const void *item, size_t bytes) {
  return bytes >= sizeof(struct item) ? ((const struct item *)item)->bytes : 0;
}

static struct command *make_command(double now) {
  struct command *c = calloc(1, sizeof *c);
  c->base.does = &does;
  c->share = share_make(&c->base, now_ms);
  c->items = items_make(1, (struct items_keeper){NULL, add_row, remove_row});
  c->id = ++db.next_id;
  c->now = c->since = now;
  c->most = 1;
  c->dies = deaths ? now - log(1 - random_number()) * 3600e6 / deaths : INFINITY;
  renew_lease(c);
  db.live[db.lives++] = c;
  return c;
}

/// What is left, and the oldest of it, as many as others wait for, given away.
static void commit(struct command *c, unsigned give) {
  static struct item items[MOST_CLAIMED * MOST_ORDER];
  unsigned count = 0;
  give = give < c->stack ? give : c->stack ? c->stack - 1 : 0;
  for (unsigned i = c->stack; i-- > give;)
    items[count++] = (struct item){sizeof *items, (uint32_t)c->claimed[i]};
  for (unsigned i = 0; i < give; i++)
    items[count + i] = (struct item){sizeof *items, (uint32_t)c->claimed[i]};
  memmove(c->claimed, c->claimed + give, (c->stack - give) * sizeof *c->claimed);
  c->stack -= give;
  wait_for_statement();
  items_commit(c->items, 0, items, count * sizeof *items, give * sizeof *items, length_of);
  renew_lease(c);
  db.done += c->traces;
  c->traces = 0;
  c->since = c->now;
}

/// Depth first, for that many traces; what fits as a whole is one step here.
static void run(struct command *c, double traces) {
  while (c->stack && traces >= 1) {
    int32_t top = c->claimed[--c->stack];
    const double all = ldexp(1, top);
    if (all <= traces) {
      traces -= all;
      c->traces += all;
      c->now += all * trace;
      continue;
    }
    traces--;
    c->traces++;
    c->now += trace;
    for (int32_t child = top - 1; child >= 0; child--)
      c->claimed[c->stack++] = child;
  }
}

static unsigned take_own(struct command *c) {
  static struct item room[MOST_CLAIMED];
  size_t bytes = sizeof room;
  const unsigned got = items_claim(c->items, 0, c->most, room, &bytes);
  for (unsigned i = got; i-- > 0;)
    c->claimed[c->stack++] = (int32_t)room[i].order;
  return got;
}

/// As work.c and the runtime's divide.c do. false: the search is over.
static bool step(struct command *c) {
  current = c;
  if (start > 0) {
    c->share.wanted = db.waiting - c->waits;
    c->share.pause = c->share.claimed = 0;
  } else {
    free(share_look(&c->share));
  }
  if (!c->stack) {
    const double began = c->now;
    if (c->traces)
      commit(c, 0);
    if (!take_own(c) && !(share_claim(&c->share, c->items, c->most, length_of) && take_own(c))) {
      if (share_is_done(&c->share))
        return false;
      c->now += start > 0 ? 100 : 5000;
      db.idle += c->now - began;
    }
    return true;
  }
  run(c, fmax(1, 5000 / trace)); // in steps that are short beside LEAST_MS
  const double passed = (c->now - c->since) / 1000;
  if (c->stack && (passed >= MOST_MS || (passed >= LEAST_MS && c->share.wanted)))
    commit(c, c->share.wanted);
  if (c->share.wanted)
    share_give(&c->share, c->items);
  return true;
}

static void die(struct command *c) {
  db.lost += c->traces;
  c->is_gone = true;
}

//===- All of them ----------------------------------------------------------------------------===//

/// A heap: the one whose clock is first is next.
static struct command **heap;
static unsigned heaped;

static void put(struct command *c) {
  unsigned at = heaped++;
  for (; at && heap[(at - 1) / 2]->now > c->now; at = (at - 1) / 2)
    heap[at] = heap[(at - 1) / 2];
  heap[at] = c;
}

static struct command *take_first(void) {
  struct command *first = heap[0], *last = heap[--heaped];
  unsigned at = 0;
  for (unsigned child; (child = 2 * at + 1) < heaped; at = child) {
    child += child + 1 < heaped && heap[child + 1]->now < heap[child]->now;
    if (heap[child]->now >= last->now)
      break;
    heap[at] = heap[child];
  }
  heap[at] = last;
  return first;
}

static int compare(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/// Depth first, as one worker does: what it owes then is open. Returns how long that took.
static double begin_alone(void) {
  struct command *first = make_command(0);
  db.lives--;
  current = first;
  first->claimed[first->stack++] = (int32_t)order;
  run(first, alone);
  db.done = first->traces;
  while (first->stack) {
    const struct item item = {sizeof item, (uint32_t)first->claimed[--first->stack]};
    open_row(add_row(NULL, &item, sizeof item));
  }
  const double took = alone * trace;
  free(first);
  return took;
}

static void simulate(void) {
  double end = 0;
  const double ideal = ldexp(1, (int)order) * trace;
  double began = begin_alone();
  for (unsigned w = 0; w < (unsigned)workers; w++)
    put(make_command(began += fmax(start * 1000, 100)));
  while (heaped) {
    struct command *c = take_first();
    if (c->now >= c->dies) {
      die(c);
      put(make_command(c->now));
    } else if (step(c)) {
      put(c);
    } else {
      end = fmax(end, c->now);
    }
  }
  const double used = (db.done + db.lost) * trace + workers * start * 1000 + db.busy;
  qsort(db.latency, db.latencies, sizeof *db.latency, compare);
  const double middle = db.latencies ? db.latency[db.latencies / 2] / 1000 : 0,
               worst = db.latencies ? db.latency[db.latencies * 99 / 100] / 1000 : 0;
  printf("%6.0f workers: %9.2f s, speed-up %8.2f (%3.0f%%), processor time %+.1f%%, database busy "
         "%3.0f%%, %7.0f statements a "
         "second, claims %6.0f: median %.1f ms, 99th %.1f ms, lost work %.2f%%%s\n",
         workers, end / 1e6, ideal / end, 100 * ideal / end / workers, 100 * (used / ideal - 1),
         100 * db.busy / end / channels, db.statements / end * 1e6, db.claims, middle, worst,
         100 * db.lost / (db.done + db.lost), db.done == ldexp(1, (int)order) ? "" : ", WRONG");
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    double *value;
  } options[] = {{"order", &order},         {"workers", &workers}, {"trace", &trace},
                 {"statement", &statement}, {"network", &network}, {"channels", &channels},
                 {"lease", &lease},         {"deaths", &deaths},   {"seed", &seed},
                 {"alone", &alone},         {"start", &start}};
  for (int i = 1; i < argc; i++)
    for (unsigned k = 0; k < sizeof options / sizeof *options; k++) {
      const size_t length = strlen(options[k].name);
      if (!strncmp(argv[i], options[k].name, length) && argv[i][length] == '=')
        *options[k].value = atof(argv[i] + length + 1);
    }
  srand48((long)seed);
  db.live = calloc((size_t)workers * 64 + 1024, sizeof *db.live);
  heap = calloc((size_t)workers + 1, sizeof *heap);
  simulate();
  return 0;
}
