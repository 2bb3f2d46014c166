// The detector at its limits: more sites than it has numbers for, addresses that no program has,
// ranges larger than its memory, and bytes that are visible.
//
// RUN: %clang -std=gnu17 -O1 -I%root -I%root/include %s %root/races/*.c -o %t
//
// RUN: %t | FileCheck %s
//
// CHECK: with 200000 sites: a race of site 123 and 500000, one of an unknown site and 500000
//
// CHECK: at wild addresses: 0 races, full: no
//
// CHECK: the whole memory: full: yes
//
// CHECK: visible: 4094, 4096, none
#include "races/races.h"

#include <stdio.h>
#include <sys/mman.h>

static const uint64_t BYTES = (uint64_t)64 << 20;
static const struct mc_primitive variable;
static const uintptr_t PLACE = 0x555555560000;

static uint32_t count;
static uintptr_t first[8], second[8];

static void catch_up(struct mc_races *races) { (void)races; }

static void found(const struct mc_race *race) {
  first[count] = race->access[0].site;
  second[count++] = race->access[1].site;
}

static const struct mc_races_config config = {&variable, catch_up, found, NULL};

static struct mc_races *detector(void) {
  count = 0;
  void *memory =
      mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return mc_races_new(memory, BYTES, &config);
}

static void many_sites(void) {
  struct mc_races *races = detector();
  for (uintptr_t site = 1; site <= 200000; site++)
    mc_races_access(races, mc_races_epoch(races, 1, 1), PLACE + site * 4, 4, MC_IS_WRITE,
                    site * 32);
  mc_races_access(races, mc_races_epoch(races, 2, 2), PLACE + 123 * 4, 4, MC_IS_WRITE, 500000 * 32);
  mc_races_access(races, mc_races_epoch(races, 2, 2), PLACE + 199999 * 4, 4, MC_IS_WRITE,
                  500000 * 32);
  if (count == 2 && first[1] == 0)
    printf("with 200000 sites: a race of site %d and %d, one of an unknown site and %d\n",
           (int)first[0] / 32, (int)second[0] / 32, (int)second[1] / 32);
}

static void wild_addresses(void) {
  static const uintptr_t wild[] = {0x800000000000, 0xffff800000000000, UINTPTR_MAX - 3,
                                   0x555555560000 | (uintptr_t)1 << 47};
  struct mc_races *races = detector();
  for (unsigned i = 0; i < 4; i++) {
    // 0x555555560000 itself is another place.
    mc_races_access(races, mc_races_epoch(races, 1, 1), wild[i], 8, MC_IS_WRITE, 1);
    mc_races_access(races, mc_races_epoch(races, 2, 2), wild[i] & ~((uintptr_t)1 << 47), 8, 0, 2);
    mc_races_forget(races, wild[i], 8);
    mc_races_make_visible(races, wild[i], 8);
  }
  printf("at wild addresses: %u races, full: %s\n", count, mc_races_full(races) ? "yes" : "no");
}

static void whole_memory(void) {
  struct mc_races *races = detector();
  mc_races_access(races, mc_races_epoch(races, 1, 1), PLACE, UINT64_MAX, MC_IS_WRITE, 1);
  mc_races_look(races, mc_races_epoch(races, 1, 2), PLACE, 1 << 20, MC_IS_WRITE, 1);
  mc_races_forget(races, PLACE, 1 << 20);
  printf("the whole memory: full: %s\n", mc_races_full(races) ? "yes" : "no");
}

static void visible_bytes(void) {
  struct mc_races *races = detector();
  const uintptr_t page = PLACE;
  mc_races_make_visible(races, page + 4094, 4);
  mc_races_forget(races, page, 8192);
  printf("visible: %d, %d, %s\n", (int)(mc_races_visible(races, page, 8192) - page),
         (int)(mc_races_visible(races, page + 4096, 8) - page),
         mc_races_visible(races, page + 4098, 100) == page + 4198 ? "none" : "some");
}

int main(void) {
  many_sites();
  wild_addresses();
  whole_memory();
  visible_bytes();
  return 0;
}
