// runtime/session_records.h - what the session keeps of the program and of its traces: places,
// objects, threads, steps, findings. They name each other by index, and texts by offset.
#ifndef MC_RUNTIME_SESSION_RECORDS_H
#define MC_RUNTIME_SESSION_RECORDS_H

#include <mcmini/warnings.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A value of an index or a number: there is none.
#define MC_NONE 0xffffffff

/// Offset of a 0-terminated string in the session; 0 is "".
typedef uint32_t mc_string;

enum {
  MC_SESSION_MAX_FINDINGS = 256,
  MC_SESSION_MOST_BEFORE = 16,
  MC_SESSION_MAX_SITES = 16384,
  MC_SESSION_MAX_OBJECTS = 65536,
  MC_CANCELS_AT_POINTS = 1,
  MC_CANCELS_ANYWHERE = 3,
  MC_SESSION_MAX_THREADS = 128,
  MC_SESSION_MAX_WARNINGS = 64,
  MC_SESSION_MAX_PLACES = 32,
  MC_SESSION_MAX_LOSSES = 32,
  MC_SESSION_MAX_RACY = 1024,
  MC_ANCHORS = 3, // parts of the program that lie elsewhere in each process
  MC_SESSION_MAX_OUTPUTS = 64,
  MC_SESSION_MAX_HELD = 8,
  MC_SESSION_MAX_RULES = 1024,
  MC_SESSION_MAX_FRAMES = 64,
  MC_SESSION_MAX_MODULES = 4096,
  MC_SESSION_MAX_UNSEEN = 8,
  MC_SESSION_MAX_CODE = 128,
  MC_SESSION_MAX_CODE_SITES = 1 << 16,
  MC_SESSION_PATH = 4096,
  MC_SESSION_MAX_LEFT = 16,
  MC_SESSION_MAX_EXPLORED = 1024,
  MC_SESSION_STACK = 256 << 10,
  MC_REGISTERS = 17, ///< that are kept, as DWARF numbers them: 16, and the instruction pointer
  MC_SESSION_STRINGS = 8 << 20,
  MC_SESSION_STEPS = 16 << 20, ///< steps kept for findings, all together
};

enum mc_finding_kind {
#define MC_FINDING(kind, name, headline) MC_FINDING_##kind,
#include "runtime/findings.def"
#undef MC_FINDING
  MC_FINDING_KINDS
};

/// A place of the program: a source position (line > 0), or only a code address.
enum { MC_SESSION_MOST_CALLERS = 6 };

struct mc_place {
  uint64_t code; ///< address, 0 where `file` is known by the compiler
  uint64_t from[MC_SESSION_MOST_CALLERS]; ///< of a step that is shown: return addresses, outside of
                                          ///< the system's libraries, innermost first; 0: no more
  mc_string file, function, expression;
  uint32_t line, column;
};

/// What an atomic instruction of machine code does.
enum mc_code_action {
  MC_CODE_EXCHANGE,
  MC_CODE_ADD,
  MC_CODE_SUB,
  MC_CODE_AND,
  MC_CODE_OR,
  MC_CODE_XOR,
  MC_CODE_COMPARE_EXCHANGE,
  MC_CODE_MODIFY, ///< anything else
  MC_CODE_FENCE,  ///< nothing: it is locked for the order's sake, on the thread's own stack
  MC_CODE_SYSTEM_CALL,
  MC_CODE_LOAD, ///< from here: without a lock
  MC_CODE_STORE,
  MC_CODE_LOAD_AND_STORE,
  MC_CODE_ACTIONS
};

enum mc_code_flag {
  MC_CODE_IS_RELATIVE = 1, ///< to its own place: `displacement` is the operand's address
  MC_CODE_IS_LOCAL = 2,    ///< thread-local: by fs
  MC_CODE_IS_HIGH = 4,     ///< the register is ah, ch, dh or bh
  MC_CODE_IS_BIT = 8,      ///< the register numbers a bit, maybe of another word
  MC_CODE_IS_UNKNOWN = 16, ///< what a store stores
  MC_CODE_IS_STRING = 32,  ///< from rsi, if it loads, to rdi
  MC_CODE_REPEATS = 64,    ///< so often as rcx says
};

enum mc_plain_code {
  MC_PLAIN_UNASKED,
  MC_PLAIN_WANTED,   ///< when the search restarts
  MC_PLAIN_SEEN,     ///< each of them
  MC_PLAIN_PARTLY,   ///< the others are seen
  MC_PLAIN_TOO_MANY, ///< are executed in one trace: none is seen when the search restarts
  MC_PLAIN_UNSEEN,
};

/// An instruction of a module's that accesses memory, as the driver has decoded it. Addresses count
/// from where the module is loaded. General registers have the numbers of instructions; -1: none.
struct mc_code_site {
  uint64_t address;
  int64_t displacement;
  uint64_t operand;        ///< where it is no register
  uint8_t length;          ///< of the instruction
  uint8_t action;          ///< enum mc_code_action
  uint8_t size;            ///< bytes that it changes
  uint8_t flags;           ///< set of enum mc_code_flag
  int8_t base, index;      ///< registers of the address
  int8_t register_operand; ///< the register that is the operand
  uint8_t scale;           ///< of the index
  uint8_t displaced_at;    ///< where a relative displacement lies in the instruction
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
  uint32_t object[2];    ///< MC_NONE: none
  uint32_t site;
  uint8_t has_value;
  uint8_t is_apart;      ///< of an explained finding, which does not come from it
  uint8_t is_preempting; ///< of the same: the thread before it could have gone on
  uint64_t before, after;
  mc_string state_before[2],
      state_after[2]; ///< of the objects, with --explain; threads as %t<number>;
};

/// With config.explored: what the traces have done, and in which orders.
struct mc_explored {
  uint32_t count;
  uint8_t is_full; ///< there were more operations
  /// An operation of a thread on an object at a place; it is there once, however often it ran.
  struct mc_explored_operation {
    uint32_t object, thread, site;
    mc_string operation;
    uint8_t is_of_threads; ///< it creates or joins one, or the like
  } operation[MC_SESSION_MAX_EXPLORED];
  /// Bit a of related[b]: they are on one object and of different threads, or of one thread and one
  /// of them is of threads. Of before[b]: in some trace a came before b, and if they are of
  /// different threads, they are dependent.
  uint64_t related[MC_SESSION_MAX_EXPLORED][MC_SESSION_MAX_EXPLORED / 64];
  uint64_t before[MC_SESSION_MAX_EXPLORED][MC_SESSION_MAX_EXPLORED / 64];
  uint8_t is_cut; ///< there are more operations in the program
  /// Of a place: is an operation of the program there, and has the program come to it, in the trunk
  /// or in a trace?
  enum { MC_NO_OPERATION, MC_NEVER_REACHED, MC_REACHED };
  uint8_t reach[MC_SESSION_MAX_SITES];
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

/// In mc_awaited.written: accesses to the memory are no steps.
#define MC_PLAINLY_WRITTEN 0xfffffffe

/// Memory that a loop waits for.
struct mc_awaited {
  uint32_t object;  ///< index into `object`
  uint32_t written; ///< the last step that has changed it, MC_NONE: none, or MC_PLAINLY_WRITTEN
  uint64_t value;
};

/// Where a thread stood when the trace ended.
struct mc_thread_end {
  uint32_t status;               ///< enum mc_thread_status
  struct mc_step_record pending; ///< operation 0: none
  mc_string object_state;        ///< of its first object; threads as %t<number>;
  mc_string waits;               ///< mc_primitive.waits, 0: nothing is said
  uint32_t holder;               ///< the object's owner, MC_NONE: nobody
  uint32_t held_since;           ///< the step by which the owner got it, MC_NONE: in the trunk
  mc_string until;               ///< in a waiting loop: "until it is not 0"
  uint32_t awaits;               ///< ... for so many variables
  struct mc_awaited awaited[MC_SESSION_MOST_AWAITED];
};

/// Registers and stack of a thread that crashed or never ended, for unwinding.
struct mc_machine_state {
  uint8_t valid;
  uint64_t
      registers[MC_REGISTERS]; ///< DWARF numbering: rax rdx rcx rbx rsi rdi rbp rsp r8..r15 rip
  uint64_t stack_start;        ///< address of stack[0]
  uint64_t stack_bytes;
  uint8_t stack[MC_SESSION_STACK];
};

/// A call that took or gave back memory.
struct mc_memory_call {
  uint32_t thread;  ///< MC_NONE: there was none, or it is unknown
  uint32_t machine; ///< index + 1 into machine[]: where it stood in that call; 0: unknown
  uint64_t code;    ///< the caller's address, 0: unknown
  uint32_t step;    ///< the trace had so many steps; MC_NONE: in the trunk, or unknown
};

/// Memory in which there was a race: accesses to it are transitions.
struct mc_racy {
  uint64_t address;
  uint64_t size;
  uint64_t is_of_library; ///< loads and stores of a library's machine code were among them
};

/// What a trace with a data race has written, if no trace before has written the same.
struct mc_output {
  uint64_t hash;
  uint64_t start, size; ///< bytes of config.output_fd, where they are kept
  uint8_t is_kept;
};

/// One of the two accesses of a data race.
struct mc_race_record {
  uint32_t site;  ///< MC_NONE: the finding is none
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
  uint32_t thread;  ///< whose step or code failed; MC_NONE: none
  uint32_t site;    ///< where it did, MC_NONE: unknown
  uint64_t traces;  ///< how many traces ended with it; 0: only a probe of the estimate
  uint64_t samples; ///< how many of them were random schedules with which `auto` begins; or 1, and
                    ///< 0 traces: only a random schedule between the traces has met it
  uint64_t first_trace, last_trace; ///< numbers of traces (from 1; all but sleep-set blocked ones
                                    ///< and probes); a probe has that of the next trace
  uint32_t steps;                   ///< length of the schedule
  uint32_t first_step;              ///< index into step[]
  struct mc_race_record race[2];    ///< data race: the two accesses, as they ran
  struct mc_object_record raced;    ///< data race: the memory
  uint32_t followed_by;             ///< data race: index + 1 of a finding with which a trace ended
                                    ///< that has shown the race; 0: none
  uint64_t outputs;                 ///< data race: bit i: a complete trace has shown it, and has
                                    ///< written session->output[i]
  struct mc_race_guard {
    uint32_t lock;         ///< data race: index + 1 into object[] of a lock that is held ...
    uint32_t held, others; ///< ... at `held` of the `others` places that use the memory, ...
    uint32_t site;         ///< ... but not at this one
  } guard;
  uint32_t racy;      ///< so many of session->racy were transitions
  uint8_t is_before;  ///< it was met before the search restarted, and not since
  uint8_t polls;      ///< loops were not recognised while they ran
  uint8_t counts;     ///< reference counts were transitions
  uint8_t order;      ///< set of enum mc_order: which calls were transitions
  uint8_t patched;    ///< loads and stores of machine code called hooks
  int32_t signal;     ///< crash, assertion: the signal
  uint64_t address;   ///< crash: the address at fault
  int32_t status;     ///< exit: the status
  uint64_t signature; ///< equal: the same finding, also in another run
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

/// Of the first trace that max_depth has cut: where it has gone round.
struct mc_cut_trace {
  uint64_t times;             ///< a thread came so often to the same operation; 0: none was cut
  struct mc_step_record last, ///< the last of them
      change;                 ///< what another thread would have done next with its object
};

enum { MC_SESSION_MOST_OTHERS = 8, MC_SESSION_MOST_VARIABLES = 4, MC_SESSION_MOST_VALUES = 64 };

/// A finding beside the one that is explained.
struct mc_other_finding {
  uint64_t signature;
  uint32_t kind;    ///< enum mc_finding_kind
  uint32_t site[2]; ///< where it is: of a data race both places, of a deadlock where threads wait;
                    ///< MC_NONE: unknown
};

/// What a search for a simpler schedule has shown: see dpor/explain/explain.h.
struct mc_explained {
  uint8_t is_reproduced; ///< else nothing of it holds
  uint8_t is_least;      ///< no schedule with the finding has fewer preemptions
  uint8_t is_late;       ///< the time was over before the traces were
  uint8_t critical_is;   ///< enum mc_critical
  uint32_t finding;      ///< index: its schedule is the simplest that was found
  uint32_t found_steps, found_preemptions, preemptions;
  uint64_t runs;              ///< traces that have looked for a simpler schedule
  uint32_t critical;          ///< number of the step that decides, from 1; 0: none is known
  uint32_t first_step, steps; ///< of a schedule that succeeds; 0 steps: none is known
  /// Variables that are no objects of the search, which the failing code has used, and what threads
  /// have done to them between their steps.
  uint32_t variables, values;
  struct mc_object_record variable[MC_SESSION_MOST_VARIABLES];
  struct mc_value_record {
    uint32_t variable;
    uint32_t site;
    uint32_t thread;
    uint32_t step; ///< the trace had so many
    uint8_t is_write;
    uint64_t before, after;
  } value[MC_SESSION_MOST_VALUES];
  /// Findings of traces that the explained one is not in, and which of them (bits) some trace has
  /// behind the step that decides; the last bit: there was no room for others.
  uint32_t other_count, others;
  struct mc_other_finding other[MC_SESSION_MOST_OTHERS];
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

#endif // MC_RUNTIME_SESSION_RECORDS_H
