// runtime/heap/heap_sanitizer.c - the allocator of a sanitizer, which the program has in the place
// of ours. It tells of all that it gives, and of what it is about to take back.
#include "heap_internal.h"
#include "heap.h"
#include "runtime/detector/races.h"
#include "runtime/record/record.h"
#include <dlfcn.h>
#include <link.h>
#include <unwind.h>

/// Functions that give memory back, as the program calls them and as the sanitizer names its own.
static const char *const names[] = {"free",
                                    "cfree",
                                    "realloc",
                                    "reallocarray",
                                    "___interceptor_free",
                                    "___interceptor_cfree",
                                    "___interceptor_realloc",
                                    "___interceptor_reallocarray",
                                    "_ZdlPv",
                                    "_ZdaPv",
                                    "_ZdlPvm",
                                    "_ZdaPvm",
                                    "_ZdlPvRKSt9nothrow_t",
                                    "_ZdaPvRKSt9nothrow_t",
                                    "_ZdlPvSt11align_val_t",
                                    "_ZdaPvSt11align_val_t",
                                    "_ZdlPvmSt11align_val_t",
                                    "_ZdaPvmSt11align_val_t",
                                    "_ZdlPvSt11align_val_tRKSt9nothrow_t",
                                    "_ZdaPvSt11align_val_tRKSt9nothrow_t"};
enum { FUNCTIONS = sizeof names / sizeof *names };
static struct { uint64_t start, end; } function[FUNCTIONS] MC_PER_TRACE;

static size_t (*size_of)(const volatile void *) MC_PER_TRACE;
static int (*owns)(const volatile void *) MC_PER_TRACE;
static __typeof__(_Unwind_Backtrace) *backtrace MC_PER_TRACE;
static __typeof__(_Unwind_GetIP) *code_of MC_PER_TRACE;

/// How AddressSanitizer tells why it ends the process.
static struct {
  int (*is_present)(void); ///< NULL: it is not there
  void *(*address)(void);
  size_t (*size)(void);
  int (*is_write)(void);
  void *(*code)(void);
} report MC_PER_TRACE;

struct caller {
  bool is_next;
  uint64_t code; ///< 0: not found
};

static bool takes_back(uint64_t code) {
  int i = 0;
  while (i < FUNCTIONS && code - function[i].start >= function[i].end - function[i].start)
    i++;
  return i < FUNCTIONS;
}

static _Unwind_Reason_Code look(struct _Unwind_Context *context, void *argument) {
  struct caller *caller = argument;
  const uint64_t code = code_of(context);
  if (takes_back(code - 1)) {
    caller->is_next = true;
    return _URC_NO_REASON;
  }
  if (!caller->is_next)
    return _URC_NO_REASON;
  caller->code = code;
  return _URC_NORMAL_STOP;
}

static void gives(const volatile void *memory, size_t size) {
  if (mc_checking())
    mc_races_allocated((const void *)memory, size);
}

static void takes(const volatile void *memory) {
  struct caller caller = {false, 0};
  const mc_thread self = mc_self_;
  if (!memory || !mc_checking())
    return;
  mc_self_ = MC_NO_THREAD; // what the unwinder calls is no operation
  backtrace(look, &caller);
  mc_self_ = self;
  if (!caller.code)
    caller.code = (uintptr_t)__builtin_return_address(0);
  const size_t size = owns(memory) ? size_of(memory) : 1; // it says itself what is wrong
  mc_heap_taken((const void *)memory, size, caller.code);
}

// The sanitizer may have looked at the access in a function of its own, before ours were told of
// it. That is a use like any other, which can come before or behind what makes it wrong.
void mc_heap_process_ends(void) {
  if (!mc_checking() || !report.is_present || !report.is_present())
    return;
  const uintptr_t address = (uintptr_t)report.address();
  const uint32_t size = report.size() ? (uint32_t)report.size() : 1;
  const bool is_write = report.is_write();
  const struct mc_site *site = (const struct mc_site *)((uintptr_t)report.code() | MC_SITE_IS_CODE);
  if (!address)
    return;
  if (mc_is_racy(address, size))
    mc_variable_step(site, (volatile void *)address, size,
                     is_write ? MC_ACCESS_WRITE : MC_ACCESS_READ);
  else
    mc_race_access(site, (const void *)address, size, is_write, false);
}

static void find_report(void) {
  report.address = mc_symbol("__asan_get_report_address");
  report.size = mc_symbol("__asan_get_report_access_size");
  report.is_write = mc_symbol("__asan_get_report_access_type");
  report.code = mc_symbol("__asan_get_report_pc");
  if (report.address && report.size && report.is_write && report.code)
    report.is_present = mc_symbol("__asan_report_present");
}

static void find_functions(void) {
  for (int i = 0; i < FUNCTIONS; i++) {
    Dl_info info;
    const ElfW(Sym) *symbol = NULL;
    void *const at = mc_symbol(names[i]);
    if (at && dladdr1(at, &info, (void **)&symbol, RTLD_DL_SYMENT) && symbol) {
      function[i].start = (uintptr_t)at;
      function[i].end = function[i].start + symbol->st_size;
    }
  }
}

bool mc_heap_is_sanitizers(void) {
  int (*const install)(void (*)(const volatile void *, size_t), void (*)(const volatile void *)) =
      mc_symbol("__sanitizer_install_malloc_and_free_hooks");
  size_of = mc_symbol("__sanitizer_get_allocated_size");
  owns = mc_symbol("__sanitizer_get_ownership");
  if (!install || !size_of || !owns)
    return false;
  void *const library = dlopen("libgcc_s.so.1", RTLD_NOW | RTLD_GLOBAL);
  backtrace = library ? dlsym(library, "_Unwind_Backtrace") : NULL;
  code_of = library ? dlsym(library, "_Unwind_GetIP") : NULL;
  find_functions();
  find_report();
  if (!backtrace || !code_of || !install(gives, takes))
    mc_fault(__FILE__, __LINE__, "the sanitizer's allocator does not tell what it does");
  return true;
}
