// test/dpor/Inputs/oracle.h - is every algorithm right about a program?
//
// The reference has all final states, deadlocks, failures and classes:
// - every algorithm finds the same final states, deadlocks and failures; all but the one with
//   conditional sleep sets leave out no class;
// - dfs runs each execution once; optimal runs each class once, and nothing that is sleep-set
// blocked
//   (of programs that fail, only the former is asked of the maximal executions that do not);
// - one more thread that touches nothing shared changes none of that;
// - the relation is valid, and the primitives' is that of docs/equivalence.md.
#ifndef ORACLE_H
#define ORACLE_H

#include "abstract.h"

/// What can be wrong: the relation, or an algorithm.
enum check {
  THE_RELATION,
  DFS,
  DPOR,
  DPOR_SLEEP,
  SOURCE,
  SOURCE_CONDITIONAL,
  OPTIMAL,
  POP,
  HANDED_OVER,      ///< optimal, then pop: as soon as its trees have something
  HANDED_OVER_LATE, ///< ... as they have more
  CHECKS
};
extern const char *const check_name[CHECKS];

struct judgement {
  const char *wrong[CHECKS]; ///< or NULL
  bool too_large;            ///< nothing was checked
  bool fails;                ///< some step can fail
  bool limited;              ///< source or optimal has met its limit for what it tries
  bool unsuited;             ///< pop has left it to another algorithm
  unsigned classes, deadlocks;
  unsigned blocked; ///< traces of pop that are sleep-set blocked
  bool handed_over[2];        ///< optimal has handed over to pop; late
  unsigned blocked_behind[2]; ///< then: such traces
  double executions;
};
/// `checks`: a bit for each.
struct judgement judge(const struct program *program, unsigned checks);

#endif // ORACLE_H
