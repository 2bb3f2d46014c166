// runtime/foreign/patch_puns.c - see patch_puns.h.
//
// jmp rel32 has 5 bytes. Where the instruction has 4, the last byte of the distance is the next
// instruction's first one (instruction punning: Chamith et al., PLDI 2017). So the jump leads into
// one window of 16 MB, of 64 KB for 3 bytes, of 256 bytes for 2. There lies a jump to anywhere, in
// a page of ours that holds up to 256 of them.
#include "patch_puns.h"
#include "runtime/record/record.h"
#include <string.h>
#include <sys/mman.h>

enum { MOST_PAGES = 4096, PAGE = 4096, SLOT = 16, JUMP_BYTES = 5, TRIES = 64 };

static struct puns {
  uint32_t pages;
  bool is_open;
  struct page {
    uint64_t start;
    uint8_t used[PAGE / SLOT / 8];
  } page[MOST_PAGES];
} * puns MC_KEPT;

void mc_puns_start(void) { puns = mc_guarded_memory(sizeof *puns); }

struct window {
  uint64_t start, end;
};

static bool is_free(const struct page *page, uint64_t at) {
  const uint64_t slot = (at - page->start) / SLOT;
  return !(page->used[slot / 8] >> slot % 8 & 1);
}

/// A free place of the page that lies in the window; 0: there is none.
static uint64_t place_in(const struct page *page, struct window w) {
  uint64_t at = page->start > w.start ? page->start : (w.start + SLOT - 1) & ~(uint64_t)(SLOT - 1);
  for (; at < w.end && at < page->start + PAGE; at += SLOT)
    if (is_free(page, at))
      return at;
  return 0;
}

static struct page *add_page(uint64_t start) {
  enum { LOWEST = 1 << 16 };
  if (puns->pages == MOST_PAGES || start < LOWEST || start >> 47 ||
      mc_sys(SYS_mmap, start, PAGE, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) != (long)start)
    return NULL;
  puns->page[puns->pages] = (struct page){.start = start};
  return &puns->page[puns->pages++];
}

static void open_pages(bool open) {
  if (puns->is_open == open)
    return;
  for (uint32_t i = 0; i < puns->pages; i++)
    mc_sys(SYS_mprotect, puns->page[i].start, PAGE, PROT_READ | (open ? PROT_WRITE : PROT_EXEC));
  puns->is_open = open;
}

void mc_puns_close(void) { open_pages(false); }

/// Pages that exist first, then new ones, here and there in the window.
static uint64_t find_place(struct window w, struct page **page) {
  uint64_t at = 0;
  for (uint32_t i = 0; i < puns->pages && !at; i++) {
    *page = &puns->page[i];
    if ((*page)->start < w.end && (*page)->start + PAGE > w.start)
      at = place_in(*page, w);
  }
  const uint64_t step = (w.end - w.start) / TRIES & ~(uint64_t)(PAGE - 1);
  for (uint64_t start = w.start & ~(uint64_t)(PAGE - 1); start < w.end && !at;
       start += step ? step : PAGE) {
    *page = add_page(start);
    at = *page ? place_in(*page, w) : 0;
  }
  return at;
}

uint64_t mc_pun(uint64_t address, unsigned length, uint64_t target) {
  const unsigned borrowed = JUMP_BYTES - length, own_bits = 8 * (4 - borrowed);
  uint32_t high = 0;
  if (address % PAGE > PAGE - JUMP_BYTES) // the next page may not be there
    return 0;
  memcpy(&high, (const void *)(address + length), borrowed);
  high <<= own_bits;
  const uint64_t start = address + JUMP_BYTES + (uint64_t)(int64_t)(int32_t)high;
  struct page *page;
  open_pages(true);
  const uint64_t at = find_place((struct window){start, start + ((uint64_t)1 << own_bits)}, &page);
  if (!at)
    return 0;
  const uint64_t slot = (at - page->start) / SLOT;
  page->used[slot / 8] |= (uint8_t)(1 << slot % 8);
  memcpy((void *)at, "\xff\x25\0\0\0\0", 6); // jmp *0(%rip)
  memcpy((void *)(at + 6), &target, sizeof target);
  return at;
}
