// runtime/detector/reference_counts.h - what a thread does as it lets go of the last reference.
#ifndef MC_RUNTIME_DETECTOR_REFERENCE_COUNTS_H
#define MC_RUNTIME_DETECTOR_REFERENCE_COUNTS_H

#include <stdbool.h>
#include <stdint.h>

/// The running thread lets go of what this counts; 0: it does not.
extern uintptr_t mc_letting_go_of MC_HIDDEN;

/// Meanwhile: it makes a transition; accesses memory; is about to free memory.
void mc_letting_go_matters(void);
void mc_letting_go_accesses(uintptr_t address);
void mc_letting_go_frees(const void *memory);

/// The count for whose memory the thread has acquired what the others released that let go before
/// it, so that it may free the memory; 0: none. It holds until the memory is freed, or until the
/// thread's next transition: that the others were before it is up to an order that is not explored.
extern uintptr_t mc_borrowed_for MC_HIDDEN;
bool mc_borrowed_to_free(const void *memory);
void mc_borrowed_return(void);

/// The running thread has read the pointer from racy memory.
void mc_racy_pointer(const void *pointer);

#endif // MC_RUNTIME_DETECTOR_REFERENCE_COUNTS_H
