// driver/session_check.c - see session_check.h.
//
// The session is read-only while the program runs, but that does not hold a program which maps it
// anew, or which runs in a process of its own. Three things are known: what the command wrote; a
// secret that the trunk keeps in private memory, and writes with its result; and what values a field
// can have. Every index and length that the command uses is checked here, and only here.
#include "session_check.h"
#include "diagnose.h"
#include "processes.h"
#include "runtime/session_work.h"
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

enum { NOBODY = UINT32_MAX };

static struct {
  struct mc_config config;
  uint64_t secret;
  uint32_t rules, strings_used;
  struct mc_rule *rule;
  char *strings;
} kept;

void session_keep(struct launch *launch) {
  struct mc_session *session = launch->session;
  if (getrandom(&kept.secret, sizeof kept.secret, 0) < 0)
    kept.secret = wall_time();
  kept.secret |= 1;
  kept.config = session->config;
  session->config.secret = kept.secret;
  kept.rules = session->rule_count;
  kept.rule = allocate(kept.rules * sizeof *kept.rule);
  memcpy(kept.rule, session->rule, kept.rules * sizeof *kept.rule);
  kept.strings_used = session->strings_used;
  kept.strings = allocate(kept.strings_used);
  memcpy(kept.strings, session->strings, kept.strings_used);
}

/// NULL: it is as it was, but for what the runtime counts.
static const char *put_back(struct mc_session *session) {
  const char *wrong = NULL;
  session->config.secret = 0;
  if (session->magic != MC_SHARED_MAGIC || session->size != sizeof *session)
    wrong = "its head";
  if (memcmp(&session->config, &kept.config, sizeof kept.config) != 0)
    wrong = "the configuration";
  if (session->rule_count != kept.rules || session->strings_used < kept.strings_used ||
      memcmp(session->strings, kept.strings, kept.strings_used) != 0)
    wrong = "the rules";
  for (uint32_t i = 0; i < kept.rules; i++) {
    kept.rule[i].matched = session->rule[i].matched;
    if (memcmp(&kept.rule[i], &session->rule[i], sizeof *kept.rule) != 0)
      wrong = "the rules";
  }
  session->config = kept.config;
  session->rule_count = kept.rules;
  memcpy(session->rule, kept.rule, kept.rules * sizeof *kept.rule);
  memcpy(session->strings, kept.strings, kept.strings_used);
  session->strings[MC_SESSION_STRINGS - 1] = '\0';
  if (session->strings_used > MC_SESSION_STRINGS || wrong)
    session->strings_used = kept.strings_used;
  return wrong;
}

//===- Fields ---------------------------------------------------------------------------------===//

#define MUST(condition, what)                                                                      \
  if (!(condition))                                                                                \
  return what

static bool is_index(uint32_t index, uint32_t count) { return index == NOBODY || index < count; }

static bool is_thread(uint32_t thread) {
  return thread == UINT16_MAX || is_index(thread, MC_SESSION_MAX_THREADS); // MC_NO_THREAD
}

static bool is_object(const struct mc_session *s, uint32_t object) {
  return is_index(object, s->object_count);
}

static bool is_site(const struct mc_session *s, uint32_t site) {
  return is_index(site, s->site_count);
}

static bool is_string(mc_string string) { return string < MC_SESSION_STRINGS; }

static bool are_steps(const struct mc_session *s, uint32_t first, uint32_t steps) {
  return steps == 0 || (first <= s->step_count && steps <= s->step_count - first);
}

/// One without an operation is none.
static bool is_step(const struct mc_session *s, const struct mc_step_record *step) {
  return !step->operation ||
         (is_thread(step->thread) && is_string(step->operation) && is_string(step->primitive) &&
          is_string(step->alternative) && is_object(s, step->object[0]) &&
          is_object(s, step->object[1]) && is_site(s, step->site) && step->has_value <= 1 &&
          step->is_apart <= 1 && step->is_preempting <= 1);
}

static bool is_record(const struct mc_session *s, const struct mc_object_record *object) {
  return is_string(object->primitive) && object->place <= MC_OBJECT_OTHER &&
         is_thread(object->creator) && is_site(s, object->site);
}

static const char *check_numbers(const struct mc_session *s) {
  MUST(s->phase <= MC_PHASE_DONE && s->end <= MC_END_NO_PROCESS, "how the search ended");
  MUST(s->thread_count <= MC_SESSION_MAX_THREADS, "the number of threads");
  MUST(s->object_count <= MC_SESSION_MAX_OBJECTS, "the number of objects");
  MUST(s->site_count <= MC_SESSION_MAX_SITES, "the number of places");
  MUST(s->finding_count <= MC_SESSION_MAX_FINDINGS, "the number of findings");
  MUST(s->warning_count <= MC_SESSION_MAX_WARNINGS, "the number of warnings");
  MUST(s->place_count <= MC_SESSION_MAX_PLACES, "the number of busy waits");
  MUST(s->racy_count <= MC_SESSION_MAX_RACY && s->racy_visible <= s->racy_count,
       "the number of variables with races");
  MUST(s->output_count <= MC_SESSION_MAX_OUTPUTS, "the number of outputs");
  MUST(s->step_count <= sizeof s->step / sizeof *s->step, "the number of steps");
  MUST(s->machine_count <= sizeof s->machine / sizeof *s->machine, "the number of stacks");
  MUST(s->strings_used <= MC_SESSION_STRINGS, "the number of names");
  MUST(s->fault_machine <= s->machine_count && is_string(s->fault) && is_string(s->refused),
       "an error");
  MUST(s->fair <= 1 && s->ordered_modifications <= 1 && s->ordered_counts <= 1 &&
           s->doubtful_iterations <= 1 && s->iterations_go_on <= 1 && s->stores_are_seen <= 1 &&
           s->source <= 1 && s->optimal <= 1 && s->by_pop <= MC_BY_POP_NEVER,
       "how the search went");
  return NULL;
}

/// They are published with the end of the search, and else from time to time.
static const char *check_counts(const struct mc_session *s, bool is_done) {
  uint64_t sum = 0;
  for (unsigned i = 0; i < MC_TRACE_KINDS; i++) {
    MUST(s->counts.traces[i] < (uint64_t)1 << 56, "the number of traces");
    sum += s->counts.traces[i];
  }
  MUST(s->counts.limited <= 1 &&
           (!is_done || !s->counts.limited || s->config.max_depth_per_thread ||
            s->warned[MC_WARN_MANY_THREADS] || s->warned[MC_WARN_TIMER_PERIOD]),
       "the limit of a thread");
  MUST(!is_done || !s->counts.traces[MC_BOUNDED] || s->counts.limited ||
           s->counts.max_depth >= s->config.max_depth,
       "the number of traces that a limit has cut");
  MUST(s->counts.threads <= MC_SESSION_MAX_THREADS, "the number of threads");
  MUST(s->counts.sampled <= (uint64_t)1 << 56 && s->counts.between <= (uint64_t)1 << 56 &&
           s->counts.classes_are_estimated <= 1 && s->counts.estimate.at_least <= 1,
       "the number of random schedules");
  MUST(s->counts.estimate.traces >= 0 && s->counts.estimate.low >= 0 &&
           s->counts.estimate.high >= 0,
       "the estimate");
  for (uint32_t i = 0; i < s->finding_count && is_done; i++)
    MUST(s->finding[i].traces <= sum + s->counts.sampled + 1 &&
             s->finding[i].samples <= s->finding[i].traces + s->counts.between,
         "the number of traces of a finding");
  return NULL;
}

static const char *check_tables(const struct mc_session *s) {
  for (uint32_t i = 0; i < s->thread_count; i++)
    MUST(is_string(s->thread[i].name) && s->thread[i].parent < MC_SESSION_MAX_THREADS, "a thread");
  for (uint32_t i = 0; i < s->object_count; i++)
    MUST(is_record(s, &s->object[i]), "an object");
  for (uint32_t i = 0; i < s->site_count; i++)
    MUST(is_string(s->site[i].file) && is_string(s->site[i].function) &&
             is_string(s->site[i].expression),
         "a place");
  MUST(s->explored_orders.count <= MC_SESSION_MAX_EXPLORED && s->explored_orders.is_full <= 1 &&
           s->explored_orders.is_cut <= 1,
       "the number of operations");
  for (uint32_t i = 0; i < MC_SESSION_MAX_SITES; i++)
    MUST(s->explored_orders.reach[i] <= MC_REACHED, "an operation of the program");
  for (uint32_t i = 0; i < s->explored_orders.count; i++) {
    const struct mc_explored_operation *operation = &s->explored_orders.operation[i];
    MUST(operation->object < s->object_count && operation->thread < MC_SESSION_MAX_THREADS &&
             is_site(s, operation->site) && is_string(operation->operation),
         "an operation");
  }
  for (uint32_t i = 0; i < s->step_count; i++)
    MUST(is_step(s, &s->step[i]), "a step");
  for (uint32_t i = 0; i < s->machine_count; i++)
    MUST(s->machine[i].stack_bytes <= MC_SESSION_STACK, "a stack");
  for (uint32_t i = 0; i < s->place_count; i++)
    MUST(is_site(s, s->place[i].site), "a busy wait");
  for (unsigned i = 0; i < MC_WARNINGS; i++)
    MUST(s->warned[i] <= 1, "a warning");
  for (uint32_t i = 0; i < s->warning_count; i++)
    MUST(s->warning[i].warning < MC_WARNINGS && s->warned[s->warning[i].warning] &&
             is_string(s->warning[i].what) && is_site(s, s->warning[i].site),
         "a warning");
  return NULL;
}

static const char *check_outputs(const struct mc_session *s, const struct launch *launch) {
  const off_t end = launch->output_fd < 0 ? 0 : lseek(launch->output_fd, 0, SEEK_END);
  const uint64_t size = end < 0 ? 0 : (uint64_t)end;
  for (uint32_t i = 0; i < s->output_count; i++) {
    const struct mc_output *o = &s->output[i];
    MUST(!o->is_kept || (o->start <= size && o->size <= size - o->start), "an output");
  }
  return NULL;
}

static const char *check_observed(const struct mc_session *s) {
  const struct mc_observed *o = &s->observed;
  MUST(o->modules <= MC_SESSION_MAX_MODULES && o->is_tsan <= 1 && o->protection_key <= 1,
       "what was instrumented");
  for (uint32_t i = 0; i < o->modules; i++)
    MUST(is_string(o->module[i]), "what was instrumented");
  MUST(is_string(o->kernel_threads) && is_string(o->fork) && is_string(o->guard),
       "how the program ran");
  MUST(o->unseen_atomics <= MC_SESSION_MAX_UNSEEN && o->code_modules <= MC_SESSION_MAX_CODE,
       "what was not seen");
  for (uint32_t i = 0; i < o->unseen_atomics; i++)
    MUST(is_string(o->unseen[i].module), "what was not seen");
  for (uint32_t i = 0; i < o->code_modules; i++)
    MUST(is_string(o->code[i].module) && o->code[i].thread[0] <= MC_SESSION_MAX_THREADS &&
             o->code[i].thread[1] <= MC_SESSION_MAX_THREADS,
         "what was not seen");
  MUST(o->losses <= MC_SESSION_MAX_LOSSES, "what the linter saw");
  for (uint32_t i = 0; i < o->losses; i++)
    MUST(is_string(o->lost[i].pair) && is_site(s, o->lost[i].site), "what the linter saw");
  MUST(o->operation_kinds <= sizeof o->operation / sizeof *o->operation, "the transitions by kind");
  for (uint32_t i = 0; i < o->operation_kinds; i++)
    MUST(is_string(o->operation[i].primitive) && is_string(o->operation[i].operation),
         "the transitions by kind");
  return NULL;
}

//===- Findings -------------------------------------------------------------------------------===//

static bool is_access(const struct mc_session *s, const struct mc_race_record *access) {
  for (uint32_t i = 0; i < access->locks && i < MC_SESSION_MAX_HELD; i++)
    if (!is_object(s, access->lock[i]))
      return false;
  return is_site(s, access->site) && is_thread(access->thread) &&
         access->locks <= MC_SESSION_MAX_HELD && access->machine <= s->machine_count &&
         access->value_size <= 8;
}

static bool is_end(const struct mc_session *s, const struct mc_thread_end *end) {
  for (uint32_t i = 0; i < end->awaits && i < MC_SESSION_MOST_AWAITED; i++)
    if (!is_object(s, end->awaited[i].object))
      return false;
  return end->status <= MC_THREAD_FINISHED && is_step(s, &end->pending) &&
         is_string(end->object_state) && is_string(end->waits) && is_thread(end->holder) &&
         is_string(end->until) && end->awaits <= MC_SESSION_MOST_AWAITED;
}

static bool is_call(const struct mc_session *s, const struct mc_memory_call *call) {
  return is_thread(call->thread) && call->machine <= s->machine_count;
}

static const char *check_finding(const struct mc_session *s, const struct mc_finding *f) {
  MUST(f->kind < MC_FINDING_KINDS, "the kind of a finding");
  MUST(is_string(f->message) && is_thread(f->thread) && is_site(s, f->site), "a finding");
  MUST(are_steps(s, f->first_step, f->steps), "the steps of a finding");
  const bool is_race = f->race[0].site != NOBODY;
  MUST(!is_race || (is_access(s, &f->race[0]) && is_access(s, &f->race[1]) &&
                    f->race[1].site != NOBODY && is_record(s, &f->raced)),
       "a race");
  MUST(f->followed_by <= s->finding_count && f->guard.lock <= s->object_count &&
           (!f->guard.lock || is_site(s, f->guard.site)),
       "a race");
  MUST(f->racy <= s->racy_count && f->polls <= 1 && f->counts <= 1 && f->patched <= 1,
       "how a finding was found");
  MUST(f->machine <= s->machine_count && f->has_chunk <= 1 && is_call(s, &f->allocated) &&
           is_call(s, &f->freed),
       "the memory of a finding");
  MUST(f->signal >= 0 && f->signal <= 64, "the signal of a finding");
  for (unsigned t = 0; t < MC_SESSION_MAX_THREADS; t++)
    MUST(is_end(s, &f->end[t]), "the end of a finding");
  return NULL;
}

static const char *check_values(const struct mc_session *s) {
  const struct mc_explained *e = &s->explained;
  MUST(e->variables <= MC_SESSION_MOST_VARIABLES && e->values <= MC_SESSION_MOST_VALUES,
       "values of variables");
  for (uint32_t i = 0; i < e->variables; i++)
    MUST(is_record(s, &e->variable[i]) && e->variable[i].size <= sizeof e->value[0].before,
         "a variable");
  for (uint32_t i = 0; i < e->values; i++)
    MUST(e->value[i].variable < e->variables && is_site(s, e->value[i].site) &&
             is_thread(e->value[i].thread) && e->value[i].is_write <= 1,
         "the value of a variable");
  return NULL;
}

static const char *check_explained(const struct mc_session *s) {
  const struct mc_explained *e = &s->explained;
  MUST(e->is_reproduced <= 1 && e->is_least <= 1 && e->is_late <= 1 && e->critical_is <= 3 &&
           (!e->is_reproduced || e->finding < s->finding_count) &&
           are_steps(s, e->first_step, e->steps) && e->other_count <= MC_SESSION_MOST_OTHERS,
       "what explains a finding");
  for (uint32_t i = 0; i < e->other_count; i++)
    MUST(e->other[i].kind < MC_FINDING_KINDS && is_site(s, e->other[i].site[0]) &&
             is_site(s, e->other[i].site[1]),
         "what explains a finding");
  return check_values(s);
}

static const char *check_findings(const struct mc_session *s) {
  for (uint32_t i = 0; i < s->finding_count; i++) {
    const char *wrong = check_finding(s, &s->finding[i]);
    MUST(!wrong, wrong);
  }
  MUST(s->saved.kind < MC_TRACE_KINDS && are_steps(s, s->saved.first_step, s->saved.steps),
       "the saved trace");
  MUST(is_step(s, &s->cut.last) && is_step(s, &s->cut.change), "the trace that was cut");
  MUST(is_step(s, &s->divergence.recorded) && is_step(s, &s->divergence.met), "the divergence");
  MUST(s->before_count <= MC_SESSION_MOST_BEFORE, "what was found before");
  for (uint32_t i = 0; i < s->before_count; i++) {
    const char *wrong = check_finding(s, &s->before[i]);
    MUST(!wrong, wrong);
  }
  return check_explained(s);
}

//===- All of it ------------------------------------------------------------------------------===//

static const char *check_end(const struct mc_session *s, const struct watch_end *ended) {
  MUST(!ended->overwritten, "the progress of the search");
  MUST(!s->overwritten, "what only McMini writes, while the program ran");
  MUST(!ended->done || s->sealed_by == kept.secret, "the end of the search");
  MUST(s->end != MC_END_STOPPED || !ended->done || ended->timed_out || ended->interrupted ||
           ended->unkept,
       "the request to stop");
  return NULL;
}

const char *session_check(const struct launch *launch, const struct watch_end *ended) {
  struct mc_session *s = launch->session;
  const char *wrong = put_back(s);
  wrong = wrong ? wrong : check_end(s, ended);
  wrong = wrong ? wrong : check_numbers(s);
  wrong = wrong ? wrong : check_tables(s);
  wrong = wrong ? wrong : check_findings(s);
  wrong = wrong ? wrong : check_counts(s, ended->done);
  wrong = wrong ? wrong : check_outputs(s, launch);
  return wrong ? wrong : check_observed(s);
}
