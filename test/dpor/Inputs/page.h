// test/dpor/Inputs/page.h - the tables of docs/equivalence.md: which steps are dependent.
//
// Written from that page alone. The search has the primitives' own answers (mc_dependent); a test
// compares the two.
#ifndef PAGE_H
#define PAGE_H

#include "primitives/builtin.h"

/// What a step is to one of its objects: a letter of the page's table for objects of that kind.
struct role {
  mc_object object;
  int table;
  char letter;
  int side; ///< of the step's descriptor, and its number there: of pipes only
  unsigned descriptor;
};

struct page_step {
  struct mc_operation operation;
  unsigned roles;
  struct role role[MC_MAX_OPERATION_OBJECTS];
};

/// Looks the step up. Exits where the page has no line for it.
struct page_step page_step(const struct mc_operation *step);

/// True where two steps of different threads are dependent.
bool page_dependent(const struct page_step *a, const struct page_step *b);

#endif // PAGE_H
