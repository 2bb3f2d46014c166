// runtime/base/program_memory.c - looks at memory that a pointer of the program's leads to, which
// may be any address.
//
// One instruction reads, another writes. Where they fault the handler of signals (fault.c) lets the
// look go on with "no"; it costs nothing else.
#include "base.h"
#include <errno.h>
#include <ucontext.h>

enum { PAGE = 4096 };

// The write changes nothing.
bool mc_look_reads(uintptr_t address);
bool mc_look_writes(uintptr_t address);
extern const char mc_look_fails[];
__asm__(".pushsection .text\n"
        ".hidden mc_look_reads, mc_look_writes, mc_look_fails\n"
        "mc_look_reads: movb (%rdi), %al\n"
        "  mov $1, %eax\n"
        "  ret\n"
        "mc_look_writes: lock orb $0, (%rdi)\n"
        "  mov $1, %eax\n"
        "  ret\n"
        "mc_look_fails: xor %eax, %eax\n"
        "  ret\n"
        ".popsection");

bool mc_look_failed(void *context) {
  greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;
  if (r[REG_RIP] != (greg_t)(uintptr_t)mc_look_reads &&
      r[REG_RIP] != (greg_t)(uintptr_t)mc_look_writes)
    return false;
  r[REG_RIP] = (greg_t)(uintptr_t)mc_look_fails;
  return true;
}

static bool look(uintptr_t address, size_t bytes, bool (*at)(uintptr_t)) {
  const uintptr_t end = address + bytes;
  if (end < address)
    return false;
  for (; address < end; address = (address | (PAGE - 1)) + 1)
    if (!at(address))
      return false;
  return true;
}

bool mc_may_read(const volatile void *memory, size_t bytes) {
  return look((uintptr_t)memory, bytes, mc_look_reads);
}

bool mc_may_write(volatile void *memory, size_t bytes) {
  return look((uintptr_t)memory, bytes, mc_look_writes);
}

bool mc_may_read_text(const char *text) {
  for (;; text++) {
    if (!mc_may_read(text, 1))
      return false;
    do
      if (!*text)
        return true;
    while ((uintptr_t)++text % PAGE);
    text--;
  }
}

// Mapped is not enough: the guard page of the next stack is mapped. The kernel reads the set before
// it refuses the first argument.
bool mc_is_readable(uint64_t address) {
  enum { NO_SUCH_ACTION = 99 };
  return mc_sys(SYS_rt_sigprocmask, NO_SUCH_ACTION, address, NULL, 8) == -EINVAL;
}
