// runtime/debug/gdb.c - what mcmini-gdb (gdb/) needs in the program that it debugs.
//
// With config.debugging one schedule runs, in the process that the debugger has started: without a
// fork, each thread a kernel thread. The debugger sets break points at the empty functions below,
// the target at which it wants to stop, and reads the text that says how things stand. It has no
// other way in, and needs no debug information of ours.
//
// The text has a line for each fact, its fields separated by tabs:
//   thread <name> <pthread_t> <function> <status> <operation> <primitive> <object> <place> <state>
//          <owner> <since> <waits> <second object>
//                                      what it does next; of a thread that runs only the first four
//   object <index> <primitive> <address> <global> <name> <size> <expression> <state>
//   finding <headline> <message> <thread> <step> <step>      of a race, from 0; else -1
//   divergence <step> <thread> <operation> <operation met>
// It is cut where there are very many objects. A place is <code> <file> <line> <expression>.
// Threads in a state are written %t<index>; a thread's object has the index for an address.
#include "debug.h"
#include "runtime/finding/finding.h"

enum { TEXT_BYTES = 1 << 20 };

/// The state as text; steps of the trace that have run; the number of steps after which to stop.
char *mc_gdb_text MC_PER_TRACE;
volatile uint32_t mc_gdb_position MC_PER_TRACE, mc_gdb_target MC_PER_TRACE_SET = UINT32_MAX;

static size_t text_used MC_PER_TRACE;

// A break point goes here; the compiler may neither inline nor merge them.
#define MC_STOP(name)                                                                              \
  __attribute__((noinline, used)) void name(void) { __asm__ volatile("# " #name); }
MC_STOP(mc_gdb_stop_begin)
MC_STOP(mc_gdb_stop_arrival)
MC_STOP(mc_gdb_stop_step)
MC_STOP(mc_gdb_stop_end)

#define ADD(...)                                                                                   \
  (text_used += mc_format(mc_gdb_text + text_used, TEXT_BYTES - text_used, __VA_ARGS__))

static const char *string(mc_string s) { return mc_session->strings + s; }

static const char *name_of(uint32_t thread) {
  return thread == MC_NONE ? "" : string(mc_session->thread[thread].name);
}

static void add_place(uint32_t site) {
  static const struct mc_place nowhere;
  const struct mc_place *p = site == MC_NONE ? &nowhere : &mc_session->site[site];
  ADD("\t%lx\t%s\t%u\t%s", p->code, string(p->file), p->line, string(p->expression));
}

static void add_thread(mc_thread t) {
  static const char *const status[] = {
      [MC_THREAD_ABSENT] = "absent",     [MC_THREAD_RUNNABLE] = "enabled",
      [MC_THREAD_BLOCKED] = "blocked",   [MC_THREAD_WAITING] = "waiting",
      [MC_THREAD_LIMITED] = "limited",   [MC_THREAD_BEYOND] = "limited",
      [MC_THREAD_RUNNING] = "running",   [MC_THREAD_FINISHED] = "finished",
  };
  static struct mc_thread_end end MC_PER_TRACE;
  mc_record_thread_end(t, &end);
  ADD("thread\t%s\t%lx\t%lx\t%s", name_of(t), (uint64_t)mc_process->thread[t].handle,
      mc_session->thread[t].start, status[end.status]);
  if (end.pending.operation) {
    ADD("\t%s\t%s\t%d", string(end.pending.operation), string(end.pending.primitive),
        (int)end.pending.object[0]);
    add_place(end.pending.site);
    ADD("\t%s\t%s\t%d\t%s\t%d", string(end.object_state), name_of(end.holder), (int)end.held_since,
        string(end.waits), (int)end.pending.object[1]);
  }
  ADD("\n");
}

static void add_object(mc_object o) {
  const struct mc_model_object *object = &mc_process->model.object[o];
  const uint32_t index = mc_process->object[o].record;
  if (!object->primitive || index == MC_NO_RECORD)
    return;
  const struct mc_object_record *r = &mc_session->object[index];
  const struct mc_place *p = r->site == MC_NONE ? NULL : &mc_session->site[r->site];
  char state[256] = "";
  uint64_t value;
  if (object->primitive->print)
    object->primitive->print(object->state, state, sizeof state);
  else if (object->primitive->value && object->primitive->value(object->state, &value))
    mc_format(state, sizeof state, "%lu", value);
  ADD("object\t%u\t%s\t%lx\t%d\t%s#%u\t%u\t%s\t%s\n", index, object->primitive->name, r->address,
      r->place == MC_OBJECT_GLOBAL, name_of(r->creator), r->number, r->size,
      p ? string(p->expression) : "", state);
}

static void describe(void) {
  for (unsigned t = 0; t < mc_process->model.thread_count; t++)
    add_thread((mc_thread)t);
  for (unsigned o = 0; o < mc_process->model.object_count; o++)
    add_object(o);
  mc_gdb_position = mc_shared->trace.steps;
}

static void add_findings(void) {
  static const char *const headline[] = {
#define MC_FINDING(kind, name, headline) headline,
#include "runtime/findings.def"
#undef MC_FINDING
  };
  for (uint32_t i = 0; i < mc_session->finding_count; i++) {
    const struct mc_finding *f = &mc_session->finding[i];
    const bool is_race = f->race[0].site != MC_NONE;
    ADD("finding\t%s\t%s\t%s\t%d\t%d\n", headline[f->kind], string(f->message), name_of(f->thread),
        is_race ? (int)f->race[0].step - 1 : -1, is_race ? (int)f->race[1].step - 1 : -1);
  }
}

void mc_gdb_start(void) {
  if (mc_session->config.debugging)
    mc_gdb_text = mc_own_memory(TEXT_BYTES);
}

void mc_gdb_begins(void) {
  text_used = 0;
  describe();
  mc_gdb_stop_begin();
}

void mc_gdb_arrives(void) {
  if (mc_mode == MC_MODE_WORKER)
    mc_gdb_stop_arrival();
}

void mc_gdb_stepped(void) {
  if (mc_mode != MC_MODE_WORKER)
    return;
  text_used = 0;
  describe();
  if (mc_gdb_position == mc_gdb_target)
    mc_gdb_stop_step();
}

void mc_gdb_ends(void) {
  if (!mc_session->config.debugging)
    return;
  text_used = 0;
  add_findings();
  describe();
  mc_gdb_stop_end();
}

void mc_gdb_diverges(void) {
  const struct mc_divergence *d = &mc_session->divergence;
  if (!mc_session->config.debugging)
    return;
  text_used = 0;
  ADD("divergence\t%u\t%s\t%s\t%s\n", d->step + 1,
      d->recorded.thread == MC_NO_THREAD ? "" : name_of(d->recorded.thread),
      string(d->recorded.operation), string(d->met.operation));
  describe();
  mc_gdb_stop_end();
}
