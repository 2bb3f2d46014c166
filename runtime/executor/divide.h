// runtime/executor/divide.h - what the two files of a divided search share: divide.c, the workers,
// and divide_trunks.c.
#ifndef MC_RUNTIME_EXECUTOR_DIVIDE_H
#define MC_RUNTIME_EXECUTOR_DIVIDE_H

#include "runtime/memory/memory.h"
#include "runtime/session_work.h"

static inline struct mc_work *mc_work(void) { return mc_work_of(mc_session); }
/// The worker's; of the first trunk that of worker 0.
static inline struct mc_mailbox *mc_work_mailbox(void) {
  return mc_mailbox_of(mc_session, mc_shared->division.worker);
}
/// A hash of what a trace can show that makes the search begin anew, or belongs into the report.
uint64_t mc_work_learned(void);
/// Why one worker goes on at a finding.
#define MC_WHY_NOT_BY_POP "with --keep-going, the report would not be that of optimal"
void mc_work_knock(void);
/// Waits until the word, of a futex, has another value.
void mc_work_wait_while(_Atomic uint32_t *word, uint32_t value);
/// Makes the request, which is in the mailbox, and waits until it is answered.
void mc_work_ask(struct mc_mailbox *box, enum mc_work_request request);
void mc_work_begin_stats(void);
void mc_work_makes_samples(void);
/// What was counted since the last time.
void mc_work_take_counts(struct mc_work_counts *to);
/// What the search owes, what was claimed and is not run, and what it gives away, up to `most`
/// items. false: it cannot be told.
bool mc_work_write_items(struct mc_mailbox *box, uint32_t most);

//===- divide_note.c --------------------------------------------------------------------------===//

/// In the trunk of a worker, which begins; or begins again, as what it did since its last commit is
/// lost. false: it cannot, as that had shown something of the program.
void mc_notes_begin(void);
bool mc_notes_begin_again(void);
bool mc_notes_can_be_told(void);
bool mc_notes_are_many(void);
/// They were committed.
void mc_notes_are_taken(void);
/// How many traces have shown what, since the last time.
void mc_notes_count(struct mc_work_counts *to);

//===- divide_review.c ------------------------------------------------------------------------===//

/// In the first trunk: the search is over, but for the traces that are to be made again.
void mc_review_begins(enum mc_end end);
void mc_work_take_totals(void);

//===- divide_lesson.c ------------------------------------------------------------------------===//

/// In a worker, or its trunk: the trace that has shown something new is in the mailbox, and the
/// first trunk may learn from that.
bool mc_lesson_is_told(void);
/// In a worker's trunk: its last trace, which may be open, is that one.
void mc_lesson_note_last_trace(void);
/// In the first trunk: makes that trace again. false: it cannot.
bool mc_lesson_begins(void);
/// It was made again.
void mc_lesson_ends(void);
/// Writes the current trace, as one to be made again. 0: there is no room.
uint32_t mc_note_write_trace(char *at, uint32_t room);
void mc_note_keep_cut_trace(void);

#endif // MC_RUNTIME_EXECUTOR_DIVIDE_H
