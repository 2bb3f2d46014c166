// primitives/queue.c - queues of waiting threads, and the wakeup policies.
//
//   enqueue    a thread enters the queue; always enabled
//
// The second half of a wait belongs to the primitive that is waited for, which asks the functions
// below. A queue's state is struct mc_queue; who may be served next is up to the policy, which
// every operation with a say in it carries as an argument. Who only looks (a reader, whether
// writers wait) has none.
//
// Source: Pirtle, Jovanovic, Cooperman (2023), sections 4.3 and 5.6.
#include "builtin.h"
#include <stdio.h>
#include <string.h>

enum { ENQUEUE };
static const char *const operations[] = {"enqueue", NULL};

//===- Policies -------------------------------------------------------------------------------===//

static unsigned place_of(const struct mc_queue *queue, mc_thread thread) {
  unsigned i = 0;
  while (i < queue->count && queue->thread[i] != thread)
    i++;
  return i;
}

static void insert(struct mc_queue *queue, unsigned i, mc_thread thread) {
  memmove(&queue->thread[i + 1], &queue->thread[i], queue->count - i);
  queue->thread[i] = (uint8_t)thread;
  queue->count++;
}

static void append(struct mc_queue *queue, mc_thread thread) {
  insert(queue, queue->count, thread);
}

static void leave(struct mc_queue *queue, mc_thread thread) {
  const unsigned i = place_of(queue, thread);
  if (i == queue->count)
    return;
  queue->count--;
  memmove(&queue->thread[i], &queue->thread[i + 1], queue->count - i);
  queue->thread[queue->count] = 0;
}

static bool is_first(const struct mc_queue *queue, mc_thread thread) {
  return queue->count && queue->thread[0] == thread;
}

static bool is_last(const struct mc_queue *queue, mc_thread thread) {
  return queue->count && queue->thread[queue->count - 1] == thread;
}

/// Among those from place `from` on, by number: in whatever order they enter, it is one state.
static void insert_by_number(struct mc_queue *queue, unsigned from, mc_thread thread) {
  while (from < queue->count && queue->thread[from] < thread)
    from++;
  insert(queue, from, thread);
}

static void enter_set(struct mc_queue *queue, mc_thread thread) {
  insert_by_number(queue, 0, thread);
}

static bool never(enum mc_queue_role a, enum mc_queue_role b) {
  (void)a, (void)b;
  return false;
}

static bool among_enqueues(enum mc_queue_role a, enum mc_queue_role b) {
  return a == MC_QUEUE_ENTER && b == MC_QUEUE_ENTER;
}

/// Who enters does not change who is first; who leaves does.
static bool fifo_dependent(enum mc_queue_role a, enum mc_queue_role b) {
  return a == b ? a != MC_QUEUE_LEAVE : a == MC_QUEUE_TAKE && b == MC_QUEUE_LEAVE;
}

/// Who enters is last.
static bool lifo_dependent(enum mc_queue_role a, enum mc_queue_role b) {
  return fifo_dependent(a, b) || (a == MC_QUEUE_ENTER && b == MC_QUEUE_TAKE);
}

const struct mc_policy mc_policy_arbitrary = {.name = "arbitrary"}; // stands for no queue
const struct mc_policy mc_policy_independent = {
    .name = "arbitrary-enqueue-independent", .enter = enter_set, .dependent = never};
const struct mc_policy mc_policy_dependent = {
    .name = "arbitrary-enqueue-dependent", .enter = enter_set, .dependent = among_enqueues};
const struct mc_policy mc_policy_fifo = {
    .name = "fifo", .may_take = is_first, .dependent = fifo_dependent};
const struct mc_policy mc_policy_lifo = {
    .name = "lifo", .may_take = is_last, .dependent = lifo_dependent};

// glibc's condition variable (nptl/pthread_cond_common.c, groups G1 and G2): who begins to wait
// joins G2; a signal serves any of G1, and where all of G1 have been served, G2 first becomes G1.
// G1 are the first `mark` threads here.

static unsigned served_first(const struct mc_queue *queue) {
  return queue->mark ? queue->mark : queue->count;
}

static void glibc_enter(struct mc_queue *queue, mc_thread thread) {
  insert_by_number(queue, queue->mark, thread);
}

static bool glibc_may_take(const struct mc_queue *queue, mc_thread thread) {
  return place_of(queue, thread) < served_first(queue);
}

static void glibc_leave(struct mc_queue *queue, mc_thread thread) {
  queue->mark -= place_of(queue, thread) < queue->mark;
  leave(queue, thread);
}

static void glibc_take(struct mc_queue *queue, mc_thread thread) {
  queue->mark = (uint16_t)served_first(queue);
  glibc_leave(queue, thread);
}

/// Who enters before G2 becomes G1 is served with it; who leaves may be the last of G1.
static bool glibc_dependent(enum mc_queue_role a, enum mc_queue_role b) {
  return b == MC_QUEUE_TAKE && a != MC_QUEUE_NOTHING;
}

const struct mc_policy mc_policy_glibc = {.name = "glibc",
                                          .enter = glibc_enter,
                                          .may_take = glibc_may_take,
                                          .take = glibc_take,
                                          .leave = glibc_leave,
                                          .dependent = glibc_dependent};

//===- For the primitives that wait in queues -------------------------------------------------===//

static void *queue_of(const struct mc_operation *op, void *const state[]) {
  return state[op->objects - 1];
}

static void change(const struct mc_policy *policy, struct mc_queue *queue, enum mc_queue_role role,
                   mc_thread thread) {
  if (role == MC_QUEUE_ENTER)
    (policy->enter ? policy->enter : append)(queue, thread);
  else if (role == MC_QUEUE_TAKE && policy->take)
    policy->take(queue, thread);
  else
    (policy->leave ? policy->leave : leave)(queue, thread);
}

bool mc_queue_may_take(const struct mc_operation *op, const void *const state[], mc_thread thread) {
  const struct mc_policy *policy = mc_operation_policy(op);
  return !policy || !policy->may_take || policy->may_take(state[op->objects - 1], thread);
}

void mc_queue_enter(const struct mc_operation *op, void *const state[], mc_thread thread) {
  const struct mc_policy *policy = mc_operation_policy(op);
  if (policy)
    change(policy, queue_of(op, state), MC_QUEUE_ENTER, thread);
}

void mc_queue_leave(const struct mc_operation *op, void *const state[], mc_thread thread) {
  const struct mc_policy *policy = mc_operation_policy(op);
  if (policy)
    change(policy, queue_of(op, state), MC_QUEUE_LEAVE, thread);
}

void mc_queue_serve(const struct mc_operation *op, void *const state[], mc_thread thread) {
  const struct mc_policy *policy = mc_operation_policy(op);
  if (policy)
    change(policy, queue_of(op, state), MC_QUEUE_TAKE, thread);
}

void mc_queue_clear(const struct mc_operation *op, void *const state[]) {
  if (mc_operation_policy(op))
    memset(queue_of(op, state), 0, sizeof(struct mc_queue));
}

bool mc_queue_forgets(const struct mc_operation *op, void *const state[], enum mc_queue_role role,
                      mc_thread thread) {
  const struct mc_policy *policy = mc_operation_policy(op);
  const struct mc_queue *queue = policy ? queue_of(op, state) : NULL;
  for (unsigned i = 0; policy && i < queue->count; i++) {
    const mc_thread other = queue->thread[i];
    struct mc_queue with = *queue, without = *queue;
    if (other == thread)
      continue;
    change(policy, &without, MC_QUEUE_LEAVE, other);
    if (role == MC_QUEUE_TAKE && policy->may_take && !policy->may_take(&without, thread))
      return false;
    change(policy, &without, role, thread);
    change(policy, &with, role, thread);
    change(policy, &with, MC_QUEUE_LEAVE, other);
    if (memcmp(&with, &without, sizeof with) != 0)
      return false;
  }
  return true;
}

bool mc_is_enqueue(const struct mc_operation *op) {
  return op->primitive == &mc_primitive_queue || op->primitive == &mc_primitive_second_queue;
}

static bool roles_dependent(const struct mc_policy *policy, enum mc_queue_role a,
                            enum mc_queue_role b) {
  if (a == MC_QUEUE_NOTHING || b == MC_QUEUE_NOTHING)
    return false;
  if (a == MC_QUEUE_LOOK || b == MC_QUEUE_LOOK)
    return a != b;
  return !policy || !policy->dependent || policy->dependent(a, b) || policy->dependent(b, a);
}

bool mc_queues_dependent(const struct mc_operation *a, const struct mc_operation *b,
                         enum mc_queue_role (*role)(const struct mc_operation *step, unsigned i)) {
  const struct mc_policy *policy = mc_operation_policy(mc_is_enqueue(b) ? b : a);
  if (!policy && !mc_operation_policy(b))
    return false; // two that look
  for (unsigned i = 0; i < a->objects; i++)
    for (unsigned j = 0; j < b->objects; j++)
      if (a->object[i] == b->object[j] &&
          roles_dependent(policy, mc_is_enqueue(a) ? MC_QUEUE_ENTER : role(a, i),
                          mc_is_enqueue(b) ? MC_QUEUE_ENTER : role(b, j)))
        return true;
  return false;
}

//===- The primitive --------------------------------------------------------------------------===//

static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  (void)result;
  mc_queue_enter(op, state, op->thread);
  return NULL;
}

/// With operations that wait or look, their primitive knows.
static bool dependent(const struct mc_operation *a, const struct mc_operation *b) {
  return mc_is_enqueue(a) && mc_is_enqueue(b) &&
         roles_dependent(mc_operation_policy(a), MC_QUEUE_ENTER, MC_QUEUE_ENTER);
}

static void print(const void *state, char *text, size_t size) {
  const struct mc_queue *queue = state;
  size_t length = (size_t)snprintf(text, size, "%s", queue->count ? "" : "empty");
  for (unsigned i = 0; i < queue->count && length + 16 < size; i++)
    length += (size_t)snprintf(text + length, size - length, "%s%s", i ? ", " : "",
                               mc_thread_name(queue->thread[i]));
}

/// A thread that waits orders nothing.
static uint64_t nothing(const struct mc_operation *op, unsigned i) {
  (void)op, (void)i;
  return 0;
}

#define MC_QUEUE                                                                                   \
  {                                                                                                \
    .version = MC_PRIMITIVE_VERSION, .name = "queue", .operations = operations,                    \
    .state_size = sizeof(struct mc_queue), .apply = apply, .dependent = dependent, .print = print, \
    .releases = nothing, .acquires = nothing                                                       \
  }
const struct mc_primitive mc_primitive_queue = MC_QUEUE;
const struct mc_primitive mc_primitive_second_queue = MC_QUEUE;

//===- For interposed functions ---------------------------------------------------------------===//

void mc_queue_use(struct mc_operation *op, const struct mc_primitive *kind,
                  const volatile void *address, const struct mc_policy *policy) {
  static const struct mc_queue empty;
  mc_object queue = mc_object_find(kind, address);
  if (queue == MC_NO_OBJECT)
    queue = mc_object_new(kind, address, 0, &empty);
  op->object[op->objects++] = queue;
  op->argument[MC_POLICY_ARGUMENT] = (uintptr_t)policy;
}

void mc_enqueue(const struct mc_primitive *kind, const volatile void *address,
                const struct mc_policy *policy, const struct mc_site *site) {
  struct mc_operation op = {.primitive = kind, .kind = ENQUEUE};
  mc_queue_use(&op, kind, address, policy);
  mc_transition(&op, site);
}
