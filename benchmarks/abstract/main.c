// main.c - search [OPTION...] [PROGRAM[=SIZE | =FIRST..LAST]...]: what the search costs, without
// threads and processes. One row for each program, size and algorithm.
//
// ns/step is the time for each new transition, us/trace for each trace; both contain the abstract
// program itself. Times are processor time, of the fastest of 11 (--runs) runs where those are
// short; a search that was cut by --timeout has a + behind it. Peak is that of the arena, the
// wakeup trees included. Where these exceed --tree-memory=KB, optimal hands over to pop.
#define _GNU_SOURCE // clock_gettime
#include "machine.h"
#include "primitives.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const struct algorithm {
  const char *name;
  enum mc_algorithm algorithm;
  enum mc_sleep_sets sleep_sets;
} algorithms[] = {
    {"dfs", MC_DFS, MC_SLEEP_NONE},
    {"dpor", MC_DPOR, MC_SLEEP_PLAIN},
    {"source", MC_SOURCE, MC_SLEEP_PLAIN},
    {"source-conditional", MC_SOURCE, MC_SLEEP_CONDITIONAL},
    {"optimal", MC_OPTIMAL, MC_SLEEP_PLAIN},
    {"pop", MC_POP, MC_SLEEP_PLAIN},
};
enum { ALGORITHMS = sizeof algorithms / sizeof *algorithms };

enum { MAX_DEPTH = 100000, TRACES_A_LOOK = 64 };
#define SHORT 0.5 // seconds for all runs
static const size_t arena_size = (size_t)1 << 30;

static double timeout = 5;
static int runs = 11;
static uint64_t most_tree_bytes;
static bool wanted[ALGORITHMS], some_wanted;
static bool plain = true, numbered = true;

_Noreturn static void usage(const char *what, const char *which) {
  fprintf(stderr,
          "search: %s%s\n"
          "usage: search [--timeout=SECONDS] [--runs=NUMBER] [--tree-memory=KB]\n"
          "              [--algorithm=NAME]... [--semaphore-dependence=plain|numbered]\n"
          "              [PROGRAM[=SIZE|=FIRST..LAST]]...\n"
          "algorithms:",
          what, which);
  for (unsigned i = 0; i < ALGORITHMS; i++)
    fprintf(stderr, " %s", algorithms[i].name);
  fprintf(stderr, "\nprograms:");
  for (const struct abstract_program *p = abstract_programs; p->name; p++)
    fprintf(stderr, " %s", p->name);
  fprintf(stderr, "\n");
  exit(2);
}

/// Processor time: what else the machine does counts little.
static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

struct outcome {
  struct mc_search_counts counts;
  enum mc_next_verdict end; ///< of the last trace
  bool cut;
  double seconds;
  size_t memory;
};

static enum mc_next_verdict run_trace(struct machine *m, struct mc_search *search) {
  struct mc_next next;
  enum mc_next_verdict verdict;

  mc_search_begin(search, &m->model);
  while ((verdict = mc_search_next(search, &m->model, &next)) == MC_NEXT_STEP)
    machine_step(m, next.step);
  if (verdict == MC_NEXT_END)
    mc_search_end(search, &m->model, next.kind);
  return verdict;
}

static struct outcome explore(struct machine *m, const struct mc_search_config *config,
                              struct mc_arena *arena) {
  struct machine_state *first = machine_save(m);
  struct outcome outcome = {.end = MC_NEXT_END};
  const double start = now();

  arena->used = 0;
  struct mc_search *search = mc_search_new(arena, config);
  for (unsigned trace = 1; outcome.end == MC_NEXT_END && !mc_search_done(search); trace++) {
    if (trace % TRACES_A_LOOK == 0 && now() - start > timeout) {
      outcome.cut = true;
      break;
    }
    machine_restore(m, first);
    outcome.end = run_trace(m, search);
  }
  outcome.seconds = now() - start;
  outcome.counts = *mc_search_counts(search);
  outcome.memory = arena->used;
  free(first);
  return outcome;
}

/// The fastest of several runs where they are short.
static struct outcome explore_again(struct machine *m, const struct mc_search_config *config,
                                    struct mc_arena *arena) {
  struct machine_state *first = machine_save(m);
  struct outcome best = explore(m, config, arena);
  double spent = best.seconds;

  for (int run = 1; run < runs && spent < SHORT; run++) {
    machine_restore(m, first);
    const struct outcome again = explore(m, config, arena);
    spent += again.seconds;
    if (again.seconds < best.seconds)
      best.seconds = again.seconds;
  }
  free(first);
  return best;
}

static void print_row(const char *title, uint64_t classes, const char *algorithm,
                      const struct outcome *o) {
  const uint64_t *const traces = o->counts.traces;
  const uint64_t all = traces[MC_COMPLETED] + traces[MC_DEADLOCKED] + traces[MC_SLEEP_SET_BLOCKED];
  char known[24] = "-";

  if (classes)
    snprintf(known, sizeof known, "%llu", (unsigned long long)classes);
  printf("%-43s %9s  %-18s %9llu %8llu %8llu %10llu %11llu %8.3f%c %8.0f %8.2f %8.1f %8.1f%s\n",
         title, known, algorithm, (unsigned long long)traces[MC_COMPLETED],
         (unsigned long long)traces[MC_DEADLOCKED],
         (unsigned long long)traces[MC_SLEEP_SET_BLOCKED],
         (unsigned long long)o->counts.transitions, (unsigned long long)o->counts.replayed,
         o->seconds, o->cut ? '+' : ' ',
         1e9 * o->seconds / (double)(o->counts.transitions ? o->counts.transitions : 1),
         1e6 * o->seconds / (double)(all ? all : 1), (double)o->memory / 1024,
         (double)o->counts.wakeup_bytes / 1024,
         o->end == MC_NEXT_EXHAUSTED ? "  the arena is full"
         : o->end != MC_NEXT_END     ? "  the search stopped"
         : o->counts.unknown         ? "  reversals were given up"
                                     : "");
  fflush(stdout);
}

static void run(const struct abstract_program *program, unsigned size,
                const struct mc_primitive *semaphore) {
  static struct mc_arena arena;
  if (!arena.base)
    arena = (struct mc_arena){.base = malloc(arena_size), .size = arena_size, .fenced = true};
  const bool known = program->classes && size >= program->smallest;
  char title[80];

  snprintf(title, sizeof title, "%s %u%s", program->name, size,
           semaphore == &abstract_numbered_semaphore ? " numbered" : "");
  for (unsigned i = 0; i < ALGORITHMS; i++) {
    const struct mc_search_config config = {.algorithm = algorithms[i].algorithm,
                                            .sleep_sets = algorithms[i].sleep_sets,
                                            .max_depth = MAX_DEPTH,
                                            .most_tree_bytes = most_tree_bytes};
    if (some_wanted && !wanted[i])
      continue;
    static struct machine machine;
    machine_init(&machine, program, size, semaphore);
    const struct outcome outcome = explore_again(&machine, &config, &arena);
    machine_free(&machine);
    print_row(title, known ? program->classes(size) : 0, algorithms[i].name, &outcome);
  }
}

static void run_sizes(const struct abstract_program *program, unsigned first, unsigned last) {
  for (unsigned size = first; size <= last; size++) {
    if (plain || !program->has_semaphores)
      run(program, size, &abstract_semaphore);
    if (numbered && program->has_semaphores)
      run(program, size, &abstract_numbered_semaphore);
  }
}

static void choose_algorithm(const char *name) {
  unsigned i = 0;
  while (i < ALGORITHMS && strcmp(algorithms[i].name, name) != 0)
    i++;
  if (i == ALGORITHMS)
    usage("no algorithm ", name);
  wanted[i] = some_wanted = true;
}

static bool read_option(const char *word) {
  const char *const value = strchr(word, '=');
  if (!value)
    return false;
  if (strncmp(word, "--algorithm=", 12) == 0) {
    choose_algorithm(value + 1);
  } else if (strncmp(word, "--timeout=", 10) == 0) {
    char *end;
    timeout = strtod(value + 1, &end);
    return *end == '\0' && timeout > 0;
  } else if (strncmp(word, "--tree-memory=", 14) == 0) {
    char *end;
    most_tree_bytes = 1024 * strtoull(value + 1, &end, 10);
    return *end == '\0';
  } else if (strncmp(word, "--runs=", 7) == 0) {
    runs = atoi(value + 1);
    return runs > 0;
  } else if (strncmp(word, "--semaphore-dependence=", 23) == 0) {
    plain = strcmp(value + 1, "plain") == 0;
    numbered = strcmp(value + 1, "numbered") == 0;
    return plain != numbered;
  } else {
    return false;
  }
  return true;
}

/// "name", "name=4" or "name=4..7".
static const struct abstract_program *read_program(const char *word, unsigned *first,
                                                   unsigned *last) {
  const size_t length = strcspn(word, "=");
  const struct abstract_program *p = abstract_programs;
  while (p->name && (strlen(p->name) != length || strncmp(p->name, word, length) != 0))
    p++;
  if (!p->name)
    usage("no program ", word);
  *first = *last = p->usual;
  if (word[length]) {
    char *end;
    *first = *last = (unsigned)strtoul(word + length + 1, &end, 10);
    if (strncmp(end, "..", 2) == 0)
      *last = (unsigned)strtoul(end + 2, &end, 10);
    if (*end || *first < p->smallest || *last > p->largest || *first > *last) {
      fprintf(stderr, "%s: sizes are %u to %u\n", p->name, p->smallest, p->largest);
      usage("not a size: ", word);
    }
  }
  return p;
}

int main(int argc, char *argv[]) {
  unsigned first, last, programs = 0;
  for (int i = 1; i < argc; i++) {
    if (argv[i][0] != '-') {
      read_program(argv[i], &first, &last);
      programs++;
    } else if (!read_option(argv[i])) {
      usage("what is ", argv[i]);
    }
  }
  printf("%-43s %9s  %-18s %9s %8s %8s %10s %11s %9s %8s %8s %8s %8s\n", "program", "classes",
         "algorithm", "completed", "deadlock", "blocked", "transit.", "replayed", "seconds ",
         "ns/step", "us/trace", "peak KB", "trees KB");
  for (const struct abstract_program *p = abstract_programs; p->name && !programs; p++)
    run_sizes(p, p->usual, p->usual);
  for (int i = 1; i < argc; i++) {
    if (argv[i][0] == '-')
      continue;
    const struct abstract_program *const program = read_program(argv[i], &first, &last);
    run_sizes(program, first, last);
  }
  return 0;
}
