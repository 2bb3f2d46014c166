// runtime/spinloop/unwinder.c - see unwinder.h. A fault while it reads the stack ends it: the
// handler of faults asks mc_recognise_unwinds.
#include "unwinder.h"
#include "waiting.h"
#include "runtime/record/record.h"
#include <dlfcn.h>

struct mc_unwinder mc_unwinder MC_KEPT;

void mc_unwinder_start(void) {
  void *library = mc_library("libgcc_s.so.1");
  if (!library)
    return;
  mc_unwinder.ip = (__typeof__(mc_unwinder.ip))dlsym(library, "_Unwind_GetIP");
  mc_unwinder.reg = (__typeof__(mc_unwinder.reg))dlsym(library, "_Unwind_GetGR");
  mc_unwinder.frame = (__typeof__(mc_unwinder.frame))dlsym(library, "_Unwind_GetCFA");
  mc_unwinder.backtrace = (__typeof__(mc_unwinder.backtrace))dlsym(library, "_Unwind_Backtrace");
}

static __thread bool unwinds;
static __thread void *unwinding[5];

bool mc_recognise_unwinds(void) { return unwinds; }

_Noreturn void mc_recognise_give_up(void) { __builtin_longjmp(unwinding, 1); }

bool mc_unwind(_Unwind_Trace_Fn look, void *argument) {
  const mc_thread self = mc_self_;
  bool is_good = false;
  unwinds = true;
  mc_self_ = MC_NO_THREAD; // what the unwinder calls is no operation
  if (__builtin_setjmp(unwinding) == 0) {
    mc_unwinder.backtrace(look, argument);
    is_good = true;
  }
  mc_self_ = self;
  unwinds = false;
  return is_good;
}

//===- Who called a library -------------------------------------------------------------------===//

struct callers {
  uint64_t own;
  uint32_t count;
  uint64_t *code;
};

static _Unwind_Reason_Code note_caller(struct _Unwind_Context *context, void *argument) {
  struct callers *callers = argument;
  const uint64_t code = mc_unwinder.ip(context);
  if (mc_is_runtime(code) || code == callers->own || mc_is_of_system(mc_module_of(code)))
    return _URC_NO_REASON;
  callers->code[callers->count++] = code;
  return callers->count < MC_SESSION_MOST_CALLERS ? _URC_NO_REASON : _URC_NORMAL_STOP;
}

uint32_t mc_callers_note(const struct mc_site *site) {
  struct mc_place place = {.code = (uintptr_t)site & ~MC_SITE_IS_CODE};
  struct callers callers = {.own = place.code, .code = place.from};
  if (!((uintptr_t)site & MC_SITE_IS_CODE) || !mc_unwinder.backtrace)
    return 0;
  mc_guard_open(); // looks at the direction flag, which the unwinder relies on
  mc_guard_close();
  if (!mc_unwind(note_caller, &callers) || !callers.count)
    return 0;
  mc_guard_open();
  return 1 + mc_record_place(&place);
}
