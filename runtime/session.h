// runtime/session.h - the shared memory between the command (driver/) and the checked process.
//
// The driver makes it as a memfd, fills in `config`, and starts the program with the environment
// variable MCMINI_SESSION=<fd>. The runtime maps it at MC_SESSION_ADDRESS, closes the fd and
// removes the variable. MCMINI_SESSION=<path>, for a debugger, names a file that is only read: the
// program can be started again and again. Everything that must outlive a trace lies here. All
// pointers are into the session, as offsets; strings are mc_string offsets into the session.
//
// Life: the driver execs the program (the trunk); at the first operation at which a second thread
// can exist the trunk forks a worker for each trace; when the search is over the trunk sets `phase`
// to MC_PHASE_DONE and waits to be killed, so that the driver can look at its memory map.
#ifndef MC_RUNTIME_SESSION_H
#define MC_RUNTIME_SESSION_H

#include "dpor/kinds.h"
#include "session_records.h"
#include <mcmini/warnings.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MC_SESSION_ADDRESS 0x200000000000ull
#define MC_SESSION_ENVIRONMENT "MCMINI_SESSION"
/// Tells versions of this file apart, as far as the places of members do: the whole size is a
/// multiple of pages.
#define MC_SESSION_MAGIC                                                                           \
  (0x696e694d634d3101ull ^ sizeof(struct mc_session) << 8 ^                                        \
   offsetof(struct mc_session, step) << 16 ^ offsetof(struct mc_session, racy) << 24)

/// The same numbers as in primitives/builtin.h, which the driver does not see (searches.c asserts
/// that they are).
enum mc_asked_preference { MC_ASKED_NOBODY, MC_ASKED_READERS, MC_ASKED_WRITERS };

enum mc_heap_kind { MC_HEAP_CHECKED, MC_HEAP_FAST, MC_HEAP_LIBC };
enum mc_semaphore_dependence { MC_SEMAPHORE_AUTO, MC_SEMAPHORE_PLAIN, MC_SEMAPHORE_NUMBERED };

enum mc_races_kind { MC_RACES_OFF, MC_RACES_REPORT, MC_RACES_EXPLORE };

/// Without --lint, with it, by a variable of the environment.
enum mc_lint_extent { MC_LINT_NONE, MC_LINT_ALL, MC_LINT_SAMPLED };

/// A value of config.preemptions and config.delays: there is no bound.
#define MC_NO_BOUND MC_NONE

/// What the driver asks for. The runtime reads it once, before the trunk runs.
struct mc_config {
  /// What options say, each by the name of its field in driver/options.def.
#define MC_OPTION(to, of, type, field, ...) MC_OF_##to(MC_TYPE_##type, field)
#define MC_OF_COMMAND(type, field)
#define MC_OF_SESSION(type, field) type field;
#define MC_TYPE_flag uint8_t
#define MC_TYPE_choice uint32_t
#define MC_TYPE_u32(lowest, highest) uint32_t
#define MC_TYPE_u64(lowest, highest) uint64_t
#define MC_TYPE_list mc_string
#include "driver/options.def"
#undef MC_OPTION
#undef MC_OF_COMMAND
#undef MC_OF_SESSION
#undef MC_TYPE_flag
#undef MC_TYPE_choice
#undef MC_TYPE_u32
#undef MC_TYPE_u64
#undef MC_TYPE_list
  uint64_t stack_limit;   ///< the soft one that the program is to have; 0: as it is
  uint8_t replaying;      ///< run `replay` and nothing else
  uint8_t debugging;      ///< in this process, without a fork, with stops for a debugger: see gdb.c
  uint32_t replay_steps;  ///< steps of `replay`
  uint32_t replay;        ///< offset of struct mc_replay_step[]
  mc_string racy;         ///< `replay`: ADDRESS+SIZE,..., what is a transition
  mc_string anchors;      ///< `replay`: ADDRESS,...: `anchor` of the search that `racy` is of
  mc_string interrupted;  ///< `replay`: THREAD,...,process: see interrupted below
  uint8_t polls;          ///< `replay`: the trace did not recognise loops while they ran
  uint8_t ordered_counts; ///< `replay`: reference counts are transitions
  uint8_t order;          ///< `replay`: set of enum mc_order
  uint8_t patched;        ///< `replay`: loads and stores of machine code called hooks
  uint32_t starved;       ///< `replay` is of a starvation: 1 + the thread
  uint8_t explaining;     ///< `replay`, and then look for what explains its finding: `explained`
  uint64_t explain_traces; ///< mc_explain.traces; with the algorithm dfs mc_explain.exhaustive
  uint64_t explain_ms;     ///< for a simpler schedule, and for the critical step; 0: no limit
  uint32_t target;         ///< enum mc_finding_kind: that finding
  mc_string target_message; ///< of a misuse what is wrong
  struct mc_asked_place {
    mc_string file;
    uint32_t line, column;
    uint64_t code;
  } target_place[2];    ///< of a data race its two places, of a misuse its own
  uint32_t known_races; ///< of the search that the finding is of
  struct mc_known_race {
    struct mc_asked_place place[2];
    uint8_t is_suppressed;
  } known_race[MC_SESSION_MAX_FINDINGS];
  mc_string ignore, focus; ///< the rules of those lists: KIND:PATTERN[=ACCESSES],...
  mc_string locks; ///< of --locks: FUNCTION PRIMITIVE OPERATION RESULT,...; off: none of ours
  mc_string peers; ///< the recorded clients of --peer: see primitives/descriptors/recorded_peers.c
  mc_string lock_symbols;  ///< of the program's file: ADDRESS BYTES FUNCTION,..., hexadecimal
  uint8_t samples;         ///< mc_search_config.samples, until something is found
  uint8_t divides_itself;  ///< mc_work.jobs comes later, if at all
  uint8_t as_alone; ///< what comes of a divided search must be that of one worker with `optimal`
  uint8_t races_go_on;     ///< a race never ends the search
  uint64_t secret; ///< the trunk takes it, so that nobody else can end the search in its place
  int32_t output_fd; ///< memfd to which 1 and 2 of the program go, or -1; O_APPEND
};

/// A search of `optimal` is to be divided, and what can be are the items of `pop`.
enum mc_by_pop {
  MC_BY_POP_NOT_YET,
  MC_BY_POP,
  MC_BY_POP_NEVER, ///< that was tried: it goes on as if it had not been
};

enum mc_rule_list {
  MC_LIST_STANDARD, ///< our own: ignored
  MC_LIST_IGNORE,
  MC_LIST_FOCUS,
  MC_LIST_SUPPRESSIONS, ///< the driver's alone
};

enum mc_rule_kind { MC_RULE_FUNCTION, MC_RULE_FILE, MC_RULE_OBJECT, MC_RULE_LIBRARY };

enum mc_rule_accesses { MC_RULE_PLAIN = 1, MC_RULE_ATOMIC = 2 }; // annotated ones are atomic here

/// A line of a list: which places, accesses or races it speaks of.
struct mc_rule {
  uint8_t list;      ///< enum mc_rule_list
  uint8_t kind;      ///< enum mc_rule_kind
  uint8_t accesses;  ///< enum mc_rule_accesses, or both
  mc_string pattern; ///< as fnmatch has them
  mc_string origin;  ///< "races.supp:3", "--ignore"
  mc_string text;    ///< "fun:count*"
  uint64_t matched;  ///< so many places; of a suppression, races
};

/// A step of a trace file: what must run, as names.
struct mc_replay_step {
  mc_string thread, operation, object, alternative;
};

enum mc_phase {
  MC_PHASE_START,     ///< the runtime has not yet been reached
  MC_PHASE_TRUNK,     ///< the program runs alone
  MC_PHASE_SEARCHING, ///< workers run traces
  MC_PHASE_DONE,      ///< the result is complete; the trunk waits to be killed
};

/// Why the search ended.
enum mc_end {
  MC_END_COMPLETE,         ///< everything is explored
  MC_END_FINDING,          ///< the first finding, without keep_going
  MC_END_MAX_TRACES,       ///< the user's limit
  MC_END_STOPPED,          ///< `stop` was set by the driver (--timeout, Ctrl-C)
  MC_END_EXHAUSTED,        ///< the memory of the search is full: a limit of ours
  MC_END_NONDETERMINISTIC, ///< see `divergence`
  MC_END_KILLED,           ///< workers were killed from outside, again and again
  MC_END_FAULT,            ///< internal: see `fault`
  MC_END_OUTSIDE,          ///< it waits for something outside of the program: see the warning
  MC_END_REFUSED,          ///< the command or a user's primitive is wrong: see `refused`
  MC_END_NO_PROCESS,       ///< the system gives no process or thread: a limit of its own
};

/// Committed by the worker at the end of a trace.
struct mc_session_counts {
  uint64_t traces[MC_TRACE_KINDS];
  uint64_t transitions, replayed;
  uint32_t max_depth, threads;
  uint32_t unknown;      ///< states from which all was explored (mc_search_counts)
  uint64_t wakeup_bytes; ///< most memory of the wakeup trees, or of the open items of `pop`
  uint64_t before_pop;   ///< traces before `optimal` handed over to `pop`; 0: it has not
  uint64_t classes;      ///< random schedules: distinct classes among them
  uint8_t classes_are_estimated, classes_are_least;
  uint8_t limited; ///< at the end of a trace a thread stood still at a limit of its own
  uint64_t order; ///< a hash of all steps of all traces, in order: thread, operation, object,
                  ///< alternative
  struct mc_leaked leaked; ///< the most of a trace
  uint64_t sampled; ///< `auto`: random schedules before the systematic search, not in `traces`
  uint64_t between; ///< random schedules between the traces, not in `traces`
  /// How many traces there will be; traces 0: no estimate is made.
  struct mc_session_estimate {
    double traces, low, high;
    uint64_t probes;
    uint8_t at_least; ///< only `low` is meant
  } estimate;
};

/// Where the time goes; times in ticks of the time stamp counter, measured with config.stats only.
struct mc_stats {
  uint64_t ticks, nanoseconds; ///< of the whole search
  uint64_t restoring, switching, search;
  uint64_t traces, processes;
  uint64_t faults;       ///< first writes to pages
  uint64_t system_calls; ///< of the program, that were seen
  uint64_t levels;       ///< states kept in the middle of a trace
  uint32_t hot_pages;    ///< at the end
  uint32_t userfaultfd;  ///< the last worker had changed to it
};

struct mc_observed {
  struct mc_stats stats;
  uint64_t trunk_transitions;
  uint64_t trunk_output; ///< bytes that the trunk wrote to config.output_fd
  uint32_t modules;
  mc_string module[MC_SESSION_MAX_MODULES]; ///< instrumented source files
  uint8_t is_tsan;     ///< files compiled with -fsanitize=thread are there, too
  uint8_t is_patched;  ///< loads and stores of machine code call hooks
  uint64_t invisible;  ///< places whose atomic accesses a rule of our own took out
  uint64_t ignored[2]; ///< places that the user's rules took out: with plain accesses; with others
  uint32_t left;       ///< at so many places a thread was left when the process exited
  uint32_t left_site[MC_SESSION_MAX_LEFT];
  mc_string kernel_threads; ///< why there are no user-level threads; 0: no reason
  mc_string fork;           ///< why each trace is a fork; 0: no reason
  uint8_t protection_key;   ///< McMini's memory has one
  mc_string guard;          ///< why the search went on with a guard; 0: it did not
  uint64_t unseen_forks;    ///< processes that the program forked
  uint32_t linted;          ///< states at which primitives were checked
  uint32_t unseen_atomics;
  /// [unseen_atomics] modules that mc_goes_with_atomics has told of.
  struct mc_unseen {
    mc_string module;
    bool uses_futex; ///< else it has yielded
  } unseen[MC_SESSION_MAX_UNSEEN];
  uint32_t code_hooks, code_breakpoints; ///< places of machine code that call one; by a breakpoint
  uint32_t code_modules;
  /// Modules with machine code that nobody instrumented; see code_traps.c.
  struct mc_code_module {
    mc_string module;
    bool is_hooked;     ///< they are visible operations; else the module's others that are not
    uint8_t plain;      ///< enum mc_plain_code: its instructions without a lock
    bool is_shared;     ///< others could meet what one thread does in it
    uint32_t thread[2]; ///< 1 + the threads that have executed atomic instructions in it; 0: none
    uint64_t code[2];   ///< of which the first
  } code[MC_SESSION_MAX_CODE];
  uint32_t losses;
  /// Operations that are declared dependent, though their order never mattered.
  struct mc_lost_reduction {
    mc_string pair;
    uint32_t meetings; ///< states in which both were enabled
    uint32_t site;     ///< of `dependent`, or MC_NONE
  } lost[MC_SESSION_MAX_LOSSES];
  uint32_t operation_kinds;
  struct mc_operation_count {
    mc_string primitive, operation;
    uint64_t transitions;
  } operation[256]; ///< executed transitions by kind
};

/// What the runtime asks of a module's machine code, and the driver's answer. It asks where no
/// thread of the program runs, and waits.
struct mc_code_question {
  _Atomic uint32_t asked, answered; ///< different: the question stands. The driver waits at
                                      ///< `phase`, the runtime at `answered`
  char path[MC_SESSION_PATH];
  bool is_plain;   ///< it asks of those without a lock, else of the others
  bool is_partial; ///< some have not been found
  uint32_t sites;  ///< the first ones by address, if there are more than the room is for
  struct mc_code_site site[MC_SESSION_MAX_CODE_SITES];
};

#define MC_SESSION_PAGE 4096

/// Where the search begins, and in which search that has been met: before there was a choice.
enum mc_begun { MC_SEARCH_WAITS, MC_SEARCH_BEGUN_BEFORE, MC_SEARCH_BEGUN };

struct mc_session {
  uint64_t magic;
  uint64_t size; ///< bytes of the mapping
  struct mc_config config;

  _Atomic uint32_t phase; ///< enum mc_phase; a futex word
  _Atomic uint32_t stop;  ///< set by the driver: end after this trace; 2: at the next operation
  _Atomic int32_t trunk, worker;     ///< process ids
  _Atomic uint32_t interrupt;        ///< set by the driver before it sends MC_SIGNAL_INTERRUPT
  _Atomic uint64_t interrupt_serial; ///< the trace that it means; of STUCK the `progress`
  uint64_t sealed_by;                ///< config.secret, once phase is DONE
  uint32_t end;                      ///< enum mc_end, once phase is DONE
  mc_string fault;                   ///< internal error
  uint32_t fault_machine;            ///< index + 1 into machine[], 0: none
  uint64_t own_code[2];              ///< the runtime's code, from the first address to the second
  mc_string refused;                 ///< what is wrong with the command, or a primitive
  char attempted[32];                ///< the system call that is made, if only to see whether it may be
  uint8_t from;                      ///< the search begins where the program says so, or --from
  uint8_t begun;                     ///< enum mc_begun
  uint8_t named;                     ///< some operation is one of --only
  uint8_t ended;                     ///< some trace has come to where it ends
  uint8_t fair;                      ///< the search restarted with fair schedules only
  uint8_t ordered_modifications;     ///< it restarted with all orders of those that commute
  uint8_t ordered_counts;            ///< it restarted with reference counts that are transitions
  uint8_t order;                     ///< set of enum mc_order
  uint8_t doubtful_iterations;       ///< it restarted without recognising loops while they run
  uint8_t iterations_go_on;          ///< it restarted, with loops that go on after failed ones
  uint8_t stores_are_seen; ///< ... with attempts that fail where they had stored something
  uint8_t source;                    ///< it restarted with `source`, as a trace had failed
  uint8_t optimal;                   ///< it restarted with `optimal`, as `pop` could not go on
  uint8_t by_pop;                    ///< enum mc_by_pop

  struct mc_session_counts counts;
  struct mc_divergence divergence;
  struct mc_saved_trace saved;
  struct mc_cut_trace cut;
  struct mc_explained explained;
  struct mc_observed observed;
  struct mc_explored explored_orders;
  uint32_t thread_count, object_count, site_count, finding_count, warning_count, place_count;
  /// Threads whose operations a signal's handler may interrupt, in this search. Then: may signals
  /// of the process interrupt them?
  uint64_t interrupted[MC_SESSION_MAX_THREADS / 64];
  uint32_t process_interrupts;
  uint32_t interrupts; ///< any of these
  uint64_t cancelled[MC_SESSION_MAX_THREADS / 64]; ///< those that pthread_cancel may cancel
  uint32_t cancels; ///< any of these, MC_CANCELS_AT_POINTS, or also where they are asynchronous
  uint64_t late_signals;             ///< that were sent where they can interrupt
  uint32_t racy_count, racy_visible; ///< the second: so many are transitions of this search
  uint8_t has_learned_library;       ///< an operation of a library, beside instrumented code
  struct mc_racy racy[MC_SESSION_MAX_RACY];
  uint64_t anchor[MC_ANCHORS]; ///< where parts of the program lie, if elsewhere in each process
  uint32_t output_count;
  struct mc_output output[MC_SESSION_MAX_OUTPUTS];
  uint32_t step_count, machine_count;
  uint32_t suppressed; ///< races that are no findings any more, behind those: the driver's count
  uint32_t rule_count;
  struct mc_rule rule[MC_SESSION_MAX_RULES];
  uint8_t warned[MC_WARNINGS]; ///< also where `warning` has no room for it
  struct mc_warning_record {
    uint32_t warning; ///< enum mc_warning
    mc_string what;   ///< the %s of its text; threads as %t<number>;
    uint32_t site;    ///< MC_NONE: none
  } warning[MC_SESSION_MAX_WARNINGS];
  struct mc_busy_place place[MC_SESSION_MAX_PLACES];
  struct mc_thread_record thread[MC_SESSION_MAX_THREADS];
  struct mc_object_record object[MC_SESSION_MAX_OBJECTS];
  struct mc_place site[MC_SESSION_MAX_SITES];
  struct mc_finding finding[MC_SESSION_MAX_FINDINGS];
  /// What was found before the search restarted, but for races, which remain. If the new one is cut
  /// off, these are findings, too.
  uint32_t before_count;
  struct mc_finding before[MC_SESSION_MOST_BEFORE];
  struct mc_machine_state machine[48];
  uint32_t strings_used;
  char strings[MC_SESSION_STRINGS];
  struct mc_step_record step[MC_SESSION_STEPS / sizeof(struct mc_step_record)];
  struct mc_code_question code;
  /// Changes with every trace: the driver's watchdog looks at it. In a page of its own, which is
  /// always writable.
  _Alignas(MC_SESSION_PAGE) _Atomic uint64_t trace_serial;
  /// Grows as the scheduler is entered, with each step, and as it is left; odd: it is running.
  _Atomic uint64_t progress;
  _Atomic uint32_t overwritten; ///< somebody else has written to the session
  _Atomic uint64_t heard; ///< knocks that have found the runtime's code, outside of the scheduler
  /// By object: traces whose first step that the one before had not made was on it. It changes with
  /// every trace as well; nothing but the advice after a search that was cut off goes by it.
  uint64_t differing[MC_SESSION_MAX_OBJECTS];
};

/// The driver's knock: "this trace has used `interrupt` (see above) of CPU time".
#define MC_SIGNAL_INTERRUPT 64 // SIGRTMAX
enum mc_interrupt {
  MC_INTERRUPT_NONE,
  MC_INTERRUPT_SUSPECT,
  MC_INTERRUPT_ENDLESS,
  MC_INTERRUPT_STUCK, ///< the runtime itself makes no step any more
};

#endif // MC_RUNTIME_SESSION_H
