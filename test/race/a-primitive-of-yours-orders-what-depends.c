// A primitive that says which of its operations are dependent, and not what they give to each other: they order memory
// where they are dependent. Two looks at a board order nothing: main's write comes before its look and the other's behind
// its own. Whoever sees the note on it sees what was written before it was put there.
//
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini -k %t looks | FileCheck %s
// RUN: not %mcmini -k --algorithm=source %t looks | FileCheck %s
// RUN: not %mcmini -k --algorithm=dfs %t looks | FileCheck --check-prefix=ALL %s
// CHECK: data race: x: write at {{.*}} and write at
// CHECK: {{^}}2 traces: 2 completed
// ALL: data race: x: write at
// RUN: %mcmini -k %t note | FileCheck --check-prefix=NOTE %s
// RUN: %mcmini -k --algorithm=dfs %t note | FileCheck --check-prefix=NOTE %s
// NOTE: mcmini: ok: nothing found
// NOTE: Every schedule of the program was explored
// RUN: %mcmini --lint %t note | FileCheck --check-prefix=LINT %s
// RUN: %mcmini --lint %t looks | FileCheck --check-prefix=LINT %s
// LINT: mcmini: ok: nothing found
#include <mcmini/mcmini.h>
#include <mcmini/primitive.h>
#include <pthread.h>
struct board {
  uint64_t notes;
};
enum { PUT, LOOK };
static const char *const operations[] = {"put", "look", NULL};
static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  struct board *b = state[0];
  if (op->kind == PUT)
    b->notes++;
  *result = b->notes;
  return NULL;
}
static bool dependent(const struct mc_operation *a, const struct mc_operation *b) {
  return a->kind == PUT || b->kind == PUT;
}
static const struct mc_primitive board = {.version = MC_PRIMITIVE_VERSION,
                                          .name = "board",
                                          .operations = operations,
                                          .state_size = sizeof(struct board),
                                          .apply = apply,
                                          .dependent = dependent};
MC_REGISTER(board)
MCMINI_PRIMITIVE(board.put) int board_put(char *board);
MCMINI_PRIMITIVE(board.look) int board_look(char *board);
static char wall, *how;
static int x;
static void *other(void *a) {
  if (board_look(&wall) || *how == 'l')
    x = 1;
  return a;
}
int main(int arguments, char **argument) {
  pthread_t t;
  how = argument[arguments - 1];
  pthread_create(&t, 0, other, 0);
  x = 2;
  if (*how == 'l')
    board_look(&wall);
  else
    board_put(&wall);
  pthread_join(t, 0);
}
