// detector.c - a trace, fed to races/ as the runtime does it: the clocks learn of steps only when
// the detector asks; a hook first asks whether the access is a repeated one.
#define _DEFAULT_SOURCE
#include "detector.h"
#include "races/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE = 4096, MOST_PAGES = 4096 };
static const uint64_t BYTES = (uint64_t)256 << 20;

uint32_t found_count;
struct found found[MOST_FOUND];

static struct mc_races *races;
static const struct trace *fed;
static uint32_t position_in_trace, epoch, steps_before;

static void catch_up(struct mc_races *r) {
  uint32_t steps = steps_before;
  for (uint32_t i = 0; i < position_in_trace; i++)
    if (fed->event[i].kind == STEP && steps++ >= mc_races_steps(r))
      mc_races_step(r, &fed->event[i].op);
}

static void on_race(const struct mc_race *race) {
  const struct mc_race_access *a = race->access;
  if (found_count < MOST_FOUND)
    found[found_count++] = (struct found){
        .first = (uint32_t)a[0].site - 1,
        .second = (uint32_t)a[1].site - 1,
        .race = *race,
        .steps = {mc_races_steps_at(races, a[0].position), mc_races_steps_at(races, a[1].position)},
    };
}

static const struct mc_races_config config = {&test_variable, catch_up, on_race, test_dependent};

void detector_new(void) {
  if (!races) {
    races = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                 -1, 0);
    if ((void *)races == MAP_FAILED)
      abort();
  }
  madvise(races, BYTES, MADV_DONTNEED);
  found_count = steps_before = 0;
  mc_races_new(races, BYTES, &config);
}

void detector_begin_late(uint32_t steps) { races->steps = steps_before = steps; }

void detector_leave(uint64_t bytes) { races->bytes = races->used + bytes; }

bool detector_is_full(void) { return mc_races_full(races); }

static void access_memory(const struct event *e, uintptr_t site) {
  const bool has_hook = e->size <= 16 && (e->size & (e->size - 1)) == 0 && e->size;
  if (e->kind == LOOK)
    mc_races_look(races, epoch, e->address, e->size, e->flags, site);
  else if (e->kind == STEP || !has_hook ||
           !mc_races_repeats((const struct mc_cell_directory *)races, epoch, e->address,
                             (unsigned)e->size, e->flags & MC_IS_WRITE))
    mc_races_access(races, epoch, e->address, e->size, e->flags, site);
}

void detector_feed(const struct trace *trace, uint32_t first, uint32_t end) {
  fed = trace;
  for (uint32_t i = first; i < end; i++) {
    const struct event *e = &trace->event[i];
    position_in_trace = i + 1;
    epoch = mc_races_epoch(races, e->thread, steps_before + e->steps);
    if (e->kind == FENCE)
      mc_races_fence(races, e->thread, e->order);
    else if (e->kind == GIVE)
      mc_races_release_at(races, e->thread, e->address);
    else if (e->kind == TAKE)
      mc_races_acquire_at(races, e->thread, e->address);
    else if (e->kind == FORGET)
      mc_races_forget(races, e->address, e->size);
    else if (e->kind != STEP || e->op.primitive == &test_variable)
      access_memory(e, i + 1);
  }
}

static struct {
  uint32_t pages, found_count;
  uint32_t number[MOST_PAGES];
  char page[MOST_PAGES][PAGE];
} saved;

void detector_save(void) {
  static unsigned char resident[(256 << 20) / PAGE];
  saved.pages = 0;
  saved.found_count = found_count;
  if (mincore(races, BYTES, resident))
    abort();
  for (uint32_t i = 0; i < BYTES / PAGE; i++)
    if (resident[i] & 1 && saved.pages < MOST_PAGES) {
      saved.number[saved.pages] = i;
      memcpy(saved.page[saved.pages++], (char *)races + (uint64_t)i * PAGE, PAGE);
    }
}

void detector_restore(void) {
  madvise(races, BYTES, MADV_DONTNEED);
  found_count = saved.found_count;
  for (uint32_t i = 0; i < saved.pages; i++)
    memcpy((char *)races + (uint64_t)saved.number[i] * PAGE, saved.page[i], PAGE);
}
