// A box with a lock, a number, and a lid. -DMISTAKE=N: one thing is wrong. The checks say where.
//
// M1: lock of box (thread 0.{{[12]}}) disables lock of box (thread 0.{{[12]}}), but dependent
// M2: unlock of box (thread 0.{{[12]}}) enables lock of box (thread 0.{{[12]}}), but dependent
// M3: put of box (thread 0.{{[12]}}) and put of box (thread 0.{{[12]}}) lead to two states
// M4: add of box (thread 0.{{[12]}}) and add of box (thread 0.{{[12]}}) have other results
// M5: close of box (thread 0.{{[12]}}) makes or prevents that put of box {{.*}} is a misuse
// M6: enabled of {{.*}} of box {{.*}} writes to the state
// M7: enabled of {{.*}} of box {{.*}} is no function of the state
// M8: enabled of {{.*}} of box {{.*}} is no function of the state
// M9: apply of add of box {{.*}} is no function of the state
// M10: apply of put of box {{.*}} is no function of the state
// M11: apply of put of box {{.*}} is no function of the state
// M12: apply of put of box {{.*}} writes beyond the state_size bytes
// M13: put of box {{.*}} and add of box {{.*}} are both enabled, but coenabled
// M14: lock of box {{.*}} disables lock of box {{.*}}, but may_disable
// M16: peek of box {{.*}} releases what peek of box {{.*}} acquires, but dependent
// M17: close of box {{.*}} releases what close of box {{.*}} acquires, but dependent
#include <mcmini/primitive.h>
#include <stdio.h>

#ifndef MISTAKE
#define MISTAKE 0
#endif

struct box {
  uint32_t holder; // 1 + the thread, or 0
  uint8_t closed;  // and 3 bytes of padding
  uint64_t number;
};
enum { LOCK, UNLOCK, PUT, ADD, PEEK, CLOSE };
static const char *const operations[] = {"lock", "unlock", "put", "add", "peek", "close", NULL};
static int calls, applied;

static bool are(const struct mc_operation *a, const struct mc_operation *b, int x, int y) {
  return (a->kind == x && b->kind == y) || (a->kind == y && b->kind == x);
}

// ENABLED: the state of the box: {{free|locked}}, {{open|closed}}
// ENABLED: {{^}}  mend enabled
// ENABLED-NEXT: box.c:[[#@LINE+1]]
static bool enabled(const struct mc_operation *op, const void *const state[]) {
  const struct box *b = state[0];
  calls++;
  if (MISTAKE == 6 && op->kind == PUT)
    ((struct box *)state[0])->number++;
  if (MISTAKE == 7 && op->kind == PEEK)
    return calls % 2 == 0;
  if (MISTAKE == 8 && op->kind == PEEK)
    return applied % 2 == 0;
  return op->kind != LOCK || b->holder == 0;
}

/// Where the 3 bytes come from whatever lies on the stack.
static void put_padding(struct box *b, uint64_t number) {
  struct box other;
  other.holder = b->holder;
  other.closed = b->closed;
  other.number = number;
  __builtin_memcpy(b, &other, sizeof other);
}

// APPLY: the state of the box: {{free|locked}}, {{open|closed}}
// APPLY: {{^}}  mend apply
// APPLY-NEXT: box.c:[[#@LINE+1]]
static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  struct box *b = state[0];
  applied++;
  switch (op->kind) {
  case LOCK:
    b->holder = 1u + op->thread;
    break;
  case UNLOCK:
    if (b->holder != 1u + op->thread)
      return "unlock of a box that the thread has not locked";
    b->holder = 0;
    break;
  case PUT:
    if (b->closed)
      return "put into a closed box";
    b->number = op->argument[0];
    if (MISTAKE == 10)
      b->number = (uintptr_t)b;
    if (MISTAKE == 11)
      put_padding(b, op->argument[0]);
    break;
  case ADD:
    *result = MISTAKE == 9 ? (uint64_t)applied : b->number;
    b->number++;
    break;
  case CLOSE:
    b->closed = 1;
    break;
  default:
    *result = MISTAKE == 12 ? 0 : b->number;
  }
  return NULL;
}

// DEPENDENT: the state of the box: {{free|locked}}, {{open|closed}}
// DEPENDENT: {{^}}  mend dependent
// DEPENDENT-NEXT: box.c:[[#@LINE+1]]
static bool dependent(const struct mc_operation *a, const struct mc_operation *b) {
  if ((MISTAKE == 1 && are(a, b, LOCK, LOCK)) || (MISTAKE == 2 && are(a, b, LOCK, UNLOCK)) ||
      (MISTAKE == 3 && are(a, b, PUT, PUT)) || (MISTAKE == 4 && are(a, b, ADD, ADD)) ||
      (MISTAKE == 5 && are(a, b, PUT, CLOSE)))
    return false;
  if (MISTAKE == 15)
    return true;
  return !are(a, b, PEEK, PEEK) && !are(a, b, CLOSE, CLOSE);
}

// COENABLED: the state of the box: {{free|locked}}, {{open|closed}}
// COENABLED: {{^}}  mend coenabled
// COENABLED-NEXT: box.c:[[#@LINE+1]]
static bool coenabled(const struct mc_operation *a, const struct mc_operation *b) {
  return !are(a, b, LOCK, UNLOCK) && (MISTAKE != 13 || !are(a, b, PUT, ADD));
}

// MAY_DISABLE: the state of the box: {{free|locked}}, {{open|closed}}
// MAY_DISABLE: {{^}}  mend may_disable
// MAY_DISABLE-NEXT: box.c:[[#@LINE+1]]
static bool may_disable(const struct mc_operation *step, const struct mc_operation *other) {
  return MISTAKE != 14 && step->kind == LOCK && other->kind == LOCK;
}

// RELEASES: mend releases
// RELEASES-NEXT: box.c:[[#@LINE+1]]
static uint64_t releases(const struct mc_operation *step, unsigned i) {
  (void)i;
  return step->kind != PEEK || MISTAKE == 16;
}

static uint64_t acquires(const struct mc_operation *step, unsigned i) {
  (void)i;
  return step->kind != CLOSE;
}

static void print(const void *state, char *text, size_t size) {
  const struct box *b = state;
  snprintf(text, size, "%s, %s", b->holder ? "locked" : "free", b->closed ? "closed" : "open");
}

static const struct mc_primitive box = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "box",
    .operations = operations,
    .state_size = MISTAKE == 12 ? 8 : sizeof(struct box),
    .enabled = enabled,
    .apply = apply,
    .dependent = dependent,
    .coenabled = coenabled,
    .may_disable = may_disable,
    .print = print,
    .releases = releases,
    .acquires = MISTAKE == 17 ? NULL : acquires,
};
MC_REGISTER(box)
