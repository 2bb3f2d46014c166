// 20,000 random programs over every primitive, mixes of them, and opaque objects: every algorithm
// finds what the reference finds, and is as good as it promises (Inputs/oracle.h).
// DEFINE: %{p} = %root/primitives
// DEFINE: %{own} = %root/examples/primitives/*.c
// DEFINE: %{locks} = %{p}/mutex.c %{p}/rwlock.c %{p}/semaphore.c %{p}/spinlock.c %{p}/once.c
// DEFINE: %{others} = %{p}/thread.c %{p}/condition.c %{p}/barrier.c %{p}/futex.c %{p}/variable.c
// DEFINE: %{rest} = %{p}/signal.c %{p}/pipe.c %{p}/input.c %{p}/queue.c %{p}/section.c %{own}
// DEFINE: %{i} = %S/Inputs
// DEFINE: %{programs} = %{i}/abstract.c %{i}/builtin.c %{i}/opaque.c %{i}/*_program.c
// DEFINE: %{inputs} = %{programs} %{i}/reference.c %{i}/page.c %{i}/oracle.c %{i}/shrink.c
// DEFINE: %{sources} = %{inputs} %root/dpor/*.c %{locks} %{others} %{rest}
// DEFINE: %{flags} = -D_GNU_SOURCE= -fexceptions -no-pie -Wl,--unresolved-symbols=ignore-all
// RUN: %clang -std=gnu17 -O2 -I%root -I%root/include %s %{sources} %{flags} -o %t
// RUN: %t 0 %if sanitize %{ 200 %} %else %{ 1300 %} >report
// RUN: FileCheck %s <report
// RUN: %if !sanitize %{ FileCheck --check-prefix=ALL %s <report %}
// CHECK-NOT: wrong
// ALL: {{^[2-9][0-9][0-9][0-9][0-9]}} programs
// CHECK: wrong: 0
//
// The primitives' interposed functions are linked in, but the runtime that they call is not:
// nothing here calls them.
#include "Inputs/oracle.h"
#include "Inputs/random_program.h"
#include "Inputs/shrink.h"

#include <stdlib.h>
#include <string.h>

static struct {
  unsigned programs, left_out, fail, deadlock, limited, wrong[CHECKS];
  double classes, executions;
} tally;

/// A program that is shrunk must stay wrong in the same way.
static enum check wrong_check;
static const char *wrong_text;
static bool wrong_fails;

static const char *as_wrong(const struct program *program) {
  const struct judgement j = judge(program, 1u << wrong_check);
  const char *text = j.wrong[wrong_check];
  return !j.too_large && j.fails == wrong_fails && text && strcmp(text, wrong_text) == 0 ? text
                                                                                         : NULL;
}

static void print_wrong(enum family family, unsigned long seed, const struct program *program,
                        enum check check, const char *text, bool fails) {
  wrong_check = check;
  wrong_text = text;
  wrong_fails = fails;
  printf("wrong: %s %s: family %s, seed %lu; the smallest such program:\n\n", check_name[check],
         text, family_name[family], seed);
  const struct program smallest = shrink(program, as_wrong);
  print_program(&smallest, "found");
  printf("\n");
  fflush(stdout);
}

static void try_program(enum family family, unsigned long seed, unsigned checks) {
  const struct program program = random_program(family, seed);
  const struct judgement j = judge(&program, checks);
  if (j.too_large) {
    tally.left_out++;
    return;
  }
  tally.programs++;
  tally.fail += j.fails;
  tally.deadlock += j.deadlocks > 0;
  tally.limited += j.limited;
  tally.classes += j.classes;
  tally.executions += j.executions;
  for (enum check c = 0; c < CHECKS; c++)
    if (j.wrong[c] && tally.wrong[c]++ == 0)
      print_wrong(family, seed, &program, c, j.wrong[c], j.fails);
}

/// oracle FIRST END [FAMILY|all [CHECK]]: the programs of these seeds. Of those of which a check
/// goes wrong the first is printed.
int main(int count, char **argument) {
  const unsigned long first = count > 2 ? strtoul(argument[1], NULL, 0) : 0,
                      end = count > 2 ? strtoul(argument[2], NULL, 0) : 100;
  const char *only = count > 3 ? argument[3] : "all";
  unsigned checks = 0, wrong = 0;
  for (enum check c = 0; c < CHECKS; c++)
    if (count < 5 || c == THE_RELATION || strcmp(argument[4], check_name[c]) == 0)
      checks |= 1u << c;
  for (enum family family = 0; family < FAMILIES; family++)
    for (unsigned long seed = first; seed < end; seed++)
      if (strcmp(only, "all") == 0 || strcmp(only, family_name[family]) == 0)
        try_program(family, seed, checks);
  printf("%u programs (%u deadlock, in %u some step fails), %u left out as too large, %u too much "
         "for a limit of the search\n",
         tally.programs, tally.deadlock, tally.fail, tally.left_out, tally.limited);
  printf("%.0f classes, %.0f executions\n", tally.classes, tally.executions);
  for (enum check c = 0; c < CHECKS; c++) {
    wrong += tally.wrong[c];
    if (tally.wrong[c])
      printf("wrong: %s, in %u programs\n", check_name[c], tally.wrong[c]);
  }
  printf("wrong: %u\n", wrong);
  return 0;
}
