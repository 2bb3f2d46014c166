// runtime/detector/races.c - the data races of the running trace.
//
// The detector lies in private memory of the worker, which is put back with the program's: what the
// steps that a trace repeats have left in it is there again. A race is a finding at once; which of
// the known ones a trace has shown is told at its end.
#include "races.h"
#include "reference_counts.h"
#include "runtime/finding/finding.h"
#include "runtime/record/leave.h"
#include "runtime/record/record.h"
#include "runtime/signals/signals.h"
#include "runtime/snapshot/snapshot.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static const uint64_t MOST_BYTES = (uint64_t)16 << 30, LEAST_BYTES = (uint64_t)64 << 20;
enum {
  SHARE = 16,        // of the address space that a limit allows
  MOST_RACES = 256,  // of a trace
  MOST_WATCHED = 20, // traces that run again: their stacks take room in the session
};

static uint64_t detector_bytes MC_KEPT; ///< from MC_RACES_ADDRESS on
uint64_t mc_races_bytes(void) { return detector_bytes; }
uint8_t __mcmini_all_accesses MC_PER_TRACE, __mcmini_own_accesses MC_PER_TRACE;

/// The races of this trace: pairs of places, and which findings they are.
static struct {
  uint32_t count;
  uint32_t finding[MOST_RACES];
  uintptr_t site[MOST_RACES][2];
} shown MC_PER_TRACE_TABLE;

static bool is_looking_at_pending MC_PER_TRACE;

/// The access that is being made; size 0: none.
static struct {
  uintptr_t address;
  uint64_t size;
  const uint64_t *stored; ///< NULL: not known, or a read
  uint8_t flags;
} current MC_PER_TRACE;

static void note_value(struct mc_race_record *record) {
  if (current.size == 0 || current.size > sizeof record->value || current.flags & MC_IS_ATOMIC ||
      (current.flags & MC_IS_WRITE && !current.stored))
    return;
  record->value_size = (uint8_t)current.size;
  record->value = 0;
  memcpy(&record->value, current.stored ? (const void *)current.stored : (void *)current.address,
         current.size);
}

//===- The first access -----------------------------------------------------------------------===//

// Its stack is known only if somebody looks when it is made: the trace runs again, uncounted.

static void mc_race_locks(struct mc_race_record *record) {
  for (mc_object o = 0; o < mc_process->model.object_count; o++) {
    const struct mc_object_info *info = &mc_process->object[o];
    if (!mc_process->model.object[o].primitive || info->owner != record->thread)
      continue;
    if (record->locks == MC_SESSION_MAX_HELD)
      return;
    record->lock[record->locks++] = info->record;
  }
}

/// `record` becomes what was seen of the first access; if nobody has looked, the trace runs again.
static void mc_race_watch_first(const struct mc_race *race, struct mc_race_record *record) {
  struct mc_race_watch *w = &mc_shared->trace.race_watch;
  const bool is_watched = w->is_on && w->site == race->access[0].site &&
                          w->is_write == (race->access[0].flags & MC_IS_WRITE) &&
                          w->epoch == mc_races_epoch_of(&race->access[0]);
  if (is_watched) {
    record->machine = w->seen.machine;
    record->value_size = w->seen.value_size;
    record->value = w->seen.value;
    record->locks = w->seen.locks;
    memcpy(record->lock, w->seen.lock, sizeof w->seen.lock);
    return;
  }
  if (mc_mode != MC_MODE_WORKER || mc_session->config.debugging || w->runs == MOST_WATCHED)
    return;
  *w = (struct mc_race_watch){.is_on = 1,
                              .runs = w->runs + 1,
                              .is_write = race->access[0].flags & MC_IS_WRITE,
                              .site = race->access[0].site,
                              .address = race->address,
                              .size = race->size,
                              .finding = MC_NO_FINDING,
                              .epoch = mc_races_epoch_of(&race->access[0])};
  mc_run_again();
}

static bool holds(const struct mc_race_record *record, uint32_t lock) {
  for (uint32_t i = 0; i < record->locks; i++)
    if (record->lock[i] == lock)
      return true;
  return false;
}

/// Notes one more use at that place, with the locks that are held.
static void note_use(uintptr_t site) {
  struct mc_race_watch *w = &mc_shared->trace.race_watch;
  struct mc_race_record now = {.thread = mc_self_};
  uint32_t i = 0, kept = 0;
  mc_race_locks(&now);
  while (i < w->uses && w->use[i].site != site)
    i++;
  if (i == MC_MOST_RACE_USES)
    return;
  struct mc_race_use *use = &w->use[i];
  if (i == w->uses) {
    *use = (struct mc_race_use){site, now};
    w->uses++;
    return;
  }
  for (uint32_t k = 0; k < use->held.locks; k++)
    if (holds(&now, use->held.lock[k]))
      use->held.lock[kept++] = use->held.lock[k];
  use->held.locks = kept;
}

void mc_race_watch(uintptr_t site, uintptr_t address, uint64_t size, uint8_t flags) {
  struct mc_race_watch *w = &mc_shared->trace.race_watch;
  uint64_t registers[MC_REGISTERS] = {0};
  if (address >= w->address + w->size || w->address >= address + size)
    return;
  const bool opened = mc_memory_open();
  note_use(site);
  if (!w->seen.thread && w->site == site && w->is_write == (flags & MC_IS_WRITE) &&
      w->epoch == mc_plain_epoch) {
    mc_machine_here(registers);
    w->seen = (struct mc_race_record){.thread = mc_self_,
                                      .machine = mc_machine_record_registers(registers)};
    mc_race_locks(&w->seen);
    note_value(&w->seen);
    w->seen.thread = 1; // seen
  }
  if (opened)
    mc_memory_close();
}

/// Is there a lock that is held at all places that use the memory, but not at one of the race?
static void find_guard(void) {
  struct mc_race_watch *w = &mc_shared->trace.race_watch;
  if (!w->is_on || w->finding == MC_NO_FINDING)
    return;
  struct mc_finding *f = &mc_session->finding[w->finding];
  for (uint32_t i = 0; i < w->uses; i++)
    for (uint32_t k = 0; k < w->use[i].held.locks; k++) {
      struct mc_race_guard guard = {1 + w->use[i].held.lock[k], 0, w->uses - 1, MC_NONE};
      for (uint32_t u = 0; u < w->uses; u++) {
        const uint32_t site = mc_record_site((const struct mc_site *)w->use[u].site);
        if (holds(&w->use[u].held, guard.lock - 1))
          guard.held++;
        else if (site == f->race[0].site || site == f->race[1].site)
          guard.site = site;
      }
      if (guard.site == MC_NONE || guard.held <= f->guard.held)
        continue;
      mc_session_write();
      f->guard = guard;
    }
}

//===- Findings -------------------------------------------------------------------------------===//

static void catch_up(struct mc_races *races) {
  for (uint32_t i = mc_races_steps(races); i < mc_shared->trace.steps; i++) {
    const struct mc_operation *step = &mc_shared->trace.step[i].operation;
    const struct mc_operation delivery = mc_delivery(step, mc_primitive_of[MC_OF_SIGNALS]);
    mc_races_step(races, mc_is_interrupt(step) ? &delivery : step);
  }
}

/// The last step of the access's thread before it; a visible operation's is its own.
static void place_in_trace(const struct mc_race_access *access, struct mc_race_record *record) {
  record->step = mc_races_steps_at(mc_races, access->position);
  while (record->step > 0 &&
         mc_shared->trace.step[record->step - 1].operation.thread != access->thread)
    record->step--;
  record->is_visible =
      record->step > 0 && mc_shared->trace.step[record->step - 1].site == (void *)access->site;
}

static struct mc_race_record describe(const struct mc_race_access *access) {
  struct mc_race_record record = {
      .site = mc_record_site((const struct mc_site *)access->site),
      .where = access->site & ~MC_SITE_IS_CODE,
      .thread = access->thread,
      .is_write = access->flags & MC_IS_WRITE,
      .is_atomic = access->flags & MC_IS_ATOMIC,
  };
  place_in_trace(access, &record);
  return record;
}

/// Is this pair of places known to the trace? If not, it is now.
static bool is_shown(const struct mc_race *race) {
  const uintptr_t a = race->access[0].site, b = race->access[1].site;
  for (uint32_t i = 0; i < shown.count; i++)
    if ((shown.site[i][0] == a && shown.site[i][1] == b) ||
        (shown.site[i][0] == b && shown.site[i][1] == a))
      return true;
  if (shown.count == MOST_RACES) {
    mc_record_warning(MC_WARN_FINDING_LIMIT, NULL, NULL);
    return true;
  }
  shown.site[shown.count][0] = a;
  shown.site[shown.count][1] = b;
  shown.count++;
  return false;
}

bool mc_is_racy(uintptr_t address, uint64_t size) {
  return mc_session->racy_visible && mc_races_visible(mc_races, address, size) < address + size;
}

/// Makes the race a finding, or finds the one that it is.
static void mc_race_show(const struct mc_race *race) {
  uint64_t registers[MC_REGISTERS] = {0};
  struct mc_race_record record[2] = {describe(&race->access[0]), describe(&race->access[1])};
  uint32_t *finding = &shown.finding[shown.count - 1];
  *finding = mc_race_finding(record);
  if (*finding != MC_NO_FINDING)
    return;
  mc_race_watch_first(race, &record[0]);
  record[1].is_pending = is_looking_at_pending;
  if (!is_looking_at_pending) {
    mc_machine_here(registers);
    record[1].machine = mc_machine_record_registers(registers);
    note_value(&record[1]);
  }
  mc_race_locks(&record[1]);
  *finding = mc_record_race(record, race->address, race->size);
  if (mc_shared->trace.race_watch.is_on && mc_shared->trace.race_watch.finding == MC_NO_FINDING)
    mc_shared->trace.race_watch.finding = *finding;
}

bool mc_race_orders_modifications(void) {
  return mc_session->ordered_modifications || mc_session->config.replaying ||
         mc_session->config.debugging;
}

static void mc_race_found(const struct mc_race *race) {
  enum { NEVER_MAPPED = 4096 };
  if (race->address < NEVER_MAPPED) // both accesses fault: there is no memory to race for
    return;
  const bool opened = mc_memory_open();
  if (mc_races_commute(mc_races)) {
    mc_session_write();
    mc_session->ordered_modifications = 1;
    mc_restart_search();
  }
  if (mc_races_left(mc_races))
    mc_letting_go_matters();
  if (mc_session->config.races == MC_RACES_EXPLORE && !mc_session->config.replaying &&
      race->access[0].site && !mc_is_racy(race->address, race->size))
    mc_racy_learn(race);
  if (!race->access[0].site)
    mc_record_warning(MC_WARN_PLACES_LIMIT, NULL, NULL);
  else if (!mc_is_after_failure() && !mc_is_of_machine_code(race) &&
           !is_shown(race)) // else the next search shows it
    mc_race_show(race);
  if (opened)
    mc_memory_close();
}

/// Reads what is racy from the trace file: ADDRESS+SIZE,...
static void read_racy(const char *text) {
  char *end = (char *)text;
  for (; *end && mc_session->racy_count < MC_SESSION_MAX_RACY; end += *end == ',') {
    const uint64_t address = strtoull(end, &end, 16);
    const uint64_t size = *end == '+' ? strtoull(end + 1, &end, 10) : 0;
    if (!size)
      return;
    mc_session->racy[mc_session->racy_count++] =
        (struct mc_racy){mc_anchored(address), size, false};
  }
}

void mc_races_start(uint64_t room) {
  const char *racy = mc_session->strings + mc_session->config.racy;
  if (mc_session->config.races != MC_RACES_OFF && (*racy || !mc_is_all_machine_code()))
    mc_races_begin(room);
}

void mc_races_begin(uint64_t room) {
  if (mc_races)
    return;
  const struct mc_races_config config = {mc_primitive_of[MC_OF_VARIABLES], catch_up, mc_race_found,
                                         mc_dependent};
  const uint64_t most = room / SHARE < MOST_BYTES ? room / SHARE : MOST_BYTES;
  for (uint64_t bytes = most & ~(uint64_t)4095; bytes >= LEAST_BYTES && !mc_races; bytes /= 4) {
    const long at = mc_sys(SYS_mmap, MC_RACES_ADDRESS, bytes, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1);
    if (at == (long)MC_RACES_ADDRESS)
      mc_races = mc_races_new((void *)at, bytes, &config);
    if (mc_races) {
      mc_snapshot_in_runs(MC_RACES_ADDRESS, bytes);
      detector_bytes = bytes;
    }
  }
  read_racy(mc_session->strings + mc_session->config.racy);
  if (!mc_races)
    mc_record_warning(MC_WARN_NO_DETECTOR, NULL, NULL);
}

void mc_races_worker(void) {
  for (uint32_t i = 0; mc_races && i < mc_session->racy_visible; i++)
    mc_races_make_visible(mc_races, mc_session->racy[i].address, mc_session->racy[i].size);
  __mcmini_all_accesses = mc_races && mc_session->racy_visible;
  __mcmini_own_accesses = mc_races && mc_handlers_may_run();
}

void mc_race_note(const struct mc_site *site, uintptr_t address, uint64_t size, uint8_t flags,
                  const uint64_t *stored) {
  const uintptr_t place = (uintptr_t)mc_program_site(site);
  current.address = address;
  current.size = size;
  current.stored = stored;
  current.flags = flags;
  if (mc_shared->trace.race_watch.is_on)
    mc_race_watch(place, address, size, flags);
  if (mc_shared->explaining.noted.is_on)
    mc_value_note(place, address, size, flags);
  if (__builtin_expect(__mcmini_own_accesses, false))
    mc_handlers_look(address, size, flags & MC_IS_WRITE);
  mc_races_access(mc_races, mc_plain_epoch, address, size, flags, place);
  current.size = 0;
}

void mc_race_access(const struct mc_site *site, const volatile void *address, uint64_t size,
                    bool is_write, bool is_atomic) {
  if (mc_plain_epoch && __mcmini_own_accesses)
    mc_handlers_meet((uintptr_t)address, size, is_write);
  if (mc_plain_epoch)
    mc_race_note(site, (uintptr_t)address, size,
                 (uint8_t)((is_write ? MC_IS_WRITE : 0) | (is_atomic ? MC_IS_ATOMIC : 0)), NULL);
}

uint32_t mc_race_now(void) { return mc_plain_epoch; }
bool mc_race_is_past(uint32_t time) {
  return time && mc_plain_epoch && mc_races_is_before(mc_races, time, mc_self_);
}

void mc_race_fence(uint32_t order) {
  if (!mc_plain_epoch)
    return;
  mc_races_fence(mc_races, mc_self_, order);
  mc_races_go_on();
}

void mc_race_invisible(const volatile void *address, uint32_t access) {
  const uint32_t kind = MC_ACCESS_KIND(access), order = MC_ACCESS_ORDER(access);
  if (!mc_plain_epoch)
    return;
  if (kind != MC_ATOMIC_STORE && order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE)
    mc_races_acquire_at(mc_races, mc_self_, (uintptr_t)address);
  if (kind != MC_ATOMIC_LOAD && order >= __ATOMIC_RELEASE)
    mc_races_release_at(mc_races, mc_self_, (uintptr_t)address);
  mc_races_go_on();
}

/// A plain access that is a visible operation and would have been next.
static void look_at_pending(const struct mc_operation *pending) {
  if (!mc_is_of(MC_OF_VARIABLES, pending) || pending->kind > MC_ACCESS_WRITE)
    return;
  const struct mc_variable_state *v = mc_object_state(pending->object[0]);
  mc_races_look(mc_races, mc_races_epoch(mc_races, pending->thread, mc_shared->trace.steps),
                v->address, v->size, pending->kind == MC_ACCESS_WRITE ? MC_IS_WRITE : 0,
                (uintptr_t)mc_process->thread[pending->thread].site);
}

/// Several sites can be one place, so an earlier pair of the trace may be the same finding.
static bool is_counted(uint32_t pair) {
  for (uint32_t i = 0; i < pair; i++)
    if (shown.finding[i] == shown.finding[pair])
      return true;
  return false;
}

void mc_races_end_of_trace(enum mc_trace_kind kind) {
  if (!mc_races)
    return;
  mc_races_stop();
  is_looking_at_pending = true;
  for (mc_thread t = 0; t < mc_process->model.thread_count; t++)
    if (mc_model_pending(&mc_process->model, t))
      look_at_pending(mc_model_pending(&mc_process->model, t));
  const uint64_t output = shown.count && kind == MC_COMPLETED ? mc_output_seen() : 0;
  for (uint32_t i = 0; i < shown.count; i++)
    if (shown.finding[i] != MC_NO_FINDING && !is_counted(i))
      mc_count_race(shown.finding[i], output);
  mc_racy_learn_later();
  find_guard();
  if (mc_races_full(mc_races))
    mc_record_warning(MC_WARN_DETECTOR_FULL, NULL, NULL);
}
