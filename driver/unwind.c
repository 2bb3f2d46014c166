// driver/unwind.c - the frames of a thread of a process that is gone, from the copy of its
// registers and of the top of its stack.
#include "symbols.h"
#include "symbols_internal.h"
#include <string.h>
#include <unistd.h>

enum { REGISTERS = sizeof((struct mc_machine_state *)0)->registers / sizeof(uint64_t) };

/// What the callbacks of libdwfl look at; one thread at a time.
static const struct mc_machine_state *current;

static pid_t next_thread(Dwfl *dwfl, void *context, void **thread_context) {
  (void)dwfl;
  if (*thread_context)
    return 0;
  *thread_context = context;
  return getpid();
}

static bool read_memory(Dwfl *dwfl, Dwarf_Addr address, Dwarf_Word *result, void *context) {
  (void)dwfl, (void)context;
  uint64_t offset = address - current->stack_start;
  if (address < current->stack_start || current->stack_bytes < sizeof *result ||
      offset > current->stack_bytes - sizeof *result)
    return false;
  memcpy(result, current->stack + offset, sizeof *result);
  return true;
}

static bool set_registers(Dwfl_Thread *thread, void *context) {
  (void)context;
  Dwarf_Word registers[REGISTERS];
  for (unsigned i = 0; i < REGISTERS; i++)
    registers[i] = current->registers[i];
  return dwfl_thread_state_registers(thread, 0, REGISTERS, registers);
}

struct walk {
  struct symbols *symbols;
  struct code_place *frame;
  unsigned count, most;
};

static int add_frame(Dwfl_Frame *frame, void *context) {
  struct walk *walk = context;
  Dwarf_Addr address;
  bool exact;
  if (walk->count == walk->most || !dwfl_frame_pc(frame, &address, &exact))
    return DWARF_CB_ABORT;
  walk->frame[walk->count++] = symbols_code(walk->symbols, address, !exact);
  return DWARF_CB_OK;
}

unsigned symbols_unwind(struct symbols *symbols, const struct mc_machine_state *machine,
                        struct code_place *frame, unsigned most) {
  static const Dwfl_Thread_Callbacks callbacks = {
      .next_thread = next_thread,
      .memory_read = read_memory,
      .set_initial_registers = set_registers,
  };
  struct walk walk = {symbols, frame, 0, most};
  current = machine;
  if (symbols->dwfl && !symbols->attached)
    symbols->attached = dwfl_attach_state(symbols->dwfl, NULL, getpid(), &callbacks, symbols);
  if (symbols->attached)
    dwfl_getthread_frames(symbols->dwfl, getpid(), add_frame, &walk);
  if (!walk.count && most) // a stack that cannot be read: at least where it stood
    walk.frame[walk.count++] = symbols_code(symbols, machine->registers[16], false);
  return walk.count;
}
