// driver/result.c - the verdict: one of four words, by the table of verdicts and exit statuses.
#include "result.h"
#include "diagnose.h"
#include "fault.h"
#include "journal.h"
#include "names.h"
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

const char *verdict_name(enum verdict verdict) {
  static const char *const names[] = {"ok", "failed", "incomplete", "nondeterministic"};
  return names[verdict];
}

uint64_t result_traces(const struct mc_session *session) {
  uint64_t sum = 0;
  for (unsigned i = 0; i < MC_TRACE_KINDS; i++)
    sum += i == MC_SLEEP_SET_BLOCKED ? 0 : session->counts.traces[i];
  return sum;
}

bool depth_was_reached(const struct result *result) {
  return result->session->counts.traces[MC_BOUNDED] &&
         result->session->counts.max_depth >= result->options->max_depth;
}

//===- The trunk is gone ----------------------------------------------------------------------===//

/// The program died before it had a second thread, where its runtime could not record it.
static void add_finding(struct result *result, enum mc_finding_kind kind, const char *message) {
  struct mc_session *session = result->session;
  if (session->finding_count == MC_SESSION_MAX_FINDINGS)
    return;
  struct mc_finding *finding = &session->finding[session->finding_count++];
  memset(finding, 0, sizeof *finding);
  finding->kind = kind;
  finding->message = session_add(session, message);
  finding->thread = 0;
  finding->site = UINT32_MAX;
  finding->traces = finding->first_trace = 1;
  finding->race[0].site = finding->race[1].site = UINT32_MAX;
  finding->signal = WIFSIGNALED(result->ended.status) ? WTERMSIG(result->ended.status) : 0;
  finding->output_size = launch_output_size(result->launch);
  session->counts.traces[MC_FAILED]++;
  session->counts.threads = session->counts.threads ? session->counts.threads : 1;
  session->end = MC_END_FINDING;
}

static char *describe_end(int status) {
  const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  const char *name = sigabbrev_np(signal); // those of real time have none
  if (signal)
    return name ? format_text("killed by SIG%s", name) : format_text("killed by signal %d", signal);
  return format_text("exit status %d", WEXITSTATUS(status));
}

/// What the program, or the loader in its place, wanted to say.
static void show_output(const struct launch *launch) {
  char bytes[4096];
  ssize_t size = launch->output_fd < 0 ? 0 : pread(launch->output_fd, bytes, sizeof bytes, 0);
  if (size > 0)
    fwrite(bytes, 1, (size_t)size, stderr);
}

static void judge_trunk(struct result *result) {
  int status = result->ended.status;
  struct mc_session *session = result->session;
  const char *how = describe_end(status);
  if (session->fault) // the runtime's own check failed
    fault_report(result, session_text(session, session->fault));
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS && !result->ended.killed &&
      (session->phase != MC_PHASE_TRUNK || *session->attempted))
    usage_error("the system forbids %.*s (a seccomp filter?), without which McMini cannot check the "
                "program",
                *session->attempted ? (int)sizeof session->attempted : INT_MAX,
                *session->attempted ? session->attempted : "a system call that the runtime makes");
  if (result->ended.stuck)
    fault_report(result, "the runtime makes no step any more, and does not say where it is");
  if (result->ended.endless)
    add_finding(result, MC_FINDING_ENDLESS,
                "the program does not reach a second thread, and does not end");
  else if (result->ended.killed)
    session->end = MC_END_STOPPED;
  else if (session->phase == MC_PHASE_START) {
    show_output(result->launch);
    if (WIFEXITED(status) && WEXITSTATUS(status) == STATUS_INTERNAL) // and has said why
      usage_error("%s: McMini's runtime cannot start in it", result->program->path);
    usage_error("%s: ended (%s) before McMini's runtime was reached%s", result->program->path, how,
                result->program->instrumented ? "; was it built with another version of McMini?"
                                              : "; is preloading forbidden for it?");
  } else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
    session->end = MC_END_KILLED;
  else if (WIFSIGNALED(status) && session->phase == MC_PHASE_TRUNK)
    add_finding(result, WTERMSIG(status) == SIGABRT ? MC_FINDING_ASSERTION : MC_FINDING_CRASH,
                format_text("%s before a second thread was created", how));
  else if (session->phase == MC_PHASE_TRUNK && WEXITSTATUS(status))
    add_finding(result, MC_FINDING_EXIT,
                format_text("%s before a second thread was created; McMini did not see how: a raw "
                            "system call, or exec of another program",
                            how));
  else if (session->phase == MC_PHASE_TRUNK && session->warned[MC_WARN_DAEMON])
    usage_error("%s: goes on in another process by daemon() before it has a second thread; run it in the "
                "foreground",
                result->program->path);
  else if (session->phase == MC_PHASE_TRUNK)
    usage_error("%s: left McMini's runtime (%s) before a second thread was created: did it run "
                "another program by exec? Then check that one",
                result->program->path, how);
  else
    fault_report(result, format_text("the checked process ended during the search (%s)", how));
}

//===- Verdict --------------------------------------------------------------------------------===//

/// Has enough been executed of its atomic instructions for its loads and stores to matter, if they
/// are not seen? Beside code that the plugin has instrumented a module may be one thread's.
static bool is_used(const struct result *result, const struct mc_code_module *code) {
  const bool is_tsan = result->session->observed.is_tsan;
  const bool is_shared = !code->is_hooked || (result->program->instrumented && !is_tsan);
  return (code->thread[is_shared] || code->is_shared) && code->plain != MC_PLAIN_SEEN;
}

/// A module of which threads have executed atomic instructions, that were hooked or were not;
/// NULL: there is none.
static const struct mc_code_module *used_code(const struct result *result, bool is_hooked) {
  const struct mc_observed *o = &result->session->observed;
  for (uint32_t i = 0; i < o->code_modules && i < MC_SESSION_MAX_CODE; i++)
    if (o->code[i].is_hooked == is_hooked && is_used(result, &o->code[i]))
      return &o->code[i];
  return NULL;
}

/// "take of liblock.so"
static const char *describe_unseen(const struct result *result) {
  const struct mc_code_module *code = used_code(result, false);
  if (!code)
    return result->unseen;
  struct code_place place = symbols_code(result->symbols, code->code[1], false);
  return place.function && *place.function ? format_text("%s of %s", place.function, result->unseen)
                                           : result->unseen;
}

/// Its atomic instructions are; NULL: they are not.
static const struct mc_code_module *hooked_code(const struct mc_observed *o, mc_string module) {
  for (uint32_t i = 0; i < o->code_modules && i < MC_SESSION_MAX_CODE; i++)
    if (o->code[i].module == module && o->code[i].is_hooked)
      return &o->code[i];
  return NULL;
}

/// A library that goes by atomics which are not seen; or of which they are, and nothing else is.
static const char *unseen_library(const struct result *result, bool hooked) {
  const struct mc_observed *o = &result->session->observed;
  const struct mc_code_module *code = used_code(result, hooked);
  if (code)
    return last_part(session_text(result->session, code->module));
  for (uint32_t i = 0; i < o->unseen_atomics; i++) {
    const char *path = session_text(result->session, o->unseen[i].module);
    const struct mc_code_module *known = hooked_code(o, o->unseen[i].module);
    if (hooked == (known != NULL) && !(known && known->plain == MC_PLAIN_SEEN) &&
        program_has_unseen(result->program, path) &&
        (o->unseen[i].uses_futex || program_uses_futex(path)))
      return last_part(path);
  }
  return NULL;
}

static void find_limits(struct result *result) {
  const struct mc_session *session = result->session;
  struct reasons *reasons = &result->reasons;
  const bool is_random = options_are_random(result->options);
  if (session->end == MC_END_STOPPED && result->ended.interrupted)
    reasons_add(reasons,
                journal_has_rest(result->launch->journal) ? MC_WARN_INTERRUPTED_KEPT
                                                          : MC_WARN_INTERRUPTED,
                "");
  else if (session->end == MC_END_STOPPED && result->ended.unkept)
    reasons_add(reasons, MC_WARN_JOURNAL, result->ended.unkept);
  else if (is_random && (session->end == MC_END_MAX_TRACES || session->end == MC_END_STOPPED))
    reasons_add(reasons, MC_WARN_RANDOM, format_text("%" PRIu64, result_traces(result->session)));
  else if (session->end == MC_END_MAX_TRACES)
    reasons_add(reasons, MC_WARN_MAX_TRACES, "");
  else if (session->end == MC_END_STOPPED)
    reasons_add(reasons, MC_WARN_TIMEOUT, "");
  else if (session->end == MC_END_EXHAUSTED)
    reasons_add(reasons, MC_WARN_EXHAUSTED, "");
  else if (session->end == MC_END_KILLED)
    reasons_add(reasons, MC_WARN_KILLED, "");
  if (depth_was_reached(result))
    reasons_add(reasons,
                result->options->given.max_depth ? MC_WARN_MAX_DEPTH : MC_WARN_STANDARD_DEPTH, "");
  else if (session->counts.limited && result->options->max_depth_per_thread)
    reasons_add(reasons, MC_WARN_MAX_DEPTH_PER_THREAD, "");
  if (session->config.peers)
    reasons_add(reasons, MC_WARN_PEER, "");
  if (session->begun == MC_SEARCH_BEGUN)
    reasons_add(reasons, MC_WARN_FROM, "");
  if (result->options->given.from && session->begun == MC_SEARCH_WAITS)
    reasons_add(reasons, MC_WARN_NOT_BEGUN, "");
  if (session->ended)
    reasons_add(reasons, MC_WARN_UNTIL, "");
  if (result->options->given.only)
    reasons_add(reasons, session->named ? MC_WARN_ONLY : MC_WARN_NOT_NAMED, "");
  if (session->config.signals && session->interrupts)
    reasons_add(reasons, MC_WARN_SIGNALS, "");
  if (session->observed.ignored[1])
    reasons_add(reasons, MC_WARN_LEFT_OUT, "");
  if (result->options->given.preemptions)
    reasons_add(reasons, MC_WARN_PREEMPTIONS, "");
  if (result->options->given.delays)
    reasons_add(reasons, MC_WARN_DELAYS, "");
}

/// The %s of the warning where it was met first.
static const char *first_of(const struct mc_session *session, enum mc_warning warning) {
  for (uint32_t i = 0; i < session->warning_count && i < MC_SESSION_MAX_WARNINGS; i++)
    if (session->warning[i].warning == warning)
      return session_text(session, session->warning[i].what);
  return "";
}

/// Why is what was explored not everything?
static void find_reasons(struct result *result) {
  const struct mc_session *session = result->session;
  find_limits(result);
  for (unsigned i = 0; i < MC_WARNINGS; i++)
    if (session->warned[i] && i != MC_WARN_UNSEEN_PLAIN)
      reasons_add(&result->reasons, i, first_of(session, i));
  if (result->unseen)
    reasons_add(&result->reasons, MC_WARN_UNSEEN_ATOMICS, describe_unseen(result));
  if (result->unseen_plain)
    reasons_add(&result->reasons, MC_WARN_UNSEEN_PLAIN, result->unseen_plain);
  else if (session->warned[MC_WARN_UNSEEN_PLAIN])
    reasons_add(&result->reasons, MC_WARN_UNSEEN_PLAIN, first_of(session, MC_WARN_UNSEEN_PLAIN));
}

/// Nothing was found.
static void judge_coverage(struct result *result) {
  if (!result->reasons.count)
    return;
  result->verdict = VERDICT_INCOMPLETE;
  if (reasons_ours(&result->reasons) || result->options->require_complete ||
      result->options->trace) // the one schedule did not come to its end
    result->status = STATUS_INCOMPLETE;
}

/// Nothing else in the session is to be used.
static void judge_overwritten(struct result *result) {
  struct mc_session *session = result->session;
  memset(&session->counts, 0, sizeof session->counts);
  memset(&session->observed, 0, sizeof session->observed);
  memset(&session->saved, 0, sizeof session->saved);
  memset(session->warned, 0, sizeof session->warned);
  session->thread_count = session->object_count = session->site_count = 0;
  session->finding_count = session->warning_count = session->place_count = 0;
  session->racy_count = session->racy_visible = session->output_count = 0;
  session->step_count = session->machine_count = 0;
  session->fair = session->source = session->optimal = session->order = session->by_pop = 0;
  add_finding(result, MC_FINDING_OVERWRITTEN,
              format_text("%s: not as McMini has written it; nothing else is known of this run",
                          result->overwritten));
}

static bool is_found(const struct mc_session *session, uint64_t signature) {
  for (uint32_t i = 0; i < session->finding_count; i++)
    if (session->finding[i].signature == signature)
      return true;
  return false;
}

/// A search that was cut off has not met again all that was found before it restarted.
static void add_findings_before(struct mc_session *session) {
  if (session->end == MC_END_COMPLETE || session->end == MC_END_FINDING)
    return;
  for (uint32_t i = 0; i < session->before_count; i++)
    if (!is_found(session, session->before[i].signature) &&
        session->finding_count < MC_SESSION_MAX_FINDINGS)
      session->finding[session->finding_count++] = session->before[i];
}

void result_settle(struct result *result) {
  struct mc_session *session = result->session;
  if (result->overwritten) {
    judge_overwritten(result);
    return;
  }
  if (!result->ended.done)
    judge_trunk(result);
  if (session->end == MC_END_REFUSED)
    usage_error("%s", session_text(session, session->refused));
  if (session->end == MC_END_NO_PROCESS)
    usage_error(
        "the system refuses another process or thread for %s: a limit (ulimit -u, ulimit -v), or "
        "a filter of system calls?",
        result->program->path);
  if (session->end == MC_END_FAULT)
    fault_report(result, session_text(session, session->fault));
  add_findings_before(session);
}

/// A replay claims nothing of other schedules.
static bool may_be_cut(const struct result *result) {
  const uint32_t end = result->session->end;
  return !result->options->trace || (end != MC_END_COMPLETE && end != MC_END_FINDING);
}

void result_judge(struct result *result) {
  struct mc_session *session = result->session;
  result->unseen = unseen_library(result, false);
  result->unseen_plain = unseen_library(result, true);
  if (may_be_cut(result))
    find_reasons(result);
  result->verdict = VERDICT_OK;
  result->status = STATUS_OK;
  if (session->finding_count) {
    result->verdict = VERDICT_FAILED;
    result->status = STATUS_FAILED;
  } else if (session->end == MC_END_NONDETERMINISTIC) {
    result->verdict = VERDICT_NONDETERMINISTIC;
    result->status = STATUS_INCOMPLETE;
  } else {
    judge_coverage(result);
  }
}
