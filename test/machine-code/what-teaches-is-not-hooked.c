// A library of the user's that no compiler of ours has seen may have callbacks of a primitive: they are a
// part of the model, and called by the runtime. Here it refers to nothing of McMini's, so that only the
// call itself tells. What it could hide: a lock that is taken twice at once, which one trace in two would show.
//
// RUN: %gcc -O1 -shared -fPIC -I %root/include -DLIBRARY %s -o libticket.so
// RUN: %mcmini-cc -g %s -o %t -L. -lticket -Wl,-rpath,.
// RUN: %mcmini -q %t | FileCheck %s
// CHECK: mcmini: ok
// CHECK: {{^}}2 traces: 2 completed
#include <mcmini/step.h>

enum { TAKE, GIVE };
extern const struct mc_primitive ticket;
#ifdef LIBRARY
static const char *const operations[] = {"take", "give", 0};

static bool enabled(const struct mc_operation *op, const void *const state[]) {
  return op->kind == GIVE || !*(const int *)state[0];
}

static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  (void)result;
  *(int *)state[0] = op->kind == TAKE;
  return 0;
}

const struct mc_primitive ticket = {.version = MC_PRIMITIVE_VERSION,
                                    .name = "ticket",
                                    .operations = operations,
                                    .state_size = sizeof(int),
                                    .enabled = enabled,
                                    .apply = apply};
#else
#include <assert.h>
#include <pthread.h>

static char one;
static int inside;

static void step(uint16_t kind) {
  struct mc_operation op = {
      .primitive = &ticket, .kind = kind, .objects = 1, .object = {mc_object_find(&ticket, &one)}};
  mc_transition(&op, MC_CALLER_SITE);
}

static void *body(void *unused) {
  step(TAKE);
  assert(inside++ == 0);
  inside--;
  step(GIVE);
  return unused;
}

int main(void) {
  pthread_t other;
  mc_object_new(&ticket, &one, sizeof one, &(int){0});
  pthread_create(&other, 0, body, 0);
  body(0);
  pthread_join(other, 0);
}
#endif
