// runtime/executor/divide.c - a search is divided among worker processes (--jobs).
//
// The trunk runs the first traces alone, as they show most of what there is to know of the program.
// Then what the search owes becomes items, which the command holds (session_work.h), and the trunk
// forks one more trunk for each worker, with a session, a search and all other memory of its own.
// Such a trunk goes on as trunks do; between two traces its worker commits what came of its claim,
// and claims the next items. The first trunk waits, makes a trunk that was killed again, and at the
// end has the session of the whole.
//
// Dying:   a worker that dies in a trace leaves that trace open, and its trunk goes on with it. One
//          that dies between two, or whose trunk dies, begins again as the search was when it was
//          divided, and gives back what it had claimed: nothing of that was committed.
// Learned: what a worker learns of the program others would have to know. So all end, the first
//          trunk makes the trace again that has taught it, begins the search anew, and divides it
//          again (divide_lesson.c).
// Alone:   where a worker meets what cannot be divided, all end, and the first trunk searches
// alone.
#include "divide.h"
#include "executor.h"
#include "runtime/base/maps.h"
#include "runtime/finding/finding.h"
#include "runtime/record/leave.h"
#include "runtime/record/record.h"
#include "runtime/schedule/schedule.h"
#include "runtime/session_work.h"
#include "runtime/snapshot/snapshot.h"
#include "runtime/world/world.h"
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
  LEAST_MS = 20,  ///< a claim is worth so much, if others wait
  MOST_MS = 1000, ///< and at most so much is lost with a worker
  MOST_CLAIMED = 256,
};

//===- What was learned -----------------------------------------------------------------------===//

static uint64_t hash_of(uint64_t hash, const void *from, size_t bytes) {
  const uint32_t *word = from;
  for (size_t i = 0; i < bytes / sizeof *word; i++)
    hash = mc_hash(hash, word[i]);
  return hash;
}

/// Of what a trace can show that makes the search begin anew.
uint64_t mc_work_learned(void) {
  const struct mc_tables *tables = &mc_shared->tables;
  const struct mc_session *s = mc_session;
  const uint32_t number[] = {tables->overlaps,
                             tables->pooled_threads,
                             s->thread_count,
                             s->place_count,
                             s->racy_count,
                             s->before_count,
                             s->process_interrupts,
                             s->interrupts,
                             (uint32_t)s->late_signals,
                             s->observed.unseen_atomics,
                             s->observed.code_modules,
                             s->observed.modules,
                             s->observed.fork,
                             s->observed.kernel_threads,
                             (uint32_t)s->observed.unseen_forks,
                             (uint32_t)s->observed.invisible,
                             (uint32_t)s->observed.ignored[0],
                             (uint32_t)s->observed.ignored[1],
                             s->order,
                             s->fair,
                             s->source,
                             s->optimal,
                             s->ordered_counts,
                             s->ordered_modifications,
                             s->doubtful_iterations,
                             s->iterations_go_on,
                             s->stores_are_seen};
  uint64_t hash = hash_of(MC_HASH_START, number, sizeof number);
  hash = hash_of(hash, &mc_shared->learned, sizeof mc_shared->learned);
  hash = hash_of(hash, &tables->changed_actions, sizeof tables->changed_actions);
  hash = hash_of(hash, tables->stack_size, tables->pooled_threads * sizeof *tables->stack_size);
  hash = hash_of(hash, s->observed.code, s->observed.code_modules * sizeof *s->observed.code);
  hash = hash_of(hash, s->interrupted, sizeof s->interrupted);
  return mc_hash(hash, mc_order_changes());
}

//===- Commit and claim -----------------------------------------------------------------------===//

void mc_work_knock(void) {
  atomic_fetch_add(&mc_work()->knocks, 1);
  mc_futex_wake((const volatile uint32_t *)&mc_work()->knocks, 1);
}

/// Waits until the word has another value.
void mc_work_wait_while(_Atomic uint32_t *word, uint32_t value) {
  enum { LOOK = 500 }; // ms
  while (atomic_load(word) == value) {
    mc_futex_wait((const volatile uint32_t *)word, value, LOOK, 1);
    mc_progress();
  }
}

void mc_work_ask(struct mc_mailbox *box, enum mc_work_request request) {
  box->request = request;
  atomic_store(&box->state, MC_MAILBOX_ASKED);
  mc_work_knock();
  mc_work_wait_while(&box->state, MC_MAILBOX_ASKED);
}

static void take_stats(struct mc_stats *to) {
  struct mc_stats *own = &mc_shared->search.stats;
  if (!mc_session->config.stats)
    return;
  *to = *own;
  to->ticks = mc_ticks() - own->ticks;
  to->nanoseconds = mc_nanoseconds() - own->nanoseconds;
  mc_work_begin_stats();
}

void mc_work_begin_stats(void) {
  struct mc_stats *own = &mc_shared->search.stats;
  *own = (struct mc_stats){.ticks = mc_ticks(),
                           .nanoseconds = mc_nanoseconds(),
                           .hot_pages = own->hot_pages,
                           .userfaultfd = own->userfaultfd};
}

/// What was counted since the last time.
void mc_work_take_counts(struct mc_work_counts *to) {
  take_stats(&to->stats);
  struct mc_executed *executed = &mc_shared->search.executed;
  mc_publish_counts();
  to->counts = mc_session->counts;
  to->kinds = executed->kinds;
  for (uint32_t i = 0; i < executed->kinds; i++) {
    to->executed[i].primitive = (uintptr_t)executed->of[i].primitive;
    to->executed[i].kind = executed->of[i].kind;
    to->executed[i].transitions = executed->of[i].transitions;
  }
  executed->kinds = 0;
  mc_notes_count(to);
  const struct mc_search_counts counts = mc_search_take_counts(mc_shared->tables.search);
  mc_shared->division.traces += mc_traces_of(&counts);
}

static void fail(const char *why) {
  mc_format(mc_work_mailbox()->why, MC_WORK_WHY, "%s", why);
  mc_work_ask(mc_work_mailbox(), MC_WORK_ALONE);
}

/// What the worker has learned others would have to know.
static void tell_lesson(void) {
  mc_format(mc_work_mailbox()->why, MC_WORK_WHY, "%s",
            mc_has_order_of_optimal() && mc_session->finding_count
                ? MC_WHY_NOT_BY_POP
                : "a later trace has shown something new of the program");
  mc_work_ask(mc_work_mailbox(), mc_lesson_is_told() ? MC_WORK_LEARNED : MC_WORK_ALONE);
}

/// What the search owes, what was claimed and is not run, and what it gives away, up to `most`
/// items. false: it cannot be told.
bool mc_work_write_items(struct mc_mailbox *box, uint32_t most) {
  enum { HALF = MC_MAILBOX_ROOM / 2 };
  const struct mc_division *d = &mc_shared->division;
  const size_t rest = d->end - d->at;
  size_t given, kept;
  if (!mc_search_give(mc_shared->tables.search, most, box->items + HALF, HALF, &given) ||
      !mc_search_tell(mc_shared->tables.search, box->items, HALF, &kept) || rest > HALF - kept)
    return false;
  memcpy(box->items + kept, box->claim + d->at, rest);
  memmove(box->items + kept + rest, box->items + HALF, given);
  box->kept = (uint32_t)(kept + rest);
  box->given = (uint32_t)given;
  return true;
}

/// The search runs the next item that is claimed. false: there is none.
static bool take_next(void) {
  struct mc_division *d = &mc_shared->division;
  const struct mc_mailbox *box = mc_work_mailbox();
  if (d->at >= d->end)
    return false;
  const size_t bytes = mc_item_bytes(box->claim + d->at, d->end - d->at);
  if (!bytes || !mc_search_take(mc_shared->tables.search, box->claim + d->at, bytes))
    fail("an item cannot be run");
  d->at += (uint32_t)bytes;
  return true;
}

/// A claim was worth less than it should: the next one is larger.
static void adapt(uint64_t now) {
  struct mc_division *d = &mc_shared->division;
  const uint64_t passed = now - d->claimed;
  if (passed < LEAST_MS && d->most < MOST_CLAIMED)
    d->most *= 2;
  else if (passed > 4 * LEAST_MS && d->most > 1)
    d->most /= 2;
}

/// Somebody has found an earlier end: what comes behind it is not wanted.
static bool must_give_all(void) {
  return mc_shared->division.earlier != atomic_load(&mc_work()->earlier);
}

/// Samples may go on without an end: only the command knows which of them are not wanted.
static bool goes_beyond_end(void) { return mc_only_samples() && atomic_load(&mc_work()->earlier); }

/// Nothing stays with the worker.
static void give_all(struct mc_mailbox *box) {
  mc_search_drop(mc_shared->tables.search);
  box->given += box->kept;
  box->kept = 0;
}

static void commit_and_claim(void) {
  struct mc_division *d = &mc_shared->division;
  struct mc_mailbox *box = mc_work_mailbox();
  const bool gives_all = must_give_all() || goes_beyond_end(),
             claims = gives_all || mc_search_done(mc_shared->tables.search);
  if (mc_work_learned() != d->learned) {
    tell_lesson();
    return;
  }
  if (!mc_work_write_items(box, claims ? 0 : atomic_load(&mc_work()->wanted))) {
    fail("what is left to do cannot be divided");
    return;
  }
  if (!mc_notes_can_be_told()) {
    fail(mc_has_order_of_optimal() ? MC_WHY_NOT_BY_POP : "a trace with a finding cannot be told");
    return;
  }
  if (gives_all)
    give_all(box);
  mc_work_take_counts(&box->done);
  if (claims)
    adapt(mc_milliseconds());
  box->most = claims ? d->most : 0;
  d->earlier = atomic_load(&mc_work()->earlier); // what this commit has found may come on top
  mc_work_ask(box, MC_WORK_COMMIT);
  mc_notes_are_taken();
  box->classes = 0;
  if (mc_work()->done.signs & MC_SIGN_FAILED)
    mc_search_note_failure(mc_shared->tables.search);
  d->since = mc_milliseconds();
  if (!claims)
    return;
  d->at = 0;
  d->end = box->claimed <= MC_MAILBOX_ROOM ? box->claimed : 0;
  d->claimed = d->since;
  take_next();
}

/// The clock is looked at for each thousandth of a second at most.
static bool is_time_to_commit(void) {
  enum { TICKS = 1 << 21 };
  struct mc_division *d = &mc_shared->division;
  const uint64_t now = __builtin_ia32_rdtsc();
  if (now - d->looked < TICKS)
    return false;
  d->looked = now;
  const uint64_t passed = mc_milliseconds() - d->since;
  return passed >= MOST_MS || mc_notes_are_many() ||
         mc_work_mailbox()->classes > MC_MOST_CLASSES / 2 ||
         (passed >= LEAST_MS && atomic_load(&mc_work()->wanted));
}

static bool others_end(enum mc_end *end) {
  *end = MC_END_COMPLETE;
  return atomic_load(&mc_work()->verdict) != MC_WORK_GOES_ON;
}

/// The last trace was a sample of a class that is new here.
static void note_class(void) {
  struct mc_mailbox *box = mc_work_mailbox();
  const uint64_t class = mc_search_take_class(mc_shared->tables.search);
  if (class && box->classes < MC_MOST_CLASSES)
    box->class[box->classes++] = class;
}

static uint64_t counted(void) {
  return mc_shared->division.traces + mc_traces_of(mc_search_counts(mc_shared->tables.search));
}

/// The limit of all workers was reached, but the next trace here is within.
static bool is_owed_trace(void) {
  return atomic_load(&mc_work()->left) < 0 && mc_shared->division.allowed > counted() &&
         !mc_search_done(mc_shared->tables.search);
}

/// The next trace is within the limit of all workers.
static bool is_allowed(void) {
  struct mc_division *d = &mc_shared->division;
  const struct mc_config *c = &mc_session->config;
  if (!c->max_traces || mc_only_samples() || d->allowed > counted())
    return true;
  const bool is_left = atomic_fetch_sub(&mc_work()->left, 1) > 0;
  d->allowed += is_left;
  return is_left;
}

static bool is_over(enum mc_end *end) {
  note_class();
  const bool done = mc_search_done(mc_shared->tables.search);
  if (others_end(end))
    return !is_owed_trace();
  if (mc_shared->trace.is_open || // it runs again, and what it has shown is counted then
      mc_search_goes_on(mc_shared->tables.search)) // nobody else can
    return false;
  const bool gives_all = must_give_all();
  if (!done && !gives_all && !mc_shared->division.has_lesson && !is_time_to_commit())
    return false;
  mc_shared->trace.committing = 1; // a worker that dies here begins again
  if (!done || gives_all || mc_shared->division.has_lesson || !take_next())
    commit_and_claim();
  mc_shared->trace.committing = 0;
  return others_end(end);
}

bool mc_division_is_over(enum mc_end *end) {
  if (is_over(end))
    return true;
  if (mc_shared->trace.is_open || mc_search_goes_on(mc_shared->tables.search) ||
      mc_search_runs_again(mc_shared->tables.search) || // that trace is not counted
      is_allowed())
    return false;
  *end = MC_END_MAX_TRACES;
  return true;
}

/// One worker makes random schedules between its traces, as many as it would alone.
void mc_work_makes_samples(void) {
  if (mc_shared->division.worker > 0)
    mc_search_end_between(mc_shared->tables.search);
}

void mc_division_begins_again(void) {
  if (!mc_is_divided())
    return;
  struct mc_mailbox *box = mc_work_mailbox();
  atomic_store(&box->gone, 1);
  mc_work_knock();
  mc_work_wait_while(&box->gone, 1);
  mc_shared->division.at = mc_shared->division.end = 0;
  mc_shared->trace.is_open = 0;
  mc_work_makes_samples();
  box->classes = 0;
  mc_shared->division.since = mc_shared->division.claimed = mc_milliseconds();
  if (!mc_notes_begin_again())
    mc_division_fails("a trace of a worker that was killed has shown something of the program");
}

_Noreturn void mc_division_fails(const char *why) {
  enum mc_end end;
  if (!others_end(&end))
    fail(why);
  mc_sys(SYS_exit_group, 0);
  __builtin_unreachable();
}

void mc_division_learns(void) {
  enum mc_end end;
  if (!others_end(&end)) {
    mc_lesson_note_last_trace();
    tell_lesson();
  }
  mc_sys(SYS_exit_group, 0);
  __builtin_unreachable();
}

void mc_division_checks(void) {
  if (mc_is_divided() && mc_work_learned() != mc_shared->division.learned)
    mc_division_learns();
}

static enum mc_work_found what_ended(void) {
  return mc_shared->search.ended == 1 + MC_END_FINDING
             ? mc_shared->division.has_found_between ? MC_FOUND_BETWEEN : MC_FOUND
         : atomic_load(&mc_work()->left) < 0 ? MC_FOUND_LIMIT
                                             : MC_FOUND_NOTHING;
}

void mc_division_ends(void) {
  if (mc_is_reviewing())
    mc_work_take_totals();
  if (!mc_is_divided())
    return;
  const uint32_t verdict = atomic_load(&mc_work()->verdict);
  if (verdict == MC_WORK_IS_ALONE || verdict == MC_WORK_IS_TAUGHT)
    mc_sys(SYS_exit_group, 0);
  if (verdict != MC_WORK_IS_DONE) {
    note_class();
    mc_work_take_counts(&mc_work_mailbox()->done);
    mc_work_mailbox()->has_found = what_ended();
    mc_work_ask(mc_work_mailbox(), MC_WORK_END);
  }
  atomic_fetch_add(&mc_work()->ends, 1);
  mc_futex_wake((const volatile uint32_t *)&mc_work()->ends, 1);
}
