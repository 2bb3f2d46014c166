// runtime/record/native.c - libc's real functions, behind those that stand in for them.
#include "record.h"
#include <dlfcn.h>

const struct mc_site mc_nowhere = {"", "", "", 0, 0};

bool mc_native(void) { return mc_mode == MC_MODE_NATIVE; }

enum { MOST_MADE = 4096 };
static const volatile void *made[MOST_MADE] MC_KEPT;
static _Atomic uint32_t mades MC_KEPT;

void mc_note_made(const volatile void *object) {
  if (!mc_native() || atomic_load(&mades) >= MOST_MADE)
    return;
  const uint32_t i = atomic_fetch_add(&mades, 1);
  if (i < MOST_MADE)
    made[i] = object;
}

bool mc_was_made(const volatile void *object) {
  const uint32_t notes = atomic_load(&mades);
  for (uint32_t i = 0; i < notes && i < MOST_MADE; i++)
    if (made[i] == object)
      return true;
  return notes >= MOST_MADE;
}

/// Functions found so far, by the address of the name. In memory that no snapshot puts back.
enum { REAL_SLOTS = 1024 };
static struct real {
  const char *name;
  void *function;
} * real_slot MC_KEPT;

static void *find_real(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (!function)
    mc_fault(__FILE__, __LINE__, name);
  return function;
}

void mc_native_start(void) { real_slot = mc_seldom_memory(REAL_SLOTS * sizeof *real_slot); }

void *mc_real(const char *name) {
  if (!real_slot)
    return find_real(name);
  for (uint64_t i = (uintptr_t)name * 0x9e3779b97f4a7c15ull >> 40;; i++) {
    struct real *slot = &real_slot[i % REAL_SLOTS];
    if (slot->name == name)
      return slot->function;
    if (slot->name)
      continue;
    void *function = find_real(name);
    const bool opened = mc_memory_open();
    const bool opened_table = mc_table_open(real_slot, REAL_SLOTS * sizeof *real_slot);
    slot->function = function;
    slot->name = name;
    if (opened_table)
      mc_table_close(real_slot, REAL_SLOTS * sizeof *real_slot);
    if (opened)
      mc_memory_close();
    return function;
  }
}

// What dlsym says of a failure lies in the program's heap until the next call. In a trace that must
// not be: the first one would have another heap than the rest.
static void *symbol_in(void *where, const char *name) {
  const mc_thread self = mc_self_;
  mc_self_ = MC_NO_THREAD; // an allocator of the program's locks natively
  void *const symbol = dlsym(where, name);
  if (!symbol) {
    dlerror(); // gives it back at the second call
    dlerror();
  }
  mc_self_ = self;
  return symbol;
}

void *mc_library(const char *name) {
  const mc_thread self = mc_self_;
  mc_self_ = MC_NO_THREAD; // as above
  void *const library = dlopen(name, RTLD_NOW | RTLD_GLOBAL);
  mc_self_ = self;
  return library;
}

void *mc_symbol(const char *name) { return symbol_in(RTLD_DEFAULT, name); }

bool mc_has_sanitizer(void) { return mc_symbol("__asan_init") || mc_symbol("__msan_init"); }

void *mc_real_if_any(const char *name) { return symbol_in(RTLD_NEXT, name); }
