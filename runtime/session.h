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
#include <mcmini/warnings.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MC_SESSION_ADDRESS 0x200000000000ull
#define MC_SESSION_ENVIRONMENT "MCMINI_SESSION"
/// Of one version of this file, as far as the places of its members tell: the whole size is one of
/// pages.
#define MC_SESSION_MAGIC                                                                           \
  (0x696e694d634d3101ull ^ sizeof(struct mc_session) << 8 ^                                        \
   offsetof(struct mc_session, step) << 16 ^ offsetof(struct mc_session, racy) << 24)

/// Offset of a 0-terminated string in the session; 0 is "".
typedef uint32_t mc_string;

enum {
  MC_SESSION_MAX_FINDINGS = 256,
  MC_SESSION_MAX_SITES = 16384,
  MC_SESSION_MAX_OBJECTS = 65536,
  MC_SESSION_MAX_THREADS = 128,
  MC_SESSION_MAX_WARNINGS = 64,
  MC_SESSION_MAX_PLACES = 32,
  MC_SESSION_MAX_LOSSES = 32,
  MC_SESSION_MAX_RACY = 1024,
  MC_SESSION_MAX_OUTPUTS = 64,
  MC_SESSION_MAX_HELD = 8,
  MC_SESSION_MAX_RULES = 1024,
  MC_SESSION_MAX_FRAMES = 64,
  MC_SESSION_MAX_MODULES = 4096,
  MC_SESSION_MAX_UNSEEN = 8,
  MC_SESSION_MAX_CODE = 128,
  MC_SESSION_MAX_LEFT = 16,
  MC_SESSION_STACK = 256 << 10,
  MC_SESSION_STRINGS = 8 << 20,
  MC_SESSION_STEPS = 16 << 20, ///< steps kept for findings, all together
};

/// As primitives/builtin.h numbers them, which the driver does not see (searches.c asserts that they are).
enum mc_asked_preference { MC_ASKED_NOBODY, MC_ASKED_READERS, MC_ASKED_WRITERS };

enum mc_heap_kind { MC_HEAP_CHECKED, MC_HEAP_FAST, MC_HEAP_LIBC };
enum mc_semaphore_dependence { MC_SEMAPHORE_AUTO, MC_SEMAPHORE_PLAIN, MC_SEMAPHORE_NUMBERED };

enum mc_races_kind { MC_RACES_OFF, MC_RACES_REPORT, MC_RACES_EXPLORE };

/// Without --lint, with it, by a variable of the environment.
enum mc_lint_extent { MC_LINT_NONE, MC_LINT_ALL, MC_LINT_SAMPLED };

/// Of config.preemptions and config.delays.
#define MC_NO_BOUND 0xffffffff

/// What the driver asks for. Read by the runtime once, before the trunk runs.
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
  uint8_t replaying;      ///< run `replay` and nothing else
  uint8_t debugging;      ///< in this process, without a fork, with stops for a debugger: see gdb.c
  uint32_t replay_steps;  ///< steps of `replay`
  uint32_t replay;        ///< offset of struct mc_replay_step[]
  mc_string racy;         ///< `replay`: ADDRESS+SIZE,..., what is a transition
  mc_string interrupted;  ///< `replay`: THREAD,...,process: see interrupted below
  uint8_t polls;          ///< `replay`: loops were not recognised while they ran
  uint8_t ordered_counts; ///< `replay`: reference counts are transitions
  uint8_t order;          ///< `replay`: set of enum mc_order
  uint32_t starved;       ///< `replay` is of a starvation: 1 + the thread
  mc_string ignore, focus; ///< the rules of those lists: KIND:PATTERN[=ACCESSES],...
  uint8_t races_go_on;     ///< a race never ends the search
  uint64_t secret; ///< the trunk takes it, so that nobody else can end the search in its place
  int32_t output_fd; ///< memfd to which 1 and 2 of the program go, or -1; O_APPEND
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
  MC_END_NO_PROCESS,       ///< nor thread: a limit of the system's
};

enum mc_finding_kind {
#define MC_FINDING(kind, name, headline) MC_FINDING_##kind,
#include "runtime/findings.def"
#undef MC_FINDING
  MC_FINDING_KINDS
};

/// A place of the program: a source position (line > 0), or only a code address.
struct mc_place {
  uint64_t code; ///< address, 0 where `file` is known by the compiler
  mc_string file, function, expression;
  uint32_t line, column;
};

enum mc_object_place { MC_OBJECT_GLOBAL, MC_OBJECT_OTHER };

/// An object that some trace met. Numbered the same in all traces.
struct mc_object_record {
  mc_string primitive; ///< "mutex"
  uint64_t address;
  uint32_t size;    ///< bytes of the program's object, 0 if unknown
  uint32_t place;   ///< enum mc_object_place; global: symbol+offset by `address`
  uint32_t creator; ///< thread (index into `thread`) that used it first ...
  uint32_t number;  ///< ... as its number-th object, from 1
  uint32_t site;    ///< where it was met first; its expression may name it
};

/// A thread: main is "0", the second that it creates "0.2".
struct mc_thread_record {
  mc_string name;
  uint32_t parent; ///< index; of main 0
  uint32_t child;  ///< it is the parent's child-th child, from 1
  uint64_t start;  ///< code address of the thread's function, 0 for main
};

/// One executed or pending operation, as reports and trace files show it.
struct mc_step_record {
  uint32_t thread;
  mc_string operation;   ///< "lock"
  mc_string primitive;   ///< "mutex"
  mc_string alternative; ///< "timeout", or 0
  uint32_t object[2];    ///< 0xffffffff: none
  uint32_t site;
  uint8_t has_value;
  uint64_t before, after;
};

enum mc_thread_status {
  MC_THREAD_ABSENT,
  MC_THREAD_RUNNABLE, ///< its pending operation is enabled
  MC_THREAD_BLOCKED,
  MC_THREAD_WAITING, ///< in a loop that does nothing but wait
  MC_THREAD_LIMITED, ///< stopped by max_depth_per_thread
  MC_THREAD_BEYOND,  ///< stopped before an operation flagged MC_BEYOND: one thread too many
  MC_THREAD_RUNNING, ///< it ran invisible code when the trace ended
  MC_THREAD_FINISHED,
};

enum { MC_SESSION_MOST_AWAITED = 4 };

/// Memory that a loop waits for.
/// Of memory whose accesses are no steps.
#define MC_PLAINLY_WRITTEN 0xfffffffe

struct mc_awaited {
  uint32_t object;  ///< index into `object`
  uint32_t written; ///< the last step that has changed it, 0xffffffff: none, or MC_PLAINLY_WRITTEN
  uint64_t value;
};

/// Where a thread stood when the trace ended.
struct mc_thread_end {
  uint32_t status;               ///< enum mc_thread_status
  struct mc_step_record pending; ///< operation 0: none
  mc_string object_state;        ///< of its first object; threads as %t<number>;
  uint32_t holder;               ///< the object's owner, 0xffffffff: nobody
  uint32_t held_since;           ///< the step by which the owner got it, 0xffffffff: in the trunk
  mc_string until;               ///< in a waiting loop: "until it is not 0"
  uint32_t awaits;               ///< ... for so many variables
  struct mc_awaited awaited[MC_SESSION_MOST_AWAITED];
};

/// Registers and stack of a thread that crashed or never ended, for unwinding.
struct mc_machine_state {
  uint8_t valid;
  uint64_t registers[17]; ///< DWARF numbering: rax rdx rcx rbx rsi rdi rbp rsp r8..r15 rip
  uint64_t stack_start;   ///< address of stack[0]
  uint64_t stack_bytes;
  uint8_t stack[MC_SESSION_STACK];
};

/// A call that took or gave back memory.
struct mc_memory_call {
  uint32_t thread;  ///< 0xffffffff: there was none, or it is unknown
  uint32_t machine; ///< index + 1 into machine[], 0: none; then
  uint64_t code;    ///< the caller's address, 0: unknown
};

/// Memory in which there was a race: accesses to it are transitions.
struct mc_racy {
  uint64_t address;
  uint64_t size;
};

/// What a trace with a data race has written, if no trace before has written the same.
struct mc_output {
  uint64_t hash;
  uint64_t start, size; ///< bytes of config.output_fd, where they are kept
  uint8_t is_kept;
};

/// One of the two accesses of a data race.
struct mc_race_record {
  uint32_t site;  ///< 0xffffffff: the finding is none
  uint64_t where; ///< an address in the module of the access's code
  uint32_t thread;
  uint32_t step;      ///< how many steps there were up to its thread's last one, or to itself
  uint8_t is_visible; ///< it is a step
  uint8_t is_pending; ///< it would have been the thread's next step
  uint8_t is_write, is_atomic;
  uint8_t value_size; ///< bytes of `value`, 0: it is not known, or it is a step, which has it
  uint64_t value;     ///< read or written, zero-extended
  uint32_t machine;   ///< index + 1 into machine[], 0: none
  uint32_t locks;     ///< held by its thread
  uint32_t lock[MC_SESSION_MAX_HELD]; ///< [locks]: indices into object[]
};

struct mc_finding {
  uint32_t kind; ///< enum mc_finding_kind
  mc_string message;
  uint32_t thread;  ///< whose step or code failed; 0xffffffff: none
  uint32_t site;    ///< where it did, 0xffffffff: unknown
  uint64_t traces;  ///< how many traces ended with it; 0: only a probe of the estimate
  uint64_t samples; ///< how many of them were random schedules with which `auto` begins
  uint64_t first_trace, last_trace; ///< numbers of traces (from 1; all but sleep-set blocked ones
                                    ///< and probes); a probe has that of the next trace
  uint32_t steps;                   ///< length of the schedule
  uint32_t first_step;              ///< index into step[]
  struct mc_race_record race[2];    ///< data race: the two accesses, as they ran
  struct mc_object_record raced;    ///< data race: the memory
  uint32_t followed_by;             ///< data race: index + 1 of a finding that a trace ended with
                                    ///< which has shown it; 0: none
  uint64_t outputs;                 ///< data race: bit i: a complete trace that has shown it wrote
                                    ///< session->output[i]
  struct mc_race_guard {
    uint32_t lock;         ///< data race: index + 1 into object[], what is held ...
    uint32_t held, others; ///< ... at so many of the other places that use the memory ...
    uint32_t site;         ///< ... and not at this one
  } guard;
  uint32_t racy;      ///< so many of session->racy were transitions
  uint8_t polls;      ///< loops were not recognised while they ran
  uint8_t counts;     ///< reference counts were transitions
  uint8_t order;      ///< set of enum mc_order: which calls were transitions
  int32_t signal;     ///< crash, assertion: the signal
  uint64_t address;   ///< crash: the address at fault
  int32_t status;     ///< exit: the status
  uint64_t signature; ///< equal: the same finding
  struct mc_thread_end end[MC_SESSION_MAX_THREADS];
  uint32_t machine;                       ///< index + 1 into machine[], 0: none
  uint8_t has_chunk;                      ///< misuse of the heap: it is about a chunk,
  uint64_t chunk_size;                    ///< of that many bytes,
  struct mc_memory_call allocated, freed; ///< by these
  uint64_t output_start, output_size; ///< bytes of config.output_fd that this trace wrote; what the
                                      ///< trunk wrote comes before: [0, observed.trunk_output)
};

/// A place where the program waits busily, found while running.
struct mc_busy_place {
  uint64_t code; ///< address in the program; 0: instrumented, see site
  uint32_t site;
  uint64_t waits;
};

/// The schedule of trace config.save_trace, however it ended.
struct mc_saved_trace {
  uint64_t number; ///< 0: there is none
  uint32_t kind;   ///< enum mc_trace_kind
  uint32_t steps, first_step;
};

struct mc_divergence {
  uint32_t step;
  struct mc_step_record recorded,
      met; ///< operation 0: nothing (the thread was not there or blocked)
};

/// What a trace had allocated and not freed when the process ended.
struct mc_leaked {
  uint64_t chunks, bytes;
};

/// Committed by the worker at the end of a trace.
struct mc_session_counts {
  uint64_t traces[MC_TRACE_KINDS];
  uint64_t transitions, replayed;
  uint32_t max_depth, threads;
  uint32_t unknown;      ///< states from which all was explored (mc_search_counts)
  uint64_t wakeup_bytes; ///< most memory of the wakeup trees
  uint64_t classes;      ///< random schedules: distinct classes among them
  uint8_t classes_are_estimated, classes_are_least;
  uint8_t limited; ///< at the end of a trace a thread stood still at a limit of its own
  uint64_t order; ///< a hash of all steps of all traces, in order: thread, operation, object,
                  ///< alternative
  struct mc_leaked leaked; ///< the most of a trace
  uint64_t sampled; ///< `auto`: random schedules before the systematic search, not in `traces`
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
  uint64_t invisible;  ///< places whose atomic accesses a rule of our own took out
  uint64_t ignored[2]; ///< places that the user's rules took out, with plain accesses; with others
  uint32_t left;       ///< at so many places a thread was left when the process exited
  uint32_t left_site[MC_SESSION_MAX_LEFT];
  mc_string kernel_threads; ///< why there are no user-level threads; 0: no reason
  mc_string fork;           ///< why each trace is a fork; 0: no reason
  uint8_t protection_key;   ///< McMini's memory has one
  mc_string guard;          ///< why the search went on with a guard; 0: it did not
  uint64_t unseen_forks;    ///< processes that the program forked
  uint32_t linted;          ///< states at which primitives were checked
  uint32_t unseen_atomics;
  /// So many modules of which mc_goes_with_atomics has told.
  struct mc_unseen {
    mc_string module;
    bool uses_futex; ///< else it has yielded
  } unseen[MC_SESSION_MAX_UNSEEN];
  uint32_t code_modules;
  /// Modules with machine code that nobody instrumented; see code_traps.c.
  struct mc_code_module {
    mc_string module;
    uint32_t thread[2]; ///< 1 + the threads that have executed atomic instructions in it; 0: none
    uint64_t code[2];   ///< of which the first
  } code[MC_SESSION_MAX_CODE];
  uint32_t losses;
  /// Operations that are declared dependent, though their order never mattered.
  struct mc_lost_reduction {
    mc_string pair;
    uint32_t meetings; ///< states in which both were enabled
    uint32_t site;     ///< of `dependent`, or 0xffffffff
  } lost[MC_SESSION_MAX_LOSSES];
  uint32_t operation_kinds;
  struct mc_operation_count {
    mc_string primitive, operation;
    uint64_t transitions;
  } operation[256]; ///< executed transitions by kind
};

#define MC_SESSION_PAGE 4096

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
  uint32_t end;                      ///< enum mc_end, then
  mc_string fault;                   ///< internal error
  uint32_t fault_machine;            ///< index + 1 into machine[], 0: none
  uint64_t own_code[2];              ///< the runtime's code, from the first address to the second
  mc_string refused;                 ///< what is wrong with the command, or a primitive
  char attempted[32];                ///< the system call that is made, if only to see whether it may be
  uint8_t fair;                      ///< the search began anew with fair schedules only
  uint8_t ordered_modifications;     ///< it began anew with all orders of those that commute
  uint8_t ordered_counts;            ///< it began anew with reference counts that are transitions
  uint8_t order;                     ///< set of enum mc_order
  uint8_t doubtful_turns;            ///< it began anew without recognising loops while they run
  uint8_t turns_go_on; ///< it began anew, with loops that go on after turns that have failed
  uint8_t source;      ///< it began anew with `source`, as a trace had failed

  struct mc_session_counts counts;
  struct mc_divergence divergence;
  struct mc_saved_trace saved;
  struct mc_observed observed;
  uint32_t thread_count, object_count, site_count, finding_count, warning_count, place_count;
  /// Threads whose operations a signal's handler may interrupt, in this search; and whether by
  /// signals of the process.
  uint64_t interrupted[MC_SESSION_MAX_THREADS / 64];
  uint32_t process_interrupts;
  uint32_t interrupts; ///< any of these
  uint64_t late_signals;             ///< sent to where they can interrupt
  uint32_t racy_count, racy_visible; ///< the second: so many are transitions of this search
  struct mc_racy racy[MC_SESSION_MAX_RACY];
  uint32_t output_count;
  struct mc_output output[MC_SESSION_MAX_OUTPUTS];
  uint32_t step_count, machine_count;
  uint32_t suppressed; ///< races that are no findings any more: the driver's count
  uint32_t rule_count;
  struct mc_rule rule[MC_SESSION_MAX_RULES];
  uint8_t warned[MC_WARNINGS]; ///< also of what is not among these:
  struct mc_warning_record {
    uint32_t warning; ///< enum mc_warning
    mc_string what;   ///< the %s of its text; threads as %t<number>;
    uint32_t site;    ///< 0xffffffff: none
  } warning[MC_SESSION_MAX_WARNINGS];
  struct mc_busy_place place[MC_SESSION_MAX_PLACES];
  struct mc_thread_record thread[MC_SESSION_MAX_THREADS];
  struct mc_object_record object[MC_SESSION_MAX_OBJECTS];
  struct mc_place site[MC_SESSION_MAX_SITES];
  struct mc_finding finding[MC_SESSION_MAX_FINDINGS];
  struct mc_machine_state machine[48];
  uint32_t strings_used;
  char strings[MC_SESSION_STRINGS];
  struct mc_step_record step[MC_SESSION_STEPS / sizeof(struct mc_step_record)];
  /// Changes with every trace: the driver's watchdog looks at it. In a page of its own, which is
  /// always writable.
  _Alignas(MC_SESSION_PAGE) _Atomic uint64_t trace_serial;
  /// Grows as the scheduler is entered, with each step, and as it is left; odd: it is running.
  _Atomic uint64_t progress;
  _Atomic uint32_t overwritten; ///< somebody else has written to the session
  _Atomic uint64_t heard; ///< knocks that have found the runtime's code, outside of the scheduler
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
