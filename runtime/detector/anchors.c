// runtime/detector/anchors.c - where the parts of the program lie, if address randomisation cannot
// be switched off: in each process elsewhere. Racy memory of a trace file is found again by its
// distance from there.
#include "races.h"
#include "runtime/record/record.h"
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/personality.h>
#include <sys/syscall.h>

/// The program's variables; main's stack; its thread-local variables, libraries, what is mapped.
enum { PROGRAM, STACK, LIBRARIES };

static uint64_t anchor(unsigned i) {
  const uint64_t *end = mc_symbol("__libc_stack_end");
  return i == PROGRAM        ? getauxval(AT_PHDR)
         : i == STACK && end ? *end
                             : (uintptr_t)mc_real("getauxval");
}

static unsigned part_of(uint64_t address, const uint64_t was[]) {
  const uint64_t near = (uint64_t)64 << 20, far = (uint64_t)1 << 40;
  if (address - was[PROGRAM] + near < (uint64_t)4 << 30)
    return PROGRAM;
  if (address - was[STACK] + near < 2 * near)
    return STACK;
  return address - was[LIBRARIES] + far < 2 * far ? LIBRARIES : MC_ANCHORS;
}

void mc_anchors_start(void) {
  const long asks = 0xffffffff;
  if (mc_sys(SYS_personality, asks) & ADDR_NO_RANDOMIZE)
    return;
  mc_session_write();
  for (unsigned i = 0; i < MC_ANCHORS; i++)
    mc_session->anchor[i] = anchor(i);
}

uint64_t mc_anchored(uint64_t address) {
  char *text = mc_session->strings + mc_session->config.anchors;
  uint64_t was[MC_ANCHORS];
  if (!*text)
    return address;
  for (unsigned i = 0; i < MC_ANCHORS; i++, text += *text == ',')
    was[i] = strtoull(text, &text, 16);
  const unsigned part = part_of(address, was);
  return part == MC_ANCHORS ? address : address - was[part] + anchor(part);
}
