// runtime/base/sys.c - see sys.h.
#include "sys.h"
#include <mcmini/lifetime.h>
#include <errno.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <time.h>

#define IN_SECTION __attribute__((naked, noinline, section("mc_system_calls")))

IN_SECTION long mc_sys6(long n, long a, long b, long c, long d, long e, long f) {
  __asm__("mov %rdi, %rax; mov %rsi, %rdi; mov %rdx, %rsi; mov %rcx, %rdx; mov %r8, %r10;"
          "mov %r9, %r8; mov 8(%rsp), %r9; syscall; ret;");
}

// The very bytes by which unwinders know a signal's frame; GDB also wants the word in the name.
IN_SECTION void mc_sigaction_return(void) { __asm__("mov $15, %rax; syscall; ud2;"); }

uint64_t mc_copied_from[MC_CALL_COPIES] MC_PER_TRACE_TABLE __attribute__((visibility("hidden")));

_Static_assert(MC_CALL_COPIES == 1024 && MC_CALL_COPY_BYTES == 8, "below");
IN_SECTION void mc_call_copies(void) {
  __asm__(".set copy, 0; .rept 1024; syscall; jmp *mc_copied_from + 8 * copy(%rip);"
          ".set copy, copy + 1; .endr");
}

void mc_futex_wait(const volatile uint32_t *word, uint32_t value, int milliseconds, int shared) {
  struct timespec t = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  mc_sys(SYS_futex, word, shared ? FUTEX_WAIT : FUTEX_WAIT_PRIVATE, value,
         milliseconds < 0 ? NULL : &t);
}

void mc_futex_wake(const volatile uint32_t *word, int shared) {
  mc_sys(SYS_futex, word, shared ? FUTEX_WAKE : FUTEX_WAKE_PRIVATE, 0x7fffffff);
}

struct out {
  char *at, *end; // end: the last byte, kept for the 0
};

static void put(struct out *o, char c) {
  if (o->at < o->end)
    *o->at++ = c;
}

static void put_string(struct out *o, const char *s) {
  for (s = s ? s : "(null)"; *s; s++)
    put(o, *s);
}

static void put_number(struct out *o, uint64_t value, unsigned base) {
  char digits[24];
  int n = 0;
  do
    digits[n++] = "0123456789abcdef"[value % base];
  while (value /= base);
  while (n)
    put(o, digits[--n]);
}

static void put_signed(struct out *o, int64_t value) {
  if (value < 0)
    put(o, '-');
  put_number(o, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, 10);
}

size_t mc_format(char *text, size_t size, const char *format, ...) {
  struct out o = {text, text + size - 1};
  va_list list;
  va_start(list, format);
  for (const char *f = format; *f; f++) {
    if (*f != '%') {
      put(&o, *f);
      continue;
    }
    int wide = *++f == 'l';
    f += wide;
    switch (*f) {
    case 's':
      put_string(&o, va_arg(list, const char *));
      break;
    case 'd':
      put_signed(&o, wide ? va_arg(list, int64_t) : va_arg(list, int));
      break;
    case 'u':
      put_number(&o, wide ? va_arg(list, uint64_t) : va_arg(list, unsigned), 10);
      break;
    case 'x':
      put_number(&o, wide ? va_arg(list, uint64_t) : va_arg(list, unsigned), 16);
      break;
    default:
      put(&o, *f);
    }
  }
  va_end(list);
  *o.at = '\0';
  return (size_t)(o.at - text);
}

long mc_libc_result(long kernel) {
  if (kernel >= 0 || kernel < -4095)
    return kernel;
  errno = (int)-kernel;
  return -1;
}
