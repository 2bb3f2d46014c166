// runtime/base/hang.h - faults of the runtime itself that a test build (-DMC_MUTANTS) has on
// request, in the environment variable MC_MUTANT; other builds have none. See test/mutants/.
//
//   hang:PLACE    it goes round for ever there
//   sleep:PLACE   it waits there, for nobody
//   deaf:PLACE    as hang, with all signals blocked
#ifndef MC_RUNTIME_BASE_HANG_H
#define MC_RUNTIME_BASE_HANG_H

#ifdef MC_MUTANTS
#include "dpor/mutant.h"
#include "sys.h"
#include <signal.h>
#include <string.h>

/// Where `now` holds.
static inline void mc_hang(const char *place, bool now) {
  static volatile uint32_t word;
  const uint64_t all = UINT64_MAX;
  const char *wanted = now ? mc_mutant() : "", *mark = strchr(wanted, ':');
  if (!mark || strcmp(mark + 1, place) != 0)
    return;
  if (*wanted == 'd')
    mc_sys(SYS_rt_sigprocmask, SIG_BLOCK, &all, NULL, sizeof all);
  while (*wanted == 's' || *wanted == 'h' || *wanted == 'd')
    if (*wanted == 's')
      mc_futex_wait(&word, 0, -1, 0);
}
#else
#define mc_hang(place, now) ((void)0)
#endif

#endif // MC_RUNTIME_BASE_HANG_H
