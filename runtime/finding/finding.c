// runtime/finding/finding.c - what is recorded of a trace: its findings, its races, its steps.
#include "finding.h"
#include "runtime/base/base.h"
#include "runtime/events.h"
#include "runtime/memory/chunk.h"
#include "runtime/record/record.h"
#include "runtime/spinloop/waiting.h"
#include <string.h>

static uint32_t steps_of(mc_thread thread) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < mc_shared->trace.steps; i++)
    n += mc_shared->trace.step[i].operation.thread == thread;
  return n;
}

enum mc_search_part mc_part_of_trace(void) {
  return mc_shared->tables.search ? mc_search_part(mc_shared->tables.search) : MC_PART_SEARCH;
}

static enum mc_thread_status status_of(mc_thread thread) {
  const struct mc_operation *pending = mc_waits_for(thread);
  const uint32_t limit = mc_session->config.max_depth_per_thread;
  if (mc_process->model.thread[thread].finished)
    return MC_THREAD_FINISHED;
  if (!pending)
    return thread == mc_shared->trace.current ? MC_THREAD_RUNNING : MC_THREAD_ABSENT;
  if (limit && steps_of(thread) >= limit && mc_part_of_trace() != MC_PART_EXTENSION)
    return MC_THREAD_LIMITED;
  if (pending->flags & MC_BEYOND)
    return MC_THREAD_BEYOND;
  if (pending->flags & MC_BUSY_WAIT)
    return MC_THREAD_WAITING;
  if (!mc_is_blocked(thread))
    return MC_THREAD_RUNNABLE;
  if (mc_serves(pending)) // a timer that is not armed
    return MC_THREAD_ABSENT;
  return mc_waits_in_loop(pending) && !mc_process->thread[thread].is_in_wait ? MC_THREAD_WAITING
                                                                             : MC_THREAD_BLOCKED;
}

static mc_string record_waits(const struct mc_operation *pending) {
  const char *(*const waits)(const struct mc_operation *, const void *) = pending->primitive->waits;
  const char *text = waits && pending->objects
                         ? waits(pending, mc_process->model.object[pending->object[0]].state)
                         : NULL;
  return text ? mc_record_string(text) : 0;
}

void mc_record_thread_end(mc_thread thread, struct mc_thread_end *end) {
  const struct mc_operation *pending = mc_waits_for(thread);
  char text[256] = "";
  *end = (struct mc_thread_end){.holder = MC_NONE, .held_since = MC_NONE};
  end->status = status_of(thread);
  if (!pending)
    return;
  end->pending = mc_record_operation(pending, mc_process->thread[thread].site);
  if (mc_process->thread[thread].shown)
    end->pending.site = mc_process->thread[thread].shown - 1;
  end->pending.alternative = 0;
  for (int i = 0; i < pending->objects; i++) {
    const struct mc_model_object *o = &mc_process->model.object[pending->object[i]],
                                 *first = &mc_process->model.object[pending->object[0]];
    const bool is_held = o->primitive->owner && o->primitive->owner(o->state) != MC_NO_THREAD;
    if (o->primitive->print && (i == 0 || (is_held && o->primitive == first->primitive)))
      o->primitive->print(o->state, text, sizeof text);
    if (!is_held)
      continue;
    end->holder = o->primitive->owner(o->state);
    end->held_since = mc_process->object[pending->object[i]].since;
    break;
  }
  end->object_state = mc_record_string(text);
  end->waits = end->status == MC_THREAD_BLOCKED ? record_waits(pending) : 0;
  if (mc_waits_in_loop(pending))
    mc_record_awaited(pending, end);
  else if (pending->flags & MC_BUSY_WAIT && mc_process->thread[thread].plain.size)
    mc_record_plain_wait(thread, end);
}

static uint64_t hash_text(uint64_t h, mc_string string) {
  for (const char *at = mc_session->strings + string; *at; at++)
    h = mc_hash(h, (uint8_t)*at);
  return h;
}

/// The place in the source: of an inlined function there may be several sites, in several
/// functions.
static uint64_t hash_of_place(uint32_t site) {
  const struct mc_place *place = &mc_session->site[site];
  return mc_hash(mc_hash(hash_text(mc_hash(1, place->code), place->file), place->line),
                 place->column);
}

/// The same with its function and what is accessed. MC_NONE: none.
static uint64_t hash_of_site(uint32_t site) {
  const struct mc_place *place = &mc_session->site[site];
  return site == MC_NONE
             ? 0
             : hash_text(hash_text(hash_of_place(site), place->function), place->expression);
}

static bool is_heap_misuse(const struct mc_finding_details *d) {
  return d->kind >= MC_FINDING_USE_AFTER_FREE;
}

// What tells misuses of the heap apart: who did it, and to whose memory. Sizes, places in the
// memory and threads do not.
static uint64_t signature_of_misuse(const struct mc_finding_details *d) {
  const ucontext_t *u = d->ucontext;
  uint64_t h = mc_hash(MC_HASH_START, d->kind);
  h = mc_hash(h, hash_of_site(d->site ? mc_record_passing_site(d->site) : MC_NONE));
  h = mc_hash(h, u ? (uint64_t)u->uc_mcontext.gregs[REG_RIP] : 0);
  return mc_hash(h, d->chunk ? d->chunk->code : 0);
}

// The program's place of a crash. In the runtime, which looks at memory for all accesses, all
// crashes would have one place.
static uint64_t code_of_crash(const uint64_t registers[MC_REGISTERS]) {
  enum { BASE = 6, TOP = 7, CODE = 16, MOST = 16 << 10 };
  const uint64_t top = registers[TOP];
  uint64_t code = registers[CODE], at = registers[BASE];
  bool is_runtime = mc_is_runtime(code);
  if (!is_runtime && !(top % 8) && mc_is_readable(top & ~(uint64_t)15)) // libc, for the runtime
    is_runtime = mc_is_runtime(*(const uint64_t *)top);
  while (is_runtime && at > top && at - top < MOST && at % 16 == 0 && mc_is_readable(at)) {
    const uint64_t *frame = (const uint64_t *)at;
    at = frame[0];
    code = frame[1];
    is_runtime = at > (uintptr_t)frame && mc_is_runtime(code);
  }
  return code;
}

// Where threads wait tells deadlocks and livelocks apart; the order of the threads does not.
static uint64_t signature_of(const struct mc_finding_details *d, const struct mc_finding *f) {
  uint64_t h = mc_hash(MC_HASH_START, d->kind), waiting = 0;
  if (d->kind == MC_FINDING_DEADLOCK || d->kind == MC_FINDING_LIVELOCK) {
    for (int t = 0; t < MC_MAX_THREADS; t++)
      if (f->end[t].status == MC_THREAD_BLOCKED || f->end[t].status == MC_THREAD_WAITING)
        waiting += mc_mix(mc_hash(hash_of_site(f->end[t].pending.site), f->end[t].status));
    return mc_hash(h, waiting);
  }
  if (is_heap_misuse(d))
    return signature_of_misuse(d);
  if (d->ucontext) {
    uint64_t registers[MC_REGISTERS];
    mc_machine_of(d->ucontext, registers);
    return mc_hash(mc_hash(h, (uint64_t)d->signal), code_of_crash(registers));
  }
  return mc_hash(mc_hash(hash_text(h, f->message), hash_of_site(f->site)), (uint64_t)d->status);
}

static struct mc_finding *same_finding(uint64_t signature) {
  for (uint32_t i = 0; i < mc_session->finding_count; i++)
    if (mc_session->finding[i].signature == signature)
      return &mc_session->finding[i];
  return NULL;
}

bool mc_finding_is_known(const struct mc_finding_details *details) {
  return same_finding(signature_of_misuse(details));
}

uint64_t mc_trace_number(void) {
  if (!mc_shared->tables.search)
    return 1;
  const struct mc_search_counts *counts = mc_search_counts(mc_shared->tables.search);
  const bool of_the_last = mc_search_part(mc_shared->tables.search) == MC_PART_EXTENSION;
  return !of_the_last + mc_shared->division.traces + counts->sampled + mc_traces_of(counts);
}

static bool is_between(void) {
  return mc_shared->tables.search && mc_search_is_between(mc_shared->tables.search);
}

static bool runs_again(void) {
  return mc_shared->tables.search && mc_search_runs_again(mc_shared->tables.search);
}

// A probe is no trace of the search, and has the number of the next one; an extension that of the
// trace that it goes on with. One that a divided search makes again was counted before.
static void count_trace(struct mc_finding *f) {
  const enum mc_search_part part = mc_part_of_trace();
  if (mc_session->config.samples) // it is 1 as long as the search itself has not met it
    f->samples = f->traces == 0 && is_between();
  if (part == MC_PART_PROBE || f->last_trace == mc_trace_number())
    return;
  f->traces += !runs_again();
  f->samples += part == MC_PART_SAMPLE;
  f->last_trace = mc_trace_number();
}

uint32_t mc_record_steps(uint32_t *first, uint32_t most) {
  mc_session_write();
  const uint32_t room =
      sizeof mc_session->step / sizeof mc_session->step[0] - mc_session->step_count;
  uint32_t steps = mc_shared->trace.steps < most ? mc_shared->trace.steps : most;
  steps = steps < room ? steps : 0; // too long for a report
  *first = mc_session->step_count;
  for (uint32_t i = 0; i < steps; i++)
    mc_session->step[*first + i] = mc_record_step(&mc_shared->trace.step[i]);
  mc_session->step_count += steps;
  return steps;
}

void mc_save_trace(enum mc_trace_kind kind) {
  struct mc_saved_trace *saved = &mc_session->saved;
  if (mc_session->config.save_trace != mc_trace_number() || kind == MC_SLEEP_SET_BLOCKED ||
      mc_part_of_trace() == MC_PART_PROBE)
    return;
  mc_session_write();
  saved->number = mc_trace_number();
  saved->kind = kind;
  saved->steps = mc_record_steps(&saved->first_step, MC_NONE);
}

static uint32_t last_failure MC_PER_TRACE; // of this trace: 1 + the finding that it ends with

uint32_t mc_last_failure(void) { return last_failure; }

/// A race of a trace that did not come to its end: it ran again, with other accesses as transitions.
static bool is_of_given_up_trace(const struct mc_finding *f) {
  return f->kind == MC_FINDING_DATA_RACE && !f->steps && f->racy != mc_session->racy_visible;
}

/// So many steps of a race's schedule are shown: all, or those that lead to it.
static uint32_t most_steps(const struct mc_finding *race) {
  const struct mc_explaining *e = &mc_shared->explaining;
  return e->met && race->signature == e->target ? e->met - 1 : MC_NONE;
}

// `signature` 0: from the details.
static struct mc_finding *record(const struct mc_finding_details *d, uint64_t signature) {
  struct mc_finding *f = &mc_session->finding[mc_session->finding_count];
  mc_session_write();
  if (mc_session->finding_count == MC_SESSION_MAX_FINDINGS) {
    mc_record_warning(MC_WARN_FINDING_LIMIT, NULL, NULL);
    return NULL;
  }
  memset(f, 0, sizeof *f);
  f->kind = d->kind;
  f->message = mc_record_string(d->message);
  f->thread = d->thread == MC_NO_THREAD ? MC_NONE : d->thread;
  f->site = d->site ? mc_record_passing_site(d->site) : MC_NONE;
  f->race[0].site = f->race[1].site = MC_NONE;
  f->racy = mc_session->racy_visible;
  f->polls = mc_session->doubtful_iterations;
  f->counts = mc_counts_are_ordered();
  f->order = mc_session->config.replaying ? mc_session->config.order : mc_session->order;
  f->patched = mc_session->observed.is_patched;
  f->signal = d->signal;
  f->status = d->status;
  f->address = d->address;
  if (d->has_died)
    f->end[d->thread] = (struct mc_thread_end){
        .status = MC_THREAD_RUNNING, .holder = MC_NONE, .held_since = MC_NONE};
  for (unsigned t = 0; !d->has_died && t < mc_process->model.thread_count; t++)
    mc_record_thread_end((mc_thread)t, &f->end[t]);
  if (d->ucontext)
    f->machine = mc_machine_record(d->ucontext);
  else if (d->registers)
    f->machine = mc_machine_record_registers(d->registers);
  f->signature = signature ? signature : signature_of(d, f);
  struct mc_finding *known = same_finding(f->signature);
  if (f->kind != MC_FINDING_DATA_RACE) {
    mc_note_explained(f);
    last_failure = 1 + (uint32_t)((known ? known : f) - mc_session->finding);
  }
  if (known) {
    if (f->machine)
      mc_session->machine_count--;
    if (is_of_given_up_trace(known)) {
      known->racy = f->racy;
      known->order = f->order;
      known->first_trace = mc_trace_number();
    }
    count_trace(known);
    return known;
  }
  mc_event_is_found(d, f);
  f->first_trace = mc_trace_number();
  count_trace(f);
  if (f->kind != MC_FINDING_DATA_RACE) // the trace goes on
    f->steps = mc_record_steps(&f->first_step, MC_NONE);
  mc_session->finding_count++;
  return f;
}

void mc_record_finding(const struct mc_finding_details *details) { record(details, 0); }

void mc_forget_failure(void) {
  const struct mc_finding *f = &mc_session->finding[mc_session->finding_count - 1];
  if (f->kind == MC_FINDING_DATA_RACE)
    return;
  mc_session_write();
  mc_session->finding_count--;
  mc_session->step_count -= f->steps;
  mc_session->machine_count -= f->machine != 0;
}

void mc_record_finding_as(const struct mc_finding_details *details, uint64_t signature) {
  record(details, signature);
}

/// Which of the two came first does not matter.
static uint64_t signature_of_race(const struct mc_race_record race[2]) {
  const uint64_t a = hash_of_place(race[0].site), b = hash_of_place(race[1].site);
  return mc_hash(mc_hash(mc_hash(1, MC_FINDING_DATA_RACE), a < b ? a : b), a < b ? b : a) | 1;
}

uint32_t mc_race_finding(const struct mc_race_record race[2]) {
  const struct mc_finding *f = same_finding(signature_of_race(race));
  if (f)
    mc_note_explained(f);
  return f && !is_of_given_up_trace(f) ? (uint32_t)(f - mc_session->finding) : MC_NO_FINDING;
}

uint32_t mc_record_race(const struct mc_race_record race[2], uint64_t address, uint32_t size) {
  struct mc_finding *f =
      record(&(struct mc_finding_details){.kind = MC_FINDING_DATA_RACE,
                                          .message = "two accesses that nothing orders",
                                          .thread = (mc_thread)race[1].thread},
             signature_of_race(race));
  if (!f)
    return MC_NO_FINDING;
  memcpy(f->race, race, sizeof f->race);
  mc_note_explained(f);
  const bool has_no_name = !mc_session->site[race[0].site].expression; // as free()
  f->raced = (struct mc_object_record){
      .address = address,
      .size = size,
      .place = mc_is_global(address) ? MC_OBJECT_GLOBAL : MC_OBJECT_OTHER,
      .site = race[has_no_name].site,
  };
  return (uint32_t)(f - mc_session->finding);
}

void mc_count_race(uint32_t finding, uint64_t output) {
  struct mc_finding *f = &mc_session->finding[finding];
  mc_session_write();
  count_trace(f);
  if (!f->followed_by)
    f->followed_by = last_failure;
  f->outputs |= output;
}

void mc_findings_note(uint64_t findings[MC_SESSION_MAX_FINDINGS / 64]) {
  for (uint32_t i = 0; i < mc_session->finding_count; i++)
    findings[i / 64] |= (uint64_t)(mc_session->finding[i].last_trace == mc_trace_number())
                        << i % 64;
}

void mc_findings_of_prefix(const uint64_t findings[MC_SESSION_MAX_FINDINGS / 64]) {
  mc_explained_of_prefix();
  for (uint32_t i = 0; i < mc_session->finding_count; i++) {
    if (!(findings[i / 64] >> i % 64 & 1))
      continue;
    mc_session_write();
    count_trace(&mc_session->finding[i]);
  }
}

void mc_complete_races(void) {
  for (uint32_t i = 0; i < mc_session->finding_count; i++) {
    struct mc_finding *f = &mc_session->finding[i];
    if (f->kind == MC_FINDING_DATA_RACE && !f->steps && f->first_trace == mc_trace_number() &&
        f->racy == mc_session->racy_visible)
      f->steps = mc_record_steps(&f->first_step, most_steps(f));
  }
}

static unsigned count_threads(enum mc_thread_status status) {
  unsigned count = 0;
  for (unsigned t = 0; t < mc_process->model.thread_count; t++)
    count += status_of((mc_thread)t) == status;
  return count;
}

void mc_record_stuck(enum mc_finding_kind finding) {
  const bool is_deadlock = finding == MC_FINDING_DEADLOCK;
  const unsigned blocked = count_threads(MC_THREAD_BLOCKED),
                 loops = count_threads(MC_THREAD_WAITING) +
                         (is_deadlock ? 0 : count_threads(MC_THREAD_RUNNABLE)),
                 stuck = is_deadlock ? blocked + loops : loops;
  char text[120];
  const size_t length = mc_format(text, sizeof text,
                                  is_deadlock ? "%u thread%s wait%s and none can ever go on"
                                              : "%u thread%s wait%s in loops that nobody can end",
                                  stuck, stuck == 1 ? "" : "s", stuck == 1 ? "s" : "");
  if (!is_deadlock && blocked)
    mc_format(text + length, sizeof text - length, ", and %u for something else", blocked);
  mc_record_finding(
      &(struct mc_finding_details){.kind = finding, .message = text, .thread = MC_NO_THREAD});
}

void mc_end_if_starved(mc_thread thread) {
  const struct mc_operation *by = mc_search_starved(mc_shared->tables.search, thread);
  const struct mc_operation *pending = mc_model_pending(&mc_process->model, thread);
  char text[160];
  if (!by || !pending)
    return;
  const struct mc_policy *policy =
      mc_operation_policy(pending) ? mc_operation_policy(pending) : mc_operation_policy(by);
  mc_format(text, sizeof text, "%%t%u; waits while the %s serves others; wakeup policy: %s", thread,
            by->primitive->name, policy ? policy->name : mc_policy_arbitrary.name);
  mc_end_with(&(struct mc_finding_details){.kind = MC_FINDING_STARVATION,
                                           .message = text,
                                           .thread = thread,
                                           .site = mc_process->thread[thread].site});
}
