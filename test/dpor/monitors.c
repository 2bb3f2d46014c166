// 2,000 random programs over mutexes and condition variables, with timed waits, spurious wakeups,
// signals, broadcasts, wakeup policies, and threads that have nothing to do with the others: every
// algorithm finds the outcomes and deadlocks of an enumeration that knows nothing of primitives/
// and of dpor/ (Inputs/monitor.h), and no others.
// RUN: %clang-search %s -o %t
// RUN: %t 0 %if sanitize %{ 500 %} %else %{ 1000 %} | FileCheck %s
// CHECK-NOT: wrong
// CHECK: {{[0-9]+}} programs
// CHECK: each rule for signals, with each number of spurious wakeups, in {{[1-9][0-9]+}} programs
// CHECK: wrong: 0
#include "Inputs/builtin.h"
#include "Inputs/monitor.h"
#include "Inputs/waiting_program.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_STATES = 20000, MOST_TRACES = 1500, RULES = SOME_POLICIES, WAKEUPS = 3 };

/// Of the policies of some_policy.
static const enum monitor_rule rule_of[SOME_POLICIES] = {
    ANYONE, ANYONE, ANYONE, FIRST_COME, LAST_COME, LOWEST_NUMBER, GROUPS_OF_GLIBC};

static const struct {
  const char *name;
  enum mc_algorithm algorithm;
  enum mc_sleep_sets sleep_sets;
} configuration[] = {{"optimal", MC_OPTIMAL, MC_SLEEP_PLAIN},
                     {"pop", MC_POP, MC_SLEEP_PLAIN},
                     {"source", MC_SOURCE, MC_SLEEP_PLAIN},
                     {"source, conditional", MC_SOURCE, MC_SLEEP_CONDITIONAL},
                     {"dpor", MC_DPOR, MC_SLEEP_PLAIN},
                     {"dpor without sleep sets", MC_DPOR, MC_SLEEP_NONE},
                     {"dfs", MC_DFS, MC_SLEEP_NONE}};
enum { CONFIGURATIONS = sizeof configuration / sizeof *configuration };

static struct {
  unsigned programs, too_large, deadlocks, wrong, compared[CONFIGURATIONS];
  unsigned met[RULES][WAKEUPS];
  unsigned long outcomes, traces[CONFIGURATIONS];
} tally;

//===- Programs -------------------------------------------------------------------------------===//

static uint64_t random_state;

static unsigned below(unsigned n) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return (unsigned)(random_state >> 33) % n;
}

static void put(struct monitor *m, unsigned t, enum monitor_kind kind, unsigned object,
                unsigned value) {
  m->op[t][m->length[t]++] = (struct monitor_op){kind, (uint8_t)object, (uint8_t)value};
}

static void put_access(struct monitor *m, unsigned t) {
  if (below(2))
    put(m, t, MONITOR_GET, below(2), 0);
  else
    put(m, t, MONITOR_SET, below(2), below(2));
}

static void put_signal(struct monitor *m, unsigned t, unsigned c) {
  put(m, t, below(3) ? MONITOR_SIGNAL : MONITOR_BROADCAST, c, 0);
}

static void put_phrase(struct monitor *m, unsigned t) {
  const unsigned form = below(9), c = below(4) == 0;
  if (form == 8) {
    put_access(m, t);
    return;
  }
  if (form == 7) {
    put_signal(m, t, c);
    return;
  }
  const unsigned mutex = form == 6;
  put(m, t, MONITOR_LOCK, mutex, 0);
  if (form < 4) {
    if (below(3) == 0)
      put(m, t, MONITOR_GET, 0, 1); // waits only where it is 0
    put(m, t, below(2) ? MONITOR_WAIT : MONITOR_TIMED_WAIT, c, 0);
    if (below(3))
      put(m, t, MONITOR_GET, 0, 0);
  } else {
    put(m, t, MONITOR_SET, below(4) == 0, 1 + below(2));
    if (form < 6)
      put_signal(m, t, c);
  }
  put(m, t, MONITOR_UNLOCK, mutex, 0);
}

static struct monitor random_monitor(unsigned long seed, unsigned policy, unsigned locks) {
  struct monitor m = {.signal_rule = rule_of[policy], .lock_rule = rule_of[locks]};
  random_state = (seed + 1) * 0x9e3779b97f4a7c15u;
  for (int i = 0; i < 8; i++)
    below(2);
  m.locks_in_queue = locks > 0;
  m.spurious = below(WAKEUPS);
  m.threads = 2 + below(3);
  const unsigned most = 2 + below(m.threads > 3 ? 3 : 4);
  for (unsigned phrases = 0; phrases < most; phrases++) {
    const unsigned t = phrases < m.threads ? phrases : below(m.threads);
    if (m.length[t] + 6 <= MONITOR_LENGTH)
      put_phrase(&m, t);
  }
  while (m.threads > 1 && !m.length[m.threads - 1])
    m.threads--;
  return m;
}

//===- As the search sees them ----------------------------------------------------------------===//

static void add_op(struct program *p, struct queues *w, unsigned t, const struct monitor_op *op) {
  enum { MUTEX = 0, CONDITION = MONITOR_OBJECTS, VARIABLE = 2 * MONITOR_OBJECTS };
  const mc_thread thread = (mc_thread)t;
  switch (op->kind) {
  case MONITOR_LOCK:
    on_waiting(p, w, thread, "lock", MUTEX + op->object);
    break;
  case MONITOR_UNLOCK:
    on(p, thread, "unlock", MUTEX + op->object);
    break;
  case MONITOR_WAIT:
  case MONITOR_TIMED_WAIT:
    wait_for(p, w, thread, op->kind == MONITOR_TIMED_WAIT, CONDITION + op->object, MUTEX);
    break;
  case MONITOR_SIGNAL:
    on_waiting(p, w, thread, "signal", CONDITION + op->object);
    break;
  case MONITOR_BROADCAST:
    on_waiting(p, w, thread, "broadcast", CONDITION + op->object);
    break;
  case MONITOR_SET:
    access_to(p, thread, "store", VARIABLE + op->object, op->value, 0);
    break;
  case MONITOR_GET:
    access_to(p, thread, "load", VARIABLE + op->object, 0, 0);
    break;
  }
}

static struct program as_program(const struct monitor *m, const struct mc_policy *signals,
                                 const struct mc_policy *locks) {
  struct program p = {0};
  struct queues w = {.policy = {[LOCKS] = locks, [SLEEPS] = signals}, .spurious = m->spurious};
  for (unsigned i = 0; i < MONITOR_OBJECTS; i++)
    new_mutex(&p, PTHREAD_MUTEX_NORMAL, false);
  for (unsigned i = 0; i < MONITOR_OBJECTS; i++)
    new_condition(&p, m->spurious);
  for (unsigned i = 0; i < MONITOR_OBJECTS; i++)
    new_variable(&p);
  for (unsigned t = 0; t < m->threads; t++) {
    unsigned start[MONITOR_LENGTH + 1];
    for (unsigned i = 0; i < m->length[t]; i++) {
      start[i] = p.length[t];
      add_op(&p, &w, t, &m->op[t][i]);
    }
    start[m->length[t]] = p.length[t];
    for (unsigned i = 0; i < m->length[t]; i++)
      if (m->op[t][i].kind == MONITOR_GET)
        p.code[t][start[i]].jump = (int)(start[i + 1 + m->op[t][i].value] - start[i + 1]);
  }
  p.threads = m->threads;
  return p;
}

//===- Comparison -----------------------------------------------------------------------------===//

static struct {
  const struct monitor *monitor;
  struct outcomes outcomes;
  unsigned long unfinished;
  const char *wrong;
} seen;

static void look(const struct mc_search *search, const struct mc_model *model) {
  (void)model;
  uint64_t outcome = 0;
  const char *wrong = monitor_follow(seen.monitor, search, &outcome);
  if (wrong)
    seen.wrong = wrong;
  if (outcome)
    outcome_add(&seen.outcomes, outcome);
  else
    seen.unfinished++;
}

static void print_monitor(const struct monitor *m) {
  static const char *const name[] = {"lock",   "unlock",    "wait", "timed wait",
                                     "signal", "broadcast", "set",  "get"};
  printf("signals by rule %d, locks by rule %d%s, %u spurious wakeups\n", m->signal_rule,
         m->lock_rule, m->locks_in_queue ? " in a queue" : "", m->spurious);
  for (unsigned t = 0; t < m->threads; t++)
    for (unsigned i = 0; i < m->length[t]; i++)
      printf("%s%s %u %u%s", i ? "; " : "  ", name[m->op[t][i].kind], m->op[t][i].object,
             m->op[t][i].value, i + 1 < m->length[t] ? "" : "\n");
}

/// What is wrong with a configuration's outcomes, or NULL.
static const char *compare(unsigned i, const struct program *p, const struct outcomes *right) {
  const struct mc_search_config config = {.algorithm = configuration[i].algorithm,
                                          .sleep_sets = configuration[i].sleep_sets,
                                          .max_depth = 1000};
  seen.outcomes = (struct outcomes){0};
  seen.unfinished = 0;
  seen.wrong = NULL;
  struct report report = explore(p, &config, MOST_TRACES);
  const uint64_t *traces = report.counts.traces, numbered = mc_traces_of(&report.counts);
  const char *wrong = seen.wrong;
  if (!wrong && traces[MC_COMPLETED] + traces[MC_DEADLOCKED] != numbered)
    wrong = "has traces that fail or are cut";
  if (!wrong && seen.unfinished != traces[MC_SLEEP_SET_BLOCKED])
    wrong = "ends where the program can go on";
  if (numbered < MOST_TRACES) {
    tally.compared[i]++;
    tally.traces[i] += numbered;
    if (!wrong && !outcomes_within(right, &seen.outcomes))
      wrong = "misses an outcome";
  }
  if (!wrong && !outcomes_within(&seen.outcomes, right))
    wrong = "has an outcome that there is not";
  outcomes_free(&seen.outcomes);
  outcomes_free(&report.outcomes);
  return wrong;
}

static void try_program(unsigned long seed) {
  const unsigned policy = (unsigned)(seed % RULES);
  const unsigned locks = seed / RULES % 3 ? 0 : (unsigned)(seed / RULES / 3 % (RULES - 1));
  const struct monitor m = random_monitor(seed, policy, locks);
  struct outcomes right = {0};
  if (!monitor_enumerate(&m, MOST_STATES, &right)) {
    tally.too_large++;
    outcomes_free(&right);
    return;
  }
  const struct program p = as_program(&m, some_policy(policy), some_policy(locks));
  seen.monitor = &m;
  tally.programs++;
  tally.met[policy][m.spurious]++;
  tally.outcomes += right.count;
  for (unsigned i = 0; i < CONFIGURATIONS; i++) {
    const char *wrong = compare(i, &p, &right);
    if (wrong && tally.wrong++ < 3) {
      printf("wrong: seed %lu: %s %s\n", seed, configuration[i].name, wrong);
      print_monitor(&m);
    }
  }
  outcomes_free(&right);
}

/// monitors FIRST END: the programs of these seeds.
int main(int count, char **argument) {
  const unsigned long first = count > 2 ? strtoul(argument[1], NULL, 0) : 0,
                      end = count > 2 ? strtoul(argument[2], NULL, 0) : 500;
  unsigned least = (unsigned)end;
  at_end = look;
  for (unsigned long seed = first; seed < end; seed++)
    try_program(seed);
  for (unsigned r = 0; r < RULES; r++)
    for (unsigned w = 0; w < WAKEUPS; w++)
      least = tally.met[r][w] < least ? tally.met[r][w] : least;
  printf("%u programs, %lu outcomes; %u too large\n", tally.programs, tally.outcomes,
         tally.too_large);
  for (unsigned i = 0; i < CONFIGURATIONS; i++)
    printf("%s: %u compared, %lu traces\n", configuration[i].name, tally.compared[i],
           tally.traces[i]);
  printf("each rule for signals, with each number of spurious wakeups, in %u programs or more\n",
         least);
  printf("wrong: %u\n", tally.wrong);
  return 0;
}
