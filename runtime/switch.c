// runtime/switch.c - see switch.h. x86-64, System V: callee-saved registers and floating-point
// modes.
#include "switch.h"

#define PUSH_REGISTERS                                                                             \
  "push %rbp; push %rbx; push %r12; push %r13; push %r14; push %r15;"                              \
  "sub $8, %rsp; stmxcsr (%rsp); fnstcw 4(%rsp);"
#define POP_REGISTERS_AND_RETURN                                                                   \
  "ldmxcsr (%rsp); fldcw 4(%rsp); add $8, %rsp;"                                                   \
  "pop %r15; pop %r14; pop %r13; pop %r12; pop %rbx; pop %rbp; ret;"

__attribute__((naked)) void mc_stack_switch(void **own_stack, void *stack,
                                            uint64_t thread_pointer) {
  __asm__(PUSH_REGISTERS
          "mov %rsp, (%rdi); mov %rsi, %rsp; wrfsbase %rdx;" POP_REGISTERS_AND_RETURN);
}

__attribute__((naked)) void mc_stack_park(void **own_stack, void (*function)(void)) {
  __asm__(PUSH_REGISTERS "mov %rsp, (%rdi); call *%rsi;" POP_REGISTERS_AND_RETURN);
}

__attribute__((naked)) void mc_stack_resume(void *stack, uint64_t thread_pointer) {
  __asm__("mov %rdi, %rsp; wrfsbase %rsi;" POP_REGISTERS_AND_RETURN);
}

__attribute__((naked)) void mc_stack_call(void *top, void (*function)(void)) {
  __asm__("mov %rdi, %rsp; xor %ebp, %ebp; call *%rsi; ud2;");
}
