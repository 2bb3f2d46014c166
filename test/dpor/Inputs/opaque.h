// test/dpor/Inputs/opaque.h - objects of which nothing is known: some states, and operations that
// are enabled in some of them, lead from each to another, and show something of it.
//
// Which steps are dependent is computed from all states, so that the relation is valid and as small
// as it can be. The definition of an object's kind is argument 0 of its operations.
#ifndef OPAQUE_H
#define OPAQUE_H

#include "primitives/builtin.h"

enum { OPAQUE_STATES = 12, OPAQUE_KINDS = 4, OPAQUE_ALTERNATIVES = 2 };

struct opaque_alternative {
  uint16_t enabled; ///< bit s: in state s
  uint8_t next[OPAQUE_STATES], shown[OPAQUE_STATES];
};

struct opaque {
  unsigned states, kinds;
  unsigned alternatives[OPAQUE_KINDS];
  struct opaque_alternative step[OPAQUE_KINDS][OPAQUE_ALTERNATIVES];
  bool dependent[OPAQUE_KINDS][OPAQUE_ALTERNATIVES][OPAQUE_KINDS][OPAQUE_ALTERNATIVES];
  bool may_disable[OPAQUE_KINDS][OPAQUE_ALTERNATIVES][OPAQUE_KINDS][OPAQUE_ALTERNATIVES];
};

/// The state is one byte; the operations are a, b, c, d.
extern const struct mc_primitive opaque_primitive;

bool opaque_dependent(const struct mc_operation *a, const struct mc_operation *b);

/// Fills in `dependent` and `may_disable`.
void opaque_complete(struct opaque *opaque);

/// A random one; `below(context, n)` gives a number below n.
void opaque_random(struct opaque *opaque, unsigned (*below)(void *context, unsigned n),
                   void *context);

/// Prints it as C: a definition of `name`.
void opaque_print(const struct opaque *opaque, const char *name);

#endif // OPAQUE_H
