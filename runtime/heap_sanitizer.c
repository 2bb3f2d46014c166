// runtime/heap_sanitizer.c - the allocator of a sanitizer, which the program has in the place of
// ours. It tells of all that it gives, and of what it is about to take back.
#include "heap.h"
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
static struct { uint64_t start, end; } function[FUNCTIONS];

static size_t (*size_of)(const volatile void *);
static __typeof__(_Unwind_Backtrace) *backtrace;
static __typeof__(_Unwind_GetIP) *code_of;

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
  mc_heap_given((const void *)memory, size);
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
  mc_heap_taken((const void *)memory, size_of(memory), caller.code);
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
  if (!install || !size_of)
    return false;
  void *const library = dlopen("libgcc_s.so.1", RTLD_NOW | RTLD_GLOBAL);
  backtrace = library ? dlsym(library, "_Unwind_Backtrace") : NULL;
  code_of = library ? dlsym(library, "_Unwind_GetIP") : NULL;
  find_functions();
  if (!backtrace || !code_of || !install(gives, takes))
    mc_fault(__FILE__, __LINE__, "the sanitizer's allocator does not tell what it does");
  return true;
}
