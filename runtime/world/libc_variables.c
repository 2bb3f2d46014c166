// runtime/world/libc_variables.c - variables that libc shows to the program (optind, environ), and
// that its functions change without an announcement. A program that names one reads it as plain
// memory: the orders of that and of the calls are not explored, and the result is incomplete.
#include "world.h"
#include "runtime/record/record.h"
#include <elf.h>
#include <link.h>
#include <string.h>

static const struct {
  const char *name;
  enum mc_libc_variables family;
} table[] = {
    {"optarg", MC_OPTION_VARIABLES},       {"optind", MC_OPTION_VARIABLES},
    {"opterr", MC_OPTION_VARIABLES},       {"optopt", MC_OPTION_VARIABLES},
    {"timezone", MC_TIME_VARIABLES},       {"__timezone", MC_TIME_VARIABLES},
    {"daylight", MC_TIME_VARIABLES},       {"__daylight", MC_TIME_VARIABLES},
    {"tzname", MC_TIME_VARIABLES},         {"__tzname", MC_TIME_VARIABLES},
    {"environ", MC_ENVIRONMENT_VARIABLES}, {"__environ", MC_ENVIRONMENT_VARIABLES},
    {"_environ", MC_ENVIRONMENT_VARIABLES}, {"signgam", MC_SIGN_VARIABLES},
};
enum { VARIABLES = sizeof table / sizeof *table };

static const char
    *named[MC_LIBC_VARIABLES] MC_KEPT; // of each family one that the program names, or NULL

struct symbols {
  const ElfW(Sym) * symbol;
  const char *strings;
  uint32_t count;
};

/// How many symbols there are: one more than the last in a chain, or those that are not defined.
static uint32_t count_by_gnu_hash(const uint32_t *hash) {
  const uint32_t buckets = hash[0], first = hash[1], bloom_words = hash[2];
  const uint32_t *bucket = hash + 4 + bloom_words * (sizeof(ElfW(Addr)) / sizeof *hash);
  const uint32_t *chain = bucket + buckets;
  uint32_t last = 0;
  for (uint32_t i = 0; i < buckets; i++)
    last = bucket[i] > last ? bucket[i] : last;
  while (last >= first && !(chain[last - first] & 1))
    last++;
  return last >= first ? last + 1 : first;
}

static struct symbols symbols_of(const struct dl_phdr_info *module) {
  struct symbols found = {.count = 0};
  const ElfW(Dyn) *entry = NULL;
  for (int i = 0; i < module->dlpi_phnum; i++)
    if (module->dlpi_phdr[i].p_type == PT_DYNAMIC)
      entry = (const ElfW(Dyn) *)(module->dlpi_addr + module->dlpi_phdr[i].p_vaddr);
  for (; entry && entry->d_tag != DT_NULL; entry++)
    if (entry->d_un.d_ptr < module->dlpi_addr)
      continue; // no address, or one of the vdso, which nobody has relocated
    else if (entry->d_tag == DT_SYMTAB)
      found.symbol = (const ElfW(Sym) *)entry->d_un.d_ptr;
    else if (entry->d_tag == DT_STRTAB)
      found.strings = (const char *)entry->d_un.d_ptr;
    else if (entry->d_tag == DT_HASH)
      found.count = ((const uint32_t *)entry->d_un.d_ptr)[1];
    else if (entry->d_tag == DT_GNU_HASH)
      found.count = count_by_gnu_hash((const uint32_t *)entry->d_un.d_ptr);
  return found.symbol && found.strings ? found : (struct symbols){.count = 0};
}

static bool begins_with(const char *text, const char *start) {
  return strncmp(text, start, strlen(start)) == 0;
}

/// Looks at a module if its accesses are seen. Of other modules nothing is claimed.
static int look_at(struct dl_phdr_info *module, size_t size, void *unused) {
  (void)size, (void)unused;
  const bool is_program = !*module->dlpi_name;
  const struct symbols all = symbols_of(module);
  const char *found[MC_LIBC_VARIABLES] = {NULL};
  bool is_instrumented = is_program && !mc_is_preloaded();
  if (!is_program && mc_is_library(module->dlpi_name))
    return 0;
  for (uint32_t i = 0; i < all.count; i++) {
    const char *name = all.strings + all.symbol[i].st_name;
    if (!is_program && all.symbol[i].st_shndx != SHN_UNDEF)
      continue; // its own; only a program has copies of libc's
    is_instrumented |= begins_with(name, "__mcmini_") || begins_with(name, "__tsan_");
    for (unsigned k = 0; k < VARIABLES; k++)
      if (strcmp(name, table[k].name) == 0)
        found[table[k].family] = table[k].name;
  }
  for (unsigned k = 0; k < MC_LIBC_VARIABLES && is_instrumented; k++)
    named[k] = found[k] ? found[k] : named[k];
  return 0;
}

void mc_libc_variables_start(void) { dl_iterate_phdr(look_at, NULL); }

void mc_libc_variables_change(enum mc_libc_variables family, const struct mc_site *site) {
  if (named[family])
    mc_unordered_call(named[family], site);
}
