// dpor/dfs.c - depth-first search of every interleaving: the oracle of the other algorithms.
//
// Source: Godefroid, "Model Checking for Programming Languages using VeriSoft", POPL 1997.
#include "internal.h"

void mc_dfs_state(struct mc_point *point) { point->backtrack = point->allowed; }
