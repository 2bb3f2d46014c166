// test/dpor/Inputs/oracle.h - is every algorithm right about a program?
#ifndef ORACLE_H
#define ORACLE_H

#include "abstract.h"

/// What an algorithm gets wrong, named, or NULL [lend: until the next call]. The reference has all
/// final states, deadlocks, failures and classes:
/// - every algorithm finds the same final states, deadlocks and failures, and leaves out no class;
/// - dfs runs each execution once, optimal each class once, and no trace is sleep-set blocked;
/// - one more thread that touches nothing shared changes none of that;
/// - the relation is valid, and the primitives' is that of docs/equivalence.md.
const char *what_is_wrong(const struct program *program);

/// Of all programs so far.
struct tally {
  unsigned programs, left_out, failing;
  unsigned long classes, executions;
};
extern struct tally tally;

#endif // ORACLE_H
