// mcmini/hooks.h - what instrumented code calls. The pass emits these calls; the runtime defines
// them.
//
// For every function F of hooks.def the pass turns a call F(arguments) into
// __mcmini_F(site, arguments), which has F's type and meaning. A hook that announces an access
// (atomic, MC_READ, MC_WRITE) stands before the access, which itself stays as it was: the hook
// returns when the search has chosen the access as the next transition, and no other thread runs
// before the thread's next hook. A plain access is announced in the same place, but is no visible
// operation: its hook only takes note of it.
#ifndef MCMINI_HOOKS_H
#define MCMINI_HOOKS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Hooks are seen by instrumented shared libraries too.
#define MC_HOOK_VISIBLE __attribute__((visibility("default")))

/// A place in the source. Constant and alive as long as the program.
/// A pointer to a site may also be a code address: MC_CALLER_SITE.
struct mc_site {
  const char *file;       ///< as the compiler was given it, or the module's name without -g
  const char *function;   ///< as in the source, without its parameters; C++: with its scopes
  const char *expression; ///< the object: "pool->lock", "queue[i].lock"; "" where unknown
  uint32_t line;          ///< 0 without -g
  uint32_t column;
};

/// A site that is only a code address: the caller of the function in which this stands.
#define MC_SITE_IS_CODE ((uintptr_t)1 << 63)
#define MC_CALLER_SITE                                                                             \
  ((const struct mc_site *)((uintptr_t)__builtin_return_address(0) | MC_SITE_IS_CODE))

/// Where the thread's own code has called the C++ library (a header below include/c++, a function
/// of namespace std); NULL outside of such calls. Kept by the pass. Reports show this place for an
/// operation whose own site lies in the library.
MC_HOOK_VISIBLE extern __thread const struct mc_site *__mcmini_user_site
    __attribute__((tls_model("initial-exec")));

/// Counts what the thread does without a hook. Kept by the pass: in the low half calls of functions
/// that are not instrumented, in the high half writes of memory that nobody else knows.
MC_HOOK_VISIBLE extern __thread uint64_t __mcmini_effects
    __attribute__((tls_model("initial-exec")));
/// The function whose call was counted last. If it is instrumented it takes that back as it begins, and
/// clears this.
MC_HOOK_VISIBLE extern __thread const void *__mcmini_callee
    __attribute__((tls_model("initial-exec")));

/// Counts how often the thread may have looked which thread it is. Kept by the pass.
MC_HOOK_VISIBLE extern __thread uint64_t __mcmini_looks_at_itself
    __attribute__((tls_model("initial-exec")));

/// Not 0: there are files whose plain accesses are not announced.
MC_HOOK_VISIBLE extern uint8_t __mcmini_unannounced;

/// What is done to memory. The values are part of the interface between pass and runtime.
enum mc_access {
  MC_ACCESS_READ = 0,  ///< MC_READ
  MC_ACCESS_WRITE = 1, ///< MC_WRITE
  MC_ATOMIC_LOAD = 2,
  MC_ATOMIC_STORE = 3,
  MC_ATOMIC_EXCHANGE = 4, ///< from here: read-modify-write; old op operand
  MC_ATOMIC_ADD = 5,
  MC_ATOMIC_SUB = 6,
  MC_ATOMIC_AND = 7,
  MC_ATOMIC_NAND = 8,
  MC_ATOMIC_OR = 9,
  MC_ATOMIC_XOR = 10,
  MC_ATOMIC_MAX = 11,
  MC_ATOMIC_MIN = 12,
  MC_ATOMIC_UMAX = 13,
  MC_ATOMIC_UMIN = 14,
  MC_ATOMIC_MODIFY = 15,           ///< any other read-modify-write; the new value is unknown
  MC_ATOMIC_COMPARE_EXCHANGE = 16, ///< operand replaces `expected`
};

/// What `access` of __mcmini_access consists of: the operation, its memory order (for MC_READ and
/// MC_WRITE 0), and the order of a compare-exchange that fails. Orders have the values of C11's
/// memory_order: relaxed 0, consume 1, acquire 2, release 3, acq_rel 4, seq_cst 5.
#define MC_ACCESS_KIND(access) ((enum mc_access)((access)&0x7f))
#define MC_ACCESS_ORDER(access) ((access) >> 8 & 0x7)
#define MC_ACCESS_FAILURE_ORDER(access) ((access) >> 12 & 0x7)
/// Set in `access` where it is not known what will be written.
#define MC_ACCESS_OF_UNKNOWN_VALUE 0x80
#define MC_ACCESS_ORDERS 0x7700 ///< both
/// Set in `access` of a read-modify-write whose result the program does not use.
#define MC_ACCESS_RESULT_UNUSED 0x800
/// Set in `access` by the runtime: it is plain, and a transition as its memory is racy. Rules for
/// atomic accesses do not concern it.
#define MC_ACCESS_PLAIN 0x8000

/// Announces an access of `size` bytes at `address`. `operand` is the value written or the right
/// side of the read-modify-write, `expected` that of a compare-exchange; both zero-extended, 0
/// where there is none or it is not known, as is so of more than 8 bytes.
MC_HOOK_VISIBLE void __mcmini_access(const struct mc_site *site, volatile void *address,
                                     uint32_t size, uint32_t access, uint64_t operand,
                                     uint64_t expected);

/// The same of any size: `operand` and `expected` point to the values, or are NULL.
MC_HOOK_VISIBLE void __mcmini_wide_access(const struct mc_site *site, volatile void *address,
                                          uint32_t size, uint32_t access, const void *operand,
                                          const void *expected);

/// Stands for a call of __atomic_load, _store, _exchange or _compare_exchange (`function`), which
/// take locks of their own for what the processor has no instruction for: announces the access and
/// makes it. `operand` is what is written; `other` what is expected, else where the result goes.
/// Returns the result of a compare-exchange.
MC_HOOK_VISIBLE uint32_t __mcmini_library_atomic(const struct mc_site *site, volatile void *address,
                                                 uint64_t size, uint32_t access, void *operand,
                                                 void *other, void (*function)(void));

/// Announces a memory fence of that order, as in `access`.
MC_HOOK_VISIBLE void __mcmini_fence(const struct mc_site *site, uint32_t order);

/// Announce a plain access of so many bytes. `address` may have any alignment; `value` is what will
/// be stored, its bytes zero-extended, whatever its type.
MC_HOOK_VISIBLE void __mcmini_read1(const struct mc_site *site, const volatile void *address);
MC_HOOK_VISIBLE void __mcmini_read2(const struct mc_site *site, const volatile void *address);
MC_HOOK_VISIBLE void __mcmini_read4(const struct mc_site *site, const volatile void *address);
MC_HOOK_VISIBLE void __mcmini_read8(const struct mc_site *site, const volatile void *address);
MC_HOOK_VISIBLE void __mcmini_read16(const struct mc_site *site, const volatile void *address);
MC_HOOK_VISIBLE void __mcmini_write1(const struct mc_site *site, volatile void *address,
                                     uint64_t value);
MC_HOOK_VISIBLE void __mcmini_write2(const struct mc_site *site, volatile void *address,
                                     uint64_t value);
MC_HOOK_VISIBLE void __mcmini_write4(const struct mc_site *site, volatile void *address,
                                     uint64_t value);
MC_HOOK_VISIBLE void __mcmini_write8(const struct mc_site *site, volatile void *address,
                                     uint64_t value);
MC_HOOK_VISIBLE void __mcmini_write16(const struct mc_site *site, volatile void *address);

/// The same for any number of bytes, also 0: copies, aggregates, vectors, what a function of the C
/// library does.
MC_HOOK_VISIBLE void __mcmini_read_range(const struct mc_site *site, const volatile void *address,
                                         uint64_t size);
MC_HOOK_VISIBLE void __mcmini_write_range(const struct mc_site *site, volatile void *address,
                                          uint64_t size);

/// Before the call of a function that accesses memory from `address` on, and of which only its return
/// tells how much: at most `most` bytes; a text, and no more. Called only if __mcmini_all_accesses.
MC_HOOK_VISIBLE void __mcmini_read_ahead(const struct mc_site *site, const volatile void *address,
                                         uint64_t most);
MC_HOOK_VISIBLE void __mcmini_read_text_ahead(const struct mc_site *site,
                                              const volatile void *address, uint64_t most);
MC_HOOK_VISIBLE void __mcmini_write_ahead(const struct mc_site *site, volatile void *address,
                                          uint64_t most);

/// Behind its call: the bytes that it has accessed.
MC_HOOK_VISIBLE void __mcmini_read_behind(const struct mc_site *site, const volatile void *address,
                                          uint64_t size);
MC_HOOK_VISIBLE void __mcmini_write_behind(const struct mc_site *site, volatile void *address,
                                           uint64_t size);

/// Behind the call of a function whose accesses a _range has announced before: where the call has made
/// steps of its own, others may have come between. Called only if __mcmini_all_accesses.
MC_HOOK_VISIBLE void __mcmini_read_done(const struct mc_site *site, const volatile void *address,
                                        uint64_t size);
MC_HOOK_VISIBLE void __mcmini_write_done(const struct mc_site *site, volatile void *address,
                                         uint64_t size);

/// main begins: its variables, of which all are made now, last as long as the process.
MC_HOOK_VISIBLE void __mcmini_main_begins(void);

/// Not 0: some of these are visible operations, so that memory may change between any two of them.
/// The pass leaves out an access whose bytes the thread has announced since its last visible
/// operation, and announces it behind a look at this.
MC_HOOK_VISIBLE extern uint8_t __mcmini_all_accesses;

/// Not 0: a signal handler of the program's may interrupt one of its threads. Accesses to thread-local variables
/// that no other thread can reach are announced behind a look at this.
MC_HOOK_VISIBLE extern uint8_t __mcmini_own_accesses;

/// Bytes of a text that a function reads which stops at its end, or after `most` bytes; NULL has
/// none.
MC_HOOK_VISIBLE uint64_t __mcmini_text(const char *text, uint64_t most);
/// The same for two texts and a function that also stops at the first difference.
MC_HOOK_VISIBLE uint64_t __mcmini_compared(const char *a, const char *b, uint64_t most);
/// The same for a function that reads a number: as far as a decimal integer goes, and the byte
/// where it ends.
MC_HOOK_VISIBLE uint64_t __mcmini_number(const char *text);

/// Bytes of a wide text, with its end; NULL has none.
MC_HOOK_VISIBLE uint64_t __mcmini_wide_text(const void *text);
/// The number there: how many bytes a function may write that gets it with the address of a buffer. NULL
/// has none.
MC_HOOK_VISIBLE uint64_t __mcmini_room(const uint32_t *bytes);

/// Before inline assembly that may access memory, or an instruction that accesses some elements of
/// a vector there: what it does is not known. Before inline assembly that takes a value of the
/// processor's.
enum mc_unseen_code { MC_UNSEEN_ASSEMBLY, MC_UNSEEN_ELEMENTS, MC_UNSEEN_VALUE };
MC_HOOK_VISIBLE void __mcmini_unseen(const struct mc_site *site, uint32_t what);

/// In place of the processor's time stamp counter, and of its random numbers.
MC_HOOK_VISIBLE uint64_t __mcmini_cycles(const struct mc_site *site);
MC_HOOK_VISIBLE uint64_t __mcmini_random(const struct mc_site *site);

/// Before an access that reads an atomic variable of the calling function: ends the trace if nobody has
/// written to it, as it has the value below.
MC_HOOK_VISIBLE void __mcmini_initialised(const struct mc_site *site, volatile void *address,
                                          uint32_t size);
/// The value of such a variable, of 4 or 8 bytes, before its first write.
#define MC_NEVER_WRITTEN 0x6d634e6f74496e69

//===- Waiting loops --------------------------------------------------------------------------===//
//
// A loop without side effects, but for visible operations, in which no iteration differs from the
// one before until another thread has written. (Jonsson, Lang, Sagonas, "Awaiting for Godot", FMCAD
// 2022.)

/// How a value that a loop has read is compared: MC_UNTIL_SIGNED is added to what is signed.
enum mc_until {
  MC_UNTIL_EQUAL = 1,
  MC_UNTIL_UNEQUAL = 2,
  MC_UNTIL_LESS = 3,
  MC_UNTIL_AT_MOST = 4,
  MC_UNTIL_GREATER = 5,
  MC_UNTIL_AT_LEAST = 6,
  MC_UNTIL_SUCCESS = 7, ///< of a compare-exchange, or a function that returns 0 then
  MC_UNTIL_SIGNED = 8,
  MC_UNTIL_PLAIN = 32, ///< added to it where the operation is a plain read
  MC_UNTIL_OWN = 64,   ///< added where thread-local variables say what is waited for: a handler may change them
};

/// The thread's next operation on an object, but for plain accesses unless it is one, is the only
/// one that an iteration of the loop makes, and the loop ends exactly if its outcome is that; or
/// (value & mask) is `until` than `operand`. The value is that before a read-modify-write, whose
/// mask is either all bits or its operand. Both are of the value's type, extended to 64 bits as
/// their sign says.
MC_HOOK_VISIBLE void __mcmini_await(uint32_t until, uint64_t mask, uint64_t operand);
/// Behind it, where the operation is a plain read: of that memory, which a livelock's report names.
MC_HOOK_VISIBLE void __mcmini_await_plain(const volatile void *address, uint64_t size);
/// Behind it: the operation is this attempt, and a load of the same variable comes first, which
/// only looks whether it is worth a try, and else ends the iteration. Both are one operation, made
/// at the load. The arguments are the attempt's of __mcmini_access.
MC_HOOK_VISIBLE void __mcmini_attempt(uint32_t access, uint64_t operand, uint64_t expected);
/// Such an operation, if it was one, has been made: a plain access may be none.
MC_HOOK_VISIBLE void __mcmini_awaited(void);

/// At the start of an iteration, and at its end, with what the start has returned, where the loop
/// is to go on. A thread whose iteration has changed nothing waits until something that it has read
/// has changed. `flags`: of enum mc_wait.
MC_HOOK_VISIBLE uint64_t __mcmini_turn(void);
MC_HOOK_VISIBLE void __mcmini_wait(const struct mc_site *site, uint64_t iteration, uint32_t flags);

enum mc_wait {
  MC_WAIT_READS_PLAINLY = 1, ///< an iteration reads plain memory
  MC_WAIT_RETRIES = 2, ///< its compare-exchange has failed, and the next iteration begins with what
                       ///< that has read, as the first one did with what a load right before it had
};

/// At the start of an iteration whose one compare-exchange, if it gets there, expects what the
/// iteration has read: if that fails, another iteration begins, and nothing is left of this one.
/// `flags`: of enum mc_retry. Where the loop ends, __mcmini_awaited().
MC_HOOK_VISIBLE void __mcmini_retries(uint32_t flags);

enum mc_retry {
  MC_RETRY_STORES = 1,         ///< what an iteration has stored, the next one stores again
  MC_RETRY_STORES_PLAINLY = 2, ///< some of it with plain accesses
};

/// std::lock of so many mutexes of std; where bit i of `deferred` is set the i-th is a
/// std::unique_lock of one. False: the library does it.
MC_HOOK_VISIBLE uint32_t __mcmini_lock_all(const struct mc_site *site, void *const lock[],
                                           uint32_t count, uint32_t deferred);

/// What MC_READ and MC_WRITE call; the pass turns it into __mcmini_access, the name into the
/// site's expression. Never reaches the linker.
void __mcmini_annotated(const volatile void *address, uint64_t size, uint32_t access,
                        uint64_t operand, const char *name);

/// A function that stands for an operation (MCMINI_PRIMITIVE).
struct mc_operation_name {
  const char *operation; ///< "rwwlock.read_lock"
  const char *function;  ///< its name in the source
  uint32_t arguments;    ///< how many it has
  uint32_t pointers;     ///< bit i: argument i is a pointer
  uint32_t size;         ///< bytes of what the first points to; 0: unknown
};

/// The operation that the function stands for, with its arguments, zero-extended; returns its
/// result.
MC_HOOK_VISIBLE uint64_t __mcmini_operation(const struct mc_site *site,
                                            const struct mc_operation_name *name,
                                            const uint64_t *argument);

/// Not 0: the program runs without mcmini, where such a function does what its body says ...
MC_HOOK_VISIBLE int __mcmini_native(void);
/// ... and if it has none, this says so and aborts.
MC_HOOK_VISIBLE void __mcmini_unimplemented(const struct mc_operation_name *name)
    __attribute__((noreturn));

/// Defined by the runtime; every instrumented module refers to it, so that the linker takes the
/// runtime from its archive, and `mcmini` knows an instrumented program by it.
MC_HOOK_VISIBLE extern const char __mcmini_runtime[];

/// Called by a constructor of every instrumented module: its name, for the "observed" block, and
/// the sites of the operations of the file that it is linked into, which are the same for all of
/// its modules. What the compiler has removed is not there.
MC_HOOK_VISIBLE void __mcmini_module(const char *source_file, const struct mc_site *operations,
                                     const struct mc_site *end);

#ifdef __cplusplus
}
#endif
#endif // MCMINI_HOOKS_H
