// runtime/state.h - everything the runtime knows, in three mappings that lie side by side:
//
//   session   shared with the driver (session.h)
//   shared    between the trunk and its workers: the search, the trace's log, tables of names
//   process   private; a fork copies it: the model of the program, threads, objects
//
// A stray write of the program must not change what we report: see guard.c. With a protection key
// all three are read-only while code of the program runs. Without one, that is so of the session
// and of the tables; the rest lies at an address chosen at random, which no pointer of the
// program's is near. If something in it is broken all the same (a canary, a check, a crash inside
// the runtime, a write that hits what is read-only), the search begins anew with the guard up, and
// the stray write is the program's own crash.
#ifndef MC_RUNTIME_STATE_H
#define MC_RUNTIME_STATE_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE // include this header first
#endif
#include "dpor/lint.h"
#include "dpor/search.h"
#include "guard.h"
#include "session.h"
#include "sys.h"
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

enum {
  MC_SITE_SLOTS = 4 * MC_SESSION_MAX_SITES,
  MC_RULED_SLOTS = 65536,
  MC_NAME_SLOTS = 2 * MC_SESSION_MAX_OBJECTS,
  MC_MAX_MODULE_RANGES = 512,
  MC_STRING_SLOTS = 1 << 14,
  MC_MAX_OPERATION_KINDS = 256,
  MC_MAX_OBJECTS = MC_NO_OBJECT, ///< of all traces of a search
  MC_MOST_RACE_USES = 32,
  MC_MOST_OVERLAPS = 1024,
};

/// A step of FNV-1a, which begins with MC_HASH_START.
static inline uint64_t mc_hash(uint64_t hash, uint64_t value) {
  return (hash ^ value) * 0x100000001b3ull;
}
/// Of one number; sums of such hashes tell sets of numbers apart.
static inline uint64_t mc_mix(uint64_t x) {
  x = (x ^ x >> 31) * 0x9e3779b97f4a7c15ull;
  return x ^ x >> 29;
}
#define MC_HASH_START 0xcbf29ce484222325ull

#define MC_NO_FINDING 0xffffffff
#define MC_NO_RECORD 0xffffffff

/// A step of the current trace. Resolved into names only where a finding needs them.
struct mc_logged_step {
  struct mc_operation operation; ///< its objects: see `record`
  uint32_t record[2];            ///< session->object of the first two objects
  const struct mc_site *site;
  uint64_t before, after;
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

/// What survives a trace, beside the session. Tables only grow; the search is put back if a worker
/// dies before the end of its trace.
struct mc_shared {
  uint64_t canary;
  uint32_t trace_open;       ///< a worker is between the start and the commit of a trace
  uint32_t in_runtime;       ///< the worker is inside the scheduler: its data may be inconsistent
  uint32_t restart;          ///< the worker asks to begin anew
  uint32_t sections;         ///< the program has atomic sections, in any trace
  struct mc_threads exiting; ///< threads that have called exit, in any trace
  bool orders_exits;         ///< these are several: who begins is a step
  bool main_leaves;          ///< while others go on, in some trace
  bool adds_handlers;        ///< main or one of its threads registers a handler of exit, in some trace
  uint32_t findings;         ///< when the trace began
  uint32_t committing;       ///< the search is between two traces: inconsistent
  uint64_t searches;         ///< that are complete
  uint32_t again;            ///< the worker asks to run this trace again
  uint32_t goes_on;          ///< the trace has failed, and its other threads run: after_failure.c
  uint32_t has_gone_on;      ///< they have, and the trace runs again
  uint32_t went_on;          ///< so many traces have
  uint32_t recorded_early;   ///< the failure is a finding already, a new one
  uint32_t ended;            ///< the worker asks to end the search: 1 + enum mc_end
  uint32_t steps;            ///< length of the trace so far
  uint32_t stray;            ///< a trace has crashed as it wrote to our memory, the guard being up
  uint32_t repeated;         ///< how many of them repeat the trace before
  uint64_t order;            ///< see mc_session_counts
  uint32_t current;          ///< thread whose code runs
  uint32_t is_sealed;        ///< the session is closed, and ...
  uint64_t seal;             ///< ... this is its hash
  uint64_t looked;           ///< time stamp counter when the clock was last looked at
  uint32_t has_written;      ///< the trace has: only then is there output to cut off
  uint64_t output_start;     ///< bytes of output when the trace began
  uint32_t new_output;       ///< index + 1 into session->output: its text is to be kept; 0: none
  struct mc_stats stats;
  struct mc_leaked leaked;  ///< most of a trace
  bool trunk_heap_is_whole; ///< a trace with a snapshot has found it so
  struct mc_heap_watch {
    bool is_on; ///< this trace runs a second time, to see who took and gave back a chunk
    struct mc_heap_call {
      uint32_t thread, number; ///< its number-th call of the heap
      uint32_t machine;        ///< as in struct mc_finding
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
  struct mc_arena arena; ///< of the search
  struct mc_executed {
    uint32_t kinds;
    struct {
      const struct mc_primitive *primitive;
      uint32_t kind;
      uint64_t transitions;
    } of[MC_MAX_OPERATION_KINDS];
  } executed;                  ///< transitions by kind
  struct mc_logged_step *step; ///< [steps] of the current trace: in `log`
  uint64_t canary_after;

  // From here to `log`: what seldom changes, written after mc_tables_write only.
  _Alignas(MC_SESSION_PAGE)
      uint32_t donors; ///< user-level threads: that the trunk is to make, thread 0 included
  uint64_t stack_size[MC_MAX_THREADS]; ///< of donors, bytes; 0: the standard size
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
  struct mc_object_name name[MC_MAX_OBJECTS]; ///< [names] by mc_object
  struct mc_seen seen[MC_MAX_OBJECTS];        ///< [names]
  struct mc_roles roles[MC_MAX_OBJECTS];      ///< [names]
  uint64_t changed_actions; ///< see mc_action_is_fixed
  uint32_t overlaps, known_overlaps;          ///< the second: of this search
  struct {
    uint64_t address;
    uint32_t size;
  } overlap[MC_MOST_OVERLAPS]; ///< variables that overlap others

  /// [2 * mc_log_length()] of the search's traces; of those aside
  _Alignas(MC_SESSION_PAGE) struct mc_logged_step log[];
};

/// An object of this process, beside what the model has.
struct mc_object_info {
  uint32_t size;
  uint32_t record;   ///< index into session->object, or MC_NO_RECORD
  uint32_t since;    ///< step by which the owner got it; 0xffffffff: in the trunk
  mc_thread owner;   ///< or MC_NO_THREAD
  bool sited;        ///< the record knows a place
  bool policy_asked; ///< an operation has asked for its wakeup policy: it stays as it is
};

enum { MC_SETTING_SLOTS = 4096, MC_SETTING_POLICIES = 4, MC_SETTING_NAME = 24 };

/// What the source says of an object at that address.
struct mc_setting {
  uint64_t address; ///< 0: nothing
  struct {
    char operation[MC_SETTING_NAME]; ///< "": of all that have none of their own
    const struct mc_policy *policy;  ///< NULL: no more
  } of[MC_SETTING_POLICIES];
  bool limits_spurious;
  uint32_t spurious;
};

enum { MC_TURN_OPERATIONS = 24, MC_IDLE_PLACES = 16 };

/// An operation of a thread that changed nothing.
struct mc_turn {
  const struct mc_site *site;
  uint64_t object, alternative, value, result;
};

enum { MC_THREAD_NAME = 16 };

/// A thread's last operations, since one that did change something.
struct mc_turns {
  uint32_t repeats; ///< how many repeat one of `turn`, in a row
  uint32_t next;    ///< how many there have been, but for those; of the last ones `turn` has each
  struct mc_turn turn[MC_TURN_OPERATIONS];
};
static inline unsigned mc_turns_kept(const struct mc_turns *turns) {
  return turns->next < MC_TURN_OPERATIONS ? turns->next : MC_TURN_OPERATIONS;
}

/// Whether it waits, in a livelock.
enum mc_doubt {
  MC_CERTAIN,
  MC_IN_DOUBT, ///< it makes turns that are no part of the trace
  MC_NO_DOUBT, ///< they were as before
};

/// Is a thread always in the same states when it comes to its operations? Asked at the end of a
/// trace in which nothing changes any more.
struct mc_idling {
  uint64_t since;      ///< the step with which that began
  bool repeats, moves; ///< it has been in such a state again; in another one
  struct {
    const struct mc_site *site;
    uint64_t state;
  } at[MC_IDLE_PLACES];
};

/// Where a thread stands.
struct mc_thread_place {
  uintptr_t frame; ///< where its stack begins, 0: not known
  uint64_t hash;   ///< of the stack and the registers
};

/// A thread that goes on while another one stands at the exit of the process: see repetition.c.
struct mc_repetition {
  uint32_t arrivals, next;    ///< at operations; at which of them it is looked at anew
  const struct mc_site *site; ///< where it stood when it was; NULL: nowhere
  mc_object object;
  struct mc_thread_place place;
  uint64_t objects, memory; ///< hashes of their states then; the second 0: not known
  uint64_t calls;           ///< system calls, up to then
  uint32_t noted, since;    ///< after so many arrivals; after so many steps
  bool is_known;            ///< it has come back there in that state,
  uint32_t turn;            ///< after so many arrivals;
  uint32_t goal;            ///< it is to make one more turn, up to this one; 0: not yet said
};

/// What a loop awaits of a variable: that (value & mask) is `until` than `operand`.
struct mc_wanted {
  uint64_t address, size; ///< size 0: nothing
  uint64_t until, mask, operand;
};

struct mc_thread_info {
  char name[MC_THREAD_NAME]; ///< that the program has given it
  uint32_t tid;              ///< of the kernel thread; 0 until it has started
  pthread_t handle;
  uint32_t children, objects; ///< how many it has made so far
  uint32_t owns;              ///< of how many objects it is the owner
  uint64_t clock;             ///< ns
  uint32_t clock_queries;     ///< modulo 10
  const struct mc_site *site; ///< of the pending operation
  const uint64_t *frame;      ///< of the runtime, where the thread has declared it
  mc_object object;           ///< its thread object
  uint64_t result;            ///< of the last step
  mc_alternative alternative; ///< that ran
  uint64_t mask;              ///< signals blocked when it was created
  enum mc_handled handled;    ///< the last signal that interrupted it
  bool destroys;              ///< it calls several destructors of its keys
  bool has_no_locals;         ///< its thread-local variables have ended
  uint32_t handlers;          ///< that it is in, or has left by a jump
  bool changed;               ///< the last step has changed its first object, or may have
  bool wrote;                 ///< before the last step, where no step shows it, or may have
  struct mc_turns quiet;      ///< of operations that change nothing
  struct mc_turns locking;    ///< of those and of locks taken and given back
  struct mc_idling idling;
  struct mc_repetition repetition;
  struct mc_wanted plain;       ///< that its busy wait is for
  struct mc_operation given_up; ///< giving_up.c: what it would wait for; primitive NULL: nothing
  bool outwaited; ///< since then a step was made that is taken only where no other thread can run
  uint32_t sections;   ///< atomic ones that it is in
  uint64_t operations; ///< how many it has declared, busy waits apart
  enum mc_doubt doubt;
  bool cancelled;         ///< by pthread_cancel, which is not modelled
  void *(*start)(void *); ///< the thread's function, with its
  void *argument;         ///< argument
};

enum mc_mode {
  MC_MODE_NATIVE, ///< not under mcmini: every function is the real one
  MC_MODE_CHILD,  ///< a process that the program forked: primitives do nothing and succeed
  MC_MODE_TRUNK,
  MC_MODE_WORKER,
};

struct mc_process {
  struct mc_model model;
  struct mc_arena arena;
  volatile uint32_t turn[MC_MAX_THREADS]; ///< futex words: 1 = go on
  uint32_t idle;    ///< steps in a row that changed nothing but locks, of all threads
  bool exits;       ///< some thread stands at the exit of the process
  bool has_objects_on_stacks, has_objects_in_heaps; ///< some object lies there, or may
  uint32_t changed; ///< so many steps up to the last that changed something else than locks,
  uint32_t hidden;  ///< or after which a thread changed what no step shows, or may have
  uint64_t calls;   ///< system calls of the program
  uint64_t left_at; ///< mc_ticks of the last hand-over
  uint32_t dying;   ///< tid of a thread that is on its way out, 0: none
  int32_t pid;
  struct mc_thread_info thread[MC_MAX_THREADS];
  struct mc_object_info object[MC_MAX_OBJECTS]; ///< by mc_object
  struct {
    uint64_t start, end;
    const char *name;             ///< the path
    bool library;                 ///< code in it, called by the program, is the C++ library's
  } module[MC_MAX_MODULE_RANGES]; ///< segments: what lies there is global
  uint32_t modules;
  struct {
    uint64_t start, end;
  } constant[MC_MAX_MODULE_RANGES]; ///< of them what nobody writes: code, texts, vtables
  uint32_t constants;
  uint32_t settings;
  struct mc_setting setting[MC_SETTING_SLOTS]; ///< by address, open addressing
};

extern enum mc_mode mc_mode;
static struct mc_session *const mc_session = (struct mc_session *)MC_SESSION_ADDRESS;
extern struct mc_shared *mc_shared;
extern struct mc_process *mc_process;

/// Maps the three; false: there is no session (the program runs natively).
bool mc_state_map(void);

/// Bytes of the session, of the shared mapping, and of the private one. The guard's cost grows with
/// them and with the pages in use; so tables are hashed with neighbours kept together.
uint64_t mc_session_bytes(void);
uint64_t mc_shared_bytes(void);
/// Steps that a log has room for.
uint64_t mc_log_length(void);
#define MC_PROCESS_BYTES ((uint64_t)24 << 20)

/// Maps `bytes` at this very address, or ends the process.
void *mc_state_map_part(uint64_t address, uint64_t bytes, int flags);
/// Empties the shared mapping, which is open: nothing in it can be trusted.
void mc_shared_reset(void);
bool mc_shared_is_broken(void);

/// The thread's calls of hooks that may take long: of the heap, of ranges of memory.
extern __thread uint64_t mc_long_calls;

/// The result is complete. In the trunk, with the session open.
void mc_session_done(enum mc_end end);

/// An internal fault: says so and ends everything with status 70. Always on.
_Noreturn void mc_fault(const char *file, int line, const char *what);
#define MC_CHECK(condition) ((condition) ? (void)0 : mc_fault(__FILE__, __LINE__, #condition))

//===- record.c: names and places in the session ----------------------------------------------===//

/// The session's copy of `text`; equal texts are one.
mc_string mc_record_string(const char *text);
/// The index of the site's place.
uint32_t mc_record_site(const struct mc_site *site);
/// The same for a site that may not stay where it is.
uint32_t mc_record_passing_site(const struct mc_site *site);
/// The place that reports show for an operation of the calling thread at `site`, with the guard
/// open: outside of the C++ library, if the thread knows one (__mcmini_user_site).
const struct mc_site *mc_reported_site(const struct mc_site *site);
/// The same, from anywhere.
const struct mc_site *mc_program_site(const struct mc_site *site);
/// The index of a thread's record, which is its number; makes one if (parent, child) is new.
mc_thread mc_record_thread(mc_thread parent, uint32_t child, uint64_t start);
/// The index of the record of an object that `creator` has met first.
uint32_t mc_record_object(const struct mc_primitive *primitive, uint64_t address, uint32_t size,
                          mc_thread creator, uint32_t site);
/// A step or pending operation as reports show it; without values.
struct mc_step_record mc_record_operation(const struct mc_operation *operation,
                                          const struct mc_site *site);
struct mc_step_record mc_record_step(const struct mc_logged_step *step);
/// A warning of the result, once for each text; with the guard open.
void mc_record_warning(enum mc_warning warning, const char *what, const struct mc_site *site);
/// The name of the alternative that has been taken, or "".
const char *mc_alternative_name(const struct mc_operation *step);
/// Counts an executed transition; and writes the counts into the session.
void mc_record_count(const struct mc_operation *operation);
void mc_record_counts(void);
/// Copies every module's writable segments into process->module.
void mc_record_modules(void);
bool mc_is_global(uint64_t address);
/// In one of their parts that nobody writes.
bool mc_is_constant(uint64_t address);
/// The path of the module in which the address lies, or "".
const char *mc_module_of(uint64_t address);
bool mc_is_in_libc(uint64_t address); ///< or in the dynamic loader
/// The program was built without the runtime.
bool mc_is_preloaded(void);
/// Is the function of that name, which the pass makes a hook of, or poll or select, the program's
/// own?
bool mc_program_has(const char *name);
/// Says which are.
void mc_own_functions_note(void);
/// In a handler of a fault: mc_may_read or mc_may_write met it, and goes on.
bool mc_look_failed(void *context);
/// At the start: tells the driver where the runtime's code is.
void mc_own_code_note(void);
/// A variable of the runtime's lies there, among those of a program that it is linked into.
bool mc_is_runtime_variable(uint64_t address);
/// Is the module of that name one that contains the C++ library?
bool mc_is_library(const char *module);

//===- object.c -------------------------------------------------------------------------------===//

/// The variable, which has no record yet, gets one: it is used, and not only overlapped.
void mc_variable_name(mc_object variable);
/// mc_object_new, of an object whose memory is the program's alone: `size` is for reports.
mc_object mc_object_new_unmarked(const struct mc_primitive *primitive, const volatile void *address,
                                 size_t size, const void *state);
/// Where the operation uses the memory of its i-th object; NULL: it does not.
static inline const volatile void *mc_memory_of(const struct mc_operation *operation, unsigned i) {
  return operation->flags & MC_ADDRESS_ONLY
             ? NULL
             : mc_process->model.object[operation->object[i]].address;
}
/// These pages were taken from the program: objects there are not observed until it comes back to them.
void mc_objects_are_gone(uintptr_t address, uint64_t size);
/// The object's state was changed: true if it has another owner now.
bool mc_object_changes_owner(mc_object object);

//===- policy.c -------------------------------------------------------------------------------===//

/// In the trunk, when the search begins or there is none: ends everything where --policy has words
/// that mean nothing.
void mc_policies_check(void);

//===- lint.c ---------------------------------------------------------------------------------===//

void mc_lint_start(void);
/// In a worker, before each step, with the guard open.
void mc_lint_here(void);
/// In the trunk, when the search is over.
void mc_lint_end(void);

//===- process_exit.c -------------------------------------------------------------------------===//

/// Writes what the program's output streams hold, as the process ends: also of one that a thread
/// has locked, as exit does.
void mc_flush_streams(void);
/// At the start, before the program has handlers of its own.
void mc_process_exit_start(void);
/// For the calling thread's exit: the object of all, or MC_NO_OBJECT: their order does not show.
mc_object mc_process_of_exits(void);
/// What stands in the place of the program's main function.
int (*mc_process_main(int (*main)(int, char **, char **)))(int, char **, char **);

//===- start.c, operation.c -------------------------------------------------------------------===//

/// At the start of the program, once: sets up everything, if the program runs under mcmini.
void mc_start(void);
void mc_operations_start(void);
/// The primitive is one of the user's.
bool mc_is_registered(const struct mc_primitive *primitive);

//===- schedule.c ---------------------------------------------------------------------------- ===//

/// The calling thread's model number, MC_NO_THREAD in a thread that we did not make.
extern __thread mc_thread mc_self_;

/// The operation is what operation->thread does next.
void mc_declare(struct mc_operation *operation, const struct mc_site *site);

/// Chooses a step and runs it in the model, with the guard open: the thread that is to go on.
mc_thread mc_choose_thread(void);
/// Runs the step in the model; it is the `number`-th of the trace, 0xffffffff in the trunk.
void mc_execute(struct mc_step step, uint32_t number, struct mc_logged_step *log);
/// All threads that are left wait: ends the trace, unless one is to show that it does.
mc_thread mc_livelock(void);
/// False: the operation's object has no value that could be shown.
bool mc_value_of(const struct mc_operation *operation, uint64_t *value);

//===- finding.c ------------------------------------------------------------------------------===//

struct mc_finding_details {
  enum mc_finding_kind kind;
  const char *message;
  mc_thread thread;           ///< MC_NO_THREAD: none
  const struct mc_site *site; ///< or NULL; part of what tells findings apart
  int signal, status;
  uint64_t address;
  const void *ucontext;         ///< of a signal, or NULL: for the machine state
  const uint64_t *registers;    ///< the same without a signal, or NULL
  const struct mc_chunk *chunk; ///< misuse of the heap: which chunk it was about, or NULL
  bool has_died;                ///< the worker has, and took the model of its trace with it
};

/// Where the thread stands now.
void mc_record_thread_end(mc_thread thread, struct mc_thread_end *end);
/// Which part of the search the trace belongs to.
enum mc_search_part mc_part_of_trace(void);
/// For --save-trace, if it is this one.
void mc_save_trace(enum mc_trace_kind kind);
/// Races that the trace has shown first, perhaps when it ran before (mc_run_again), have all of it
/// for a schedule.
void mc_complete_races(void);
/// True if there is one of this misuse of the heap already.
bool mc_finding_is_known(const struct mc_finding_details *details);
/// Records the finding; the caller ends the trace.
void mc_record_finding(const struct mc_finding_details *details);
/// The last finding is of a failure whose trace runs again, and is recorded then. Not where a race has
/// been found since.
void mc_forget_failure(void);
/// Records it, in the middle of a trace, as one with that signature, which is not 0.
void mc_record_finding_as(const struct mc_finding_details *details, uint64_t signature);
/// The finding that this race is, if it is known. A new one is recorded; MC_NO_FINDING: there are
/// too many. One that the trace has shown is counted; `output`: 0, or what mc_output_seen says of
/// it.
uint32_t mc_race_finding(const struct mc_race_record race[2]);
uint32_t mc_record_race(const struct mc_race_record race[2], uint64_t address, uint32_t size);
void mc_count_race(uint32_t finding, uint64_t output);
/// The search begins anew: of what it has found races remain, not yet counted.
void mc_keep_races(void);
/// Keeps also what random schedules have found; of what a systematic search has counted, nothing.
void mc_keep_samples(void);
/// The thread's operation is not enabled.
bool mc_is_blocked(mc_thread thread);
/// Nothing can run: a deadlock or livelock.
void mc_record_stuck(enum mc_finding_kind finding);
/// Ends the trace with the finding "starvation" if the thread waits for what has served others.
void mc_end_if_starved(mc_thread thread);

//===- trace_end.c ----------------------------------------------------------------------------===//

/// Ends the trace (guard open); in the trunk, ends everything.
_Noreturn void mc_end_trace(enum mc_trace_kind kind);
_Noreturn void mc_end_with(const struct mc_finding_details *details);
/// The same for one that is stuck: with mc_record_stuck.
_Noreturn void mc_end_stuck(enum mc_trace_kind kind, enum mc_finding_kind finding);
/// The search ends with what has been found: a race is no end where its consequences are explored.
bool mc_is_enough_found(void);
/// In the trunk, for a worker that died in the middle of the program's code.
void mc_end_trace_of_dead_worker(enum mc_trace_kind kind, const struct mc_finding_details *details);
/// The search's counts, for the driver to see.
void mc_publish_counts(void);
/// Ends the worker; the trace, which is not counted, runs again.
_Noreturn void mc_run_again(void);
/// The same, but this trace and all later ones are forks.
_Noreturn void mc_use_fork(const char *why);
/// The same, but this trace and all later ones have kernel threads.
_Noreturn void mc_use_kernel_threads(const char *why);
/// Ends the search from inside a trace, which is not counted.
_Noreturn void mc_abandon_trace(enum mc_end end);
/// The same, also from the trunk, with a warning that says why.
_Noreturn void mc_end_outside(enum mc_warning warning, const char *what, const struct mc_site *site);
/// Ends the trace, which is not counted; the search begins anew.
_Noreturn void mc_begin_anew(void);

//===- forbidden.c ----------------------------------------------------------------------------===//

/// Ends everything where the system forbids a call that the runtime needs.
void mc_forbidden_check(void);
/// The runtime has got that signal: so it does if a filter says that this is so.
void mc_forbidden_signal(int signal, const siginfo_t *info);
/// And if a worker, in the runtime, has ended so.
void mc_forbidden_worker(int status);

//===- shared_memory.c ------------------------------------------------------------------------===//

/// The trunk has forked that process.
void mc_shared_memory_child(pid_t pid);
/// Before the search: looks for what the trunk shares with processes that it may fork.
void mc_shared_memory_start(void);
/// Before a worker starts: does such a process run?
void mc_shared_memory_ask(void);
/// Before a trace: what is shared with files, or mapped twice, as the trunk has left it.
void mc_shared_memory_put_back(void);
bool mc_shared_memory_is_put_back(void); ///< there is some
/// It did: this worker's traces find what it and each other have written.
bool mc_shared_memory_is_with_child(void);
/// In a new worker: else that memory is private.
void mc_shared_memory_worker(void);
/// It is not, from now on.
void mc_shared_memory_share(void);
/// Memory that a trace has mapped lies there, at an address that no other thread gets.
bool mc_map_is_of_trace(uint64_t address);
/// mmap, as the program calls it.
void *mc_map(void *address, size_t bytes, int protection, int flags, int fd, int64_t offset);

//===- after_failure.c ------------------------------------------------------------------------===//

/// Before a trace fails: true if its other threads are to go on first.
bool mc_begin_after_failure(const struct mc_finding_details *details);
/// The same, and lets them.
void mc_go_on_after_failure(const struct mc_finding_details *details);
extern bool mc_goes_on_after_failure;
static inline bool mc_is_after_failure(void) { return mc_goes_on_after_failure; }
/// Instead of the search's choice.
mc_thread mc_choose_after_failure(void);
_Noreturn void mc_after_failure_end(void);

//===- thread.c -------------------------------------------------------------------------------===//

#define MC_PRIMITIVE(name) extern const struct mc_primitive mc_primitive_##name;
#include "primitives/primitives.def"
#undef MC_PRIMITIVE

/// How many of its objects reports name: of a variable's operation the others only overlap.
static inline int mc_named_objects(const struct mc_operation *operation) {
  const int most = operation->primitive == &mc_primitive_variable ? 1 : 2;
  return operation->objects < most ? operation->objects : most;
}

/// The place of what libc does by itself: a thread's end, the end of the process.
extern const struct mc_site mc_nowhere;

/// What a thread's object has for an address: its number.
#define MC_THREAD_ADDRESS(thread) ((const volatile void *)(uintptr_t)(thread))

/// A thread made in a worker, from its first step on.
void *mc_thread_run(void);
/// The calling thread's first and last code: it asks for its exit, and makes it.
void mc_thread_arrive(void);
void mc_thread_leave(void);
/// The signals that the calling thread blocks, as the kernel has it.
uint64_t mc_real_signal_mask(void);
/// Of the whole process, or NULL. In the trunk.
void *mc_symbol(const char *name);
/// The calling thread gets no signal of this set, but those that the runtime needs.
void mc_thread_block(uint64_t blocked);

//===- order.c --------------------------------------------------------------------------------===//

/// At the start: takes memory.
void mc_order_start(void);

//===- environment.c --------------------------------------------------------------------------===//

void mc_environment_start(void);
/// In the trunk, before the search: one processor for all threads.
void mc_processors_use_one(void);

//===- limits.c -------------------------------------------------------------------------------===//

/// Says so where a limit leaves the program less address space than it would have alone.
void mc_limits_start(void);
/// Bytes of address space that the process may have; UINT64_MAX: there is no limit.
uint64_t mc_limits_room(void);
/// The program has limited its own memory.
bool mc_limits_memory(void);

//===- trunk.c --------------------------------------------------------------------------------===//

/// At the start: takes memory, before the program can set itself a limit.
void mc_trunk_start(void);
/// In the trunk: forks workers until the search is over; returns in each worker.
void mc_start_search(void);
/// The program is about to have a child. Only its parent can wait for that: in each trace another
/// one, so that the search begins here.
void mc_end_trunk(const struct mc_site *site);
/// In a worker with a snapshot: after a trace, before one, and when its memory is as it begins,
/// after `depth` steps by which the output has come to `output_end`.
void mc_worker_close_trace(void);
void mc_worker_open_trace(void);
void mc_worker_go_on(uint32_t depth, uint32_t current, uint64_t output_end);
/// In the trunk: publishes the result and waits to be killed.
_Noreturn void mc_trunk_done(enum mc_end end);
/// The program cannot be checked, or not so: the command ends and says why.
_Noreturn void mc_refuse(const char *why);

uint64_t mc_milliseconds(void);

/// 0 without config.stats.
static inline uint64_t mc_ticks(void) {
  return mc_session->config.stats ? __builtin_ia32_rdtsc() : 0;
}

//===- output.c -------------------------------------------------------------------------------===//

/// Bytes of captured output, in all.
uint64_t mc_output_size(void);
/// Where the output of the trace so far ends.
uint64_t mc_output_end(void);
/// At the end of a trace, with the guard open: what it has written as a bit, the same for the same
/// text; 0: not known.
uint64_t mc_output_seen(void);
/// After a trace: what it wrote is kept where it has findings beyond the first so many, or is new
/// to mc_output_seen; else forgotten.
void mc_output_settle(uint32_t findings);

/// With --output=all. As the program starts; as the search begins; in a worker, whose output is held
/// back from here on; when it has ended, where that is shown if its trace counts, else forgotten.
void mc_output_start(void);
void mc_output_prepare(void);
void mc_output_hold(void);
void mc_output_show(bool is_counted);
/// Is it the file that the program's output goes to, the user's own?
struct stat;
bool mc_output_is_users(const struct stat *info);

//===- checkpoint.c ---------------------------------------------------------------------------===//

/// At the start: takes memory.
void mc_checkpoint_start(void);
/// When the next one is due, in milliseconds; 0: there is none of this search.
uint64_t mc_checkpoint_due(void);
void mc_checkpoint_forget(void);
/// Between two traces.
void mc_checkpoint_save(void);
void mc_checkpoint_go_back(void);
/// How many there were.
uint32_t mc_checkpoint_findings(void);

//===- threads_kernel.c, threads_user.c -------------------------------------------------------===//

/// What a thread of the program is made of, in a worker.
struct mc_thread_kind {
  /// In the trunk, before each worker. Returns NULL, or why this kind cannot be had here.
  const char *(*prepare)(void);
  /// Makes a thread that runs mc_thread_run when it is chosen for the first time. Returns an errno.
  int (*create)(mc_thread thread, const pthread_attr_t *attr, pthread_t *handle);
  /// Calls `choose`, and the thread whose number that returns goes on. Returns when this is the
  /// calling thread, `self`; if it is finished, not at all, or at once: then it must only leave.
  void (*schedule)(mc_thread self, mc_thread (*choose)(void), bool finished);
};
extern const struct mc_thread_kind mc_kernel_threads, mc_user_threads;
/// At the start: takes memory.
void mc_user_threads_start(void);
/// The end of the stack on which user-level threads are scheduled. No snapshot puts it back.
void *mc_control_stack(void);
/// On that stack: chooses, and goes on with the thread.
_Noreturn void mc_user_threads_go_on(void);
/// In the trunk: kernel threads need the places of the stacks.
void mc_donors_dismiss(void);
extern const struct mc_thread_kind *mc_thread_kind;

//===- snapshot.c -----------------------------------------------------------------------------===//

/// At the start: takes memory.
void mc_snapshot_start(void);
/// In a new worker, on the main thread: a snapshot, from which all its traces begin. Returns at the
/// beginning of each, NULL; or why there can be none.
const char *mc_snapshot_take(void);
bool mc_snapshot_is_taken(void);
/// Before each step, all threads parked: may keep this state, for traces to begin at.
void mc_snapshot_deepen(void);
void mc_snapshot_forget_levels(void);
/// At the end of a trace, which is committed: on with the next one.
_Noreturn void mc_snapshot_next(void);
/// In the trunk, once: in this memory, of which nobody else changes the protection, several pages
/// may be opened at a time.
void mc_snapshot_in_runs(uint64_t start, uint64_t bytes);
/// A write fault at this address: true if the write can go on now.
bool mc_snapshot_open(uint64_t address);
/// The pages that the trace may have written.
void mc_snapshot_visit_hot(void (*visit)(uint64_t page, void *context), void *context);
/// Keeps a hash of the memory that a snapshot looks after; has it been the same since?
void mc_snapshot_note(void);
bool mc_snapshot_is_as_noted(void);
/// A hash of all that the trace has changed of it, but for the model's and what lies in the gaps.
struct mc_gap {
  uint64_t start, end;
};
uint64_t mc_snapshot_hash(const struct mc_gap gap[], unsigned gaps);
/// The pages of mc_process that traces write get this protection.
void mc_snapshot_protect_state(int protection);
/// The trace has mapped memory, which is to be unmapped at its end.
void mc_snapshot_mapped(uint64_t start, uint64_t bytes);

/// True if the trace has mapped all of that.
bool mc_snapshot_has_mapped(uint64_t start, uint64_t bytes);
void mc_snapshot_unmapped(uint64_t start, uint64_t bytes);

//===- libc_variables.c -----------------------------------------------------------------------===//

/// At the start: which of them the program names.
void mc_libc_variables_start(void);

//===- system_calls.c -------------------------------------------------------------------------===//

/// At the start: takes memory.
void mc_system_calls_start(void);
/// In a worker: from now on those of the kernel's thread that calls are seen. False: the kernel
/// cannot do that, or they were left.
bool mc_system_calls_watch(void);
bool mc_system_calls_are_watched(void);
/// No more: those of the calling thread; those of all, as the program has a handler of its own for
/// the signal by which they are seen.
void mc_system_calls_leave_thread(void);
void mc_system_calls_leave(void);
/// The result is incomplete if they are not because of that.
void mc_system_calls_are_unseen(void);
/// "read".
const char *mc_system_call_name(long number);
/// system_calls.def lists it.
bool mc_system_call_is_known(long number);
/// In the handler of such a call.
void mc_system_call_trapped(void *ucontext);
/// In a handler, of a call behind which the thread stands: if it is an operation, the thread makes
/// that next; else false.
bool mc_system_call_puts_aside(void *ucontext);
/// Where the program's code stands that makes a call; else `code`.
uint64_t mc_system_call_place(uint64_t code);
/// In a handler: the thread that has made a call by a copy stands where it goes on.
void mc_system_call_leave_copy(void *ucontext);
/// At the end of a trace.
void mc_system_calls_undo(void);
/// True if what the kernel keeps of files may have changed since this was last asked in the worker.
bool mc_system_calls_to_undo(void);
/// True if the trace has read from a file, or has one open.
bool mc_system_calls_touched_files(void);
/// A call that an interposed function makes for the program.
long mc_program_call(long number, long a, long b, long c, long d, long e, long f);

//===- heap*.c, stack.c: memory, at addresses that do not depend on the schedule --------------===//

/// The near heaps of all threads; in the same page tables, the stacks. Far from the program's
/// memory and from AddressSanitizer's.
#define MC_HEAPS 0x1f0000000000ull
#define MC_STACK_SLOT ((uint64_t)16 << 20)

/// In the trunk, at the start.
void mc_heap_start(void);
/// A sanitizer may have ended the process: the access that is wrong.
void mc_heap_process_ends(void);
/// At the end of a trace whose threads did all that they could: what was broken in it, and what was
/// not freed.
void mc_heap_end_of_trace(enum mc_trace_kind kind);
/// True if the program has freed this memory, or it lies beside what was allocated.
bool mc_heap_is_misused(const volatile void *address);
/// The same of an operation's objects.
bool mc_heap_is_misused_by(const struct mc_operation *operation);
/// Ends the trace if so; with the guard open.
void mc_heap_look(const struct mc_operation *operation, const struct mc_site *site);
static inline void mc_heap_operation(const struct mc_operation *operation,
                                     const struct mc_site *site) {
  if (mc_process->has_objects_in_heaps)
    mc_heap_look(operation, site);
}
/// A fault at this address: ends the trace if it comes from misuse of the heap.
void mc_heap_fault(uint64_t address, bool is_write, const void *ucontext);
/// What a finding says of the chunk.
void mc_heap_describe(const struct mc_chunk *chunk, struct mc_finding *finding);

/// True if the program has given the thread a stack.
bool mc_has_stack(const pthread_attr_t *attr);
/// Puts the stack of a new thread into `attr`, unless the program has given one.
void mc_stack_set(mc_thread thread, pthread_attr_t *attr);
/// Where the memory overlaps the frames of the runtime's functions on the stack of the running
/// thread: the place from which the program has called them. Else NULL.
const struct mc_site *mc_stack_of_runtime(uint64_t address, uint64_t size);
/// Ends the trace if the address is on a stack where no function has its variables any more. The
/// same of an object that is not known yet, and of an operation's objects.
void mc_stack_look(uint64_t address, const struct mc_site *site);
void mc_stack_look_at_new(const volatile void *object);
void mc_stack_look_of(const struct mc_operation *operation, const struct mc_site *site);
/// Before the running thread's exit: variables end that mc_stack_leave_from was told of, which is a
/// write.
void mc_stack_ends(void);
extern void *__libc_stack_end;  // of the main thread
extern uintptr_t mc_below_main; ///< the last byte of the main thread's stack that is none of main's
                                ///< own variables
static inline bool mc_may_be_on_stack(uint64_t address) {
  return address - MC_HEAPS < MC_STACK_SLOT * MC_MAX_THREADS ||
         mc_below_main - address < MC_STACK_SLOT;
}
static inline void mc_stack_use(uint64_t address, const struct mc_site *site) {
  if (mc_may_be_on_stack(address))
    mc_stack_look(address, site);
}
static inline void mc_stack_operation(const struct mc_operation *operation,
                                      const struct mc_site *site) {
  if (mc_process->has_objects_on_stacks)
    mc_stack_look_of(operation, site);
}

//===- fault.c --------------------------------------------------------------------------------===//

/// "SIGSEGV", or "a signal".
const char *mc_signal_name(int signal);
void mc_signals_install(void);
/// The program has no handler for the signal: the runtime has its own again, which the program does not see.
void mc_signals_default(int signal);
bool mc_is_own_handler(uintptr_t handler);
/// What the process is replaced by does not hear it.
void mc_signals_ignore_driver(void);
/// For a while they are handled as crashes, whatever the program does with them.
void mc_signals_borrow(const int signals[], unsigned count, struct mc_signal_action before[]);
void mc_signals_give_back(const int signals[], unsigned count,
                          const struct mc_signal_action before[]);

/// Keeps registers and stack of an interrupted thread; returns 1 + index into session->machine, or
/// 0.
uint32_t mc_machine_record(const void *ucontext);
/// The same of registers in the order of struct mc_machine_state.
uint32_t mc_machine_record_registers(const uint64_t registers[17]);
/// Those of a signal, in that order.
void mc_machine_of(const void *ucontext, uint64_t registers[17]);
/// The calling function's registers: those that a caller has a right to.
void mc_machine_here(uint64_t registers[17]);
/// The word at the address, a multiple of 8, can be read.
bool mc_is_readable(uint64_t address);
/// The calling thread gets its alternate signal stack.
void mc_signals_thread(mc_thread thread);
/// At the start, then: ends everything where the system does not allow what that needs.
void mc_signals_check(void);
stack_t mc_alternate_stack(mc_thread thread);
/// Does it lie in one of those?
bool mc_is_alternate_stack(uint64_t address);

/// A raw system call's value as libc returns it: -1 and errno for errors.
long mc_libc_result(long kernel);

//===- libc_watch.c ---------------------------------------------------------------------------===//

/// An internal fault is about to be told: runs the trace again if a stray write may be the reason.
void mc_libc_watch_again(void);
/// In a new worker.
void mc_libc_watch_worker(void);
/// A write to that address failed: true if it can be made now.
bool mc_libc_watch_open(uint64_t address, const void *ucontext);
/// The program's code is about to run, in a trace that is watched.
void mc_libc_watch_close(void);
bool mc_libc_watch_covers(uint64_t address);

//===- signals_user.c -------------------------------------------------------------------------===//

bool mc_signals_used(void);
/// In the trunk, before the first worker: no signal of the program is delivered to it any more.
void mc_signals_trunk(void);
/// In a worker, at its start: what mc_signals_trunk changed is as it was.
void mc_signals_worker(void);
/// mc_real_signal_mask, without a system call where all threads have the same.
uint64_t mc_signals_mask(void);
/// From now on each user-level thread has a mask and an alternate stack of its own.
void mc_signals_use(void);
/// Around a hand-over, before it and after.
void mc_signals_leave(mc_thread thread);
void mc_signals_arrive(mc_thread thread);

//===- handlers.c -----------------------------------------------------------------------------===//

/// At the start: takes memory.
void mc_handlers_start(void);
/// In this worker: some thread may be interrupted.
bool mc_handlers_may_run(void);
static inline bool mc_may_be_interrupted(mc_thread thread) {
  const bool any =
      mc_session->interrupts || mc_session->config.replaying || mc_session->config.debugging;
  return __builtin_expect(any, false) && mc_is_interrupted(thread);
}
/// Makes the objects that the calling thread's operations are to have, and puts them there.
void mc_signals_meet(const struct mc_operation *operation, const struct mc_site *site);
void mc_signals_add(struct mc_operation *operation);
/// The step has been made.
void mc_handlers_stepped(const struct mc_operation *step);
/// The program is about to change what is done with the signal; NULL: it asks.
void mc_handlers_change(int signal, const struct sigaction *action, const struct mc_site *site);

//===- gdb.c ----------------------------------------------------------------------------------===//

/// At the start: takes memory.
void mc_gdb_start(void);
/// Where a debugger may stop, if there is one: before the first step of the trace; where the
/// calling thread has reached a visible operation; where its step has run; at the end, with the
/// findings; or where the schedule cannot be followed, with the divergence.
void mc_gdb_begins(void);
void mc_gdb_arrives(void);
void mc_gdb_stepped(void);
void mc_gdb_ends(void);
void mc_gdb_diverges(void);

//===- replay.c -------------------------------------------------------------------------------===//

/// Instead of the search's choice: the next step of config.replay. False: the schedule is over.
bool mc_replay_next(struct mc_step *step);
/// The schedule has an operation of that name.
bool mc_replay_has(const char *operation);

#endif // MC_RUNTIME_STATE_H
