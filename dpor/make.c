// dpor/make.c - a search without its traces aside.
#include "dpor/sampling/strategy.h"
#include "pop.h"

bool mc_begins_pop(struct mc_search *search) {
  return search->config.algorithm != MC_POP || (mc_pop_new(search) && mc_pop_begin_root(search));
}

struct mc_search *mc_search_make(struct mc_arena *arena, const struct mc_search_config *config,
                                 struct mc_tree *tree) {
  const bool has_local = mc_has_local_steps(config);
  if (!tree && (!(tree = mc_tree_new(arena)) ||
                (has_local && !mc_import_racing(tree, arena, config->racing))))
    return NULL;
  struct mc_search *search = mc_arena_take(arena, sizeof *search);
  if (!search)
    return NULL;
  search->arena = arena;
  search->config = *config;
  search->tree = tree;
  search->has_local = has_local;
  mc_execution_init(&search->execution, arena);
  if (config->fair && mc_uses_sequences(search)) {
    search->config.algorithm = MC_DPOR;
    if (config->sleep_sets == MC_SLEEP_CONDITIONAL)
      search->config.sleep_sets = MC_SLEEP_PLAIN; // no states are kept for those
  }
  if (config->fair && !(search->fair = mc_fair_new(arena)))
    return NULL;
  if (search->config.algorithm == MC_DFS && !mc_dfs_new(search))
    return NULL;
  if (!mc_begins_pop(search))
    return NULL;
  if (mc_is_strategy(config->algorithm) && !(search->strategy = mc_strategy_new(search)))
    return NULL;
  return search;
}
