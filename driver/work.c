// driver/work.c - see work.h. What a worker writes is checked, as anything that a checked process
// could have written: items are bytes that have a length, and counts are numbers.
#include "work.h"
#include "diagnose.h"
#include "items.h"
#include "journal.h"
#include "noted.h"
#include <linux/futex.h>
#include <pthread.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static struct {
  struct mc_session *session;
  uint32_t jobs;
  struct items *items;
  struct journal *journal;
  struct noted *noted;
  struct mc_noted_trace *end;   ///< what comes behind it is not wanted; or NULL [own]
  char *refused, *unwritten;    ///< why
  uint32_t wants[MC_MOST_JOBS]; ///< so many items each worker waits for
  _Atomic bool stops;
  bool runs;
  pthread_t thread;
} server;

static struct mc_work *work(void) { return mc_work_of(server.session); }
static struct mc_mailbox *mailbox(uint32_t worker) { return mc_mailbox_of(server.session, worker); }

static void wake(_Atomic uint32_t *word) {
  syscall(SYS_futex, word, FUTEX_WAKE, 1 << 30, NULL, NULL, 0);
}

static void sleep_while(_Atomic uint32_t *word, uint32_t value) {
  const struct timespec limit = {.tv_nsec = 50000000};
  syscall(SYS_futex, word, FUTEX_WAIT, value, &limit, NULL, 0);
}

/// How long the item is, by its head.
static size_t length_of(const void *item, size_t bytes) {
  struct mc_item_head head;
  if (bytes < sizeof head)
    return 0;
  memcpy(&head, item, sizeof head);
  const uint64_t least = sizeof head + (uint64_t)head.keys * sizeof(uint32_t);
  return head.bytes >= least && head.bytes <= bytes ? head.bytes : 0;
}

//===- Counts ---------------------------------------------------------------------------------===//

static uint64_t larger(uint64_t a, uint64_t b) { return a > b ? a : b; }

static void add_executed(struct mc_work_counts *to, const struct mc_work_counts *from) {
  enum { MOST = sizeof to->executed / sizeof *to->executed };
  for (uint32_t i = 0; i < from->kinds && i < MOST; i++) {
    uint32_t k = 0;
    while (k < to->kinds && (to->executed[k].primitive != from->executed[i].primitive ||
                             to->executed[k].kind != from->executed[i].kind))
      k++;
    if (k == MOST)
      return;
    if (k == to->kinds) {
      to->executed[k] = from->executed[i];
      to->executed[to->kinds++].transitions = 0;
    }
    to->executed[k].transitions += from->executed[i].transitions;
  }
}

static void add_found(struct mc_work_counts *to, const struct mc_work_counts *from) {
  for (uint32_t i = 0; i < from->findings && i < MC_SESSION_MAX_FINDINGS; i++) {
    uint32_t k = 0;
    while (k < to->findings && to->found[k].signature != from->found[i].signature)
      k++;
    if (k == MC_SESSION_MAX_FINDINGS)
      return;
    if (k == to->findings) {
      to->found[k].signature = from->found[i].signature;
      to->found[to->findings++].traces = 0;
    }
    to->found[k].traces += from->found[i].traces;
  }
}

static void add_counts(const struct mc_work_counts *from) {
  struct mc_session_counts *to = &work()->done.counts;
  const struct mc_session_counts *of = &from->counts;
  for (int kind = 0; kind < MC_TRACE_KINDS; kind++)
    to->traces[kind] += of->traces[kind];
  to->transitions += of->transitions;
  to->replayed += of->replayed;
  to->unknown += of->unknown;
  to->wakeup_bytes = larger(to->wakeup_bytes, of->wakeup_bytes);
  to->max_depth = (uint32_t)larger(to->max_depth, of->max_depth);
  to->threads = (uint32_t)larger(to->threads, of->threads);
  to->limited |= of->limited;
  if (of->estimate.probes) // of the first trunk
    to->estimate = of->estimate;
  to->leaked.chunks = larger(to->leaked.chunks, of->leaked.chunks);
  to->leaked.bytes = larger(to->leaked.bytes, of->leaked.bytes);
  add_executed(&work()->done, from);
  add_found(&work()->done, from);
  work()->done.signs |= from->signs;
  work()->done.went_on += from->went_on;
  for (int i = 0; i < MC_WARNINGS; i++)
    work()->done.warned[i] |= from->warned[i];
  server.session->counts = *to; // for who looks at the progress
}

//===- Requests -------------------------------------------------------------------------------===//

static void answer(uint32_t worker, size_t bytes) {
  struct mc_mailbox *box = mailbox(worker);
  server.wants[worker] = 0;
  box->claimed = (uint32_t)bytes;
  box->state = MC_MAILBOX_ANSWERED;
  wake(&box->state);
}

/// What does not fit is missed by the first trunk.
static void publish_noted(void) {
  const size_t bytes = noted_write(server.noted, work()->traces, MC_NOTED_ROOM);
  work()->noted = bytes <= MC_NOTED_ROOM ? (uint32_t)bytes : 0;
}

/// false: they are none.
static bool take_noted(uint32_t worker) {
  const uint32_t bytes = mailbox(worker)->noted;
  if (!bytes)
    return true;
  if (bytes > MC_NOTED_ROOM || !noted_add(server.noted, mailbox(worker)->traces, bytes))
    return false;
  if (server.journal) {
    char *all = allocate(MC_NOTED_ROOM);
    const size_t size = noted_write(server.noted, all, MC_NOTED_ROOM);
    journal_note(server.journal, all, size <= MC_NOTED_ROOM ? size : 0);
    free(all);
  }
  return true;
}

static bool is_behind_end(void *nothing, const void *item) {
  (void)nothing;
  return mc_item_is_behind(item, server.end->place, server.end->places);
}

/// What comes behind the first finding that one worker would meet is not wanted.
static void look_for_end(void) {
  noted_end_there(server.noted);
  const struct mc_noted_trace *end = noted_end(server.noted);
  if (!end)
    return;
  if (!server.end ||
      mc_compare_places(end->place, end->places, server.end->place, server.end->places) < 0) {
    free(server.end);
    server.end = allocate(end->bytes);
    memcpy(server.end, end, end->bytes);
    work()->earlier++;
  }
  items_drop(server.items, is_behind_end, NULL);
}

static void end_all(enum mc_work_verdict verdict) {
  publish_noted();
  if (work()->verdict == MC_WORK_GOES_ON)
    work()->verdict = verdict;
  for (uint32_t w = 0; w < server.jobs; w++)
    if (server.wants[w])
      answer(w, 0);
  work()->wanted = 0;
}

static void stop_all(void) {
  if (work()->verdict == MC_WORK_GOES_ON)
    work()->ended_by = UINT32_MAX;
  end_all(MC_WORK_ENDED);
}

static void leave_alone(const char *why) {
  if (work()->verdict == MC_WORK_GOES_ON)
    snprintf(work()->why, sizeof work()->why, "%.*s", MC_WORK_WHY - 1, why);
  journal_forget(server.journal);
  end_all(MC_WORK_IS_ALONE);
}

/// The trunk's files: a line for each, with size and time of last change [own: free].
static char *files_of_trunk(void) {
  char path[64], *line = NULL, *text = format_text("%s", "");
  size_t room = 0;
  snprintf(path, sizeof path, "/proc/%d/maps", (int)server.session->trunk);
  FILE *maps = fopen(path, "r");
  while (maps && getline(&line, &room, maps) > 0) {
    char *file = strchr(line, '/');
    struct stat info;
    if (!file || !strstr(line, " r-xp ") || (file[strcspn(file, "\n")] = 0, stat(file, &info)))
      continue;
    char *longer = format_text("%s%s %" PRIu64 " %" PRId64 "\n", text, file, (uint64_t)info.st_size,
                               (int64_t)info.st_mtime);
    free(text);
    text = longer;
  }
  if (maps)
    fclose(maps);
  free(line);
  return text;
}

static bool take_old(void *nothing, int64_t row, const void *item, size_t bytes) {
  (void)nothing;
  return items_open_old(server.items, row, item, bytes, length_of);
}

/// Steps are counted by primitives of this process.
static void keep_known(struct mc_work_counts *counts, const struct mc_work_counts *known) {
  uint32_t left = 0;
  for (uint32_t i = 0; i < counts->kinds; i++)
    for (uint32_t k = 0; k < known->kinds; k++)
      if (counts->executed[i].primitive == known->executed[k].primitive) {
        counts->executed[left++] = counts->executed[i];
        break;
      }
  counts->kinds = left;
}

/// The first trunk has divided the search as it was divided before: that goes on. false: it was
/// not.
static bool go_on(struct mc_mailbox *box, size_t bytes, const char *files) {
  static struct mc_work_counts counts;
  server.refused = journal_differs(server.journal, box->items, bytes, files);
  if (!server.refused && !journal_read(server.journal, &counts, take_old, NULL))
    server.refused = format_text("what it has of the search is broken");
  if (server.refused)
    return false;
  size_t noted = 0;
  char *traces = journal_noted(server.journal, &noted);
  const bool are_good = !traces || noted_add(server.noted, traces, noted);
  free(traces);
  if (!are_good) {
    server.refused = format_text("what it has of the search is broken");
    return false;
  }
  look_for_end();
  keep_known(&counts, &box->done);
  add_counts(&counts);
  return true;
}

/// One search alone cannot have done both: see enum mc_search_sign.
static bool are_at_odds(void) { return work()->done.signs == (MC_SIGN_FAILED | MC_SIGN_POSTPONED); }

/// An item is none, or the journal cannot be written: nothing has changed then.
static bool take_commit(uint32_t worker, const char *files) {
  struct mc_mailbox *box = mailbox(worker);
  const uint32_t kept = box->kept, given = box->given;
  journal_begin(server.journal);
  if (files)
    journal_divide(server.journal, box->items, (size_t)kept + given, files);
  if (!take_noted(worker) ||
      !items_commit(server.items, worker, box->items, kept, given, length_of)) {
    free(journal_end(server.journal));
    leave_alone("an item cannot be told");
    return false;
  }
  look_for_end();
  add_counts(&box->done);
  journal_count(server.journal, &work()->done);
  server.unwritten = journal_end(server.journal);
  if (server.unwritten)
    stop_all();
  return !server.unwritten;
}

static void commit(uint32_t worker) {
  struct mc_mailbox *box = mailbox(worker);
  const uint32_t kept = box->kept, given = box->given, most = box->most;
  if (work()->verdict != MC_WORK_GOES_ON) {
    add_counts(&box->done);
    answer(worker, 0);
    return;
  }
  if (kept > MC_MAILBOX_ROOM || given > MC_MAILBOX_ROOM - kept) {
    leave_alone("an item cannot be told");
    answer(worker, 0);
    return;
  }
  char *files = server.journal && !work()->divided ? files_of_trunk() : NULL;
  const bool is_done = files && journal_goes_on(server.journal)
                           ? go_on(box, (size_t)kept + given, files)
                           : take_commit(worker, files);
  free(files);
  if (!is_done) {
    if (server.refused)
      stop_all();
    answer(worker, 0);
    return;
  }
  if (are_at_odds())
    leave_alone("a step has failed, and other workers have gone on as if none could");
  server.wants[worker] = work()->verdict == MC_WORK_GOES_ON ? most : 0;
  if (!server.wants[worker])
    answer(worker, 0);
}

/// The first finding ends the search: of others that are found at the same time nothing is told.
static void end(uint32_t worker) {
  struct mc_mailbox *box = mailbox(worker);
  const bool is_first = work()->verdict == MC_WORK_GOES_ON;
  if (is_first || work()->ended_by == UINT32_MAX || server.session->config.keep_going) {
    if (take_noted(worker))
      look_for_end();
    else
      leave_alone("a trace with a finding cannot be told");
  } else {
    box->done.findings = 0;
  }
  add_counts(&box->done);
  if (is_first) {
    work()->ended_by = worker;
    work()->has_found = box->has_found;
  }
  end_all(MC_WORK_ENDED);
}

static void handle(uint32_t worker) {
  struct mc_mailbox *box = mailbox(worker);
  switch (box->request) {
  case MC_WORK_COMMIT:
    commit(worker);
    return;
  case MC_WORK_END:
    end(worker);
    break;
  default:
    leave_alone(box->why);
  }
  answer(worker, 0);
}

static void see_to(uint32_t worker) {
  struct mc_mailbox *box = mailbox(worker);
  if (box->state == MC_MAILBOX_ASKED && !server.wants[worker])
    handle(worker);
  if (!box->gone)
    return;
  items_give_back(server.items, worker);
  server.wants[worker] = 0;
  box->state = MC_MAILBOX_FREE;
  box->gone = 0;
  wake(&box->gone);
}

static void hand_out(void) {
  uint32_t waiting = 0;
  for (uint32_t w = 0; w < server.jobs; w++) {
    size_t bytes = MC_MAILBOX_ROOM;
    if (server.wants[w] && items_claim(server.items, w, server.wants[w], mailbox(w)->claim, &bytes))
      answer(w, bytes);
    waiting += server.wants[w];
  }
  work()->wanted = waiting;
  if (waiting && items_are_done(server.items))
    end_all(MC_WORK_IS_DONE);
}

static void *serve(void *nothing) {
  (void)nothing;
  while (!server.stops) {
    const uint32_t knocks = work()->knocks;
    for (uint32_t w = 0; w < server.jobs; w++)
      see_to(w);
    if (server.session->stop && work()->divided)
      stop_all();
    if (work()->divided)
      hand_out();
    sleep_while(&work()->knocks, knocks);
  }
  return NULL;
}

//===- Start and end --------------------------------------------------------------------------===//

void work_start(struct mc_session *session, struct journal *journal) {
  const uint32_t jobs = session->config.jobs;
  if (!jobs)
    return;
  memset(&server, 0, sizeof server);
  server.session = session;
  server.jobs = jobs;
  server.journal = journal;
  server.noted = noted_make();
  server.items =
      items_make(jobs, journal ? (struct items_keeper){journal, journal_add, journal_remove}
                               : (struct items_keeper){0});
  if (!server.items || pthread_create(&server.thread, NULL, serve, NULL))
    usage_error("--jobs=%u: the system gives no thread: a limit (ulimit -u)?", jobs);
  server.runs = true;
}

void work_stop(void) {
  if (!server.runs)
    return;
  server.runs = false;
  server.stops = true;
  pthread_join(server.thread, NULL);
  items_free(server.items);
  noted_free(server.noted);
  free(server.end);
}

uint32_t work_divided(const struct mc_session *session) {
  const uint32_t jobs = server.runs && server.session == session ? work()->divided : 0;
  return jobs <= server.jobs ? jobs : server.jobs;
}

static bool is_known(uint64_t signature) {
  const struct mc_session *s = server.session;
  for (uint32_t i = 0; i < s->finding_count && i < MC_SESSION_MAX_FINDINGS; i++)
    if (s->finding[i].signature == signature)
      return true;
  return false;
}

uint32_t work_missed(const struct mc_session *session) {
  uint32_t missed = 0;
  for (uint32_t i = 0; server.session == session && i < work()->done.findings; i++)
    missed += work()->done.found[i].traces && !is_known(work()->done.found[i].signature);
  return missed;
}

bool work_reviews(const struct mc_session *session) {
  return server.runs && server.session == session && work()->reviewing;
}

const char *work_refused(void) { return server.refused; }
const char *work_unwritten(void) { return server.unwritten; }
