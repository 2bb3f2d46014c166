// primitives/semaphore.c - sem_t.
//
//   init, destroy
//   wait       enabled while the value is positive
//   trywait    ok: as wait; busy: while the value is 0
//   timedwait  ok: as wait; timeout: while the value is 0
//   post       posts commute with each other (but for one that overflows)
//   getvalue
//
// Argument 0 of init is the value; argument 1 of timedwait is the result where it would wait, 0 for
// ETIMEDOUT. Semaphores of sem_open are not known here.
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <mcmini/primitive.h>
#include <semaphore.h>
#include <stdio.h>
#include <time.h>

enum { INIT, DESTROY, WAIT, TRYWAIT, TIMEDWAIT, POST, GETVALUE };
static const char *const operations[] = {"init",      "destroy", "wait",     "trywait",
                                         "timedwait", "post",    "getvalue", NULL};
enum { OK, BUSY }; // BUSY is the timeout of timedwait

struct semaphore {
  uint32_t value;
  uint32_t life; // enum mc_life
};

static bool may_be_busy(const struct mc_operation *op) {
  return op->kind == TRYWAIT || op->kind == TIMEDWAIT;
}

static bool waits(const struct mc_operation *op) {
  return (op->kind == WAIT || may_be_busy(op)) && op->alternative == OK;
}

static unsigned universe(const struct mc_operation *op, unsigned n) {
  (void)n;
  return may_be_busy(op) ? 2 : 1;
}

static bool enabled(const struct mc_operation *op, const void *const state[]) {
  const struct semaphore *s = state[0];
  if (s->life != MC_ALIVE)
    return op->alternative == OK; // to be reported
  if (waits(op))
    return s->value > 0;
  return op->alternative == OK || s->value == 0;
}

static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  struct semaphore *s = state[0];
  if (op->kind == INIT) {
    *s = (struct semaphore){.value = (uint32_t)op->argument[0]};
    return NULL;
  }
  if (s->life == MC_DESTROYED)
    return "use of a semaphore after its destroy";
  if (s->life == MC_UNINITIALISED)
    return "use of a semaphore that was not initialised";
  if (op->alternative == BUSY)
    *result = op->kind == TRYWAIT ? EAGAIN : op->argument[1] ? op->argument[1] : ETIMEDOUT;
  else if (waits(op))
    s->value--;
  else if (op->kind == GETVALUE)
    *result = s->value;
  else if (op->kind == DESTROY)
    s->life = MC_DESTROYED;
  else if (s->value == SEM_VALUE_MAX)
    *result = EOVERFLOW;
  else
    s->value++;
  return NULL;
}

static bool is_read(const struct mc_operation *op) {
  return op->alternative == BUSY || op->kind == GETVALUE;
}

static bool dependent(const struct mc_operation *a, const struct mc_operation *b) {
  if (a->primitive != b->primitive)
    return true;
  return !(is_read(a) && is_read(b)) && !(a->kind == POST && b->kind == POST);
}

static bool coenabled(const struct mc_operation *a, const struct mc_operation *b) {
  return !(waits(a) && b->primitive == a->primitive && b->alternative == BUSY);
}

static const char *alternative_name(const struct mc_operation *op) {
  if (!may_be_busy(op))
    return NULL;
  if (op->alternative == OK)
    return "ok";
  return op->kind == TRYWAIT ? "busy" : "timeout";
}

static void print(const void *state, char *text, size_t size) {
  const struct semaphore *s = state;
  if (s->life == MC_ALIVE)
    snprintf(text, size, "value %u", s->value);
  else
    snprintf(text, size, s->life == MC_DESTROYED ? "destroyed" : "not initialised");
}

static bool value(const void *state, uint64_t *out) {
  *out = ((const struct semaphore *)state)->value;
  return true;
}

const struct mc_primitive mc_primitive_semaphore = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "semaphore",
    .operations = operations,
    .state_size = sizeof(struct semaphore),
    .universe = universe,
    .enabled = enabled,
    .apply = apply,
    .dependent = dependent,
    .coenabled = coenabled,
    .alternative_name = alternative_name,
    .print = print,
    .value = value,
};

//===- Interposed functions -------------------------------------------------------------------===//

static mc_object new_object(const sem_t *address) {
  const struct semaphore raw = {.life = MC_UNINITIALISED};
  return mc_object_new(&mc_primitive_semaphore, address, sizeof *address, &raw);
}

static mc_object semaphore_at(const sem_t *address) {
  const mc_object o = mc_object_find(&mc_primitive_semaphore, address);
  return o == MC_NO_OBJECT ? new_object(address) : o;
}

static struct mc_operation on(uint16_t kind, const sem_t *address) {
  struct mc_operation op = {.primitive = &mc_primitive_semaphore,
                            .kind = kind,
                            .objects = 1,
                            .object = {semaphore_at(address)}};
  op.flags = may_be_busy(&op) ? MC_YIELD : 0;
  return op;
}

static int returned(uint64_t error) {
  if (error == 0)
    return 0;
  errno = (int)error;
  return -1;
}

static int simple(uint16_t kind, const sem_t *address, const struct mc_site *site) {
  if (!mc_checking())
    return 0;
  struct mc_operation op = on(kind, address);
  return returned(mc_transition(&op, site));
}

static int timedwait(const sem_t *address, clockid_t clock, const struct timespec *deadline,
                     const struct mc_site *site) {
  if (!mc_checking())
    return 0;
  const bool valid = mc_clock_is_deadline(clock, deadline);
  struct mc_operation op = on(TIMEDWAIT, address);
  op.argument[1] = valid ? ETIMEDOUT : EINVAL;
  const uint64_t error = mc_transition(&op, site);
  if (op.alternative == BUSY && valid)
    mc_clock_reach(mc_clock_deadline(clock, deadline));
  return returned(error);
}

MC_INTERPOSE(int, sem_init, (sem_t * sem, int shared, unsigned value), (sem, shared, value)) {
  (void)shared;
  if (!mc_checking())
    return 0;
  if (value > SEM_VALUE_MAX)
    return returned(EINVAL);
  struct mc_operation op = on(INIT, sem);
  if (((const struct semaphore *)mc_object_state(op.object[0]))->life == MC_DESTROYED)
    op.object[0] = new_object(sem);
  op.argument[0] = value;
  return returned(mc_transition(&op, site));
}

MC_INTERPOSE(int, sem_destroy, (sem_t * sem), (sem)) { return simple(DESTROY, sem, site); }
MC_INTERPOSE(int, sem_wait, (sem_t * sem), (sem)) { return simple(WAIT, sem, site); }
MC_INTERPOSE(int, sem_trywait, (sem_t * sem), (sem)) { return simple(TRYWAIT, sem, site); }
MC_INTERPOSE(int, sem_post, (sem_t * sem), (sem)) { return simple(POST, sem, site); }

MC_INTERPOSE(int, sem_timedwait, (sem_t * sem, const struct timespec *deadline), (sem, deadline)) {
  return timedwait(sem, CLOCK_REALTIME, deadline, site);
}

MC_INTERPOSE(int, sem_clockwait, (sem_t * sem, clockid_t clock, const struct timespec *deadline),
             (sem, clock, deadline)) {
  return timedwait(sem, clock, deadline, site);
}

MC_INTERPOSE(int, sem_getvalue, (sem_t * sem, int *value), (sem, value)) {
  *value = 0;
  if (!mc_checking())
    return 0;
  struct mc_operation op = on(GETVALUE, sem);
  *value = (int)mc_transition(&op, site);
  return 0;
}
