// runtime/foreign/exports.c - see exports.h.
#include "exports.h"
#include "runtime/record/record.h"
#include <string.h>

struct symbols {
  const ElfW(Sym) * symbol;
  const char *names;
  const uint32_t *bucket, *chain; ///< chain: of the symbol with number `first`
  uint32_t buckets, first;
};

static bool symbols_of(const struct dl_phdr_info *module, struct symbols *s) {
  const uint32_t *table = NULL;
  *s = (struct symbols){.symbol = NULL};
  for (int i = 0; i < module->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &module->dlpi_phdr[i];
    if (header->p_type != PT_DYNAMIC)
      continue;
    const ElfW(Dyn) *entry = (const ElfW(Dyn) *)(module->dlpi_addr + header->p_vaddr);
    for (; entry->d_tag != DT_NULL; entry++) // the loader has made addresses of them
      if (entry->d_tag == DT_STRTAB)
        s->names = (const char *)entry->d_un.d_ptr;
      else if (entry->d_tag == DT_SYMTAB)
        s->symbol = (const ElfW(Sym) *)entry->d_un.d_ptr;
      else if (entry->d_tag == DT_GNU_HASH)
        table = (const uint32_t *)entry->d_un.d_ptr;
  }
  if (!table || !s->symbol || !s->names || (uintptr_t)table < module->dlpi_addr)
    return false;
  const uint32_t filter_words = table[2] * (sizeof(ElfW(Addr)) / sizeof *table);
  s->buckets = table[0];
  s->first = table[1];
  s->bucket = table + 4 + filter_words;
  s->chain = s->bucket + s->buckets;
  return true;
}

void mc_exports_visit(const struct dl_phdr_info *module,
                      void (*visit)(const char *name, uint64_t start, uint64_t size, void *context),
                      void *context) {
  enum { LAST = 1 }; // of a chain
  struct symbols s;
  if (!symbols_of(module, &s))
    return;
  for (uint32_t b = 0; b < s.buckets; b++) {
    uint32_t i = s.bucket[b];
    if (i < s.first)
      continue;
    do {
      const ElfW(Sym) *symbol = &s.symbol[i];
      if (ELF64_ST_TYPE(symbol->st_info) == STT_FUNC && symbol->st_shndx != SHN_UNDEF)
        visit(s.names + symbol->st_name, module->dlpi_addr + symbol->st_value, symbol->st_size,
              context);
    } while (!(s.chain[i++ - s.first] & LAST));
  }
}

bool mc_imports_any(const struct dl_phdr_info *module, const char *const names[]) {
  struct symbols s;
  if (!symbols_of(module, &s))
    return false;
  for (uint32_t i = 1; i < s.first; i++) // those that the table does not have
    for (const char *const *name = names; *name; name++)
      if (strcmp(s.names + s.symbol[i].st_name, *name) == 0)
        return true;
  return false;
}

//===- The C++ library in a module ------------------------------------------------------------===//

enum { MOST_FUNCTIONS = 1 << 18 };
enum name { NAMELESS, NAMED, OF_LIBRARY };

static struct linked {
  const struct dl_phdr_info *module;
  const struct mc_functions *functions;
  bool is_asked;                ///< `name` is filled in
  uint8_t name[MOST_FUNCTIONS]; ///< of each function: enum name
} * linked MC_KEPT;

void mc_linked_library_start(void) { linked = mc_own_memory(sizeof *linked); }

static bool begins_with(const char *name, const char *begin) {
  while (*begin && *begin == *name)
    begin++, name++;
  return !*begin;
}

static bool is_librarys(const char *name) {
  static const char *const begins[] = {
#define MC_MATTERS(library, function, reason)
#define MC_MATTERS_NOT(library, pattern, reason)
#define MC_LINKED_MATTERS_NOT(name, reason) name,
#include "library_code.def"
#undef MC_MATTERS
#undef MC_MATTERS_NOT
#undef MC_LINKED_MATTERS_NOT
  };
  for (unsigned i = 0; i < sizeof begins / sizeof *begins; i++)
    if (begins_with(name, begins[i]))
      return true;
  return false;
}

static void note_name(const char *name, uint64_t start, uint64_t size, void *context) {
  const struct mc_functions *functions = linked->functions;
  const int64_t wanted = (int64_t)(start - (uintptr_t)functions->header);
  uint32_t low = 0, high = functions->count;
  (void)size, (void)context;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (functions->entry[middle][0] < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  if (low >= functions->count || low >= MOST_FUNCTIONS || functions->entry[low][0] != wanted ||
      linked->name[low] == OF_LIBRARY)
    return;
  linked->name[low] = is_librarys(name) ? OF_LIBRARY : NAMED;
}

void mc_linked_library_of(const struct dl_phdr_info *module, const struct mc_functions *functions) {
  linked->module = module;
  linked->functions = functions;
  linked->is_asked = false;
}

static void ask(void) {
  const uint32_t count = linked->functions->count;
  memset(linked->name, NAMELESS, count < MOST_FUNCTIONS ? count : MOST_FUNCTIONS);
  mc_exports_visit(linked->module, note_name, NULL);
  linked->is_asked = true;
}

bool mc_is_linked_library(uint32_t function) {
  enum { MOST_NAMELESS = 16 };
  if (!linked->is_asked)
    ask();
  for (uint32_t k = function; k < MOST_FUNCTIONS && k + MOST_NAMELESS > function; k--)
    if (linked->name[k] != NAMELESS)
      return linked->name[k] == OF_LIBRARY;
  return false;
}
