// runtime/spinloop/repetition.c - threads that go on while another one stands at the exit of the
// process: do they ever do anything else?
//
// Process exit is taken last, when no other thread can do anything new; but a daemon has no end. It
// is left when it is known to do nothing else: it has come back to an operation with the same
// registers and the same stack, and whatever it may have read is as it was when it came there
// first. Then it does the same for ever, as long as nobody else changes anything. The threads that
// could run meanwhile change nothing, for they all do nothing else either. The threads that are
// blocked were blocked all the time, and stay so.
//
// What a thread may have read is as it was if no step since then has changed anything but locks
// that were given back, and no thread has written anything. If only one thread could run, things
// may also have been changed and put back: then the states of all objects are compared. If no
// accesses of the program are seen, its memory is compared, too.
//
// A thread that does something else may have an end. It is left if it polls (dpor/choice.c) in the
// last tenth of --max-depth. The search then restarts, and leaves it wherever it polls at that
// place. The result says so, and is incomplete.
#include "waiting.h"
#include "runtime/record/leave.h"
#include "runtime/record/record.h"
#include "runtime/snapshot/snapshot.h"
#include <link.h>
#include <string.h>

enum { FIRST = 8 }; // operations after which the thread is looked at

//===- What a thread may have read ------------------------------------------------------------===//

static uint64_t hash_of_objects(void) {
  const struct mc_model *model = &mc_process->model;
  uint64_t hash = MC_HASH_START;
  for (unsigned i = 0; i < model->object_count; i++) {
    const struct mc_model_object *o = &model->object[i];
    const unsigned char *byte = o->state;
    for (size_t k = 0; o->primitive && k < o->primitive->state_size; k++)
      hash = mc_hash(hash, byte[k]);
  }
  return hash;
}

/// The runtime's own variables: those of all threads, and those of each, from its thread pointer.
static struct mc_own_variables { uint64_t start, end, of_thread, bytes; } own MC_KEPT;

static int find_own(struct dl_phdr_info *info, size_t size, void *unused) {
  uint64_t end = 0, start = UINT64_MAX, of_thread = 0;
  (void)size, (void)unused;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *p = &info->dlpi_phdr[i];
    const uint64_t at = info->dlpi_addr + p->p_vaddr;
    if (p->p_type == PT_TLS)
      of_thread = p->p_memsz;
    if (p->p_type != PT_LOAD || !(p->p_flags & PF_W))
      continue;
    start = at < start ? at : start;
    end = at + p->p_memsz > end ? at + p->p_memsz : end;
  }
  if ((uintptr_t)&own - start >= end - start)
    return 0;
  own = (struct mc_own_variables){
      start, end, (uintptr_t)info->dlpi_tls_data - (uintptr_t)__builtin_thread_pointer(),
      of_thread};
  return 1;
}

void mc_repetition_start(void) {
  if (mc_is_preloaded())
    dl_iterate_phdr(find_own, NULL);
}

/// A hash of all that the program has written in this trace, without what lies below the thread's
/// frame, which is not in use. 0: not known.
static uint64_t hash_of_memory(uintptr_t frame) {
  enum { BELOW = 64 << 10 }; // as far as the runtime's functions reach
  const uint64_t variables = (uintptr_t)__builtin_thread_pointer() + own.of_thread;
  const struct mc_gap gap[] = {
      {frame - BELOW, frame}, {variables, variables + own.bytes}, {own.start, own.end}};
  return own.end && mc_snapshot_is_taken() ? mc_snapshot_hash(gap, sizeof gap / sizeof *gap) | 1
                                           : 0;
}

//===- Repetition -----------------------------------------------------------------------------===//

bool mc_repetition_is_due(const struct mc_operation *operation, const struct mc_site *site) {
  const struct mc_repetition *r = &mc_process->thread[mc_self_].repetition;
  return !r->is_known && !(operation->flags & MC_PROCESS_EXIT) &&
         (r->arrivals + 1 >= r->next || (r->site == site && r->object == operation->object[0]));
}

static void note(struct mc_repetition *r, const struct mc_operation *operation,
                 const struct mc_site *site, const struct mc_thread_place *place) {
  r->noted = r->arrivals;
  r->next = r->arrivals < FIRST ? FIRST : 2 * r->arrivals; // Brent: twice as far each time
  r->site = place->frame ? site : NULL;
  r->object = operation->object[0];
  r->place = *place;
  r->objects = hash_of_objects();
  r->memory = hash_of_memory(place->frame);
  r->calls = mc_process->calls;
  r->since = mc_shared->trace.steps;
}

static bool is_as_it_was(const struct mc_repetition *r, const struct mc_thread_place *place) {
  const bool is_unwritten = r->since >= mc_process->hidden,
             is_unchanged = r->since >= mc_process->changed;
  return (is_unchanged || r->objects == hash_of_objects()) &&
         (is_unwritten || (r->memory && r->calls == mc_process->calls &&
                           r->memory == hash_of_memory(place->frame)));
}

void mc_repetition_compare(const struct mc_operation *operation, const struct mc_site *site,
                           const struct mc_thread_place *place) {
  struct mc_repetition *r = &mc_process->thread[operation->thread].repetition;
  r->arrivals++;
  if (r->is_known)
    return;
  if (place->frame && r->site == site && r->object == operation->object[0] &&
      r->place.frame == place->frame && r->place.hash == place->hash && is_as_it_was(r, place))
    *r = (struct mc_repetition){.is_known = true,
                                .since = r->since,
                                .memory = r->memory,
                                .arrivals = r->arrivals,
                                .iteration = r->arrivals - r->noted};
  else if (r->arrivals >= r->next)
    note(r, operation, site, place);
}

/// All these threads repeat themselves, and each has made one more iteration since the last of them
/// did something new. So whatever one of them does was tried with all that the others do.
static bool have_iterated(const mc_thread_set *threads) {
  const unsigned count = mc_process->model.thread_count;
  bool is_new = false, all = true;
  for (mc_thread t = 0; t < count; t++)
    is_new |= mc_set_has(threads, t) && !mc_process->thread[t].repetition.goal;
  for (mc_thread t = 0; t < count; t++) {
    struct mc_repetition *r = &mc_process->thread[t].repetition;
    if (!mc_set_has(threads, t))
      continue;
    if (is_new)
      r->goal = r->arrivals + r->iteration;
    all &= r->arrivals >= r->goal;
  }
  return all;
}

static void forget(struct mc_repetition *r) { *r = (struct mc_repetition){.site = NULL}; }

/// The threads that have made a step since.
static mc_thread_set ran_since(uint32_t step) {
  mc_thread_set ran = {0};
  for (uint32_t i = step; i < mc_shared->trace.steps; i++)
    mc_set_add(&ran, mc_shared->trace.step[i].operation.thread);
  return ran;
}

/// The threads that repeat themselves as long as nobody else does anything new. Whether somebody
/// does, the search knows.
static mc_thread_set find_repeating(uint32_t *since) {
  const struct mc_model *model = &mc_process->model;
  const mc_thread_set none = {0};
  mc_thread_set found = {0};
  *since = mc_shared->trace.steps;
  for (mc_thread t = 0; t < model->thread_count; t++) {
    struct mc_repetition *r = &mc_process->thread[t].repetition;
    if (r->is_known && !r->memory && r->since < mc_process->hidden)
      forget(r);
    if (!r->is_known || !mc_model_pending(model, t))
      continue;
    mc_set_add(&found, t);
    *since = r->since < *since ? r->since : *since;
  }
  if (mc_set_empty(&found))
    return none;
  const mc_thread_set ran = ran_since(*since);
  if (mc_set_size(&ran) <= 1)
    return found;
  for (mc_thread t = 0; t < model->thread_count; t++) {
    struct mc_repetition *r = &mc_process->thread[t].repetition;
    if (!mc_set_has(&found, t) || (r->since >= mc_process->changed && !r->memory))
      continue;
    forget(r);
    mc_set_remove(&found, t);
  }
  return have_iterated(&found) ? found : none;
}

//===- Without a proof ------------------------------------------------------------------------===//

static bool is_known_place(uint32_t site) {
  const struct mc_observed *o = &mc_session->observed;
  uint32_t i = 0;
  while (i < o->left && o->left_site[i] != site)
    i++;
  return i < o->left;
}

static mc_thread_set find_left(void) {
  const struct mc_model *model = &mc_process->model;
  const uint32_t depth = mc_session->config.max_depth;
  const bool is_late = mc_shared->trace.steps >= depth - depth / 10;
  mc_thread_set found = {0};
  for (mc_thread t = 0; t < model->thread_count; t++) {
    const struct mc_thread_info *info = &mc_process->thread[t];
    const struct mc_operation *pending = mc_model_pending(model, t);
    if (pending && !(pending->flags & MC_PROCESS_EXIT) && !info->owns &&
        (is_late || (mc_session->observed.left && is_known_place(mc_record_site(info->site)))))
      mc_set_add(&found, t);
  }
  return found;
}

void mc_repetition_find(void) {
  struct mc_model *model = &mc_process->model;
  model->repeating = find_repeating(&model->repeating_since);
  model->left = find_left();
}

static void warn_of(mc_thread thread, const struct mc_site *site) {
  const char *name = mc_session->strings + mc_session->thread[thread].name;
  const bool has_place = !((uintptr_t)site & MC_SITE_IS_CODE) && site->line;
  const char *folder = has_place ? strrchr(site->file, '/') : NULL;
  char text[300];
  if (has_place)
    mc_format(text, sizeof text, "thread %s at %s:%u", name, folder ? folder + 1 : site->file,
              site->line);
  else
    mc_format(text, sizeof text, "thread %s", name);
  mc_record_warning(MC_WARN_LEFT, text, site);
}

/// Warns of threads that could run and are left, though it is not known that they only repeat
/// themselves.
void mc_repetition_exits(void) {
  const struct mc_model *model = &mc_process->model;
  struct mc_observed *o = &mc_session->observed;
  bool is_new = false;
  if (mc_session->config.replaying)
    return;
  for (mc_thread t = 0; t < model->thread_count; t++) {
    const struct mc_site *site = mc_process->thread[t].site;
    if (!mc_set_has(&model->left, t) || mc_set_has(&model->repeating, t) || mc_is_blocked(t) ||
        is_known_place(mc_record_site(site)) || o->left == MC_SESSION_MAX_LEFT)
      continue;
    mc_session_write();
    o->left_site[o->left++] = mc_record_site(site);
    warn_of(t, site);
    is_new = true;
  }
  if (is_new)
    mc_restart_search();
}
