// runtime/tsan/calls.c - what stands in the place of the C library's functions that read or write
// memory through their arguments, and announces that (ranges.c): __wrap_FUNCTION (ld --wrap);
// __real_FUNCTION is the function.
//
// The functions that these call may be ours, and make operations: their place is that of our
// caller. So our code counts as a library's (user_site.c).
#include "runtime/tsan/calls.h"
#include <stdarg.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <wchar.h>

typedef int (*comparison)(const void *, const void *);
typedef int (*comparison_with)(const void *, const void *, void *);

// A program may have a function of its own with that name, and of another type: then that is
// called.
#define DECLARE(type, name, parameters)                                                            \
  type __real_##name parameters;                                                                   \
  static __attribute__((section("mc_wrapped"))) type announce_##name parameters;                   \
  __attribute__((visibility("hidden"))) void *mc_target_##name MC_PER_TRACE_SET =                  \
      (void *)announce_##name;                                                                     \
  MC_TSAN_VISIBLE __attribute__((naked, section("mc_wrapped"))) void __wrap_##name(void);          \
  void __wrap_##name(void) { __asm__("jmp *mc_target_" #name "(%rip)"); }                          \
  static type announce_##name parameters

#define CALL(name, values)                                                                         \
  struct mc_call call = {MC_CALL_##name, MC_CALLER_SITE, {UNPACK values}, 0};                      \
  const struct mc_site *const outer = __mcmini_user_site;                                          \
  mc_call_before(&call);                                                                           \
  __mcmini_user_site = call.site;
#define BODY(type, name, values, arguments)                                                        \
  {                                                                                                \
    CALL(name, values)                                                                             \
    const type result = __real_##name arguments;                                                   \
    __mcmini_user_site = outer;                                                                    \
    call.result = (uint64_t)(result);                                                              \
    mc_call_after(&call);                                                                          \
    return (type)result;                                                                           \
  }
#define BODY_OF_PROCEDURE(name, values, arguments)                                                 \
  {                                                                                                \
    CALL(name, values)                                                                             \
    __real_##name arguments;                                                                       \
    __mcmini_user_site = outer;                                                                    \
  }
#define UNPACK(...) __VA_ARGS__
#define N(a) (uint64_t)(a)

#define MC_CALL1(type, name, A) DECLARE(type, name, (A a)) BODY(type, name, (N(a)), (a))
#define MC_CALL2(type, name, A, B)                                                                 \
  DECLARE(type, name, (A a, B b)) BODY(type, name, (N(a), N(b)), (a, b))
#define MC_CALL3(type, name, A, B, C)                                                              \
  DECLARE(type, name, (A a, B b, C c)) BODY(type, name, (N(a), N(b), N(c)), (a, b, c))
#define MC_CALL4(type, name, A, B, C, D)                                                           \
  DECLARE(type, name, (A a, B b, C c, D d))                                                        \
  BODY(type, name, (N(a), N(b), N(c), N(d)), (a, b, c, d))
#define MC_CALL5(type, name, A, B, C, D, E)                                                        \
  DECLARE(type, name, (A a, B b, C c, D d, E e))                                                   \
  BODY(type, name, (N(a), N(b), N(c), N(d), N(e)), (a, b, c, d, e))
#define MC_CALL6(type, name, A, B, C, D, E, F)                                                     \
  DECLARE(type, name, (A a, B b, C c, D d, E e, F f))                                              \
  BODY(type, name, (N(a), N(b), N(c), N(d), N(e), N(f)), (a, b, c, d, e, f))
#define MC_CALL7(type, name, A, B, C, D, E, F, G)                                                  \
  DECLARE(type, name, (A a, B b, C c, D d, E e, F f, G g))                                         \
  BODY(type, name, (N(a), N(b), N(c), N(d), N(e), N(f), N(g)), (a, b, c, d, e, f, g))
#define MC_PROCEDURE1(name, A) DECLARE(void, name, (A a)) BODY_OF_PROCEDURE(name, (N(a)), (a))
#define MC_PROCEDURE2(name, A, B)                                                                  \
  DECLARE(void, name, (A a, B b)) BODY_OF_PROCEDURE(name, (N(a), N(b)), (a, b))
#define MC_PROCEDURE3(name, A, B, C)                                                               \
  DECLARE(void, name, (A a, B b, C c)) BODY_OF_PROCEDURE(name, (N(a), N(b), N(c)), (a, b, c))
#define MC_PROCEDURE4(name, A, B, C, D)                                                            \
  DECLARE(void, name, (A a, B b, C c, D d))                                                        \
  BODY_OF_PROCEDURE(name, (N(a), N(b), N(c), N(d)), (a, b, c, d))
#define MC_PROCEDURE5(name, A, B, C, D, E)                                                         \
  DECLARE(void, name, (A a, B b, C c, D d, E e))                                                   \
  BODY_OF_PROCEDURE(name, (N(a), N(b), N(c), N(d), N(e)), (a, b, c, d, e))
#define FORMATTED(name, parameters, values, apply, look)                                           \
  DECLARE(int, name, parameters) {                                                                 \
    va_list list, again;                                                                           \
    va_start(list, format);                                                                        \
    va_copy(again, list);                                                                          \
    CALL(name, values)                                                                             \
    const int result = apply;                                                                      \
    __mcmini_user_site = outer;                                                                    \
    call.result = (uint64_t)result;                                                                \
    mc_call_after(&call);                                                                          \
    look(&call, format, again);                                                                    \
    va_end(again);                                                                                 \
    va_end(list);                                                                                  \
    return result;                                                                                 \
  }
#define MC_PRINTER(name, parameters, values, print)                                                \
  FORMATTED(name, parameters, values, print, mc_call_texts)
#define MC_SCANNER(name, parameters, values, scan)                                                 \
  FORMATTED(name, parameters, values, scan, mc_call_scanned)

// Before C99 %a was something else; headers give the older functions the newer ones' names.
int old_vsscanf(const char *text, const char *format, va_list list) __asm__("vsscanf");
int old_vscanf(const char *format, va_list list) __asm__("vscanf");
int old_vfscanf(FILE *file, const char *format, va_list list) __asm__("vfscanf");
int __isoc99_vsscanf(const char *text, const char *format, va_list list);
int __isoc99_vscanf(const char *format, va_list list);
int __isoc99_vfscanf(FILE *file, const char *format, va_list list);
int __vsnprintf_chk(char *text, size_t size, int flag, size_t room, const char *format,
                    va_list list);
int __vsprintf_chk(char *text, int flag, size_t room, const char *format, va_list list);
int __vprintf_chk(int flag, const char *format, va_list list);
int __vfprintf_chk(FILE *file, int flag, const char *format, va_list list);
#include "runtime/tsan/calls.def"

extern char __executable_start[] __attribute__((weak)), etext[] __attribute__((weak));

static bool is_programs(const void *function) {
  return (const char *)function >= __executable_start && (const char *)function < etext &&
         !mc_is_runtime((uintptr_t)function);
}

__attribute__((constructor)) static void find_programs_own(void) {
#define FIND(name)                                                                                 \
  if (is_programs((const void *)__real_##name))                                                    \
    mc_target_##name = (void *)__real_##name;
#define MC_CALL(type, name, ...) FIND(name)
#define MC_PROCEDURE(name, ...) FIND(name)
#include "runtime/tsan/alike.def"
}

// clang calls these where a structure is copied, and for memcpy itself.
#define MEMORY_FUNCTION(name, A, B)                                                                \
  MC_TSAN_VISIBLE void *__tsan_##name(A a, B b, size_t size);                                      \
  void *__tsan_##name(A a, B b, size_t size) {                                                     \
    const struct mc_call call = {MC_CALL_##name, MC_CALLER_SITE, {N(a), N(b), size}, 0};           \
    mc_call_before(&call);                                                                         \
    return __real_##name(a, b, size);                                                              \
  }
MEMORY_FUNCTION(memcpy, void *, const void *)
MEMORY_FUNCTION(memmove, void *, const void *)
MEMORY_FUNCTION(memset, void *, int)
