// driver/view.h - a result in words and numbers, as every format shows it: the formats only lay it
// out, and see nothing else. Filled once, when the search has ended; it lives as long as the
// command.
//
// A text is never NULL, and "" where there is none.
#ifndef MC_DRIVER_VIEW_H
#define MC_DRIVER_VIEW_H

#include "place.h"
#include "verdict.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mc_session;
struct names;
struct options;
struct result;

enum {
  VIEW_MOST_THREADS = 128,
  VIEW_FORMAT = 1,  ///< of JSON; another where a member is missing or means something else
  VIEW_DIGITS = 15, ///< of a real number there, so that it is the same when it is read back
};

struct view_texts {
  unsigned count;
  const char **text;
};

//===- A finding ------------------------------------------------------------------------------===//

/// Places; as a rule of calls, innermost first, without McMini's own.
struct view_frames {
  unsigned count;
  const struct place **place;
};

struct view_step {
  uint32_t thread; ///< index, the same for all steps of the thread
  const char *thread_name;
  const char *operation, *object, *alternative; ///< as trace files have them
  const char *text;                             ///< "lock forks[0]"
  const char *in_column;                        ///< the same, shorter
  const char *does; ///< with --explain: "locks forks[0]: free -> held by 0.1"
  const struct place *place;                    ///< of a thread's start its function
  bool is_apart;                                ///< the finding does not come from it
  bool is_preempting;                           ///< the thread before it could have gone on
  bool is_library; ///< of an object that a library keeps for itself: a once, a count of references
};

/// Where a thread stood that had not finished.
struct view_end {
  const char *thread;      ///< with its function
  const char *thread_name; ///< as in steps
  const char *state;  ///< "waits to lock b: held by thread 0.1 since step 4 (bank.c:22)"
  const struct place *place;
  const struct view_step *since; ///< by which another has what is waited for; NULL: unknown
  struct view_texts awaited;     ///< "ready is 0, and nobody has changed it"
  bool is_in_circle;             ///< of threads that wait each for what the next one has
};

/// A call that took or gave back memory.
struct view_call {
  bool is_there;
  const char *thread, *thread_long;
  struct view_frames frames; ///< none: it is not known where
  uint32_t step;             ///< 1 + so many steps came before it; 0: unknown, or before the search
};

/// One of the two accesses of a data race.
struct view_access {
  const char *thread, *thread_long;
  const char *kind; ///< "atomic write"
  const struct place *place;
  uint32_t step; ///< how many there were up to its thread's last one, or to itself
  bool is_step, is_pending;
  const struct view_step *made; ///< the step of the schedule that it is, or NULL
  bool has_value;
  int64_t value;
  struct view_texts locks;
  struct view_frames frames;
};

/// Bytes of the captured output.
struct view_output {
  const char *bytes;
  size_t size;
};

struct view_race {
  const char *memory;
  struct view_access access[2];
  struct {
    const char *lock;          ///< that one of the two does not hold, or ""
    const struct place *place; ///< there, ...
    uint32_t held, others;     ///< ... though it is at so many of the other places
  } guard;
  uint32_t followed_by; ///< the number of the finding that shows what the race can do; 0: none
  bool is_explored;
  unsigned outputs; ///< so many different ones were written in traces with the race
  bool has_examples;
  struct view_output example[2]; ///< two of them
};

/// Another place that belongs to a finding. All have a line.
struct view_note {
  enum {
    NOTE_THREAD, ///< where another thread stood
    NOTE_ACCESS, ///< the other one of a race
    NOTE_MEMORY, ///< where it was allocated, or freed
    NOTE_STEP,   ///< by which a thread has what another waits for
  } kind;
  const struct place *place;
  const char *text;
};

/// How the schedule was made simpler, and which of its steps decides.
struct view_explained {
  bool is_there; ///< else the schedule is as it was found
  bool is_least; ///< no schedule with the finding has fewer preemptions
  bool is_late;  ///< the time was over before all was tried
  uint32_t found_steps, found_preemptions, preemptions;
  uint64_t runs; ///< traces that have looked for a simpler one
  enum view_critical {
    VIEW_CRITICAL_UNKNOWN,
    VIEW_CRITICAL_STEP,   ///< `critical` is the first step after which every continuation fails
    VIEW_CRITICAL_LATEST, ///< ... or an earlier one is
    VIEW_CRITICAL_NONE,   ///< every schedule fails
    VIEW_CRITICALS,
  } critical_is;
  uint32_t critical; ///< the step's number, from 1; 0: there is none, or it is not known
  uint32_t steps;    ///< of a schedule that succeeds, the same up to where the two part; 0: none
  const struct view_step *step;
  uint32_t common; ///< so many steps are the same
  uint32_t alternative; ///< number of the step in that one which, had it come first, would have let
                        ///< all end well; 0: unknown
  struct view_texts others; ///< what comes behind the critical step where this finding does not:
                            ///< "the assertion at bank.c:12 (finding 2)"
  const char *reason;       ///< why that step decides: a sentence, or ""
  unsigned values;
  /// What threads have done between their steps to variables that the failing code has used.
  const struct view_value {
    const char *object, *thread;
    uint32_t step; ///< the last one before it
    bool is_write;
    int64_t before, after;
    const struct place *place;
  } * value;
};

/// As JSON has them.
extern const char *const view_critical_words[VIEW_CRITICALS];

struct finding_view {
  uint32_t number;     ///< from 1
  const char *kind;    ///< "deadlock", as in findings.def
  const char *headline; ///< "deadlock", "data race": of all findings of the kind
  const char *title;    ///< "deadlock: 2 threads wait and none can ever go on"
  const char *message;  ///< the second part of it
  uint64_t traces, random_traces;
  bool is_before; ///< met before the search restarted, and not since
  const char *trace_file;
  const char *report_file;          ///< the whole report, where it is long
  const char *thread, *thread_long; ///< whose step or code failed
  const struct place *place;        ///< where it did, or NULL
  bool is_of_primitive;             ///< one does not do as it declares
  const struct place *to_mend;      ///< its callback, or NULL
  struct view_frames backtrace;
  bool has_backtrace;
  bool has_chunk; ///< misuse of the heap
  uint64_t chunk_size;
  struct view_call allocated, freed;
  const struct view_race *race; ///< or NULL
  uint32_t steps;
  const struct view_step *step;
  unsigned ends, finished; ///< threads that had not finished, and that had; of a race none
  const struct view_end *end;
  struct view_output output;
  bool has_trunk_output;  ///< what was there before the first trace belongs to it, too
  const struct place *at; ///< the place to look at first, with a line, or NULL
  unsigned notes;
  const struct view_note *note; ///< other places
  struct view_explained explained;
  const char *why;         ///< sentences, one a line
  struct view_texts remedies; ///< what people do about such findings, each a sentence or two
  struct view_texts terms; ///< with --explain: words of docs/glossary.md that the report uses
  const char *unexplained; ///< why no simpler schedule was looked for, or ""
};

//===- Counts, coverage -----------------------------------------------------------------------===//

struct view_counts {
  uint64_t traces; ///< all but the sleep-set blocked ones
  uint64_t completed, deadlocked, failed, bounded, dropped, sleep_set_blocked;
  uint64_t transitions, replayed;
  uint32_t max_depth, threads;
  uint64_t sampled; ///< random schedules before a systematic search; not among `traces`
  uint64_t between; ///< random schedules between the traces; not among them
  /// How many traces there will be; traces 0: no estimate is made.
  struct view_estimate {
    double traces, low, high;
    uint64_t probes;
    bool at_least; ///< only `low` is meant
  } estimate;
};

/// Of the random schedules.
struct view_random {
  bool is_there;
  uint64_t traces, classes;
  bool classes_are_estimated, classes_are_least;
};

/// Why the result is less than every schedule.
struct view_reason {
  const char *id;      ///< as in warnings.def
  const char *missing; ///< a clause
  const char *remedy;  ///< a sentence without its full stop
  bool is_asked_for;   ///< by an option
};

/// Of --ignore, --focus and --suppressions.
struct view_rule {
  const char *list; ///< "ignore"
  const char *text, *origin;
  uint64_t matched; ///< so many places; of a suppression, races
  bool is_suppression;
};

//===- What was seen of the program -----------------------------------------------------------===//

struct view_observed {
  uint32_t threads;         ///< most in a trace
  struct view_texts thread; ///< with their functions
  unsigned kinds, operations;
  const struct view_kind { ///< of objects that a transition used
    const char *primitive;
    unsigned objects;
  } * kind;
  const struct view_operation {
    const char *primitive, *operation;
    uint64_t transitions;
  } * operation;
  bool is_linked;           ///< the runtime is linked in; else it was preloaded
  struct view_texts module; ///< instrumented source files
  bool is_tsan;
  struct view_texts tsan;    ///< those by -fsanitize=thread, as far as debug information tells
  struct view_texts library; ///< not instrumented
  unsigned hooks, breakpoints; ///< places of machine code that call one; by a breakpoint
  struct view_texts machine; ///< of these atomics, loads and stores of machine code are seen
  bool is_source;            ///< it restarted with `source`, as a trace had failed
  bool is_optimal;           ///< it restarted with `optimal`, as `pop` could not go on
  const char *kernel_threads, *fork; ///< why there are kernel threads, a process for each trace
  const char *guard;                 ///< why, or by what, McMini's memory is read-only
  bool guard_is_usual;
  uint64_t ignored_plain, ignored_atomic, invisible; ///< places that were not looked at
  const char *ignored_by;                            ///< "--ignore and --focus"
  uint32_t suppressed;                               ///< races
  uint64_t forks;
  uint32_t linted; ///< states
  unsigned losses, busy_waits, warnings;
  const struct view_loss {
    const char *pair; ///< of operations that are declared dependent
    uint32_t meetings;
    const struct place *place;
  } * loss;
  const struct view_busy_wait {
    const struct place *place;
    uint64_t waits;
  } * busy_wait;
  const struct view_warning {
    const char *text;
    const struct place *place;
  } * warning;
  bool is_single; ///< only one thread was ever seen, and nothing was found
};

/// With --explored: what the traces did, and in which orders.
struct view_explored {
  bool is_there;
  bool is_full; ///< there were more operations or pairs than there is room for
  /// Places of operations that the program never came to, in no trace and not before. They are
  /// those of instrumented code with lines ...
  struct view_frames never_ran;
  const char *never_ran_unknown; ///< ... and why there is none of it, or ""
  unsigned operations, pairs;
  const struct view_explored_operation {
    const char *object, *primitive, *operation, *thread;
    const struct place *place;
  } * operation;
  /// Two dependent operations of different threads on one object, as indices.
  const struct view_pair {
    uint32_t first, second;
    bool is_both;   ///< the second came before the first, too
    const char *by; ///< if not: what orders them; "": that is not known
  } * pair;
};

/// Of a trace, in microseconds; and counts of the whole search.
struct view_stats {
  bool is_there;
  double all, search, restoring, switching, rest;
  uint32_t hot_pages;
  uint64_t faults, system_calls, levels, processes;
  bool userfaultfd;
};

/// What the command would do with other options, or the program with a smaller argument: from a
/// short run of it, after a search that was cut off.
struct view_trial {
  const char *command; ///< for a shell
  const char *covers;  ///< "every schedule with at most 1 preemption"
  bool is_random;      ///< it claims nothing of other schedules
  bool has_run;        ///< else no number holds
  bool has_ended;      ///< `traces` are all
  uint64_t traces;     ///< that ran
  double expected;     ///< all, if it was let run; 0: unknown
  bool is_least;       ///< there may be more
  double seconds;      ///< of the traces that ran
  const char *found;   ///< what it found: "deadlock: ...", or ""
};

//===- All of it ------------------------------------------------------------------------------===//

struct result_view {
  const struct options *options; ///< by which formats decide what they show
  char *const *argv;             ///< the program's, 0-terminated
  const char *command;           ///< the same for a shell, with the program's whole path
  uint32_t check_call;           ///< of mc_check: which one of the program is checked; 0: none
  const char *version;           ///< of McMini
  const char *folder;            ///< where the command ran, from which files are named
  const char *root;              ///< of the program's sources, as far as that can be known
  enum verdict verdict;
  int status;           ///< exit status
  const char *headline; ///< "2 findings", "incomplete: nothing found, but ..."
  bool is_replay;
  const char *algorithm;
  struct view_counts counts;
  struct view_random random;
  uint64_t order;   ///< a hash of all steps of all traces
  uint32_t unknown; ///< states at which all steps were explored
  uint64_t wakeup_bytes;
  uint64_t before_pop; ///< traces before `optimal` handed over to `pop`; 0: it has not
  struct view_leaked {
    uint64_t chunks, bytes;
  } leaked;
  double seconds;
  unsigned rules, findings, reasons;
  const struct view_rule *rule;
  struct finding_view *finding;
  const struct view_reason *reason;
  const char *coverage; ///< sentences, one a line, the last without its end
  const char *advice;   ///< of a search that was cut off: what would end; the same, or ""
  unsigned trials;
  const struct view_trial *trial; ///< what that is from
  struct view_texts differing;    ///< the objects in which most traces differ, the first most
  const char *unseen;             ///< a library whose atomics or plain accesses are not seen, or ""
  struct view_observed observed;
  struct view_explored explored;
  struct view_stats stats;
  struct view_output output;       ///< of a replay without a finding
  struct view_output trunk_output; ///< what was there before the first trace, if there are findings
};

/// Its trace files have been written.
struct result_view *view_of(const struct result *result, struct names *names);

/// As they are now.
struct view_counts view_counts(const struct mc_session *session);

#endif // MC_DRIVER_VIEW_H
