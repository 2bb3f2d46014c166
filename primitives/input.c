// primitives/input.c - modelled input: mc_choose, mc_assume, mc_fail of <mcmini/mcmini.h>.
//
//   choose   an alternative for each value; argument 0 says how many
//   assume   never enabled: the thread's assumption does not hold. Made only then
//
// Neither has an object, so that both are independent of every step of other threads. A thread at
// an assumption that does not hold stays there; the others go on, as they would until it gets
// there, and the trace, at its end, is dropped.
#include "builtin.h"
#include <stdio.h>
#include <stdlib.h>

enum { CHOOSE, ASSUME };
static const char *const operations[] = {"choose", "assume", NULL};

/// Of more values than that first the hundreds are chosen, then the rest.
enum { MOST = 100 };

static unsigned universe(const struct mc_operation *op, unsigned n) {
  (void)n;
  return op->kind == CHOOSE ? (unsigned)op->argument[0] : 1;
}

static bool enabled(const struct mc_operation *op, const void *const state[]) {
  (void)state;
  return op->kind == CHOOSE;
}

static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  (void)state;
  *result = op->alternative;
  return NULL;
}

#define TEN(tens)                                                                                  \
  tens "0", tens "1", tens "2", tens "3", tens "4", tens "5", tens "6", tens "7", tens "8", tens "9"

static const char *alternative_name(const struct mc_operation *op) {
  static const char *const value[MOST] = {TEN(""),  TEN("1"), TEN("2"), TEN("3"), TEN("4"),
                                          TEN("5"), TEN("6"), TEN("7"), TEN("8"), TEN("9")};
  return op->kind == CHOOSE ? value[op->alternative] : NULL;
}

const struct mc_primitive mc_primitive_input = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "input",
    .operations = operations,
    .universe = universe,
    .enabled = enabled,
    .apply = apply,
    .alternative_name = alternative_name,
};

//===- The functions --------------------------------------------------------------------------===//

static unsigned choose(unsigned n, const struct mc_site *site) {
  if (n > MOST) {
    const unsigned last = (n - 1) / MOST, hundreds = choose(last + 1, site);
    return hundreds * MOST + choose(hundreds == last ? n - last * MOST : MOST, site);
  }
  struct mc_operation op = {.primitive = &mc_primitive_input, .kind = CHOOSE, .argument = {n}};
  return n == 1 ? 0 : (unsigned)mc_transition(&op, site);
}

MC_HOOK_VISIBLE unsigned __mcmini_mc_choose(const struct mc_site *site, unsigned n);
unsigned __mcmini_mc_choose(const struct mc_site *site, unsigned n) {
  mc_reach(site);
  if (!mc_checking())
    return 0;
  if (n == 0)
    mc_misuse("mc_choose(0): there is no value to choose", MC_NO_OBJECT, site);
  return choose(n, site);
}

MC_HOOK_VISIBLE void __mcmini_mc_assume(const struct mc_site *site, bool condition);
void __mcmini_mc_assume(const struct mc_site *site, bool condition) {
  mc_reach(site);
  if (condition)
    return;
  if (!mc_checking())
    ((void (*)(int))mc_real("exit"))(0);
  struct mc_operation op = {.primitive = &mc_primitive_input, .kind = ASSUME, .flags = MC_DROPS};
  mc_transition(&op, site);
}

MC_HOOK_VISIBLE MC_NORETURN void __mcmini_mc_fail(const struct mc_site *site, const char *message);
void __mcmini_mc_fail(const struct mc_site *site, const char *message) {
  mc_reach(site);
  if (mc_checking())
    mc_assertion(message ? message : "mc_fail", site);
  fprintf(stderr, "mc_fail: %s\n", message);
  abort();
}

/// For calls that the plugin has not seen: through a pointer.
MC_HOOK_VISIBLE unsigned mc_choose(unsigned n);
unsigned mc_choose(unsigned n) { return __mcmini_mc_choose(MC_CALLER_SITE, n); }
MC_HOOK_VISIBLE void mc_assume(bool condition);
void mc_assume(bool condition) { __mcmini_mc_assume(MC_CALLER_SITE, condition); }
MC_HOOK_VISIBLE MC_NORETURN void mc_fail(const char *message);
void mc_fail(const char *message) { __mcmini_mc_fail(MC_CALLER_SITE, message); }
MC_HOOK_VISIBLE void mc_begin(void);
void mc_begin(void) {
  if (mc_checking())
    mc_limits_begin();
}
MC_HOOK_VISIBLE void mc_end(void);
void mc_end(void) {
  if (mc_checking())
    mc_limits_end();
}
