// brute_force.h - see brute_force.c.
#ifndef BRUTE_FORCE_H
#define BRUTE_FORCE_H

#include "program.h"

/// What makes the relation; each can be left out, to see that programs depend on it.
enum rule {
#define RULE(name, text) name,
#include "rules.def"
#undef RULE
  RULES
};
extern const char *const rule_names[RULES];
extern enum rule left_out; ///< RULES: none

/// Runs all interleavings. Returns their number.
uint64_t run_program(const struct program *program);
/// Of the program that has run: locations with a race.
uint32_t racy_units(void);
/// A line of JSON.
void print_result(void);

#endif // BRUTE_FORCE_H
