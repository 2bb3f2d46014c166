// runtime/memory/shared.h - what the trunk and its workers share: the trace that runs, the search,
// and what traces have shown of the program. By lifetime.
#ifndef MC_RUNTIME_MEMORY_SHARED_H
#define MC_RUNTIME_MEMORY_SHARED_H

#include "base.h"
#include "dpor/explain/explain.h"

enum {
  MC_SITE_SLOTS = 4 * MC_SESSION_MAX_SITES,
  MC_RULED_SLOTS = 65536,
  MC_NAME_SLOTS = 2 * MC_SESSION_MAX_OBJECTS,
  MC_STRING_SLOTS = 1 << 16,
  MC_EXPLORED_SLOTS = 4 * MC_SESSION_MAX_EXPLORED,
  MC_MAX_OPERATION_KINDS = 256,
  MC_MOST_RACE_USES = 32,
  MC_MOST_OVERLAPS = 1024,
  MC_MOST_NOTED_VALUES = 2048,
  MC_MOST_AFTER_FAILURE = 2000, // traces
  MC_KEPT_PLACES = 62,
};

#define MC_NO_FINDING MC_NONE
#define MC_NO_RECORD MC_NONE

/// A step of the current trace. Resolved into names only where a finding needs them.
struct mc_logged_step {
  struct mc_operation operation; ///< its objects: see `record`
  uint32_t record[2];            ///< session->object of the first two objects
  const struct mc_site *site;
  uint32_t shown; ///< as in struct mc_thread_info
  uint64_t before, after;
  mc_string state_before[2], state_after[2]; ///< of these objects, with --explain
  bool has_value;
};

/// What an object is, in every trace: see object.c.
struct mc_object_name {
  const struct mc_primitive *primitive;
  uint64_t address;
  uint64_t size; ///< of a variable, else 0
};

/// Who has used an object; see mc_seen_by_more_than.
struct mc_seen {
  struct mc_threads threads; ///< in any trace
  bool many;                 ///< in this search it counts as used by more threads than was asked
};

/// How an object that holds tokens has been used; see mc_is_numbered.
struct mc_roles {
  struct mc_threads threads[2]; ///< [MC_GIVES, MC_TAKES] in any trace
  bool plain;                   ///< in this search its operations are not numbered
};

/// State of the trace that runs. It lies here for the trunk, which ends the trace of a worker that
/// died.
struct mc_trace_state {
  uint32_t is_open;            ///< a worker is between the start and the commit of a trace
  uint32_t in_runtime;         ///< the worker is inside the scheduler: its data may be inconsistent
  uint32_t committing;         ///< the search is between two traces: inconsistent
  uint32_t steps;              ///< length of the trace so far
  uint32_t repeated;           ///< how many of them repeat the trace before
  uint32_t current;            ///< thread whose code runs
  uint32_t findings;           ///< when the trace began
  uint32_t again;              ///< the worker asks to run this trace again
  uint32_t shows_callers;      ///< this trace is shown: its steps note who called a library
  uint32_t goes_on;            ///< the trace has failed, and its other threads run: after_failure.c
  uint32_t has_gone_on;        ///< they have, and the trace runs again
  uint32_t recorded_early;     ///< the failure is a finding already, a new one
  uint32_t has_written;        ///< the trace has: only then is there output to cut off
  uint32_t new_output;         ///< index + 1 into session->output: its text is to be kept; 0: none
  uint64_t output_start;       ///< bytes of output when the trace began
  struct mc_logged_step *step; ///< [steps]: in `log`
  struct mc_heap_watch {
    bool is_on; ///< this trace runs a second time, to see who took and gave back a chunk
    struct mc_heap_call {
      uint32_t thread, number; ///< its number-th call of the heap
      uint32_t machine;        ///< as in struct mc_finding
      uint32_t step;           ///< steps of the trace before it
    } call[2];                 ///< allocation, free
  } heap_watch;
  struct mc_libc_watch {
    bool is_on;             ///< this trace runs again: see libc_watch.c
    uint32_t writes, fatal; ///< so far; the number of the one to end with, 0: unknown
  } libc_watch;
  struct mc_race_watch {
    uint32_t is_on; ///< this trace runs again, to see the first access of a race
    uint32_t runs;  ///< how many did so far
    uint64_t site, address, size;
    bool is_write; ///< an increment reads and writes at one site
    uint32_t epoch;
    struct mc_race_record seen; ///< its stack and locks; `thread` 1: it was seen
    uint32_t finding;           ///< that it became, or MC_NO_FINDING
    uint32_t uses;
    struct mc_race_use { ///< a place that uses the memory, with the locks that are always held
                         ///< there
      uint64_t site;
      struct mc_race_record held;
    } use[MC_MOST_RACE_USES];
  } race_watch;
};

/// State of a worker, which runs one trace or many.
struct mc_worker_state {
  uint32_t is_sealed; ///< the session is closed, and ...
  uint64_t seal;      ///< ... this is its hash
  uint64_t looked;    ///< time stamp counter when the clock was last looked at
};

/// State of a search, which a restart begins again.
struct mc_search_state {
  uint32_t restart;         ///< the worker asks for a restart
  uint32_t ended;           ///< the worker asks to end the search: 1 + enum mc_end
  uint32_t went_on;         ///< in so many traces other threads went on after a failure
  uint64_t explored;        ///< so often a trace has changed session->explored_orders
  uint32_t stray;           ///< a trace has crashed as it wrote to our memory, with the guard up
  uint64_t completed;       ///< searches
  uint64_t sampling_since;  ///< ms: `auto` began its samples then
  uint64_t order;           ///< see mc_session_counts
  struct mc_leaked leaked;  ///< most of a trace
  bool trunk_heap_is_whole; ///< a trace with a snapshot has found it so
  struct mc_arena arena;    ///< of dpor/
  struct mc_executed {
    uint32_t kinds;
    struct {
      const struct mc_primitive *primitive;
      uint32_t kind;
      uint64_t transitions;
    } of[MC_MAX_OPERATION_KINDS];
  } executed; ///< transitions by kind
  struct mc_stats stats;
};

/// What the findings make of a trace. It may fail: by a race that a suppression may speak of.
enum mc_failure { MC_SUCCEEDS, MC_MAY_FAIL, MC_FAILS };

/// Where a schedule is explained: see executor/explaining.c.
struct mc_explaining {
  bool has_begun;   ///< the schedule has run as the trace file has it
  uint64_t target;  ///< signature of its finding; 0: not known yet
  uint64_t since;   ///< milliseconds: when the stage that has a time began
  bool is_late;     ///< the time was over
  uint8_t failure;  ///< enum mc_failure, of the trace that runs
  uint32_t met;     ///< ... it has the target, behind so many steps and one; 0: not it
  uint32_t others;  ///< ... it has these other findings (mc_explained.other)
  struct mc_explain explain;
  struct mc_noted_values {
    bool is_on;     ///< this trace is the one that is shown: see detector/values.c
    uint32_t count; ///< so many were noted; there is room for the last ones
    struct mc_noted_value {
      uint64_t site, address;
      uint64_t value; ///< before the access
      uint32_t step;  ///< so many the trace had
      mc_thread thread;
      uint8_t size, is_write;
    } access[MC_MOST_NOTED_VALUES];
  } noted;
};

/// What some trace has shown of the program. A search depends on it, so it restarts when there is
/// more.
struct mc_learned {
  uint32_t sections;         ///< the program has atomic sections
  uint32_t uses;             ///< so often a thread has come to an object, or to a role of it
  struct mc_threads exiting; ///< threads that have called exit
  bool orders_exits;         ///< these are several: who begins is a step
  bool main_leaves;          ///< while others go on
  bool adds_handlers;        ///< main or one of its threads registers a handler of exit
};

/// Tables that only grow, also from search to search. Written after mc_tables_write only.
struct mc_tables {
  uint32_t pooled_threads; ///< user-level threads: that the trunk is to make, thread 0 included
  uint64_t stack_size[MC_MAX_THREADS]; ///< of pooled threads, bytes; 0: the standard size
  struct mc_search *search;
  uint64_t site_key[MC_SITE_SLOTS]; ///< site pointer or code address -> 1 + index
  uint32_t site_index[MC_SITE_SLOTS];
  uint32_t names;                      ///< objects met in any trace
  uint32_t number_slot[MC_NAME_SLOTS]; ///< an object's name -> 1 + its number
  uint32_t ruled_sites;
  /// What rules.c has made out: whether the rules leave out the accesses of a place.
  struct mc_ruled_site {
    uint64_t site, user;    ///< the second: mc_program_site
    uint8_t known, ignored; ///< enum mc_rule_accesses; the second: and by whom
  } ruled_site[MC_RULED_SLOTS];
  uint8_t origin[MC_SESSION_MAX_SITES]; ///< of each site; see mc_reported_site
  uint8_t tried[MC_SESSION_MAX_SITES];  ///< see recognise.c
  uint64_t record_key[MC_NAME_SLOTS];   ///< what reports call an object -> index of its record
  uint32_t record_index[MC_NAME_SLOTS];
  uint32_t string_slot[MC_STRING_SLOTS];
  uint32_t state_texts;              ///< so many of them are states of objects
  /// Steps that explored.c has met, to find their operations again.
  struct mc_explored_step {
    const struct mc_site *site;
    const struct mc_primitive *primitive;
    uint32_t record, thread, kind;
    uint32_t operation; ///< 1 + its index; 0: the slot is empty
  } explored_step[MC_EXPLORED_SLOTS];
  uint64_t changed_actions;          ///< see mc_action_is_fixed
  uint32_t overlaps, known_overlaps; ///< the second: of this search
  struct {
    uint64_t address;
    uint32_t size;
  } overlap[MC_MOST_OVERLAPS]; ///< variables that overlap others
};

/// Tables of objects, by mc_object: [tables.names].
struct mc_object_tables {
  struct mc_object_name name[MC_MAX_OBJECTS];
  struct mc_seen seen[MC_MAX_OBJECTS];
  struct mc_roles roles[MC_MAX_OBJECTS];
  struct mc_racing racing; ///< which operations on them can race
};

/// Of a worker of a divided search: see executor/divide.c.
struct mc_division {
  uint32_t workers; ///< 0: the search is not divided, or this is not one of its workers
  uint32_t worker;  ///< which one
  uint32_t most;    ///< so many items it claims next
  uint32_t at, end; ///< in its mailbox: from here to there items are claimed and not run
  uint64_t learned; ///< a hash of what was known of the program when the search was divided
  uint64_t since;   ///< ms: the last commit
  uint64_t claimed; ///< ms: the last claim
  uint64_t looked;  ///< time stamp counter
  uint64_t traces;  ///< it has counted so many before
  uint64_t allowed; ///< of mc_work.left it has taken so many
  // What its traces have shown: see executor/divide_note.c.
  uint32_t findings;    ///< so many were known when the search was divided
  uint32_t cannot_tell; ///< a trace
  uint32_t has_found_between; ///< a random schedule between them has found something
  uint32_t earlier;     ///< mc_work.earlier, that is known; MC_NONE: it has found an end itself
  uint32_t went_on;     ///< mc_search_state.went_on, that was told
  uint64_t shown, told; ///< a hash, of the last trace, and at the last commit
  struct mc_known_place {
    uint32_t is_known, places; ///< the earliest one is [place, place + places), or begins so
    uint32_t place[MC_KEPT_PLACES];
  } known[2][MC_SESSION_MAX_FINDINGS]; ///< by enum mc_noted
  uint32_t reviewing; ///< the first trunk makes traces again: 1 + enum mc_end; `at` in mc_work
  uint32_t objects, with_objects; ///< there are; so many traces that had new ones were noted
  uint32_t is_kept;               ///< the last trace is in its mailbox, as one to be made again
  uint32_t has_lesson;            ///< ... and has shown what others would have to know
  uint32_t is_taught;             ///< the first trunk makes such a trace again
};

struct mc_shared {
  uint64_t canary;
  struct mc_trace_state trace;
  struct mc_worker_state worker;
  struct mc_search_state search;
  struct mc_explaining explaining;
  struct mc_learned learned;
  struct mc_division division;
  uint64_t canary_after;
  _Alignas(MC_SESSION_PAGE) struct mc_tables tables; ///< guarded up to `log`
  struct mc_object_tables objects;
  /// [2 * mc_log_length()] of the search's traces; of those aside. Behind it, mc_explain_room.
  _Alignas(MC_SESSION_PAGE) struct mc_logged_step log[];
};
extern struct mc_shared *mc_shared MC_HIDDEN;

uint64_t mc_shared_bytes(void);
/// Steps that a log has room for.
uint64_t mc_log_length(void);
/// Memory for `explaining`, of schedules with as many steps.
void *mc_explain_room(void);
/// Empties the shared mapping, which is open: nothing in it can be trusted.
void mc_shared_reset(void);
bool mc_shared_is_broken(void);

/// 0 without config.stats.
static inline uint64_t mc_ticks(void) {
  return mc_session->config.stats ? __builtin_ia32_rdtsc() : 0;
}

#endif // MC_RUNTIME_MEMORY_SHARED_H
