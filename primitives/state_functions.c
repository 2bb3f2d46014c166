// primitives/state_functions.c - the interposed functions that use what libc keeps for all threads:
// state_calls.def.
#define _GNU_SOURCE
#define __NO_INLINE__ 1 // or some of them have bodies already
#include "state.h"
#include <aliases.h>
#include <dlfcn.h>
#include <fstab.h>
#include <getopt.h>
#include <grp.h>
#include <gshadow.h>
#include <langinfo.h>
#include <libintl.h>
#include <link.h>
#include <locale.h>
#include <malloc.h>
#include <netdb.h>
#include <printf.h>
#include <pthread.h>
#include <pwd.h>
#include <search.h>
#include <shadow.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <syslog.h>
#include <threads.h>
#include <time.h>
#include <ttyent.h>
#include <uchar.h>
#include <unistd.h>
#include <utmp.h>
#include <utmpx.h>
#include <wchar.h>

struct ether_addr { // of <net/ethernet.h>
  uint8_t octet[6];
};
extern int __getlogin_r_chk(char *, size_t, size_t);
extern int __wctomb_chk(char *, wchar_t, size_t);
extern size_t __wcrtomb_chk(char *, wchar_t, mbstate_t *, size_t);
extern size_t __mbsrtowcs_chk(wchar_t *, const char **, size_t, mbstate_t *, size_t);
extern size_t __mbsnrtowcs_chk(wchar_t *, const char **, size_t, size_t, mbstate_t *, size_t);
extern size_t __wcsrtombs_chk(char *, const wchar_t **, size_t, mbstate_t *, size_t);
extern size_t __wcsnrtombs_chk(char *, const wchar_t **, size_t, size_t, mbstate_t *, size_t);
extern size_t __strftime_l(char *, size_t, const char *, const struct tm *, locale_t);
extern size_t __wcsftime_l(wchar_t *, size_t, const wchar_t *, const struct tm *, locale_t);
extern int __cxa_atexit(void (*function)(void *), void *argument, void *module);
extern int __cxa_at_quick_exit(void (*function)(void *), void *module);
int mc_our_pthread_mutex_lock(const struct mc_site *, pthread_mutex_t *);
int mc_our_pthread_mutex_unlock(const struct mc_site *, pthread_mutex_t *);

enum { TEXT_OF_TIME = 26, NAME_OF_ATTRIBUTE = 48, NAME_OF_TOLD };

#define READS(state) mc_state_use(uses, MC_STATE_##state, MC_USE_READ);
#define WRITES(state) mc_state_use(uses, MC_STATE_##state, MC_USE_WRITE);
#define GIVES(to) given = (to), bytes = sizeof *(to);
#define CHANGES(family) mc_libc_variables_change(MC_##family##_VARIABLES, MC_CALLER_SITE);
#define UNORDERED(name) mc_unordered_call(#name, MC_CALLER_SITE);
#define CHANGES_PRIORITY mc_need_kernel_threads("the program changes the priority of a thread");
#define LOCKED mc_memory_of_libc(true);
#define MAKES_KEY keys_made++;
#define DELETES_KEY delete_key(MC_CALLER_SITE);
#define SETS_LOCALE(category, locale)                                                              \
  if (is_current_locale(category, locale)) {                                                       \
    READS(LOCALE)                                                                                  \
  } else {                                                                                         \
    WRITES(LOCALE)                                                                                 \
    if (mc_is_searching())                                                                         \
      mc_warn(MC_WARN_LOCALE, MC_CALLER_SITE);                                                     \
  }

static bool is_current_locale(int category, const char *locale) {
  const char *now = MC_REAL(setlocale)(category, NULL);
  return !locale || (now && strcmp(now, locale) == 0);
}

#define READS_VARIABLE(name) use_variable(uses, name, MC_USE_READ);
#define WRITES_VARIABLE(name) use_variable(uses, name, MC_USE_WRITE);

static void use_variable(struct mc_uses *uses, const char *name, enum mc_use use) {
  uint64_t hash = 0;
  for (; name && *name && *name != '='; name++)
    hash = mc_state_name(MC_STATE_ENVIRONMENT, hash, (unsigned char)*name);
  mc_state_use(uses, MC_STATE_ENVIRONMENT, MC_USE_PASS);
  mc_state_use(uses, mc_state_slot(hash), use);
}

// glibc holds a lock of its own while it calls the modules of NSS for users, groups and hosts. They
// make steps (libnss_systemd has mutexes), at which another thread would wait in the kernel for that lock.
enum { FIRST_SERVICE = MC_STATE_USERS, SERVICES = MC_STATE_HOSTS + 1 - FIRST_SERVICE };

/// Of the program, always at the same address. NULL: something else lies there.
static pthread_mutex_t *lock_of(uint32_t service) {
  static pthread_mutex_t *const at = (void *)0x1e1000000000;
  static bool is_mapped MC_PER_TRACE;
  if (!is_mapped)
    is_mapped = MC_REAL(mmap)(at, sizeof(pthread_mutex_t[SERVICES]), PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) == at;
  return is_mapped ? at + service : NULL;
}

static void begin_call(struct mc_uses *uses, unsigned kind, const struct mc_site *site) {
  const uint32_t service = uses->count ? uses->slot[0] - FIRST_SERVICE : SERVICES;
  if (service < SERVICES && !mc_state_is_inside() && !mc_state_is_lost())
    uses->lock = lock_of(service);
  if (uses->lock)
    mc_our_pthread_mutex_lock(site, uses->lock);
  mc_state_begin(uses, kind, site);
}

static void end_call(struct mc_uses *uses) {
  if (uses->count) {
    mc_memory_of_libc(false);
    mc_state_end(uses, true);
  }
  if (uses->lock)
    mc_our_pthread_mutex_unlock(MC_CALLER_SITE, uses->lock);
}

static void use_alone(struct mc_uses *uses, unsigned kind, const struct mc_site *site) {
  mc_state_begin(uses, kind, site);
  mc_state_end(uses, true);
}

static unsigned keys_made MC_PER_TRACE, keys_deleted MC_PER_TRACE;

/// libc looks for the next key behind each destructor, which is no step.
static void delete_key(const struct mc_site *site) {
  keys_deleted += mc_is_searching();
  if (mc_checking() && mc_others_call_destructors())
    mc_unordered_call("pthread_key_delete, while another thread calls several destructors", site);
}

void mc_state_destructors(unsigned first, const struct mc_site *site) {
  enum { OF_LIBRARIES = 8 };
  struct mc_uses uses = {.count = 0};
  unsigned values = 0;
  for (unsigned i = 0; keys_made && i < keys_made + OF_LIBRARIES; i++)
    values += pthread_getspecific(first + i) != NULL;
  if (!values && !keys_deleted) // of those it may have had one
    return;
  mc_state_use(&uses, MC_STATE_KEYS, MC_USE_READ);
  use_alone(&uses, MC_STATE_DESTRUCTORS, site);
  if (values > 1)
    mc_thread_calls_destructors();
}

void mc_state_limits(bool changes, bool of_descriptors, const struct mc_site *site) {
  struct mc_uses uses = {.count = 0};
  if (!mc_checking())
    return;
  mc_state_use(&uses, MC_STATE_LIMITS, changes ? MC_USE_WRITE : MC_USE_READ);
  if (changes && of_descriptors)
    mc_state_use(&uses, MC_STATE_NUMBERS, MC_USE_WRITE);
  use_alone(&uses, MC_STATE_LIMIT, site);
}

void mc_state_attribute(mc_thread thread, enum mc_attribute attribute, bool changes,
                        const struct mc_site *site) {
  struct mc_uses uses = {.count = 0};
  if (!mc_checking())
    return;
  mc_state_use(&uses, mc_state_slot(mc_state_name(NAME_OF_ATTRIBUTE, thread, attribute)),
               changes ? MC_USE_WRITE : MC_USE_READ);
  use_alone(&uses, MC_STATE_ATTRIBUTE, site);
}

/// What is added only those see who read: not the readers of a lock, who pass.
void mc_state_told(const volatile void *address, enum mc_told what, const struct mc_site *site) {
  static const enum mc_use use_for[] = {[MC_TOLD_RELEASE] = MC_USE_ADD,
                                        [MC_TOLD_RELEASE_AS_WRITER] = MC_USE_WRITE,
                                        [MC_TOLD_ACQUIRE] = MC_USE_READ,
                                        [MC_TOLD_ACQUIRE_AS_READER] = MC_USE_PASS};
  struct mc_uses uses = {.call = (uintptr_t)address, .synchronizes = true};
  if (!mc_checking())
    return;
  mc_state_use(&uses, mc_state_slot(mc_state_name(NAME_OF_TOLD, (uintptr_t)address, 0)), use_for[what]);
  use_alone(&uses, MC_STATE_TOLD, site);
}

#define MC_STATE_CALL(type, name, parameters, arguments, ...)                                      \
  MC_INTERPOSED type name parameters {                                                             \
    struct mc_uses all __attribute__((cleanup(end_call))) = {.count = 0}, *uses = &all;            \
    void *given = NULL;                                                                            \
    size_t bytes = 0;                                                                              \
    if (mc_checking()) {                                                                           \
      __VA_ARGS__                                                                                  \
      mc_state_fault(#name);                                                                       \
      if (uses->count)                                                                             \
        begin_call(uses, MC_STATE_KIND_##name, MC_CALLER_SITE);                                    \
      mc_gives(MC_CALLER_SITE, given, bytes);                                                      \
    }                                                                                              \
    return MC_REAL(name) arguments;                                                                \
  }

// Before its first call nobody has the address, and no write there is to be announced.
#define MC_STATE_BUFFER(type, name, parameters, arguments, size, ...)                              \
  MC_INTERPOSED type name parameters {                                                             \
    static type buffer MC_PER_TRACE;                                                               \
    struct mc_uses all __attribute__((cleanup(end_call))) = {.count = 0}, *uses = &all;            \
    if (mc_checking()) {                                                                           \
      __VA_ARGS__                                                                                  \
      mc_state_fault(#name);                                                                       \
      const bool is_lost = mc_state_is_lost();                                                     \
      begin_call(uses, MC_STATE_KIND_##name, MC_CALLER_SITE);                                      \
      if (buffer && !is_lost)                                                                      \
        __mcmini_write_range(MC_CALLER_SITE, buffer, size);                                        \
    }                                                                                              \
    type const result = MC_REAL(name) arguments;                                                   \
    if (result)                                                                                    \
      buffer = result;                                                                             \
    return result;                                                                                 \
  }

// What exit and quick_exit do next depends on what is registered by then. So there is one of ours
// below each handler, which makes looking for the next one a step, and one above it: for the first
// that is called. A lock of libc's orders both.
enum when { MC_AT_EXIT, MC_AT_QUICK_EXIT };
enum place { BELOW, ABOVE };

static void look_for_handler(enum place place) {
  static __thread bool has_looked;
  static const struct mc_site nowhere = {.file = ""};
  struct mc_uses uses = {.synchronizes = true};
  if (!mc_checking() || (place == ABOVE && has_looked) ||
      (mc_order() & MC_ORDER_CALLS && !(mc_order() & MC_ORDER_HANDLERS)))
    return;
  has_looked = true;
  mc_note_effect(); // libc has taken the handler before off its list: the thread does not repeat itself
  mc_state_use(&uses, MC_STATE_EXIT_HANDLERS, MC_USE_READ);
  mc_state_begin(&uses, MC_STATE_NEXT_HANDLER, &nowhere);
  mc_state_end(&uses, true);
}

static void look_above(void *unused) { (void)unused, look_for_handler(ABOVE); }
static void look_below(void *unused) { (void)unused, look_for_handler(BELOW); }
static void look_at_exit(int status, void *look) { (void)status, ((void (*)(void *))look)(NULL); }

static void register_ours(enum when when, void (*look)(void *)) {
  typedef int on_exit_function(void (*)(int, void *), void *);
  typedef int at_quick_exit_function(void (*)(void *), void *);
  mc_process_adds_handler();
  if (when == MC_AT_EXIT)
    ((on_exit_function *)mc_real("on_exit"))(look_at_exit, (void *)look);
  else
    ((at_quick_exit_function *)mc_real("__cxa_at_quick_exit"))(look, NULL);
}

#define MC_STATE_HANDLER(type, name, parameters, arguments, when)                                  \
  MC_INTERPOSED type name parameters {                                                             \
    struct mc_uses all __attribute__((cleanup(end_call))) = {.synchronizes = true}, *uses = &all;  \
    if (mc_checking()) {                                                                           \
      if (mc_is_searching())                                                                       \
        mc_order_need(MC_ORDER_HANDLERS);                                                          \
      WRITES(EXIT_HANDLERS)                                                                        \
      mc_state_fault(#name);                                                                       \
      mc_state_begin(uses, MC_STATE_KIND_##name, MC_CALLER_SITE);                                  \
    }                                                                                              \
    register_ours(when, look_below);                                                               \
    type const result = MC_REAL(name) arguments;                                                   \
    register_ours(when, look_above);                                                               \
    return result;                                                                                 \
  }

#include "state_calls.def"

// The caller stays the one that libc sees, by whose search path it goes. What constructors and destructors
// of the library do are steps of their own.
static void use_modules(enum mc_use use, const struct mc_site *site, const void *caller) {
  struct mc_uses uses = {.count = 0};
  if (!mc_checking() || mc_is_runtime((uintptr_t)caller))
    return;
  mc_state_use(&uses, MC_STATE_MODULES, use);
  use_alone(&uses, MC_STATE_LOAD, site);
}

/// What others find then by RTLD_DEFAULT: dlsym is no step.
static void look_at_scope(int flags, const char *function, const struct mc_site *site) {
  if (flags & RTLD_GLOBAL)
    mc_unordered_call(function, site);
}

#define INTERPOSE_LOAD(type, name, parameters, arguments, use, ...)                                \
  MC_INTERPOSED type name parameters {                                                             \
    mc_state_fault(#name);                                                                         \
    __VA_ARGS__;                                                                                   \
    use_modules(MC_USE_##use, MC_CALLER_SITE, __builtin_return_address(0));                        \
    __attribute__((musttail)) return MC_REAL(name) arguments;                                      \
  }
INTERPOSE_LOAD(void *, dlopen, (const char *path, int flags), (path, flags), WRITE,
               look_at_scope(flags, "dlopen with RTLD_GLOBAL", MC_CALLER_SITE))
INTERPOSE_LOAD(void *, dlmopen, (Lmid_t where, const char *path, int flags), (where, path, flags),
               WRITE)
INTERPOSE_LOAD(int, dlclose, (void *library), (library), WRITE)
INTERPOSE_LOAD(int, dl_iterate_phdr,
               (int (*look)(struct dl_phdr_info *, size_t, void *), void *data), (look, data), READ)

MC_INTERPOSED void syslog(int priority, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vsyslog(priority, format, list);
  va_end(list);
}
