// runtime/detector/ahead.c - calls of which only their return tells how much memory they access:
// strlen, read.
//
// What such a call accesses is announced behind it (plain.c). That is too late for a step: a thread
// that should come first would find the call made. So where memory is racy, the thread makes steps
// ahead of the call, one for each racy word that it may access. The call may turn out to access
// less. Then there was a step too many, which hides nothing; so a step is no access, and the race
// detector is told behind the call only. A call that accesses one word happens at its step. One
// that accesses several words, or several bytes of a text, is torn, as a copy is.
//
// A call that makes steps of its own (stat, read of a pipe) accesses the memory behind them, and
// other threads may come between. So there are steps behind the call, too. Who comes before the
// first step finds the access not made, and who comes behind the last finds it made: one of the two
// is explored, whatever comes between.
#include "races.h"

enum {
  CALLS = 4, // ranges of one call
  WORDS = 8,
  SPAN = 4096, // where nobody knows a bound
};

struct ahead {
  const struct mc_site *site;
  uintptr_t address;
  bool is_text;
  unsigned words;
  uintptr_t word[WORDS];
};

/// Not thread-local, as plain_reads of iteration.c.
static struct calls {
  struct ahead call[CALLS];
  unsigned next;
} calls_of[MC_MAX_THREADS] MC_PER_TRACE_TABLE;

/// Steps of the trace when the thread made its last one for an access.
static __thread uint32_t announced_at;

void mc_plain_announced(void) { announced_at = mc_shared->trace.steps; }

/// The first racy byte, or `end`.
static uintptr_t racy_from(uintptr_t address, uintptr_t end) {
  return address < end ? mc_races_visible(mc_races, address, end - address) : end;
}

/// Returns its end.
static uintptr_t step_on_word(const struct mc_site *site, uintptr_t racy, uintptr_t end, uint32_t kind) {
  uint32_t size = 1;
  while (racy + size < end && racy + size < mc_next_word(racy) && mc_is_racy(racy + size, 1))
    size++;
  mc_variable_step(site, (volatile void *)racy, size, kind);
  return mc_next_word(racy);
}

void mc_plain_done(const struct mc_site *site, uintptr_t address, uint64_t size, uint32_t kind) {
  const uintptr_t end = address + size;
  if (!mc_plain_epoch || !mc_is_racy(address, size) || mc_shared->trace.steps == announced_at ||
      (mc_rules_of_plain && mc_rules_ignore(site, MC_RULE_PLAIN)))
    return;
  for (uintptr_t at = racy_from(address, end); at < end; at = racy_from(at, end))
    at = step_on_word(site, at, end, kind);
}

static void look_ahead(const struct mc_site *site, uintptr_t address, uint64_t most, bool is_text,
                       uint32_t kind) {
  if (!mc_plain_epoch || (mc_rules_of_plain && mc_rules_ignore(site, MC_RULE_PLAIN)))
    return;
  struct calls *calls = &calls_of[mc_self_];
  struct ahead *ahead = &calls->call[calls->next++ % CALLS];
  *ahead = (struct ahead){.site = site, .address = address, .is_text = is_text};
  most = most < SPAN ? most : SPAN;
  for (uintptr_t from = address; ahead->words < WORDS; from = mc_next_word(from)) {
    const uint64_t bytes = is_text ? __mcmini_text((const char *)address, most) : most;
    const uintptr_t end = address + bytes;
    from = racy_from(from, end);
    if (from >= end)
      return;
    ahead->word[ahead->words++] = from / MC_RACY_WORD;
    step_on_word(site, from, UINTPTR_MAX, kind);
    mc_plain_announced();
  }
}

unsigned mc_ahead_ordered(const struct mc_site *site, uintptr_t address, uint64_t size) {
  const uintptr_t end = address + size;
  const struct ahead *const calls = calls_of[mc_self_].call, *ahead = calls;
  unsigned count = 0;
  while (ahead < calls + CALLS && (ahead->site != site || ahead->address > address))
    ahead++;
  if (ahead == calls + CALLS)
    return 0;
  for (uintptr_t at = racy_from(address, end), next; at < end; at = racy_from(next, end)) {
    unsigned i = 0;
    next = ahead->is_text ? at + 1 : mc_next_word(at);
    while (i < ahead->words && ahead->word[i] != at / MC_RACY_WORD)
      i++;
    if (i == ahead->words)
      return 0;
    count++;
  }
  return count;
}

void __mcmini_read_ahead(const struct mc_site *site, const volatile void *address, uint64_t most) {
  look_ahead(site, (uintptr_t)address, most, false, MC_ACCESS_READ);
}

void __mcmini_read_text_ahead(const struct mc_site *site, const volatile void *address,
                              uint64_t most) {
  look_ahead(site, (uintptr_t)address, most, true, MC_ACCESS_READ);
}

void __mcmini_write_ahead(const struct mc_site *site, volatile void *address, uint64_t most) {
  look_ahead(site, (uintptr_t)address, most, false, MC_ACCESS_WRITE);
}
