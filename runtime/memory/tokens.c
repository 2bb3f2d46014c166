// runtime/memory/tokens.c - has the program written over whole mappings?
#include "memory.h"
#include "runtime/base/maps.h"

// Words that nobody writes, where a program's code can write while it runs. They tell a program
// that writes over whole mappings from a fault of ours.
#define TOKEN 0x6d636d696e692121u
static volatile uint64_t token_of_data MC_KEPT_SET = TOKEN;
static volatile uint64_t *token[2] MC_KEPT; // private, shared

void mc_tokens_start(void) {
  token[0] = mc_own_memory(sizeof **token);
  token[1] = mc_own_shared_memory(sizeof **token);
  *token[0] = *token[1] = TOKEN;
}

bool mc_tokens_are_broken(void) {
  bool is_broken = token_of_data != TOKEN;
  for (unsigned i = 0; i < sizeof token / sizeof *token; i++)
    is_broken |= !mc_may_read(token[i], sizeof *token[i]) || *token[i] != TOKEN;
  return is_broken;
}
