// runtime/foreign/code_places.c - see code_places.h.
#include "code_places.h"
#include "loaded.h"
#include "patches.h"
#include <sys/mman.h>

enum { PAGE = 4096, BREAKPOINT = 0xcc };

void mc_code_write(uint64_t address, uint8_t byte) { *(volatile uint8_t *)address = byte; }

void mc_code_page_opens(uint64_t page, bool writable) {
  mc_sys(SYS_mprotect, page, PAGE, PROT_READ | PROT_EXEC | (writable ? PROT_WRITE : 0));
}

void mc_code_places_change(const uint32_t *number, uint32_t first, uint32_t count, bool set) {
  uint64_t open = 0;
  for (uint32_t i = 0; i < count; i++) {
    struct code_place *p = &mc_traps->place[number ? number[i] : first + i];
    const uint64_t page = p->address & ~(uint64_t)(PAGE - 1);
    if (p->is_set == set || p->jumps)
      continue;
    if (open != page && open)
      mc_code_page_opens(open, false);
    if (open != page)
      mc_code_page_opens(page, true);
    open = page;
    mc_code_write(p->address, set ? BREAKPOINT : p->original);
    p->is_set = set;
  }
  if (open)
    mc_code_page_opens(open, false);
}

/// The place with the highest address below `bound`; NULL: there is none.
static struct code_place *last_below(const struct code_module *module, uint64_t bound) {
  uint32_t low = module->first, high = module->first + module->places;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (mc_traps->place[middle].address < bound)
      low = middle + 1;
    else
      high = middle;
  }
  return low > module->first ? &mc_traps->place[low - 1] : NULL;
}

void mc_code_places_count(void) {
  uint32_t hooks = 0, breakpoints = 0;
  for (const struct code_module *m = mc_traps->module; m < mc_traps->module + mc_traps->modules; m++)
    for (uint32_t i = 0; i < m->places; i++) {
      const struct code_place *p = &mc_traps->place[m->first + i];
      const bool is_hook = p->patch && p->patch != MC_PATCH_NOTHING;
      hooks += is_hook;
      breakpoints += is_hook && !p->jumps;
    }
  mc_session_write();
  mc_session->observed.code_hooks = hooks;
  mc_session->observed.code_breakpoints = breakpoints;
}

/// From the end on, as a jump may borrow bytes behind it, which must stay as they are then.
static void jump(const struct code_module *module, const struct code_module *other) {
  enum { JUMP_BYTES = 5 };
  uint64_t bound = UINT64_MAX, breakpoint = UINT64_MAX;
  for (;;) {
    struct code_place *p = last_below(module, bound);
    struct code_place *q = other ? last_below(other, bound) : NULL;
    if (!p || (q && q->address > p->address))
      p = q;
    if (!p)
      return;
    bound = p->address;
    if (p->patch == MC_PATCH_NOTHING)
      continue;
    p->jumps = p->patch && mc_patch_jumps(p->patch, bound + JUMP_BYTES <= breakpoint);
    if (!p->jumps)
      breakpoint = bound;
  }
}

void mc_code_places_jump(const struct code_module *module, const struct code_module *other) {
  mc_code_open(mc_loaded_at(module->base));
  jump(module, other);
  mc_code_close();
}
