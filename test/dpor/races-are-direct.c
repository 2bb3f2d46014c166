// The races of a trace: dependent steps that nothing else orders, those pending at its end
// included; the same whatever the algorithm.
// DEFINE: %{sources} = %S/Inputs/abstract.c %S/Inputs/tiny.c %root/dpor/*.c
// RUN: %clang -std=gnu17 -O1 -I%root -I%root/include %s %{sources} -o %t
// RUN: %t | FileCheck %s
#include "Inputs/tiny.h"

#include <string.h>

static char races[16][64];
static unsigned race_count;

static bool is_access(const struct mc_operation *operation) {
  return operation->primitive == &tiny_variable;
}

static void found(void *context, uint32_t i, const struct mc_operation *a, uint32_t j,
                  const struct mc_operation *b) {
  (void)context;
  char text[64];
  bool pending = j == mc_search_depth(context);
  bool swap = a->thread > b->thread && !pending;
  const struct mc_operation *x = swap ? b : a, *y = swap ? a : b;
  snprintf(text, sizeof text, "%u %s - %u %s%s", x->thread, tiny_variable.operations[x->kind],
           y->thread, tiny_variable.operations[y->kind], pending ? " pending" : "");
  (void)i;
  for (unsigned k = 0; k < race_count; k++)
    if (strcmp(races[k], text) == 0)
      return;
  strcpy(races[race_count++], text);
}

static void look(const struct mc_search *search, const struct mc_model *model) {
  mc_search_races(search, model, is_access, found, (void *)(uintptr_t)search);
}

static void run(const char *title, const struct program *program) {
  for (int s = 0; s < 3; s++) {
    const struct mc_search_config config =
        config_of(s ? MC_DPOR : MC_DFS, s == 2 ? MC_SLEEP_PLAIN : MC_SLEEP_NONE);
    race_count = 0;
    explore(program, &config, 0);
    printf("%s:", title);
    for (unsigned i = 0; i < race_count; i++)
      printf("%s %s", i ? "," : "", races[i]);
    printf("\n");
  }
}

int main(void) {
  at_end = look;
  struct program p = {0};
  mc_object x = add_object(&p, &tiny_variable, NULL), m = add_object(&p, &tiny_mutex, NULL);
  // CHECK-COUNT-3: unordered: 0 write - 1 read{{$}}
  add(&p, 0, &tiny_variable, "write", 1, x, 0);
  add(&p, 1, &tiny_variable, "read", 1, x, 0);
  run("unordered", &p);
  // CHECK-COUNT-3: two reads:{{$}}
  p.length[0] = 0;
  add(&p, 0, &tiny_variable, "read", 1, x, 0);
  run("two reads", &p);
  // CHECK-COUNT-3: under a mutex:{{$}}
  for (mc_thread t = 0; t < 2; t++) {
    p.length[t] = 0;
    add(&p, t, &tiny_mutex, "lock", 1, m, 0);
    add(&p, t, &tiny_variable, "add", 1, x, 0);
    add(&p, t, &tiny_mutex, "unlock", 1, m, 0);
  }
  run("under a mutex", &p);
  // The middle one orders the outer two only in some traces.
  // CHECK-COUNT-3: three: 0 write - 1 write, 1 write - 2 write, 0 write - 2 write{{$}}
  struct program q = {0};
  add_object(&q, &tiny_variable, NULL);
  for (mc_thread t = 0; t < 3; t++)
    add(&q, t, &tiny_variable, "write", 1, x, 0);
  run("three", &q);
  // One thread ends the program before the other's access has run.
  // CHECK-COUNT-3: pending: {{.*}} pending
  struct program r = {0};
  add_object(&r, &tiny_variable, NULL);
  add(&r, 0, &tiny_variable, "read", 1, x, 0)->fail = 1;
  add(&r, 1, &tiny_variable, "write", 1, x, 0)->operation.argument[0] = 1;
  run("pending", &r);
  return 0;
}
