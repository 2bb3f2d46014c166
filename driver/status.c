// driver/status.c - mcmini status: how far a search with a journal has come.
#include "classes.h"
#include "commands.h"
#include "diagnose.h"
#include "interrupts.h"
#include "journal.h"
#include "journal_facts.h"
#include "options.h"
#include "store.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct status {
  bool has_begun;
  char *ended; ///< why; or NULL
  char *list;  ///< of those that take part, a line for each
  unsigned workers;
  uint64_t traces, open;
  struct mc_session_counts classes; ///< of random schedules
};

static char *get(struct journal *j, const char *name) {
  struct store *store = journal_store(j);
  return store->does->get(store, name, NULL);
}

static bool add_traces(void *sum, const struct mc_work_counts *counts) {
  for (int kind = 0; kind < MC_TRACE_KINDS; kind++)
    *(uint64_t *)sum += counts->counts.traces[kind];
  return true;
}

/// Of the random schedules.
static struct mc_session_counts look_for_classes(struct journal *j) {
  struct mc_session_counts counts = {0};
  struct classes *classes = classes_make();
  if (classes_take(classes, j))
    classes_count(classes, &counts);
  classes_free(classes);
  return counts;
}

/// What is in the journal now.
static struct status look(struct journal *j) {
  struct store *store = journal_store(j);
  const pid_t user = store->does->shared ? 0 : journal_user(j);
  struct status now = {.ended = get(j, "ended"), .workers = user != 0};
  char *first = get(j, "first");
  now.has_begun = first != NULL;
  free(first);
  now.open = store->does->items(store);
  if (store->does->shared)
    now.workers = store->does->shared->members(store, &now.list);
  else
    now.list = user ? format_text("  process %d\n", (int)user) : format_text("%s", "");
  if (now.has_begun && !journal_counts(j, add_traces, &now.traces))
    usage_error("%s: its counts are not readable%s%s", store->name, store->fault ? ": " : "",
                store->fault ? store->fault : "");
  now.classes = look_for_classes(j);
  return now;
}

static bool is_over(const struct status *now) {
  return now->ended || (now->has_begun && !now->open);
}

static const char *describe(const struct status *now) {
  return now->ended        ? facts_on_one_line(now->ended)
         : !now->has_begun ? "nothing is kept yet"
         : now->open       ? "not complete"
                           : "complete";
}

/// Returns the number of lines.
static unsigned print(struct journal *j, const struct status *now, double rate) {
  char *words = get(j, "words");
  printf("program  %s\n", facts_on_one_line(words ? words : ""));
  printf("search   %s%s\n", now->ended ? "ended: " : "", describe(now));
  printf("traces   %" PRIu64, now->traces);
  if (rate >= 0)
    printf(", %.0f a second", rate);
  if (now->classes.classes)
    printf("\nclasses  %s%" PRIu64, now->classes.classes_are_estimated ? "some " : "",
           now->classes.classes);
  printf("\nopen     %" PRIu64 " item%s\n", now->open, plural(now->open));
  printf("workers  %u\n%s", now->workers, now->list);
  free(words);
  return 5 + (now->classes.classes > 0) + now->workers;
}

/// A look a second, until the search is over; on a terminal in the same place.
static void watch(struct journal *j) {
  const bool is_terminal = isatty(STDOUT_FILENO);
  struct status before = look(j);
  for (unsigned lines = print(j, &before, -1); !is_over(&before);) {
    fflush(stdout);
    sleep(1);
    const struct status now = look(j);
    printf(is_terminal ? "\033[%uA\033[J" : "\n", lines);
    lines = print(j, &now, (double)(now.traces - before.traces));
    free(before.list);
    before = now;
  }
}

int command_status(const struct options *options) {
  struct journal *j = journal_open_old(options->word);
  interrupts_end("", STATUS_OK);
  if (options->watch) {
    watch(j);
  } else {
    const struct status now = look(j);
    print(j, &now, -1);
    if (!now.workers && !is_over(&now))
      printf("To go on: mcmini resume %s\n", journal_store(j)->name);
  }
  journal_close(j);
  return STATUS_OK;
}
