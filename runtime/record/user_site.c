// runtime/record/user_site.c - the place in the program's own code from which the C++ library was
// called.
//
// std::mutex::lock() stops in a header of the library, std::thread::join() in a shared object. The
// pass keeps the place of the program's call; reports show that one.
#include "record.h"
#include <string.h>

__thread const struct mc_site *__mcmini_user_site;

static bool starts_with(const char *text, const char *prefix) {
  return strncmp(text, prefix, strlen(prefix)) == 0;
}

// A function of the library may end in a jump to the primitive: then the address is that of its
// caller, in the program itself. So is the address of a library that is linked statically.
bool mc_is_library(const char *module) {
  const char *slash = strrchr(module, '/'), *name = slash ? slash + 1 : module;
  return !*name || starts_with(name, "libstdc++.so") || starts_with(name, "libc++.so") ||
         starts_with(name, "libc++abi.so");
}

bool mc_is_of_system(const char *path) {
  static const char *const folders[] = {"/usr/lib", "/lib"};
  for (unsigned i = 0; i < sizeof folders / sizeof *folders; i++)
    if (strncmp(path, folders[i], strlen(folders[i])) == 0)
      return true;
  return false;
}

// The runtime's code and variables. The preloaded library has no such sections: all of it is the
// runtime.
extern const char __start_mc_runtime[] __attribute__((weak, visibility("hidden")));
extern const char __stop_mc_runtime[] __attribute__((weak, visibility("hidden")));
extern const char __ehdr_start[] __attribute__((visibility("hidden")));
extern const char etext[] __attribute__((visibility("hidden")));
// Variables: those of a trace, and those that are kept (<mcmini/lifetime.h>).
#define SECTION(name)                                                                              \
  extern const char __start_##name[] __attribute__((weak, visibility("hidden")));                  \
  extern const char __stop_##name[] __attribute__((weak, visibility("hidden")))
SECTION(mc_runtime_data);
SECTION(mc_runtime_bss);
SECTION(mc_runtime_tables);
SECTION(mc_runtime_kept);
#define IS_IN(address, name)                                                                       \
  ((address) >= (uintptr_t)__start_##name && (address) < (uintptr_t)__stop_##name)
// What stands in the place of libc's functions in programs of -fsanitize=thread: tsan/calls.c. In
// others there is no such section.
extern const char __start_mc_wrapped[] __attribute__((weak, visibility("hidden")));
extern const char __stop_mc_wrapped[] __attribute__((weak, visibility("hidden")));

static bool is_wrapper(uint64_t code) {
  return code >= (uintptr_t)__start_mc_wrapped && code < (uintptr_t)__stop_mc_wrapped;
}

bool mc_is_preloaded(void) { return &__start_mc_runtime[0] == &__stop_mc_runtime[0]; }

void mc_own_code_note(void) {
  const bool is_preloaded = mc_is_preloaded();
  mc_session->own_code[0] = (uintptr_t)(is_preloaded ? __ehdr_start : __start_mc_runtime);
  mc_session->own_code[1] = (uintptr_t)(is_preloaded ? etext : __stop_mc_runtime);
}

bool mc_is_runtime(uint64_t code) {
  if (mc_is_preloaded())
    return code >= (uintptr_t)__ehdr_start && code < (uintptr_t)etext;
  return (code >= (uintptr_t)__start_mc_runtime && code < (uintptr_t)__stop_mc_runtime) ||
         is_wrapper(code);
}

bool mc_is_runtime_variable(uint64_t address) {
  return IS_IN(address, mc_runtime_data) || IS_IN(address, mc_runtime_bss) ||
         IS_IN(address, mc_runtime_tables) || IS_IN(address, mc_runtime_kept);
}

bool mc_is_in_library(const struct mc_site *site) {
  if ((uintptr_t)site & MC_SITE_IS_CODE) {
    const uint64_t code = (uintptr_t)site & ~MC_SITE_IS_CODE;
    if (is_wrapper(code))
      return true;
    for (uint32_t i = 0; i < mc_process->modules; i++)
      if (code >= mc_process->module[i].start && code < mc_process->module[i].end)
        return mc_process->module[i].library;
    return false;
  }
  if (site->line) // as isLibraryFile of the pass
    return strstr(site->file, "/include/") && strstr(site->file, "/c++/");
  return starts_with(site->function, "std::") || starts_with(site->function, "__gnu_cxx::") ||
         starts_with(site->function, "__gthread_");
}

const struct mc_site *mc_program_site(const struct mc_site *site) {
  static struct {
    const struct mc_site *site;
    bool is_in_library;
  } known[256] MC_PER_TRACE_TABLE;
  if (!__mcmini_user_site)
    return site;
  const unsigned i = (uintptr_t)site / sizeof *site % (sizeof known / sizeof *known);
  if (known[i].site != site) {
    known[i].site = site;
    known[i].is_in_library = mc_is_in_library(site);
  }
  return known[i].is_in_library ? __mcmini_user_site : site;
}

const struct mc_site *mc_reported_site(const struct mc_site *site) {
  enum { UNKNOWN, PROGRAM, LIBRARY };
  if (!__mcmini_user_site)
    return site;
  uint8_t *origin = &mc_shared->tables.origin[mc_record_site(site)];
  if (*origin == UNKNOWN) {
    mc_tables_write();
    *origin = mc_is_in_library(site) ? LIBRARY : PROGRAM;
  }
  return *origin == LIBRARY ? __mcmini_user_site : site;
}
