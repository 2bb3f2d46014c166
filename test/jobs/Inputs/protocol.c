// protocol.c URL RUNS SEED - commands that take part in a search by a database take turns, claim, commit, give away, are
// stopped for longer than their lease, killed, leave and come back at random. What they search is a tree whose nodes are
// known: all that see the end must have counted each node once, and have noted all that there is to note. Each node is a class of
// its own, and the greatest one the earliest end.
#include "driver/diagnose.h"
#include "driver/items.h"
#include "driver/share.h"
#include "driver/store_postgresql.h"
#include <arpa/inet.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COMMANDS = 4, QUIET = 150, MOST_STEPS = 2000, NOTED = 64, FIRST = 40, NODES = 1 << 14 };

/// A node and all below it, as an item.
struct node {
  uint32_t size, number;
};

struct counted {
  uint64_t nodes, sum; ///< how many, and of their numbers
};

struct command {
  struct store *store;
  struct share share;
  struct items *items;
  struct counted counted;
  unsigned char noted[NOTED];
  uint64_t class[NODES]; ///< [classes] since the last commit
  unsigned classes;
  unsigned stopped; ///< for so many turns
  bool has_looked;  ///< it was stopped behind share_look
};

static struct command command[COMMANDS];
static struct database *control;
static const char *url;
static uint64_t clock_ms;
static uint64_t random_state;
static struct {
  unsigned long kills, stops, leaves, ends, lost;
} total;

static unsigned random_below(unsigned end) {
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(random_state >> 33) % end;
}

static uint64_t now(void) { return clock_ms; }

// What the files of the driver need of others.
char *facts_on_one_line(const char *text);
char *facts_on_one_line(const char *text) { return strdup(text); }
char *format_text(const char *format, ...) {
  char *text = NULL;
  va_list arguments;
  va_start(arguments, format);
  if (vasprintf(&text, format, arguments) < 0)
    exit(2);
  va_end(arguments);
  return text;
}
void *allocate(unsigned long bytes) { return calloc(1, bytes + 1); }
void usage_error(const char *format, ...) {
  printf("wrong: %s\n", format);
  exit(2);
}
void say_error(const char *format, ...) { (void)format; }
void internal_fault(const char *format, ...) { usage_error("%s", format); }
struct store *store_sqlite_open(const char *path, bool makes, char **why) {
  (void)path, (void)makes, (void)why;
  return NULL;
}

static void wrong(const char *what) {
  printf("wrong: %s\n", what);
  exit(1);
}

//===- The tree -------------------------------------------------------------------------------===//

static unsigned children_of(struct node node, struct node child[3]) {
  unsigned count = 0;
  for (uint32_t part = 2; part <= 4; part++)
    if (node.size / part > 0)
      child[count++] = (struct node){node.size / part, node.number * 4 + part - 1};
  return count;
}

static void visit(struct node node, struct counted *counted, unsigned char *noted) {
  counted->nodes++;
  counted->sum += node.number;
  if (node.number % 5 == 0)
    noted[node.number / 8 % NOTED] |= (unsigned char)(1 << node.number % 8);
}

static void visit_all(struct node node, struct counted *counted, unsigned char *noted) {
  struct node child[3];
  visit(node, counted, noted);
  for (unsigned i = children_of(node, child); i-- > 0;)
    visit_all(child[i], counted, noted);
}

static size_t length_of(const void *item, size_t bytes) {
  (void)item;
  return bytes < sizeof(struct node) ? 0 : sizeof(struct node);
}

//===- A command ------------------------------------------------------------------------------===//

static int64_t add(struct journal *journal, const void *item, size_t bytes) {
  struct store *store = (struct store *)journal;
  return store->fault ? 0 : store->does->add(store, item, bytes);
}

static void remove_row(struct journal *journal, int64_t row) {
  struct store *store = (struct store *)journal;
  if (!store->fault)
    store->does->remove(store, row);
}

static void come(struct command *c) {
  char *why = NULL;
  *c = (struct command){.store = store_postgresql_open(url, &why)};
  if (!c->store)
    wrong(why);
  c->store->does->begin(c->store);
  c->store->does->make_tables(c->store);
  c->store->does->shared->join(c->store, 1000);
  c->store->does->end(c->store);
  c->share = share_make(c->store, now);
  c->items = items_make(1, (struct items_keeper){(struct journal *)c->store, add, remove_row});
  if (c->store->fault)
    wrong(c->store->fault);
}

static void add_counted(void *sum, const void *of) {
  struct counted from;
  memcpy(&from, of, sizeof from);
  ((struct counted *)sum)->nodes += from.nodes;
  ((struct counted *)sum)->sum += from.sum;
}

static bool add_noted(void *sum, const void *of, size_t bytes) {
  for (size_t i = 0; i < bytes && i < NOTED; i++)
    ((unsigned char *)sum)[i] |= ((const unsigned char *)of)[i];
  return bytes == NOTED;
}

static size_t write_noted(const void *sum, void *to, size_t room) {
  (void)room;
  memcpy(to, sum, NOTED);
  return NOTED;
}

static void leave(struct command *c) {
  struct counted counted = {0};
  unsigned char noted[NOTED] = {0};
  free(c->store->fault);
  c->store->fault = NULL;
  c->store->does->shared->fold(c->store, &(struct store_sum){.counts = &counted,
                                                             .bytes = sizeof counted,
                                                             .room = NOTED,
                                                             .add = add_counted,
                                                             .traces = noted,
                                                             .note = add_noted,
                                                             .noted = write_noted});
  store_close(c->store);
  items_free(c->items);
}

static void die(struct command *c) {
  postgresql_close(((struct database *)c->store)->connection);
  items_free(c->items);
}

/// By its bytes the greatest node is the least.
static uint32_t end_of(uint64_t node) { return htonl(~(uint32_t)node); }

static void tell_classes(struct command *c) {
  if (c->classes)
    c->store->does->add_classes(c->store, c->class, c->classes * sizeof *c->class);
  for (unsigned i = 0; i < c->classes; i++) {
    const uint32_t end = end_of(c->class[i]);
    c->store->does->lower(c->store, "earliest", &end, sizeof end);
  }
  c->classes = 0;
}

/// What it had claimed is now what is left of it: as work.c commits.
static void commit(struct command *c, const struct node *left, unsigned kept, unsigned given) {
  c->store->does->begin(c->store);
  if (!items_commit(c->items, 0, left, kept * sizeof *left, given * sizeof *left, length_of))
    wrong("items cannot be committed");
  c->store->does->count(c->store, &c->counted, sizeof c->counted);
  c->store->does->note(c->store, c->noted, NOTED);
  tell_classes(c);
  c->store->does->end(c->store);
}

/// Runs some of what it can claim here, and commits.
static void run(struct command *c) {
  struct node claimed[8], left[64];
  size_t bytes = sizeof claimed;
  items_give_back(c->items, 0);
  const unsigned count = items_claim(c->items, 0, 1 + random_below(3), claimed, &bytes);
  unsigned rest = 0;
  const unsigned runs = count ? 1 + random_below(count) : 0;
  for (unsigned i = 0; i < count; i++) {
    struct node child[3];
    if (i >= runs) {
      left[rest++] = claimed[i];
      continue;
    }
    visit(claimed[i], &c->counted, c->noted);
    c->class[c->classes++] = claimed[i].number;
    for (unsigned k = 0, children = children_of(claimed[i], child); k < children; k++)
      left[rest++] = child[k];
  }
  if (count)
    commit(c, left, rest / 2, rest - rest / 2);
}

static bool has_none(struct command *c) {
  items_give_back(c->items, 0);
  return items_are_done(c->items);
}

//===- The end --------------------------------------------------------------------------------===//

struct whole {
  struct counted counted, classes;
  uint64_t greatest;
  bool has[NODES];
  unsigned char noted[NOTED];
};

static bool take_counted(void *context, int64_t row, const void *value, size_t size) {
  (void)row;
  if (size == sizeof(struct counted))
    add_counted(&((struct whole *)context)->counted, value);
  return size == sizeof(struct counted);
}

static bool take_noted(void *context, int64_t row, const void *value, size_t size) {
  (void)row;
  return add_noted(((struct whole *)context)->noted, value, size);
}

static bool take_classes(void *context, int64_t row, const void *hashes, size_t size) {
  struct whole *whole = context;
  const uint64_t *class = hashes;
  (void)row;
  for (size_t i = 0; i < size / sizeof *class; i++) {
    if (class[i] >= NODES)
      return false;
    whole->classes.nodes += !whole->has[class[i]];
    whole->classes.sum += whole->has[class[i]] ? 0 : class[i];
    whole->greatest = class[i] > whole->greatest ? class[i] : whole->greatest;
    whole->has[class[i]] = true;
  }
  return true;
}

static void check_classes(struct command *c, const struct whole *all) {
  static struct whole found;
  memset(&found, 0, sizeof found);
  if (!c->store->does->each_classes(c->store, take_classes, &found))
    wrong("classes that are none");
  if (found.classes.nodes != all->counted.nodes || found.classes.sum != all->counted.sum)
    wrong("classes are lost");
  size_t size = 0;
  char *end = c->store->does->get(c->store, "earliest", &size);
  const uint32_t greatest = end_of(found.greatest);
  if (!end || size != sizeof greatest || memcmp(end, &greatest, size) != 0)
    wrong("the earliest end is another");
  free(end);
}

static void check(struct command *c, const struct whole *all) {
  struct whole found = {0};
  if (!c->store->does->each_count(c->store, take_counted, &found) ||
      !c->store->does->each_noted(c->store, take_noted, &found))
    wrong("counts that are none");
  if (found.counted.nodes != all->counted.nodes || found.counted.sum != all->counted.sum)
    wrong(found.counted.nodes < all->counted.nodes ? "nodes are lost" : "nodes are counted twice");
  if (memcmp(found.noted, all->noted, NOTED) != 0)
    wrong("what was noted is lost");
  check_classes(c, all);
}

//===- Runs -----------------------------------------------------------------------------------===//

static void ask(const char *sql) { database_done(database_run(control, sql, NULL, 0)); }

/// It was stopped for longer than its lease.
static void expire(const struct command *c) {
  database_done(database_run(control, "UPDATE worker SET lease = now() - interval '1 s' WHERE id = $1 AND lease IS NOT NULL",
                             (const struct pq_value[]){pq_integer(((struct database *)c->store)->self)}, 1));
}

/// Another one comes in its place.
static void kill_command(struct command *c) {
  expire(c);
  die(c);
  come(c);
  total.kills++;
}

/// true: it has seen the end. is_quiet: nobody is killed, stopped or leaves.
static bool turn(struct command *c, const struct whole *all, bool is_quiet) {
  clock_ms += random_below(400);
  if (c->stopped) {
    c->stopped--;
    return false;
  }
  const unsigned what = is_quiet ? 16 : random_below(16);
  if (what == 0) {
    kill_command(c);
    return false;
  }
  if (what == 1) {
    expire(c);
    c->stopped = 1 + random_below(10);
    c->has_looked = random_below(2);
    total.stops++;
    return false;
  }
  if (what == 2) {
    leave(c);
    come(c);
    total.leaves++;
    return false;
  }
  char *why = c->has_looked ? NULL : share_look(&c->share);
  c->has_looked = false;
  if (!why && has_none(c)) {
    share_claim(&c->share, c->items, 1 + random_below(3), length_of);
    if (has_none(c) && share_is_done(&c->share)) {
      check(c, all);
      total.ends++;
      return true;
    }
  } else if (!why && random_below(4)) {
    run(c);
  } else if (!why) {
    share_give(&c->share, c->items);
  }
  if (why || c->store->fault) { // it begins again, as the command does
    const bool is_lost = c->store->does->shared->is_lost(c->store);
    if (!is_lost)
      wrong(why ? why : c->store->fault);
    free(why);
    total.lost++;
    leave(c);
    come(c);
  }
  return false;
}

static void search(void) {
  const struct node root = {FIRST, 1};
  struct whole all = {0};
  visit_all(root, &all.counted, all.noted);
  ask("DELETE FROM item");
  ask("DELETE FROM worker");
  ask("DELETE FROM class");
  ask("DELETE FROM run");
  ask("INSERT INTO worker(host, process, is_settled) SELECT '', i, true FROM generate_series(1, 92) AS i");
  for (unsigned i = 0; i < COMMANDS; i++)
    come(&command[i]);
  commit(&command[0], &root, 0, 1);
  bool has_ended[COMMANDS] = {0};
  unsigned left = COMMANDS, steps = 0;
  for (; left && steps < MOST_STEPS; steps++) {
    const unsigned i = random_below(COMMANDS);
    if (steps == QUIET && !has_ended[i]) // that others go on with what it had is not owed to who leaves
      kill_command(&command[i]);
    if (!has_ended[i] && turn(&command[i], &all, steps >= QUIET)) {
      has_ended[i] = true;
      left--;
      leave(&command[i]);
    }
  }
  if (left)
    wrong("no end");
}

int main(int count, char **argument) {
  (void)count;
  url = argument[1];
  char *why = NULL;
  come(&command[0]);
  leave(&command[0]);
  control = (struct database *)store_postgresql_open(url, &why);
  const unsigned runs = (unsigned)atoi(argument[2]);
  random_state = (uint64_t)atoi(argument[3]) * 7919;
  for (unsigned i = 0; i < runs; i++)
    search();
  printf("%u runs, %lu ends, %lu kills, %lu stops, %lu leaves, %lu lost leases\n", runs, total.ends,
         total.kills, total.stops, total.leaves, total.lost);
  return 0;
}
