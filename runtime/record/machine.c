// runtime/record/machine.c - where a thread stands: its registers and its stack, from which the
// driver makes a list of calls.
#include "record.h"
#include "runtime/base/base.h"
#include <signal.h>
#include <string.h>
#include <ucontext.h>

// What a call must keep, the stack pointer and the return address, as DWARF numbers them.
__attribute__((naked)) void mc_machine_here(uint64_t registers[MC_REGISTERS]
                                            __attribute__((unused))) {
  __asm__("mov %rbx, 24(%rdi); mov %rbp, 48(%rdi); lea 8(%rsp), %rax; mov %rax, 56(%rdi);"
          "mov %r12, 96(%rdi); mov %r13, 104(%rdi); mov %r14, 112(%rdi); mov %r15, 120(%rdi);"
          "mov (%rsp), %rax; mov %rax, 128(%rdi); ret;");
}

/// A sanitizer would take memcpy for the program's, and most of a stack is not to be read by that.
static void copy_stack(void *to, uint64_t from, uint64_t bytes) {
  __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes) : : "memory");
}

void mc_machine_of(const void *context, uint64_t registers[MC_REGISTERS]) {
  static const int dwarf_order[] = {REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI,
                                    REG_RBP, REG_RSP, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                    REG_R12, REG_R13, REG_R14, REG_R15, REG_RIP};
  const ucontext_t *u = context;
  for (int i = 0; i < MC_REGISTERS; i++)
    registers[i] = (uint64_t)u->uc_mcontext.gregs[dwarf_order[i]];
}

uint32_t mc_machine_record(const void *context) {
  uint64_t registers[MC_REGISTERS];
  mc_machine_of(context, registers);
  return mc_machine_record_registers(registers);
}

uint32_t mc_machine_record_registers(const uint64_t registers[MC_REGISTERS]) {
  if (mc_session->machine_count == sizeof mc_session->machine / sizeof mc_session->machine[0])
    return 0;
  mc_session_write();
  struct mc_machine_state *m = &mc_session->machine[mc_session->machine_count];
  memcpy(m->registers, registers, sizeof m->registers);
  m->stack_start = m->registers[7] & ~(uint64_t)15;
  m->stack_bytes = 0;
  while (m->stack_bytes < MC_SESSION_STACK) {
    const uint64_t at = m->stack_start + m->stack_bytes;
    uint64_t part = 4096 - at % 4096;
    if (part > MC_SESSION_STACK - m->stack_bytes)
      part = MC_SESSION_STACK - m->stack_bytes;
    if (!mc_is_readable(at & ~(uint64_t)15))
      break;
    copy_stack(m->stack + m->stack_bytes, at, part);
    m->stack_bytes += part;
  }
  m->valid = 1;
  return ++mc_session->machine_count;
}
