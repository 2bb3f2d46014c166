// 20,000 random programs over every primitive, mixes of them, and opaque objects: every algorithm
// finds what the reference finds, and is as good as it promises (Inputs/oracle.h).
// DEFINE: %{p} = %root/primitives
// DEFINE: %{locks} = %{p}/mutex.c %{p}/rwlock.c %{p}/semaphore.c %{p}/spinlock.c %{p}/once.c
// DEFINE: %{others} = %{p}/thread.c %{p}/condition.c %{p}/barrier.c %{p}/futex.c %{p}/variable.c
// DEFINE: %{i} = %S/Inputs
// DEFINE: %{programs} = %{i}/abstract.c %{i}/builtin.c %{i}/opaque.c %{i}/*_program.c
// DEFINE: %{inputs} = %{programs} %{i}/reference.c %{i}/page.c %{i}/oracle.c %{i}/shrink.c
// DEFINE: %{sources} = %{inputs} %root/dpor/*.c %{locks} %{others} %{p}/signal.c
// DEFINE: %{flags} = -D_GNU_SOURCE= -fexceptions -no-pie -Wl,--unresolved-symbols=ignore-all
// RUN: %clang -std=gnu17 -O2 -I%root -I%root/include %s %{sources} %{flags} -o %t
// RUN: %t 0 1600 | FileCheck %s
// CHECK-NOT: wrong
// CHECK: at least 20000 programs: yes
// CHECK-NEXT: wrong: 0
//
// The primitives' interposed functions are linked in, but the runtime that they call is not:
// nothing here calls them.
#include "Inputs/oracle.h"
#include "Inputs/random_program.h"
#include "Inputs/shrink.h"

#include <stdlib.h>
#include <string.h>

/// A program that has been shrunk must be wrong in the same way.
static char first_wrong[160];

static const char *as_wrong(const struct program *program) {
  const struct tally kept = tally;
  const char *wrong = what_is_wrong(program);
  tally = kept;
  return wrong && strcmp(wrong, first_wrong) == 0 ? wrong : NULL;
}

static void print_wrong(enum family family, unsigned long seed, const struct program *program,
                        const char *wrong) {
  snprintf(first_wrong, sizeof first_wrong, "%s", wrong);
  printf("wrong: %s: family %s, seed %lu; the smallest such program:\n\n", wrong,
         family_name[family], seed);
  const struct program smallest = shrink(program, as_wrong);
  print_program(&smallest, "found");
  printf("\n");
  fflush(stdout);
}

/// oracle FIRST END [FAMILY]: the programs of these seeds, of every family or of one. Of those that
/// are wrong the first three are printed.
int main(int count, char **argument) {
  const unsigned long first = count > 2 ? strtoul(argument[1], NULL, 0) : 0,
                      end = count > 2 ? strtoul(argument[2], NULL, 0) : 100;
  unsigned wrong = 0;
  for (enum family family = 0; family < FAMILIES; family++)
    for (unsigned long seed = first; seed < end; seed++) {
      if (count > 3 && strcmp(argument[3], family_name[family]) != 0)
        continue;
      const struct program program = random_program(family, seed);
      const char *what = what_is_wrong(&program);
      if (what && wrong++ < 3)
        print_wrong(family, seed, &program, what);
    }
  printf("%u programs, %u left out as too large; in %u of them some step fails; %lu classes, %lu "
         "executions\n",
         tally.programs, tally.left_out, tally.failing, tally.classes, tally.executions);
  printf("at least 20000 programs: %s\n", tally.programs >= 20000 ? "yes" : "no");
  printf("wrong: %u\n", wrong);
  return 0;
}
