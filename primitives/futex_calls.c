// primitives/futex_calls.c - syscall(SYS_futex, ...). libstdc++ waits this way. The operations are
// in futex.c.
//
// FUTEX_WAKE_OP is an atomic section of a load, a store and one or two wakes.
//
// A wait that a signal ends leaves the queue by a step of its own, between the signal's and its
// handler. A wake that comes between is the wait's end; in the kernel the signal is pending then.
#define _GNU_SOURCE
#include "calls.h"
#include "futex.h"
#include "syscall.h"
#include <limits.h>
#include <linux/futex.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct mc_operation on(uint16_t kind, uint32_t *word) {
  mc_object o = mc_object_find(&mc_primitive_futex, word);
  if (o == MC_NO_OBJECT) {
    const struct mc_futex empty = {0};
    o = mc_object_new(&mc_primitive_futex, word, 0, &empty);
  }
  return (struct mc_operation){
      .primitive = &mc_primitive_futex, .kind = kind, .objects = 1, .object = {o}};
}

/// FUTEX_WAIT counts its timeout from now, FUTEX_WAIT_BITSET has a time on a clock.
static uint64_t deadline_of(int operation, const struct timespec *timeout) {
  if ((operation & FUTEX_CMD_MASK) == FUTEX_WAIT)
    return mc_deadline_after(mc_nanoseconds(timeout));
  return mc_clock_deadline(operation & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC,
                           timeout);
}

enum { AGAIN_FROM_THE_START = 1 };

static long wait_once(uint32_t *word, uint32_t expected, bool timeout, uint64_t deadline,
                      const struct mc_site *site) {
  struct mc_operation op = on(MC_FUTEX_ENTER, word);
  op.argument[0] = expected;
  mc_waits_in_libc(site);
  op.objects +=
      (uint8_t)mc_variables_at(word, sizeof *word, op.object + 1, MC_MAX_OPERATION_OBJECTS - 1);
  const uint64_t error = mc_transition(&op, site);
  if (!mc_futex_enters(&op))
    return mc_by_errno(error);
  op.kind = timeout ? MC_FUTEX_TIMEDRESUME : MC_FUTEX_RESUME;
  op.flags =
      MC_ADDRESS_ONLY | MC_BEGUN | (timeout ? MC_YIELD : 0); // the kernel looks at the word once
  op.objects = 1;
  uint64_t result;
  while ((result = mc_transition(&op, site)) & MC_FUTEX_MOVED)
    op.object[0] = (mc_object)result;
  // Behind a handler with SA_RESTART the kernel begins again, but not where there is a timeout.
  if (op.alternative == MC_INTERRUPTED || (!timeout && mc_is_to_restart(&op)))
    return AGAIN_FROM_THE_START;
  if (op.alternative == MC_CUT_SHORT)
    return mc_by_errno(EINTR);
  if (mc_futex_gives_up(&op))
    mc_clock_reach(deadline);
  return mc_by_errno(result);
}

static long futex_wait(uint32_t *word, int operation, uint32_t expected,
                       const struct timespec *timeout, const struct mc_site *site) {
  if ((timeout && !mc_may_read(timeout, sizeof *timeout)) || !mc_may_read(word, sizeof *word))
    return mc_by_errno(EFAULT);
  if (timeout && !mc_is_duration(timeout))
    return mc_by_errno(EINVAL);
  const uint64_t deadline = timeout ? deadline_of(operation, timeout) : 0;
  long result;
  do
    result = wait_once(word, expected, timeout, deadline, site);
  while (result == AGAIN_FROM_THE_START);
  return result;
}

bool mc_futex_leave(const struct mc_operation *wait, const struct mc_site *site) {
  struct mc_operation leave = *wait;
  uint64_t result;
  leave.kind = MC_FUTEX_LEAVE;
  leave.flags = MC_ADDRESS_ONLY | MC_BEGUN;
  while ((result = mc_transition(&leave, site)) & MC_FUTEX_MOVED)
    leave.object[0] = (mc_object)result;
  return mc_futex_gives_up(&leave);
}

// A lock that a library builds may be freed by who takes it next, before its wake: that is right,
// as the kernel does not look. The C++ library does so where a stop_source runs a callback that is
// then destroyed. In a program's own code it is more likely a mistake.
static long futex_wake(uint32_t *word, int count, const struct mc_site *site) {
  struct mc_operation op = on(count <= 1 ? MC_FUTEX_WAKE : MC_FUTEX_WAKEALL, word);
  op.flags = (uintptr_t)site & MC_SITE_IS_CODE || mc_is_in_library(site) ? MC_ADDRESS_ONLY : 0;
  if (op.kind == MC_FUTEX_WAKEALL)
    op.argument[0] = (uint64_t)count;
  return (long)mc_transition(&op, site);
}

/// The kernel asks what is mapped there, unless no other process has it.
static bool is_word_there(const uint32_t *word, int operation) {
  const uint64_t end_of_program = (uint64_t)1 << 47;
  return operation & FUTEX_PRIVATE_FLAG ? (uintptr_t)word < end_of_program
                                        : mc_may_read(word, sizeof *word);
}

static long futex_requeue(uint32_t *word, int operation, const long a[6],
                          const struct mc_site *site) {
  uint32_t *to = (uint32_t *)a[4];
  const bool compares = (operation & FUTEX_CMD_MASK) == FUTEX_CMP_REQUEUE;
  if (a[2] < 0 || a[3] < 0 || to == word || (uintptr_t)to % sizeof *to)
    return mc_by_errno(EINVAL);
  if (!is_word_there(to, operation) || (compares && !mc_may_read(word, sizeof *word)))
    return mc_by_errno(EFAULT);
  struct mc_operation op = on(MC_FUTEX_REQUEUE, word);
  op.object[op.objects++] = on(MC_FUTEX_REQUEUE, to).object[0];
  op.argument[0] = (uint64_t)a[2];
  op.argument[1] = (uint64_t)a[3];
  if (compares) {
    op.argument[2] = 1 + (uint64_t)(uint32_t)a[5];
    op.objects += (uint8_t)mc_variables_at(word, sizeof *word, op.object + op.objects,
                                           MC_MAX_OPERATION_OBJECTS - 2);
  }
  const uint64_t result = mc_transition(&op, site);
  if (!mc_futex_moves(&op))
    return mc_by_errno(EAGAIN);
  return (long)((uint32_t)result + (compares ? result >> 32 : 0));
}

/// What FUTEX_WAKE_OP does to the second word: FUTEX_OP_SET, ADD, OR, ANDN, XOR. Announced first,
/// as any access.
static uint32_t modify(uint32_t *word, uint32_t code, uint32_t operand,
                       const struct mc_site *site) {
  enum { ORDER = __ATOMIC_SEQ_CST << 8 };
  __mcmini_access(site, word, sizeof *word, MC_ATOMIC_LOAD | ORDER, 0, 0);
  const uint32_t old = __atomic_load_n(word, __ATOMIC_SEQ_CST);
  const uint32_t now[] = {operand, old + operand, old | operand, old & ~operand, old ^ operand};
  __mcmini_access(site, word, sizeof *word, MC_ATOMIC_STORE | ORDER, now[code], 0);
  __atomic_store_n(word, now[code], __ATOMIC_SEQ_CST);
  return old;
}

/// FUTEX_OP_CMP_EQ, NE, LT, LE, GT, GE.
static bool compares(uint32_t code, int32_t old, int32_t operand) {
  const bool answers[] = {(old == operand), (old != operand), (old < operand),
                          (old <= operand), (old > operand),  (old >= operand)};
  return answers[code];
}

/// In one step the kernel changes the second word, wakes at the first, and at the second if its old
/// value compares so.
static long futex_wake_op(uint32_t *word, const long a[6], const struct mc_site *site) {
  const uint32_t all = (uint32_t)a[5], code = all >> 28 & 7, comparison = all >> 24 & 15;
  const int32_t operand = (int32_t)(all << 8) >> 20, compared = (int32_t)(all << 20) >> 20;
  const bool is_shift = all >> 28 & FUTEX_OP_OPARG_SHIFT;
  uint32_t *second = (uint32_t *)a[4];
  if (code > FUTEX_OP_XOR || comparison > FUTEX_OP_CMP_GE)
    return mc_by_errno(ENOSYS);
  __mcmini_mc_atomic_begin(site);
  const uint32_t old =
      modify(second, code, is_shift ? 1u << (operand & 31) : (uint32_t)operand, site);
  long woken = futex_wake(word, (int)a[2], site);
  if (compares(comparison, (int32_t)old, compared))
    woken += futex_wake(second, (int)a[3], site);
  __mcmini_mc_atomic_end(site);
  return woken;
}

long mc_futex_call(const struct mc_site *site, const long a[6]) {
  uint32_t *word = (uint32_t *)a[0];
  mc_goes_with_atomics(true, site);
  if ((uintptr_t)word % sizeof *word)
    return mc_by_errno(EINVAL);
  if (!is_word_there(word, (int)a[1]))
    return mc_by_errno(EFAULT);
  switch ((int)a[1] & FUTEX_CMD_MASK) {
  case FUTEX_WAIT_BITSET:
    if ((uint32_t)a[5] != FUTEX_BITSET_MATCH_ANY)
      mc_warn(MC_WARN_FUTEX_BITSET, site);
    __attribute__((fallthrough));
  case FUTEX_WAIT:
    return futex_wait(word, (int)a[1], (uint32_t)a[2], (const struct timespec *)a[3], site);
  case FUTEX_WAKE_BITSET:
  case FUTEX_WAKE:
    return futex_wake(word, (int)a[2], site);
  case FUTEX_REQUEUE:
  case FUTEX_CMP_REQUEUE:
    return futex_requeue(word, (int)a[1], a, site);
  case FUTEX_WAKE_OP:
    return futex_wake_op(word, a, site);
  default: {
    char number[16];
    snprintf(number, sizeof number, "%d", (int)a[1] & FUTEX_CMD_MASK);
    mc_warn_of(MC_WARN_FUTEX_OPERATION, number, site);
    return mc_by_errno(ENOSYS);
  }
  }
}
