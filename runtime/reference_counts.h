// runtime/reference_counts.h - what a thread does as it lets go of the last reference.
#ifndef MC_RUNTIME_REFERENCE_COUNTS_H
#define MC_RUNTIME_REFERENCE_COUNTS_H

#include <stdbool.h>
#include <stdint.h>

/// The running thread lets go of what this counts; 0: it does not.
extern uintptr_t mc_letting_go_of;

/// Meanwhile: it makes a transition; accesses memory; is about to free memory.
void mc_letting_go_matters(void);
void mc_letting_go_accesses(uintptr_t address);
void mc_letting_go_frees(const void *memory);

/// Reference counts are transitions.
bool mc_counts_are_ordered(void);

#endif // MC_RUNTIME_REFERENCE_COUNTS_H
