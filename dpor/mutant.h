// dpor/mutant.h - faults that a test build (-DMC_MUTANTS) has on request, in the environment
// variable MC_MUTANT; other builds have none. test/mutants/ shows that each is found.
//
//   drop:OPERATION      steps of that operation are independent of all others
//   merge:OPERATION     such a step and its thread's next one are one, where that is enabled
//   never:OPERATION     it has no alternative but the first: nothing fails, times out, is busy
//   lost:FUNCTION       of state_calls.def, file_calls.def, stream_calls.def: its calls are not announced
//                       (primitives/state.h); of those that free memory or take pages away: they
//                       are no accesses
//   silent:WARNING      of include/mcmini/warnings.def: it is not given
#ifndef MC_DPOR_MUTANT_H
#define MC_DPOR_MUTANT_H

#ifdef MC_MUTANTS
#include <mcmini/step.h>
#include <string.h>

extern char **environ; // getenv is interposed

/// The fault that is asked for, or "".
static inline const char *mc_mutant(void) {
  static const char name[] = "MC_MUTANT=";
  for (char **v = environ; v && *v; v++)
    if (!strncmp(*v, name, sizeof name - 1))
      return *v + sizeof name - 1;
  return "";
}

/// Is this fault asked for, of that name?
static inline bool mc_is_fault(const char *fault, const char *name) {
  const char *wanted = mc_mutant();
  const size_t n = strlen(fault);
  return strncmp(wanted, fault, n) == 0 && wanted[n] == ':' && strcmp(wanted + n + 1, name) == 0;
}

/// Is this fault asked for, of the operation ("mutex.lock")?
static inline bool mc_is_mutant(const char *fault, const struct mc_operation *operation) {
  static const char *wanted;
  if (!wanted)
    wanted = mc_mutant();
  const size_t n = strlen(fault), m = strlen(operation->primitive->name);
  return strncmp(wanted, fault, n) == 0 && wanted[n] == ':' &&
         strncmp(wanted + n + 1, operation->primitive->name, m) == 0 && wanted[n + 1 + m] == '.' &&
         strcmp(wanted + n + 2 + m, operation->primitive->operations[operation->kind]) == 0;
}
#else
#define mc_is_fault(fault, name) false
#define mc_is_mutant(fault, operation) false
#endif

#endif
