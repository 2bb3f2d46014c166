// runtime/session_work.h - how the workers of a divided search speak with the command, which holds
// the items that are open (driver/work.c).
//
// A worker has a mailbox and asks one thing at a time: it writes its request, then `state`, then
// knocks. The command answers into the same mailbox. What it has done with a request it has done
// wholly, whatever becomes of the worker; a request that is not written to its end is none.
//
//   commit     What the worker had claimed is now `kept`: what is left of it, and what came of it;
//   and
//              `given`, which it gives away. These are the counts. It may claim others, and waits
//              for them.
//   give back  `gone`: the worker is another process now, and what it had claimed goes back.
//   end        It has found something, or was stopped: nobody goes on. The counts are as in a
//   commit.
//   alone      It has met what cannot be divided: the search begins anew, and is not divided.
//   learned    A trace, which is in `cut`, has shown of the program what others would have to know:
//              the first trunk makes it again, begins the search anew, and divides it again.
//   anew       That begins: nothing of the old search is counted. The first trunk asks for it.
// A commit has, with its counts, so many traces of each finding, and the traces that the first
// trunk is to make again at the end (executor/divide_review.c): of each finding the first one, in
// the order of a search with one worker, and those that have shown something else of the program.
// So what is known of findings is in one session, and is the same whoever has run what.
#ifndef MC_RUNTIME_SESSION_WORK_H
#define MC_RUNTIME_SESSION_WORK_H

#include "session.h"

enum {
  MC_MOST_JOBS = 256,
  MC_MAILBOX_ROOM = 16 << 20,
  MC_NOTED_ROOM = 4 << 20,
  MC_WORK_WHY = 256,
  MC_MOST_CLASSES = MC_CLASS_SLOTS / 2, ///< in a commit
};

enum mc_work_state { MC_MAILBOX_FREE, MC_MAILBOX_ASKED, MC_MAILBOX_ANSWERED };
enum mc_work_request { MC_WORK_COMMIT, MC_WORK_END, MC_WORK_ALONE, MC_WORK_LEARNED, MC_WORK_ANEW };
enum mc_work_verdict {
  MC_WORK_GOES_ON,
  MC_WORK_IS_DONE, ///< nothing is open, nothing is claimed
  MC_WORK_ENDED,   ///< by worker `ended_by`
  MC_WORK_IS_ALONE,
  MC_WORK_IS_TAUGHT, ///< `lesson`
};

/// With what a worker has ended.
enum mc_work_found {
  MC_FOUND_NOTHING,
  MC_FOUND,
  MC_FOUND_LIMIT,   ///< config.max_traces
  MC_FOUND_BETWEEN, ///< by a random schedule between its traces: nobody makes that again
};

/// For what a trace is to be made again.
enum mc_noted {
  MC_NOTED_FINDING,
  MC_NOTED_FOLLOWER, ///< of a race: the finding with which a trace ended that has shown the race
  MC_NOTED_OTHER,    ///< a warning, or the like
};

/// Of a trace. Behind it are `place`, and then an item, which nobody but the search understands.
struct mc_noted_trace {
  uint32_t bytes; ///< of all, a multiple of 8
  uint16_t what;  ///< enum mc_noted
  uint16_t ends;  ///< the search of one worker ends with the trace
  uint64_t signature;
  uint32_t places, item; ///< numbers of 32 bits, bytes
  uint32_t place[];      ///< [places] in the order of one search: see mc_search_place
};

/// Below 0: the first is the earlier one.
static inline int mc_compare_places(const uint32_t *place, uint32_t places, const uint32_t *other,
                                    uint32_t others) {
  for (uint32_t i = 0; i < places && i < others; i++)
    if (place[i] != other[i])
      return place[i] < other[i] ? -1 : 1;
  return (places > others) - (places < others);
}

/// How long the item is, by its head; 0: it is none.
static inline size_t mc_item_length(const void *item, size_t bytes) {
  struct mc_item_head head;
  if (bytes < sizeof head)
    return 0;
  __builtin_memcpy(&head, item, sizeof head); // its alignment is not known
  const uint64_t least = sizeof head + (uint64_t)head.keys * sizeof(uint32_t);
  return head.bytes >= least && head.bytes <= bytes ? head.bytes : 0;
}

/// All that the item owes comes behind the place.
static inline bool mc_item_is_behind(const void *item, const uint32_t *place, uint32_t places) {
  const struct mc_item_head *head = (const struct mc_item_head *)item;
  const uint32_t *key = (const uint32_t *)(head + 1);
  const uint32_t next[2] = {head->has_run ? head->owed + 1 : 0, head->failures};
  const uint32_t shared = head->keys < places ? head->keys : places;
  const int order = mc_compare_places(key, shared, place, shared);
  return order
             ? order > 0
             : mc_compare_places(next, head->has_run ? 1 : 2, place + shared, places - shared) > 0;
}

/// What a worker has counted since its last commit; or all of them.
struct mc_work_counts {
  struct mc_session_counts counts;
  uint32_t findings, signs; ///< the second: set of enum mc_search_sign
  uint32_t went_on;         ///< in so many traces other threads went on after a failure
  struct mc_stats stats;    ///< with config.stats
  uint8_t warned[MC_WARNINGS];
  struct {
    uint64_t signature, traces;
  } found[MC_SESSION_MAX_FINDINGS];
  uint32_t kinds;
  struct {
    uint64_t primitive; ///< the same in all workers
    uint32_t kind;
    uint64_t transitions;
  } executed[256];
};

struct mc_mailbox {
  _Atomic uint32_t state; ///< enum mc_work_state; a futex word
  _Atomic uint32_t gone;  ///< a futex word: 0, when it was seen to
  uint32_t request;       ///< enum mc_work_request
  uint32_t most;          ///< commit: claims up to so many items; 0: it has some
  uint32_t kept, given;   ///< commit: bytes of `items`, the next one to run first
  uint32_t claimed;       ///< answer: bytes of `claim`, the next one to run first
  uint32_t noted;         ///< commit, end: bytes of `traces`
  uint32_t has_found;     ///< end: enum mc_work_found
  struct mc_work_counts done;
  char why[MC_WORK_WHY]; ///< alone, learned
  uint32_t classes;      ///< commit, end: of samples, that the worker has not met before
  uint64_t class[MC_MOST_CLASSES]; ///< [classes] their hashes
  _Alignas(16) char items[MC_MAILBOX_ROOM];
  char claim[MC_MAILBOX_ROOM];
  _Alignas(8) char traces[MC_NOTED_ROOM]; ///< of mc_noted_trace, each
  _Alignas(8) char cut[MC_NOTED_ROOM / 4]; ///< the last trace: another one may go on with it
};

struct mc_work {
  _Atomic uint32_t knocks;  ///< of workers; a futex word
  _Atomic uint32_t ends;    ///< of workers that have come to an end; a futex word
  _Atomic uint32_t verdict; ///< enum mc_work_verdict
  _Atomic uint32_t wanted;  ///< for so many items workers wait
  _Atomic uint32_t jobs;    ///< so many workers it is to have; 0: it is not to be divided yet
  _Atomic uint32_t divided; ///< so many workers there are; 0: the search is not divided
  _Atomic int64_t left;     ///< so many traces may still be run: with config.max_traces
  _Atomic uint32_t reviewing; ///< the first trunk makes traces again
  _Atomic uint32_t earlier;   ///< with config.reproducible: so often an earlier end was found than
                              ///< all before; what comes behind it is not wanted any more
  uint32_t ended_by, has_found; ///< the second: enum mc_work_found
  uint32_t noted;               ///< bytes of `traces`, the earliest first, when there is a verdict
  char why[MC_WORK_WHY]; ///< alone; or why it was not divided
  struct mc_work_counts done;
  _Alignas(8) char traces[MC_NOTED_ROOM];
  _Alignas(8) char lesson[MC_NOTED_ROOM / 4]; ///< the trace that has shown something
};

/// MC_SESSION_MAGIC, of all that the command shares with the program.
#define MC_SHARED_MAGIC                                                                            \
  (MC_SESSION_MAGIC ^ sizeof(struct mc_mailbox) << 32 ^ offsetof(struct mc_work, done) << 16 ^     \
   offsetof(struct mc_mailbox, claim) << 8 ^ sizeof(struct mc_work))

// With config.jobs above 0 they follow the session, in this order: the work, then for each worker
// its mailbox and a session of its own.
#define MC_WHOLE_PAGES(bytes) (((uint64_t)(bytes) + 0xfffff) & ~(uint64_t)0xfffff)
static inline struct mc_work *mc_work_of(const struct mc_session *session) {
  return (struct mc_work *)((uintptr_t)session + MC_WHOLE_PAGES(sizeof *session));
}
static inline uint64_t mc_work_stride(void) {
  return MC_WHOLE_PAGES(sizeof(struct mc_mailbox)) + MC_WHOLE_PAGES(sizeof(struct mc_session));
}
static inline struct mc_mailbox *mc_mailbox_of(const struct mc_session *session, uint32_t worker) {
  return (struct mc_mailbox *)((uintptr_t)mc_work_of(session) +
                               MC_WHOLE_PAGES(sizeof(struct mc_work)) + worker * mc_work_stride());
}
static inline struct mc_session *mc_session_of(const struct mc_session *session, uint32_t worker) {
  return (struct mc_session *)((uintptr_t)mc_mailbox_of(session, worker) +
                               MC_WHOLE_PAGES(sizeof(struct mc_mailbox)));
}
/// Bytes of all that.
static inline uint64_t mc_sessions_bytes(uint32_t jobs) {
  return !jobs ? MC_WHOLE_PAGES(sizeof(struct mc_session))
               : MC_WHOLE_PAGES(sizeof(struct mc_session)) +
                     MC_WHOLE_PAGES(sizeof(struct mc_work)) + jobs * mc_work_stride();
}

#endif // MC_RUNTIME_SESSION_WORK_H
