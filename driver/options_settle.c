// driver/options_settle.c - which options go together, and what one makes of another.
#include "diagnose.h"
#include "options.h"
#include "options_internal.h"
#include "processors.h"
#include "store.h"
#include "runtime/session.h"
#include <inttypes.h>
#include <string.h>
#include <sys/resource.h>

enum { RANDOM_TRACES = 10000 };

const char *options_algorithm(const struct options *o) {
  return options_word(INDEX_algorithm, o->algorithm);
}

bool options_are_bounded(const struct options *o) {
  return o->given.preemptions || o->given.delays;
}

/// What who goes on with a search may say anew: it does not change what is explored.
static bool is_for_resume(const struct options *o, enum option_index option) {
  return (o->command->run == command_resume || o->command->run == command_work) &&
         (option == INDEX_jobs || option == INDEX_timeout || option == INDEX_minimise ||
          option == INDEX_trials || option == INDEX_output_dir || option == INDEX_require_complete);
}

/// Options of the search do not stand beside a command that does none, nor those of a program that
/// runs beside one that runs none.
static void settle_command(const struct options *o) {
  const struct command *command = o->command;
  if (!command)
    return;
  const char *its_name = command->name; // `name` is the option's below
  const char *does = o->trace ? "runs one schedule and does not search"
                     : command->run == command_resume || command->run == command_work
                         ? "goes on with the options of the journal"
                         : "does not search";
#define REFUSE_ANY(field, name)                                                                    \
  if (o->given.field && !command->program && !is_for_resume(o, INDEX_##field))                     \
    usage_error("--" name ": not with %s, which runs no program", its_name);
#define REFUSE_RESULT(field, name)
#define REFUSE_SEARCH(field, name)                                                                 \
  if (o->given.field && !is_for_resume(o, INDEX_##field))                                          \
    usage_error("--" name ": not with %s, which %s", its_name, does);
#define MC_OPTION(to, of, type, field, letter, name, ...) REFUSE_##of(field, name)
#include "options.def"
#undef MC_OPTION
}

/// A reduction skips states, all the more if it believes what is wrong: random schedules come
/// first.
static void settle_lint(struct options *o) {
  if (!o->lint)
    return;
  if (!o->given.races) // what a wrong primitive orders is not known
    o->races = MC_RACES_OFF;
  o->keep_going = true;
  if (!o->given.algorithm && !options_are_bounded(o) && !o->trace)
    o->algorithm = MC_AUTO;
}

/// The page shows what was explored.
static void settle_explored(struct options *o) { o->explored |= o->html && !o->command; }

/// What is asleep, or in no wakeup tree, is explored elsewhere, but at the price of other
/// preemptions: the bound may cut it there and not here.
static void settle_preemptions(struct options *o) {
  if (!o->given.preemptions) {
    o->preemptions = MC_NO_BOUND;
    return;
  }
  if (!o->given.algorithm)
    o->algorithm = MC_DPOR;
  if (o->algorithm != MC_DPOR && o->algorithm != MC_DFS)
    usage_error("--preemptions: not with --algorithm=%s, only with dpor and dfs: what others leave "
                "out as explored elsewhere may be cut by the bound there",
                options_algorithm(o));
  if (o->given.sleep_sets && o->sleep_sets != MC_SLEEP_NONE)
    usage_error("--preemptions: not with --sleep-sets=%s: what is asleep may be cut by the bound "
                "where it was explored",
                options_word(INDEX_sleep_sets, o->sleep_sets));
}

/// Which schedule of a class has the fewest delays is not known: none is left out.
static void settle_delays(struct options *o) {
  if (!o->given.delays) {
    o->delays = MC_NO_BOUND;
    return;
  }
  if (o->given.preemptions)
    usage_error("--delays: not with --preemptions: give one of the two bounds");
  if (!o->given.algorithm)
    o->algorithm = MC_DFS;
  if (o->algorithm != MC_DFS)
    usage_error(
        "--delays: not with --algorithm=%s, only with dfs: what others leave out as explored "
        "elsewhere may be cut by the bound there",
        options_algorithm(o));
}

bool options_are_random(const struct options *o) {
  return o->algorithm == MC_RANDOM || o->algorithm == MC_PCT || o->algorithm == MC_POS;
}

bool options_sample(const struct options *o) {
  return !o->given.algorithm && o->algorithm == MC_OPTIMAL && !o->trace;
}

/// Whether the search makes random choices, if only for the estimate.
static bool has_random_choices(const struct options *o) {
  return options_are_random(o) || o->algorithm == MC_AUTO || options_sample(o) ||
         (o->estimates && !options_are_bounded(o) &&
          (o->algorithm == MC_DFS || o->sleep_sets == MC_SLEEP_PLAIN));
}

static void settle_random(struct options *o) {
  if (o->given.pct_depth && o->algorithm != MC_PCT && o->algorithm != MC_AUTO)
    usage_error("--pct-depth: only with --algorithm=pct or auto");
  if (o->given.tree_memory && o->algorithm != MC_OPTIMAL && o->algorithm != MC_AUTO)
    usage_error("--tree-memory: only with --algorithm=optimal or auto");
  if (o->given.estimates && options_are_random(o))
    usage_error("--estimate: not with --algorithm=%s, which has no end", options_algorithm(o));
  if (o->given.seed && !has_random_choices(o))
    usage_error("--seed: this search makes no random choice");
  if (options_are_random(o) && !o->given.max_traces && !o->given.timeout)
    o->max_traces = RANDOM_TRACES;
}

static void settle_save_trace(struct options *o) {
  if (o->given.debug_session && !o->trace)
    usage_error("--debug-session: only with replay");
  if (!o->given.save_trace)
    return;
  if (o->trace)
    usage_error("--save-trace: not with replay, which has one trace");
  if (o->given.max_traces && o->max_traces < o->save_trace)
    usage_error("--save-trace=%" PRIu64 ": beyond --max-traces=%" PRIu64, o->save_trace,
                o->max_traces);
  o->max_traces = o->save_trace;
}

static void settle_sleep_sets(struct options *o) {
  const bool none = o->algorithm == MC_DFS || options_are_random(o);
  const bool is_plain =
      o->algorithm == MC_OPTIMAL || o->algorithm == MC_POP || o->algorithm == MC_AUTO;
  if (!o->given.sleep_sets)
    o->sleep_sets = none || o->given.preemptions ? MC_SLEEP_NONE : MC_SLEEP_PLAIN;
  else if (o->sleep_sets == MC_SLEEP_CONDITIONAL && o->algorithm != MC_SOURCE)
    usage_error("--sleep-sets=conditional: only with --algorithm=source");
  else if (none || (is_plain && o->sleep_sets != MC_SLEEP_PLAIN))
    usage_error("--sleep-sets=%s: not with --algorithm=%s",
                options_word(INDEX_sleep_sets, o->sleep_sets), options_algorithm(o));
}

static void settle_starvation(const struct options *o) {
  if (o->starvation && !o->max_depth_per_thread)
    usage_error(
        "--starvation: only with --max-depth-per-thread, which cuts the traces that it goes "
        "on with");
}

/// Whether the names mean anything, is for the program to say: it may have its own.
static void check_policies(const struct options *o) {
  for (unsigned i = 0; i < o->policy.count; i++)
    for (const char *item = o->policy.item[i]; item;
         item = strchr(item, ',') ? strchr(item, ',') + 1 : NULL) {
      const size_t length = strcspn(item, ","), what = strcspn(item, "=");
      const bool is_all = !o->policy.item[i][length] && item == o->policy.item[i];
      if (what == 0 || what + 1 >= length)
        usage_error("--policy=%s%s%.*s: expected OBJECT[.OPERATION]=POLICY, such as sem.wait=fifo",
                    o->policy.item[i], is_all ? "" : ": ", is_all ? 0 : (int)length, item);
    }
}

/// What is owed of a search must not depend on what others find.
static const char *undivided_algorithm(const struct options *o) {
  if (o->given.preemptions && !o->given.algorithm)
    return "--preemptions is for dpor, which adds to what others have left; --algorithm=dfs is "
           "divided";
  if (!o->given.algorithm)
    return NULL;
  if (o->algorithm == MC_DPOR || o->algorithm == MC_SOURCE)
    return "the algorithm adds to what others have left; optimal, pop, dfs, random, pct, pos and "
           "auto are divided";
  if (o->algorithm != MC_OPTIMAL && o->algorithm != MC_AUTO)
    return NULL;
  return o->journal ? "of optimal, for which pop stands in, nothing is kept; pop is divided, and "
                      "dfs, random, pct and pos"
         : o->reproducible ? "which finding is the first one of optimal is not known to pop, which "
                             "stands in for it (--reproducible)"
         : !o->given.jobs  ? "this is for one worker, if no other number is given"
                           : NULL;
}

/// Why the search is not divided; NULL: it can be.
static const char *undivided(const struct options *o) {
  const char *algorithm = undivided_algorithm(o);
  if (algorithm)
    return algorithm;
  if (o->lint)
    return "primitives are checked by one worker (--lint)";
  if (o->given.save_trace || o->repeat > 1)
    return "how many traces come before one is known when all of them have been run (--save-trace, "
           "--repeat)";
  if (o->given.max_traces && !options_are_random(o) &&
      (o->journal || o->reproducible || !o->given.jobs))
    return "which traces are the first ones is known when all of them have been run (--max-traces)";
  if (o->output == OUTPUT_ALL)
    return "--output=all shows the output of each trace, one after the other";
  if (o->kernel_threads)
    return "each trace is a process of its own, with threads of the kernel (--threads)";
  if (o->paranoid)
    return "--paranoid is for one process";
  return NULL;
}

/// The workers' memory is reserved at the start.
static bool has_room(void) {
  struct rlimit memory, file;
  return !getrlimit(RLIMIT_AS, &memory) && !getrlimit(RLIMIT_FSIZE, &file) &&
         memory.rlim_cur == RLIM_INFINITY && file.rlim_cur == RLIM_INFINITY;
}

/// Not given, it is what the processors allow, later, and where the result is that of one worker.
static void settle_processors(struct options *o) {
  const bool may_be = !o->command && !o->reproducible && !o->from.count && !o->until.count &&
                      !o->only.count && has_room();
  const uint32_t processors = may_be ? processors_allowed() : 1;
  o->divides_itself = processors > 1;
  o->jobs = processors < 2 ? 0 : processors < MOST_WORKERS ? processors : MOST_WORKERS;
}

static void settle_jobs(struct options *o) {
  const char *why = undivided(o);
  if (!o->given.jobs)
    o->jobs = 1;
  if (why && o->journal)
    usage_error("--journal: %s", why);
  if (why && o->jobs > 1)
    warn("--jobs=%u: the search has one worker: %s", (unsigned)o->jobs, why);
  if (!why && !o->given.jobs && !o->journal) {
    settle_processors(o);
    return;
  }
  if (why || (o->jobs < 2 && !o->journal)) {
    o->jobs = 0; // it is not divided
    return;
  }
  o->as_alone = o->given.algorithm && (o->algorithm == MC_OPTIMAL || o->algorithm == MC_AUTO);
  if (!o->given.algorithm)
    o->algorithm = o->given.delays ? MC_DFS : MC_POP;
}

static void check_atomics(const struct options *o) {
  for (unsigned i = 0; i < o->atomics.count; i++)
    for (const char *item = o->atomics.item[i]; item;
         item = strchr(item, ',') ? strchr(item, ',') + 1 : NULL) {
      const int length = (int)strcspn(item, ",");
      const bool is_word = (length == 4 && !strncmp(item, "auto", 4)) ||
                           (length == 3 && !strncmp(item, "off", 3)) ||
                           (length > 4 && !strncmp(item, "lib:", 4));
      if (!is_word)
        usage_error("--atomics: expected auto, off or lib:PATTERN, not '%.*s'", length, item);
    }
}

static void settle_journal(const struct options *o) {
  if (o->watch && (!o->command || o->command->run != command_status))
    usage_error("--watch: only with status");
  if (o->allow_program && (!o->command || o->command->run != command_work))
    usage_error("--allow-program: only with work");
  if (o->send_program && !(o->journal && store_is_url(o->journal)))
    usage_error("--send-program: only with --journal=postgresql://...");
  if (o->given.lease && !(o->journal && store_is_url(o->journal)))
    usage_error("--lease: only with --journal=postgresql://...");
  if (o->given.lease && o->lease < 1)
    usage_error("--lease=%g: expected a second or more", o->lease);
}

/// What is explored of a search by reversals, of which `pop` and random schedules have none.
static void settle_parts(const struct options *o) {
  const char *name = o->given.from    ? "--from"
                     : o->given.until ? "--until"
                     : o->given.only  ? "--only"
                                      : NULL;
  const bool is_dfs = o->algorithm == MC_DFS && o->given.algorithm;
  if (!name)
    return;
  if (o->algorithm >= MC_RANDOM || o->algorithm == MC_POP || (is_dfs && o->given.only))
    usage_error("%s: not with --algorithm=%s", name, options_algorithm(o));
  if (o->given.jobs && o->jobs > 1)
    usage_error("%s: not with --jobs", name);
  for (unsigned i = 0; i < o->only.count; i++)
    for (const char *item = o->only.item[i]; item;
         item = strchr(item, ',') ? strchr(item, ',') + 1 : NULL)
      if (strncmp(item, "object:", 7) != 0 && strncmp(item, "fun:", 4) != 0)
        usage_error("--only: expected object:PATTERN or fun:PATTERN, not '%s'", item);
}

/// What is recorded anew would be another program.
static void settle_peers(const struct options *o) {
  if (o->peers.count && o->journal)
    usage_error("--peer: not with --journal");
}

void options_settle(struct options *o) {
  settle_command(o);
  settle_journal(o);
  settle_parts(o);
  settle_peers(o);
  check_policies(o);
  check_atomics(o);
  settle_starvation(o);
  settle_lint(o);
  settle_explored(o);
  settle_jobs(o);
  settle_preemptions(o);
  settle_delays(o);
  settle_sleep_sets(o);
  settle_random(o);
  settle_save_trace(o);
}
