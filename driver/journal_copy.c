// driver/journal_copy.c - mcmini journal copy FROM TO: a search that has begun in a file goes on in
// a database, or the other way round.
//
// Facts come last: a copy that was cut off is no journal.
#include "commands.h"
#include "counts.h"
#include "diagnose.h"
#include "journal.h"
#include "noted.h"
#include "options.h"
#include "store.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const facts[] = {
    "version", "path",  "hash",  "words", "arguments", "options", "folder",   "input", "lease",
    "first",   "files", "ended", "kind",  "trace",     "program", "earliest", NULL};

struct copy {
  struct store *to;
  struct copied {
    struct copied *before;
    size_t bytes;
    char content[];
  } * last; ///< items come last row first, and are written first row first
  uint64_t items;
};

static bool take_item(void *context, int64_t row, const void *item, size_t bytes) {
  struct copy *copy = context;
  struct copied *taken = allocate(sizeof *taken + bytes);
  (void)row;
  taken->before = copy->last;
  taken->bytes = bytes;
  if (bytes)
    memcpy(taken->content, item, bytes);
  copy->last = taken;
  copy->items++;
  return true;
}

static bool add_counts(void *sum, const struct mc_work_counts *counts) {
  counts_add(sum, counts);
  return true;
}

static void commit(struct copy *copy) {
  copy->to->does->end(copy->to);
  if (copy->to->fault)
    usage_error("%s: %s", copy->to->name, copy->to->fault);
}

/// In parts: one transaction with millions of items takes much memory.
static void write_items(struct copy *copy) {
  enum { PART = 10000 };
  for (unsigned count = 0; copy->last; count++) {
    struct copied *item = copy->last;
    if (count == PART) {
      commit(copy);
      copy->to->does->begin(copy->to);
      count = 0;
    }
    copy->to->does->add(copy->to, item->content, item->bytes);
    copy->last = item->before;
    free(item);
  }
}

static void copy_facts(struct journal *from, struct store *to) {
  for (unsigned i = 0; facts[i]; i++) {
    size_t bytes = 0;
    char *value = journal_store(from)->does->get(journal_store(from), facts[i], &bytes);
    if (value)
      to->does->set(to, facts[i], value, bytes);
    free(value);
  }
}

static void copy_noted(struct journal *from, struct store *to) {
  struct noted *noted = noted_make();
  if (!journal_noted(from, noted))
    usage_error("%s: what it has of the search is broken", journal_store(from)->name);
  char *traces = allocate(MC_NOTED_ROOM);
  const size_t bytes = noted_write(noted, traces, MC_NOTED_ROOM);
  if (bytes && bytes <= MC_NOTED_ROOM)
    to->does->note(to, traces, bytes);
  free(traces);
  noted_free(noted);
}

static bool take_classes(void *to, int64_t row, const void *hashes, size_t bytes) {
  struct store *store = to;
  (void)row;
  store->does->add_classes(store, hashes, bytes);
  return true;
}

static void begin_at(struct store *to) {
  to->does->begin(to);
  to->does->make_tables(to);
  char *version = to->fault ? NULL : to->does->get(to, "version", NULL);
  if (to->fault)
    usage_error("%s: %s", to->name, to->fault);
  if (version)
    usage_error("%s: has a search; give a file or run that has none", to->name);
  if (to->does->shared)
    to->does->shared->join(to, 60);
}

int command_journal(const struct options *o) {
  if (strcmp(o->word, "copy") != 0)
    usage_error("journal: '%s': expected copy FROM TO", o->word);
  if (!o->program[1] || o->program[2])
    usage_error("journal copy: expected two words, FROM TO");
  struct mc_work_counts *counts = allocate(sizeof *counts);
  struct journal *from = journal_open_unused(o->program[0]);
  struct copy copy = {.to = store_open(o->program[1], true)};
  begin_at(copy.to);
  if (!journal_goes_on(from))
    usage_error("%s: nothing is kept yet", journal_store(from)->name);
  if (!journal_counts(from, add_counts, counts) || !journal_items(from, take_item, &copy) ||
      !journal_classes(from, take_classes, copy.to))
    usage_error("%s: what it has of the search is broken", journal_store(from)->name);
  write_items(&copy);
  copy.to->does->count(copy.to, counts, sizeof *counts);
  copy_noted(from, copy.to);
  copy_facts(from, copy.to);
  commit(&copy);
  printf("%" PRIu64 " item%s copied; to go on: mcmini resume %s\n", copy.items, plural(copy.items),
         copy.to->name);
  store_close(copy.to);
  journal_close(from);
  free(counts);
  return STATUS_OK;
}
