// driver/work.c - see work.h. What a worker writes is checked, as anything that a checked process
// could have written: items are bytes that have a length, and counts are numbers.
#include "work.h"
#include "classes.h"
#include "counts.h"
#include "diagnose.h"
#include "earliest.h"
#include "futex.h"
#include "interrupts.h"
#include "items.h"
#include "journal.h"
#include "lesson.h"
#include "module_files.h"
#include "noted.h"
#include "processes.h"
#include "share.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
  struct mc_session *session;
  uint32_t jobs;
  struct items *items;
  struct journal *journal;
  struct share share;
  struct noted *noted;
  struct classes *classes;      ///< of samples
  struct earliest end;          ///< what comes behind it is not wanted
  char *refused, *unwritten;    ///< why
  uint32_t wants[MC_MOST_JOBS]; ///< so many items each worker waits for
  _Atomic bool stops;
  bool runs;
  uint64_t asked; ///< when the others were asked for their end
  pthread_t thread;
} server;

static struct mc_work *work(void) { return mc_work_of(server.session); }
static struct mc_mailbox *mailbox(uint32_t worker) { return mc_mailbox_of(server.session, worker); }

static uint64_t now_ms(void) { return wall_time() / 1000000; }

//===- Counts ---------------------------------------------------------------------------------===//

static void add_counts(const struct mc_work_counts *from) {
  counts_add(&work()->done, from);
  server.session->counts = work()->done.counts;
}

/// Those of a worker, whose samples may be of classes that others have met, too.
static void add_counts_of(uint32_t worker, struct journal *journal) {
  classes_add(server.classes, mailbox(worker), !work()->divided, journal);
  classes_count(server.classes, &work()->done.counts);
  add_counts(&mailbox(worker)->done);
}

//===- Requests -------------------------------------------------------------------------------===//

static void answer(uint32_t worker, size_t bytes) {
  struct mc_mailbox *box = mailbox(worker);
  server.wants[worker] = 0;
  box->claimed = (uint32_t)bytes;
  box->state = MC_MAILBOX_ANSWERED;
  futex_wake(&box->state);
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
  journal_note(server.journal, server.noted);
  return true;
}

static void look_for_end(void) {
  work()->earlier += earliest_find(&server.end, server.noted, server.journal);
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

static void drop_unwanted(void) {
  char *why = earliest_drop(&server.end, server.items, server.journal);
  if (!why)
    return;
  server.unwritten = why;
  stop_all();
}

/// What was met makes the search begin anew here. Others that take part go on: they get what was
/// claimed. A worker may also have been ended by who ends the command.
static void leave_alone(const char *why) {
  if (server.journal && (share_is_on(&server.share) || interrupts())) {
    if (!server.unwritten)
      server.unwritten = format_text("%.*s", MC_WORK_WHY, why);
    stop_all();
    return;
  }
  if (work()->verdict == MC_WORK_GOES_ON)
    snprintf(work()->why, sizeof work()->why, "%.*s", MC_WORK_WHY - 1, why);
  journal_forget(server.journal);
  end_all(MC_WORK_IS_ALONE);
}

/// The worker's last trace has shown what others would have to know.
static void teach(uint32_t worker) {
  const bool goes_on = work()->verdict == MC_WORK_GOES_ON;
  if (goes_on && !server.journal && lesson_take(work(), mailbox(worker)))
    end_all(MC_WORK_IS_TAUGHT);
  else if (goes_on)
    leave_alone(mailbox(worker)->why);
}

static void make_tables(void) {
  const struct items_keeper keeper = {server.journal, journal_add, journal_remove};
  server.noted = noted_make();
  server.classes = classes_make();
  server.items = items_make(server.jobs, server.journal ? keeper : (struct items_keeper){0});
}

static void free_tables(void) {
  items_free(server.items);
  noted_free(server.noted);
  classes_free(server.classes);
  free(server.end.place);
}

/// The search begins anew, and is to be divided again: nothing is left of the old division.
static void begin_anew(void) {
  if (work()->divided || work()->verdict != MC_WORK_IS_TAUGHT)
    return;
  free_tables();
  make_tables();
  server.end = (struct earliest){0};
  lesson_begin_anew(work());
}

static bool take_old(void *nothing, int64_t row, const void *item, size_t bytes) {
  (void)nothing;
  return items_open_old(server.items, row, item, bytes, mc_item_length);
}

static bool add_old_counts(void *known, const struct mc_work_counts *from) {
  struct mc_work_counts counts = *from;
  counts_keep_known(&counts, known);
  add_counts(&counts);
  return true;
}

/// The first trunk has divided the search as it was divided before: that goes on. false: it was
/// not. What others take part in has the items, and the counts.
static bool go_on(struct mc_mailbox *box, size_t bytes, const char *files) {
  server.refused = journal_differs(server.journal, box->items, bytes, files);
  classes_add(server.classes, box, true, NULL);
  if (!server.refused && (!classes_take(server.classes, server.journal) ||
                          (!share_is_on(&server.share) &&
                           (!journal_counts(server.journal, add_old_counts, &box->done) ||
                            !journal_items(server.journal, take_old, NULL)))))
    server.refused = format_text("what it has of the search is broken");
  classes_count(server.classes, &work()->done.counts);
  if (server.refused || share_is_on(&server.share))
    return !server.refused;
  if (!journal_noted(server.journal, server.noted)) {
    server.refused = format_text("what it has of the search is broken");
    return false;
  }
  look_for_end();
  drop_unwanted();
  return true;
}

static const char *const at_odds =
    "a step has failed, and other workers have gone on as if none could";
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
      !items_commit(server.items, worker, box->items, kept, given, mc_item_length)) {
    free(journal_end(server.journal));
    leave_alone("an item cannot be told");
    return false;
  }
  look_for_end();
  add_counts_of(worker, server.journal);
  journal_count(server.journal, &work()->done);
  server.unwritten = journal_end(server.journal);
  if (server.unwritten)
    stop_all();
  else
    drop_unwanted();
  return !server.unwritten;
}

static void commit(uint32_t worker) {
  struct mc_mailbox *box = mailbox(worker);
  const uint32_t kept = box->kept, given = box->given, most = box->most;
  if (work()->verdict != MC_WORK_GOES_ON) {
    add_counts_of(worker, NULL);
    answer(worker, 0);
    return;
  }
  if (kept > MC_MAILBOX_ROOM || given > MC_MAILBOX_ROOM - kept) {
    leave_alone("an item cannot be told");
    answer(worker, 0);
    return;
  }
  char *files = server.journal && !work()->divided ? module_files_of(server.session->trunk) : NULL;
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
    leave_alone(at_odds);
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
  add_counts_of(worker, NULL);
  if (is_first) {
    work()->ended_by = box->has_found == MC_FOUND_LIMIT ? UINT32_MAX : worker;
    work()->has_found = box->has_found;
  }
  end_all(MC_WORK_ENDED);
}

static void handle(uint32_t worker) {
  struct mc_mailbox *box = mailbox(worker);
  if (box->request == MC_WORK_COMMIT)
    return commit(worker);
  if (box->request == MC_WORK_END)
    end(worker);
  else if (box->request == MC_WORK_LEARNED)
    teach(worker);
  else if (box->request == MC_WORK_ANEW)
    begin_anew();
  else
    leave_alone(box->why);
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
  futex_wake(&box->gone);
}

static uint32_t serve_waiting(void) {
  uint32_t waiting = 0;
  for (uint32_t w = 0; w < server.jobs; w++) {
    size_t bytes = MC_MAILBOX_ROOM;
    if (server.wants[w] && items_claim(server.items, w, server.wants[w], mailbox(w)->claim, &bytes))
      answer(w, bytes);
    waiting += server.wants[w];
  }
  return waiting;
}

/// What all that took part have counted and noted. false: it is none of that.
static bool take_all_counts(void) {
  static struct mc_work_counts known;
  known = work()->done;
  memset(&work()->done, 0, sizeof work()->done);
  if (!journal_counts(server.journal, add_old_counts, &known) ||
      !journal_noted(server.journal, server.noted) || !classes_take(server.classes, server.journal))
    return false;
  classes_count(server.classes, &work()->done.counts);
  look_for_end();
  return true;
}

/// What others have left is claimed, and what they wait for is given away.
static uint32_t share_out(uint32_t waiting) {
  if (waiting && share_claim(&server.share, server.items, waiting, mc_item_length)) {
    drop_unwanted();
    waiting = serve_waiting();
  }
  if (!waiting)
    share_give(&server.share, server.items);
  return waiting;
}

static bool is_done(void) {
  if (!items_are_done(server.items))
    return false;
  if (!share_is_on(&server.share))
    return true;
  if (!share_is_done(&server.share))
    return false;
  if (take_all_counts()) {
    if (!are_at_odds())
      return true;
    leave_alone(at_odds);
    return false;
  }
  server.unwritten = format_text("what it has of the search is broken: counts that are none");
  stop_all();
  return false;
}

static void hand_out(void) {
  uint32_t waiting = serve_waiting();
  if (share_is_on(&server.share))
    waiting = share_out(waiting);
  work()->wanted = waiting + server.share.wanted;
  if (waiting && is_done())
    end_all(MC_WORK_IS_DONE);
}

/// What the others do ends this search, or the journal cannot be written.
static void look_at_share(void) {
  char *why =
      server.unwritten || work()->verdict != MC_WORK_GOES_ON ? NULL : share_look(&server.share);
  if (!why)
    return;
  server.unwritten = why;
  if (work()->divided)
    stop_all();
}

/// Others may have found an earlier end.
static void look_for_their_end(void) {
  if (!server.session->config.reproducible || !share_is_on(&server.share) || !work()->divided ||
      work()->verdict != MC_WORK_GOES_ON || server.share.reclaimed == server.asked)
    return;
  server.asked = server.share.reclaimed;
  work()->earlier += earliest_ask(&server.end, server.journal);
  drop_unwanted();
}

static void *serve(void *nothing) {
  (void)nothing;
  while (!server.stops) {
    const uint32_t knocks = work()->knocks;
    look_at_share();
    look_for_their_end();
    for (uint32_t w = 0; w < server.jobs; w++)
      see_to(w);
    if (server.session->stop && work()->divided)
      stop_all();
    if (work()->divided)
      hand_out();
    futex_sleep_while(&work()->knocks, knocks);
  }
  return NULL;
}

//===- Start and end --------------------------------------------------------------------------===//

/// false: the system gives no thread.
static bool start(struct mc_session *session, struct journal *journal, uint32_t jobs) {
  memset(&server, 0, sizeof server);
  server.session = session;
  server.jobs = jobs;
  server.journal = journal;
  server.share = share_make(journal_store(journal), now_ms);
  make_tables();
  server.runs = server.items && !pthread_create(&server.thread, NULL, serve, NULL);
  work()->jobs = server.runs ? jobs : 0;
  return server.runs;
}

void work_start(struct mc_session *session, struct journal *journal) {
  const uint32_t jobs = session->config.divides_itself ? 0 : session->config.jobs;
  if (jobs && !start(session, journal, jobs))
    usage_error("--jobs=%u: the system gives no thread: a limit (ulimit -u)?", jobs);
}

void work_divide(struct mc_session *session, uint32_t jobs) { start(session, NULL, jobs); }

void work_stop(void) {
  if (!server.runs)
    return;
  server.runs = false;
  server.stops = true;
  pthread_join(server.thread, NULL);
  free_tables();
}

uint32_t work_divided(const struct mc_session *session) {
  const uint32_t jobs = server.runs && server.session == session ? work()->divided : 0;
  return jobs <= server.jobs ? jobs : server.jobs;
}

uint32_t work_missed(const struct mc_session *session) {
  return server.session == session ? counts_missed(&work()->done, session) : 0;
}

bool work_reviews(const struct mc_session *session) {
  return server.runs && server.session == session && work()->reviewing;
}

const char *work_refused(void) { return server.refused; }
const char *work_unwritten(void) { return server.unwritten; }
