// driver/frames.h - the functions of a file of machine code, as its unwind table has them.
#ifndef MC_DRIVER_FRAMES_H
#define MC_DRIVER_FRAMES_H

#include <gelf.h>
#include <stdbool.h>
#include <stdint.h>

/// `catches`: exceptions may be caught there.
typedef void frames_visitor(void *context, uint64_t start, uint64_t size, bool catches);

/// Visits the functions that the section .eh_frame tells of.
void frames_visit(Elf *elf, Elf_Scn *frames, frames_visitor *visit, void *context);

#endif // MC_DRIVER_FRAMES_H
