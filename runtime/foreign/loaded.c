// runtime/foreign/loaded.c - see loaded.h.
#include "loaded.h"
#include <string.h>

struct dl_phdr_info mc_loaded[MC_MAX_MODULE_RANGES] MC_PER_TRACE_TABLE;
unsigned mc_loaded_count MC_PER_TRACE;

static int collect(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size, (void)data;
  if (mc_loaded_count < MC_MAX_MODULE_RANGES)
    mc_loaded[mc_loaded_count++] = *info;
  return 0;
}

void mc_loaded_ask(void) {
  mc_loaded_count = 0;
  dl_iterate_phdr(collect, NULL);
}

bool mc_is_loaded(uint64_t base) { return mc_loaded_at(base); }

const struct dl_phdr_info *mc_loaded_at(uint64_t base) {
  for (unsigned i = 0; i < mc_loaded_count; i++)
    if (mc_loaded[i].dlpi_addr == base)
      return &mc_loaded[i];
  return NULL;
}
