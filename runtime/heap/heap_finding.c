// runtime/heap/heap_finding.c - misuse of the heap as findings: what was done, and who allocated
// and freed the memory.
//
// A trace keeps only which call of which thread took each chunk, and which freed it. The first time
// that a finding needs more, the trace runs again, uncounted, and these two calls are watched:
// their stacks are kept. The trunk runs only once: there the tops of the first stacks are kept.
//
// Functions that may be part of such a stack begin with mc_: reports leave those out.
#include "heap_internal.h"
#include "heap.h"
#include "runtime/detector/races.h"
#include "runtime/finding/finding.h"
#include "runtime/memory/chunk.h"
#include "runtime/record/leave.h"
#include "runtime/record/record.h"
#include <string.h>
#include <unistd.h>

enum { NOTES = 8192, NOTE_STACK = 1024 };
enum { ALLOCATION, FREE };

/// A call of the trunk.
struct note {
  uint64_t registers[MC_REGISTERS];
  uint8_t stack[NOTE_STACK];
  uint32_t stack_bytes;
};

static struct notes {
  uint32_t count;
  struct note note[NOTES];
} * notes MC_KEPT; // shared, so that a fork does not copy its page tables

void mc_heap_finding_start(void) { notes = mc_trunk_memory(sizeof *notes); }

//===- Calls ----------------------------------------------------------------------------------===//


static uint32_t mc_heap_note_call(void) {
  if (notes->count == NOTES)
    return 0;
  struct note *note = &notes->note[notes->count++];
  mc_machine_here(note->registers);
  const uint64_t stack = note->registers[7], end = (uintptr_t)__libc_stack_end;
  note->stack_bytes = NOTE_STACK;
  if (stack >= end || end - stack < NOTE_STACK)
    note->stack_bytes = stack < end ? (uint32_t)(end - stack) : 0;
  memcpy(note->stack, (const void *)stack, note->stack_bytes);
  return notes->count;
}

static void mc_heap_watch_call(uint32_t number) {
  uint64_t registers[MC_REGISTERS] = {0};
  for (int i = 0; i < 2; i++) {
    struct mc_heap_call *call = &mc_shared->trace.heap_watch.call[i];
    if (call->thread != mc_self_ || call->number != number || call->machine)
      continue;
    mc_machine_here(registers);
    mc_guard_open();
    call->machine = mc_machine_record_registers(registers);
    call->step = mc_shared->trace.steps;
    mc_guard_close();
  }
}

uint32_t mc_heap_event(struct mc_heap *heap) {
  const uint32_t number = ++heap->events;
  if (mc_mode == MC_MODE_TRUNK)
    return mc_heap_note_call();
  mc_heap_calls++;
  if (mc_shared->trace.heap_watch.is_on)
    mc_heap_watch_call(number);
  return number;
}

static struct mc_heap_call call_of(const struct mc_chunk *chunk, int which) {
  if (which == ALLOCATION)
    return (struct mc_heap_call){mc_heap_owner(chunk), chunk->allocated, 0, 0};
  return (struct mc_heap_call){chunk->state == MC_CHUNK_FREE ? chunk->freed_by : MC_NO_THREAD,
                               chunk->freed, 0, 0};
}

static uint32_t machine_of_note(uint32_t number) {
  if (number == 0 || number > notes->count)
    return 0;
  const struct note *note = &notes->note[number - 1];
  const uint32_t machine = mc_machine_record_registers(note->registers);
  if (machine) { // the stack is not what it was
    struct mc_machine_state *m = &mc_session->machine[machine - 1];
    m->stack_start = note->registers[7];
    m->stack_bytes = note->stack_bytes;
    memcpy(m->stack, note->stack, note->stack_bytes);
  }
  return machine;
}

static struct mc_memory_call describe(const struct mc_chunk *chunk, int which) {
  const struct mc_heap_call call = call_of(chunk, which);
  struct mc_memory_call to = {
      .thread = MC_NONE, .code = which == ALLOCATION ? chunk->code : 0, .step = MC_NONE};
  if (call.thread > MC_HEAP_TRUNK)
    return to;
  to.thread = call.thread == MC_HEAP_TRUNK ? 0 : call.thread;
  if (call.thread == MC_HEAP_TRUNK) {
    to.machine = machine_of_note(call.number);
    return to;
  }
  for (int i = 0; mc_shared->trace.heap_watch.is_on && i < 2; i++) {
    const struct mc_heap_call *seen = &mc_shared->trace.heap_watch.call[i];
    if (seen->thread == call.thread && seen->number == call.number && seen->machine) {
      to.machine = seen->machine;
      to.step = seen->step;
    }
  }
  return to;
}

void mc_heap_describe(const struct mc_chunk *chunk, struct mc_finding *finding) {
  finding->has_chunk = 1;
  finding->chunk_size = chunk->size;
  finding->allocated = describe(chunk, ALLOCATION);
  finding->freed = describe(chunk, FREE);
}

//===- Findings -------------------------------------------------------------------------------===//

/// Runs the trace again where that shows more.
static void run_again(const struct mc_finding_details *d) {
  struct mc_heap_watch *w = &mc_shared->trace.heap_watch;
  if (mc_mode != MC_MODE_WORKER || mc_session->config.debugging || !d->chunk || w->is_on ||
      mc_finding_is_known(d))
    return;
  w->call[ALLOCATION] = call_of(d->chunk, ALLOCATION);
  w->call[FREE] = call_of(d->chunk, FREE);
  w->is_on = w->call[ALLOCATION].thread < MC_HEAP_TRUNK || w->call[FREE].thread < MC_HEAP_TRUNK;
  if (w->is_on)
    mc_run_again();
}

_Noreturn static void mc_heap_end_with(struct mc_finding_details details) {
  mc_guard_open();
  mc_session_write();
  run_again(&details);
  mc_end_with(&details);
}

/// `code`: the caller of the function that found it, 0: nobody.
_Noreturn static void mc_heap_end_in_call(enum mc_finding_kind kind, const char *message,
                                          const struct mc_chunk *chunk, uint64_t code) {
  uint64_t registers[MC_REGISTERS] = {0};
  mc_machine_here(registers);
  mc_heap_end_with((struct mc_finding_details){
      .kind = kind,
      .message = message,
      .thread = code ? mc_self_ : MC_NO_THREAD,
      .site = code ? (const struct mc_site *)(code | MC_SITE_IS_CODE) : NULL,
      .registers = code ? registers : NULL,
      .chunk = chunk,
  });
}

/// "right behind a chunk of 24 bytes"
static void describe_place(const struct mc_chunk *chunk, int64_t offset, char *text, size_t size) {
  const uint64_t bytes = chunk->size;
  if (offset < 0)
    mc_format(text, size, "%lu byte%s before a chunk of %lu bytes", (uint64_t)-offset,
              offset == -1 ? "" : "s", bytes);
  else if ((uint64_t)offset < bytes)
    mc_format(text, size, "byte %lu of a chunk of %lu bytes", (uint64_t)offset, bytes);
  else if ((uint64_t)offset == bytes)
    mc_format(text, size, "right behind a chunk of %lu bytes", bytes);
  else
    mc_format(text, size, "%lu byte%s behind a chunk of %lu bytes", (uint64_t)offset - bytes,
              (uint64_t)offset - bytes == 1 ? "" : "s", bytes);
}

_Noreturn void mc_heap_end_damaged(const struct mc_chunk *chunk, const struct mc_damage *damage,
                                   const char *found, uint64_t code) {
  char place[100], text[250];
  describe_place(chunk, damage->first, place, sizeof place);
  mc_format(text, sizeof text, "%s was written: %s; found %s",
            damage->kind == MC_FINDING_USE_AFTER_FREE ? "freed memory"
                                                      : "memory that was not allocated",
            place, found);
  mc_heap_end_in_call(damage->kind, text, chunk, code);
}

_Noreturn void mc_heap_end_broken(const struct mc_chunk *chunk, const char *found, uint64_t code) {
  char text[200];
  mc_format(text, sizeof text, "memory was written before the start of a chunk; found %s", found);
  mc_heap_end_in_call(MC_FINDING_HEAP_OVERFLOW, text, chunk, code);
}

/// What the memory is, if it cannot be the heap's; or NULL.
static const char *describe_foreign(const void *memory) {
  enum { NEAR = 1 << 20 };
  const uint64_t above = (uintptr_t)memory - (uintptr_t)__builtin_frame_address(0);
  if (mc_is_global((uintptr_t)memory))
    return "a global variable";
  return above < NEAR ? "memory on the stack" : NULL;
}

bool mc_heap_is_foreign(const void *memory) { return describe_foreign(memory); }

_Noreturn void mc_heap_end_wrong_free(const void *memory, const char *function, uint64_t code) {
  char place[100], text[200];
  struct mc_chunk *broken = NULL;
  const struct mc_chunk *chunk = mc_heap_has(memory) ? mc_heap_chunk_at(memory, &broken) : NULL;
  if (broken && mc_chunk_memory(broken) == memory)
    mc_heap_end_broken(broken, "when the memory was freed", code);
  if (!chunk) {
    const char *what = describe_foreign(memory);
    mc_format(text, sizeof text, "%s of %s", function,
              what ? what : "an address that malloc never gave");
    mc_heap_end_in_call(MC_FINDING_INVALID_FREE, text, NULL, code);
  }
  const int64_t offset = (const char *)memory - (const char *)mc_chunk_memory(chunk);
  if (offset == 0) {
    mc_races_freed_twice(memory, code);
    mc_format(text, sizeof text, "%s of a chunk of %lu bytes that is free already", function,
              (uint64_t)chunk->size);
    mc_heap_end_in_call(MC_FINDING_DOUBLE_FREE, text, chunk, code);
  }
  describe_place(chunk, offset, place, sizeof place);
  mc_format(text, sizeof text, "%s of an address that malloc never gave: %s%s", function, place,
            chunk->state == MC_CHUNK_FREE ? ", which is free" : "");
  mc_heap_end_in_call(MC_FINDING_INVALID_FREE, text, chunk, code);
}

static void say_access(const struct mc_chunk *chunk, int64_t offset, bool is_write, char *text,
                       size_t size) {
  char place[100];
  describe_place(chunk, offset, place, sizeof place);
  mc_format(text, size, "%s of %s: %s", is_write ? "write" : "read",
            chunk->state == MC_CHUNK_FREE ? "freed memory" : "memory that was not allocated", place);
}

static enum mc_finding_kind misuse_of(const struct mc_chunk *chunk) {
  return chunk->state == MC_CHUNK_FREE ? MC_FINDING_USE_AFTER_FREE : MC_FINDING_HEAP_OVERFLOW;
}

void mc_heap_look(const struct mc_operation *operation, const struct mc_site *site) {
  if (!mc_heap_is_misused_by(operation))
    return;
  char place[100], text[250];
  uint64_t registers[MC_REGISTERS] = {0};
  struct mc_chunk *chunk = NULL, *broken;
  const char *address = NULL;
  for (unsigned i = 0; i < operation->objects && !chunk; i++) {
    address = (const char *)mc_memory_of(operation, i);
    chunk = mc_heap_is_misused(address) ? mc_heap_chunk_at(address, &broken) : NULL;
  }
  const struct mc_primitive *p = operation->primitive;
  const bool is_free = chunk->state == MC_CHUNK_FREE;
  if (is_free) {
    mc_races_go_on(); // the operation's step was made
    mc_races_misused(operation, site);
  }
  describe_place(chunk, address - (const char *)mc_chunk_memory(chunk), place, sizeof place);
  mc_format(text, sizeof text, "%s of a %s in %s: %s", p->operations[operation->kind], p->name,
            is_free ? "freed memory" : "memory that was not allocated", place);
  mc_machine_here(registers);
  mc_heap_end_with((struct mc_finding_details){
      .kind = misuse_of(chunk),
      .message = text,
      .thread = mc_self_,
      .site = site,
      .registers = registers,
      .chunk = chunk,
  });
}

void mc_heap_access(const struct mc_site *site, uintptr_t address, uint64_t size, bool is_write) {
  char text[250];
  uint64_t registers[MC_REGISTERS] = {0};
  int64_t first;
  const struct mc_chunk *chunk = mc_heap_misused_by_access(address, size, &first);
  if (!chunk)
    return;
  mc_races_fault(address);
  say_access(chunk, first, is_write, text, sizeof text);
  mc_machine_here(registers);
  mc_heap_end_with((struct mc_finding_details){.kind = misuse_of(chunk),
                                               .message = text,
                                               .thread = mc_self_,
                                               .site = site,
                                               .registers = registers,
                                               .chunk = chunk});
}

void mc_heap_fault(uint64_t address, bool is_write, const void *context) {
  char text[250];
  struct mc_chunk *chunk = NULL, *broken;
  enum mc_finding_kind kind;
  if (mc_heap_is_pattern(address, &chunk, &kind)) {
    const bool is_free = kind == MC_FINDING_USE_AFTER_FREE;
    if (chunk && is_free && chunk->state != MC_CHUNK_FREE)
      return; // the memory is in use again, and was not written since
    mc_format(text, sizeof text, "a pointer was read from %s and followed",
              is_free ? "freed memory" : "memory behind a chunk");
  } else {
    chunk = mc_heap_checked ? mc_heap_chunk_at((void *)address, &broken) : NULL;
    if (!chunk)
      return;
    kind = misuse_of(chunk);
    say_access(chunk, (int64_t)(address - (uintptr_t)mc_chunk_memory(chunk)), is_write, text,
               sizeof text);
  }
  mc_heap_end_with((struct mc_finding_details){.kind = kind,
                                               .message = text,
                                               .thread = mc_self_,
                                               .address = address,
                                               .ucontext = context,
                                               .chunk = chunk});
}
