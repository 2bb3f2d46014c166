// runtime/detector/values.c - the values of variables that are no objects of the search. In the
// trace that explains a finding, plain accesses are noted. Those are told of the variables that the
// failing thread has used since its last step, or each that waits for ever before it did, if
// another thread has written them.
//
// A thread's first access of a kind between two of its steps is all that the hooks tell. What it
// has left there is what the next one finds.
#include "races.h"
#include "runtime/base/base.h"
#include "runtime/record/record.h"
#include <string.h>

enum { WORD = sizeof(uint64_t) };

static struct mc_noted_values *noted(void) { return &mc_shared->explaining.noted; }

/// False: it is not to be read.
static bool read_value(uint64_t address, uint64_t size, uint64_t *value) {
  if (address % WORD + size > WORD || !mc_is_readable(address / WORD * WORD))
    return false;
  *value = 0;
  memcpy(value, (const void *)address, size);
  return true;
}

void mc_value_note(uintptr_t site, uintptr_t address, uint64_t size, uint8_t flags) {
  uint64_t value;
  if (flags & MC_IS_ATOMIC || !read_value(address, size, &value))
    return;
  const bool opened = mc_memory_open();
  struct mc_noted_values *n = noted();
  n->access[n->count++ % MC_MOST_NOTED_VALUES] =
      (struct mc_noted_value){.site = site,
                              .address = address,
                              .value = value,
                              .step = mc_shared->trace.steps,
                              .thread = mc_self_,
                              .size = (uint8_t)size,
                              .is_write = flags & MC_IS_WRITE};
  if (opened)
    mc_memory_close();
}

//===- The end of the trace -------------------------------------------------------------------===//

static uint32_t oldest(void) {
  return noted()->count > MC_MOST_NOTED_VALUES ? noted()->count - MC_MOST_NOTED_VALUES : 0;
}

static const struct mc_noted_value *at(uint32_t i) {
  return &noted()->access[i % MC_MOST_NOTED_VALUES];
}

static bool is_written_by_another(const struct mc_noted_value *access) {
  for (uint32_t i = oldest(); i < noted()->count; i++)
    if (at(i)->address == access->address && at(i)->is_write && at(i)->thread != access->thread)
      return true;
  return false;
}

/// It waits to be woken: its last step is that it has begun to.
static bool waits_for_signal(const struct mc_thread_end *end) {
  return end->pending.operation &&
         !strcmp(mc_session->strings + end->pending.primitive, "condition");
}

/// The step behind which what the thread does belongs to the finding.
static uint32_t last_step(const struct mc_finding *finding, mc_thread thread) {
  unsigned left = waits_for_signal(&finding->end[thread]) ? 2 : 1;
  for (uint32_t i = finding->steps; i-- > 0;)
    if (mc_shared->trace.step[i].operation.thread == thread && --left == 0)
      return i + 1;
  return 0;
}

/// Of the thread that fails, or of one that waits for ever.
static bool is_of_finding(const struct mc_finding *finding, const struct mc_noted_value *access) {
  const uint32_t status = finding->end[access->thread].status;
  const bool waits = status == MC_THREAD_BLOCKED || status == MC_THREAD_WAITING;
  return (finding->thread == MC_NONE ? waits : access->thread == finding->thread) &&
         access->step >= last_step(finding, access->thread);
}

/// Its index, or how many there are.
static uint32_t variable_at(const struct mc_explained *told, uint64_t address) {
  uint32_t i = 0;
  while (i < told->variables && told->variable[i].address != address)
    i++;
  return i;
}

static void add_variable(struct mc_explained *told, const struct mc_noted_value *access) {
  told->variable[told->variables++] = (struct mc_object_record){
      .address = access->address,
      .size = access->size,
      .place = mc_is_global(access->address) ? MC_OBJECT_GLOBAL : MC_OBJECT_OTHER,
      .site = mc_record_site((const struct mc_site *)access->site),
  };
}

/// The last value of the variable that was told; NULL: there is none.
static struct mc_value_record *last_of(struct mc_explained *told, uint32_t variable) {
  for (uint32_t i = told->values; i-- > 0;)
    if (told->value[i].variable == variable)
      return &told->value[i];
  return NULL;
}

static void settle(struct mc_value_record *last, uint64_t value) {
  last->after = last->is_write ? value : last->before;
}

/// What the trace has left there.
static void settle_end(struct mc_explained *told, uint32_t variable) {
  struct mc_value_record *last = last_of(told, variable);
  uint64_t value = last->before;
  read_value(told->variable[variable].address, told->variable[variable].size, &value);
  settle(last, value);
}

static void add_value(struct mc_explained *told, uint32_t variable,
                      const struct mc_noted_value *access) {
  struct mc_value_record *last = last_of(told, variable);
  const uint32_t site = mc_record_site((const struct mc_site *)access->site);
  if (last && last->thread == access->thread && last->step == access->step) {
    if (access->is_write && !last->is_write)
      last->is_write = 1, last->site = site;
    return;
  }
  if (last)
    settle(last, access->value);
  if (told->values == MC_SESSION_MOST_VALUES)
    memmove(&told->value[0], &told->value[1], --told->values * sizeof told->value[0]);
  told->value[told->values++] = (struct mc_value_record){.variable = variable,
                                                         .site = site,
                                                         .thread = access->thread,
                                                         .step = access->step,
                                                         .is_write = access->is_write,
                                                         .before = access->value};
}

void mc_values_tell(const struct mc_finding *finding) {
  struct mc_explained *told = &mc_session->explained;
  mc_session_write();
  told->variables = told->values = 0;
  if (mc_mode != MC_MODE_WORKER) // in place of one that has died, with its memory
    return;
  for (uint32_t i = noted()->count; i-- > oldest() && told->variables < MC_SESSION_MOST_VARIABLES;)
    if (variable_at(told, at(i)->address) == told->variables && is_of_finding(finding, at(i)) &&
        is_written_by_another(at(i)))
      add_variable(told, at(i));
  for (uint32_t i = oldest(); i < noted()->count; i++) {
    const uint32_t variable = variable_at(told, at(i)->address);
    if (variable < told->variables && told->variable[variable].size == at(i)->size)
      add_value(told, variable, at(i));
  }
  for (uint32_t v = 0; v < told->variables; v++)
    settle_end(told, v);
}
