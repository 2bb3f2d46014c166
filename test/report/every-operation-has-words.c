// --explain has words for each operation of the built-in primitives, and for none that there is not; a new one
// cannot go without.
//
// RUN: %clang -std=c17 -O1 -fexceptions -I%root -I%root/include %s %S/../primitives/Inputs/stub.c %primitives -o %t
// RUN: %t | FileCheck %s
// CHECK-NOT: no
// CHECK: 27 primitives: all have words
//
// The test sees what has none.
// RUN: %clang -std=c17 -O1 -I%root -I%root/include -DWITHOUT='"futex"' %s %S/../primitives/Inputs/stub.c %primitives -o %t && not %t | FileCheck %s --check-prefix=WITHOUT
// WITHOUT: futex: no words for: wait resume timedresume wake wakeall requeue
#include <mcmini/primitive.h>
#include <stdio.h>
#include <string.h>

#ifndef WITHOUT
#define WITHOUT ""
#endif

static const struct {
  const char *primitives, *operation, *alternative;
} table[] = {
#define MC_DOES(primitives, operation, alternative, text, term)                                    \
  {primitives, operation, alternative},
#include "../../driver/does.def"
};

#define MC_PRIMITIVE(name) extern const struct mc_primitive mc_primitive_##name;
#include "../../primitives/primitives.def"
#undef MC_PRIMITIVE

static const struct mc_primitive *const primitive[] = {
#define MC_PRIMITIVE(name) &mc_primitive_##name,
#include "../../primitives/primitives.def"
};
enum { PRIMITIVES = sizeof primitive / sizeof *primitive };

static int is_one_of(const char *words, const char *word) {
  char all[200], looked_for[40];
  snprintf(all, sizeof all, " %s ", words);
  snprintf(looked_for, sizeof looked_for, " %s ", word);
  return strstr(all, looked_for) != NULL;
}

/// In a line that does not ask for an alternative; one for all primitives says nothing of this one.
static int has_words(const char *name, const char *operation) {
  for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
    if (is_one_of(table[i].primitives, name) && strcmp(name, WITHOUT) && !*table[i].alternative &&
        (!*table[i].operation || !strcmp(table[i].operation, operation)))
      return 1;
  return 0;
}

static int has_operation(const struct mc_primitive *p, const char *operation) {
  for (const char *const *o = p->operations; *o; o++)
    if (!strcmp(*o, operation))
      return 1;
  return !*operation;
}

static void find_strangers(void) {
  for (unsigned i = 0; i < sizeof table / sizeof *table; i++) {
    int met = !*table[i].primitives;
    for (unsigned k = 0; k < PRIMITIVES; k++)
      met |= is_one_of(table[i].primitives, primitive[k]->name) &&
             has_operation(primitive[k], table[i].operation);
    if (!met)
      printf("no such operation: %s %s\n", table[i].primitives, table[i].operation);
  }
}

int main(void) {
  int lacking = 0;
  find_strangers();
  for (unsigned i = 0; i < PRIMITIVES; i++) {
    const int before = lacking;
    for (const char *const *operation = primitive[i]->operations; *operation; operation++)
      if (!has_words(primitive[i]->name, *operation)) {
        printf("%s%s %s", before == lacking ? primitive[i]->name : "",
               before == lacking ? ": no words for:" : "", *operation);
        lacking++;
      }
    printf("%s", before < lacking ? "\n" : "");
  }
  printf("%d primitives: %s\n", PRIMITIVES, lacking ? "some have no words" : "all have words");
  return lacking != 0;
}
