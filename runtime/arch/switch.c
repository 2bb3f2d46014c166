// runtime/arch/switch.c - see switch.h. x86-64, System V: callee-saved registers and floating-point
// modes.
#include "switch.h"
#include <mcmini/lifetime.h>
#include <cpuid.h>

#define PUSH_REGISTERS                                                                             \
  "push %rbp; push %rbx; push %r12; push %r13; push %r14; push %r15;"                              \
  "sub $8, %rsp; stmxcsr (%rsp); fnstcw 4(%rsp);"
#define POP_REGISTERS_AND_RETURN "ldmxcsr (%rsp); fldcw 4(%rsp);" POP_THE_REST
#define POP_THE_REST                                                                               \
  "add $8, %rsp;"                                                                                  \
  "pop %r15; pop %r14; pop %r13; pop %r12; pop %rbx; pop %rbp; ret;"
// To load floating-point modes takes longer than all else, so they are loaded only if they differ.
#define RETURN_IN_MODES                                                                            \
  "stmxcsr -8(%rsp); fnstcw -4(%rsp); mov -8(%rsp), %eax; movzwl -4(%rsp), %ecx;"                  \
  "cmp %eax, (%rsp); jne 1f; cmp %cx, 4(%rsp); jne 1f;" POP_THE_REST "1:" POP_REGISTERS_AND_RETURN

// The scheduler leaves the mode of the x87 as it was, and fnstcw takes long: what goes on is
// compared with what the leaving thread, whose stack is in rbx, has pushed.
#define RETURN_AFTER_LEAVING                                                                       \
  "stmxcsr -8(%rsp); mov -8(%rsp), %eax; movzwl 4(%rbx), %ecx;"                                    \
  "cmp %eax, (%rsp); jne 1f; cmp %cx, 4(%rsp); jne 1f;" POP_THE_REST "1:" POP_REGISTERS_AND_RETURN

// If the thread itself goes on, each call meets its own return, as the processor expects.
__attribute__((naked)) void mc_stack_leave(struct mc_stack *own, void *top,
                                           const struct mc_stack *(*function)(void)) {
  __asm__(PUSH_REGISTERS "mov %rsp, (%rdi); mov %rsp, %rbx; mov %rsi, %rsp; xor %ebp, %ebp;"
                         "call *%rdx; test %rax, %rax; jz 2f;"
                         "mov (%rax), %rsp; mov 8(%rax), %rdx; wrfsbase %rdx;" RETURN_AFTER_LEAVING
                         "2: mov %rbx, %rsp;" POP_THE_REST);
}

__attribute__((naked)) void mc_stack_park(struct mc_stack *own, void (*function)(void)) {
  __asm__(PUSH_REGISTERS "mov %rsp, (%rdi); call *%rsi;" POP_REGISTERS_AND_RETURN);
}

__attribute__((naked)) void mc_stack_resume(const struct mc_stack *stack) {
  __asm__("mov (%rdi), %rsp; mov 8(%rdi), %rdx; wrfsbase %rdx;" RETURN_IN_MODES);
}

__attribute__((naked)) void mc_stack_call(void *top, void (*function)(void)) {
  __asm__("mov %rdi, %rsp; xor %ebp, %ebp; call *%rsi; ud2;");
}

//===- A call put into a thread's way ---------------------------------------------------------===//

void (*mc_visit_function)(struct visit *) MC_KEPT __attribute__((visibility("hidden")));
uint64_t mc_visit_state MC_KEPT
    __attribute__((visibility("hidden"))); // bytes of the extended registers

void mc_visit_prepare(void (*function)(struct visit *visit)) {
  unsigned a, bytes = 0, c, d;
  __cpuid_count(0xd, 0, a, bytes, c, d);
  mc_visit_state = bytes;
  mc_visit_function = function;
}

// A system call changes rax, rcx and r11, and nothing else. An unwinder finds in the visit, at
// 64(%rbx), where the thread goes on; who follows frame pointers finds a frame that returns there.
#define UNWIND_FROM_VISIT                                                                          \
  ".cfi_escape 0x0f, 4, 0x73, 0xc0, 0, 0x06;" /* CFA: visit->stack */                              \
  ".cfi_escape 0x10, 16, 3, 0x73, 0xc8, 0;"   /* return address: at visit->code */                 \
  ".cfi_escape 0x10, 3, 2, 0x73, 8;"          /* rbx, rbp: where they were pushed */               \
  ".cfi_escape 0x10, 6, 2, 0x73, 0;"
__attribute__((naked)) void mc_visit(void) {
  __asm__("push %rdi; push %rsi; push %rdx; push %r8; push %r9; push %r10; push %rbx; push %rbp;"
          "mov %rsp, %rbx;" UNWIND_FROM_VISIT "push 72(%rbx); push %rbp; mov %rsp, %rbp;"
          "sub mc_visit_state(%rip), %rsp; and $-64, %rsp; xor %eax, %eax;"
          "mov %rax, 512(%rsp); mov %rax, 520(%rsp); mov %rax, 528(%rsp); mov %rax, 536(%rsp);"
          "mov %rax, 544(%rsp); mov %rax, 552(%rsp); mov %rax, 560(%rsp); mov %rax, 568(%rsp);"
          "mov $-1, %eax; mov $-1, %edx; xsave64 (%rsp); cld;"
          "lea 64(%rbx), %rdi; call *mc_visit_function(%rip);"
          "mov $-1, %eax; mov $-1, %edx; xrstor64 (%rsp); mov %rbx, %rsp;"
          "pop %rbp; pop %rbx; pop %r10; pop %r9; pop %r8; pop %rdx; pop %rsi; pop %rdi;"
          "mov 16(%rsp), %rax; mov 8(%rsp), %rcx; mov (%rsp), %rsp; jmp *%rcx;");
}
