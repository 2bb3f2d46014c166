// The linter finds nothing in any built-in primitive, in the states of random programs over all of
// them (test/dpor). Random opaque objects are declared as finely as is valid.
// RUN: %clang-search %s -o %t
// RUN: %t %if sanitize %{ 30 %} %else %{ 300 %} | FileCheck %s
// CHECK-NOT: wrong
// CHECK: {{^[1-9][0-9]*}} states, nothing wrong
#include "abstract.h"
#include "builtin.h"
#include "dpor/lint.h"
#include "random_program.h"
#include <stdlib.h>
#include <string.h>

static struct mc_lint lint;
static unsigned long states, violations;

static void found(void *context, const struct mc_violation *v) {
  const struct mc_operation *a = v->a, *b = v->b ? v->b : v->a;
  (void)context;
  if (violations++ < 10)
    printf("wrong: kind %d of %s: %s %u of thread %u, %s %u of thread %u\n", v->kind,
           v->primitive->name, a->primitive->operations[a->kind], a->alternative, a->thread,
           b->primitive->operations[b->kind], b->alternative, b->thread);
}

static void look(const struct mc_model *model) { mc_lint_state(&lint, model, found, NULL); }

int main(int count, char **argument) {
  const unsigned long seeds = count > 1 ? strtoul(argument[1], NULL, 0) : 100;
  const struct mc_search_config config = {.algorithm = MC_POS, .max_depth = 1000, .seed = 1};
  at_state = look;
  for (enum family family = 0; family < FAMILIES; family++)
    for (unsigned long seed = 0; seed < seeds; seed++) {
      const struct program program = random_program(family, seed);
      explore(&program, &config, 10);
      states += lint.states;
      memset(&lint, 0, sizeof lint);
    }
  printf("%lu states, %s\n", states, violations ? "wrong" : "nothing wrong");
  return 0;
}
