// test/dpor/Inputs/page.c - see page.h. The order and the letters are the page's.
#include "page.h"

#include "builtin.h"
#include "opaque.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum table {
  MUTEX,
  SPINLOCK,
  RWLOCK,
  SEMAPHORE,
  NUMBERED,
  CONDITION,
  BARRIER,
  THREAD,
  ONCE,
  FUTEX,
  VARIABLE,
  SIGNAL,
  PIPE,
  EPOLL,
  OPAQUE,
  QUEUE,
  OWN, // of examples/primitives: the page has no table, the primitive is asked
  TABLES
};
static const char *const name_of[TABLES] = {
    "mutex",   "spinlock", "rwlock", "semaphore", "numbered", "condition",
    "barrier", "thread",   "once",   "futex",     "variable", "signal",
    "pipe",    "epoll",    "opaque", "queue",     "own"};

/// A line of a table: the role on the first object, a letter for each alternative (the last one for
/// all that follow), and on the others, which are of the kind `others`.
struct line {
  enum table table;
  const char *operations, *letters;
  enum table others;
  const char *other_letters;
};

static const struct line lines[] = {
    {MUTEX, "lock unlock consistent init destroy", "t", MUTEX, ""},
    {MUTEX, "lock-all", "t", MUTEX, "t"},
    {MUTEX, "trylock timedlock", "tf", MUTEX, ""},
    {SPINLOCK, "lock unlock init destroy", "t", MUTEX, ""},
    {SPINLOCK, "trylock", "tf", MUTEX, ""},
    {RWLOCK, "rdlock rdunlock", "r", MUTEX, ""},
    {RWLOCK, "tryrdlock timedrdlock", "rq", MUTEX, ""},
    {RWLOCK, "wrlock wrunlock init destroy", "w", MUTEX, ""},
    {RWLOCK, "trywrlock timedwrlock", "wf", MUTEX, ""},
    {SEMAPHORE, "post", "p", MUTEX, ""},
    {SEMAPHORE, "wait", "s", MUTEX, ""},
    {SEMAPHORE, "trywait timedwait", "sf", MUTEX, ""},
    {SEMAPHORE, "getvalue", "f", MUTEX, ""},
    {SEMAPHORE, "init destroy", "i", MUTEX, ""},
    {CONDITION, "wait", "eu", MUTEX, "g"},
    {CONDITION, "wake", "k", MUTEX, "t"},
    {CONDITION, "timedwake", "ko", MUTEX, "t."},
    {CONDITION, "signal", "ns", MUTEX, ""},
    {CONDITION, "broadcast", "b", MUTEX, ""},
    {CONDITION, "init destroy", "i", MUTEX, ""},
    {BARRIER, "arrive", "a", MUTEX, ""},
    {BARRIER, "leave", "lc", MUTEX, ""},
    {BARRIER, "init destroy", "i", MUTEX, ""},
    {THREAD, "create", "c", MUTEX, ""},
    {THREAD, "start", "g", MUTEX, ""},
    {THREAD, "exit", "x", MUTEX, "t"},
    {THREAD, "join", "j", MUTEX, ""},
    {THREAD, "tryjoin timedjoin", "jn", MUTEX, ""},
    {THREAD, "detach", "d", MUTEX, ""},
    {ONCE, "begin", "rd", MUTEX, ""},
    {ONCE, "end", "e", MUTEX, ""},
    {ONCE, "reset", "z", MUTEX, ""},
    {FUTEX, "wait", "ea", VARIABLE, "r"},
    {FUTEX, "resume", "k", VARIABLE, ""},
    {FUTEX, "timedresume", "ko", VARIABLE, ""},
    {FUTEX, "wake", "ns", VARIABLE, ""},
    {FUTEX, "wakeall", "b", VARIABLE, ""},
    {FUTEX, "requeue", "aq", FUTEX, "aq"},
    {VARIABLE, "read load", "r", VARIABLE, "r"},
    {VARIABLE, "compare-exchange", "wr", VARIABLE, "wr"},
    {VARIABLE, "write store exchange add sub and nand or xor max min umax umin modify", "w",
     VARIABLE, "w"},
    {SIGNAL, "send", "s", SIGNAL, "s"},
    {SIGNAL, "mask", "m", SIGNAL, "f"},
    {SIGNAL, "wait", "w", SIGNAL, "w"},
    {SIGNAL, "timedwait", "wf", SIGNAL, "wf"},
    {SIGNAL, "pending", "f", SIGNAL, "f"},
    {PIPE, "read", "raxey", PIPE, ""},
    {PIPE, "write", "wfxbinm", PIPE, "...vkl."},
    {PIPE, "close", "c?x?c", PIPE, "c?x?s"},
    {PIPE, "shutdown", "h?x", PIPE, "h?x"},
    {PIPE, "dup", "u?x", PIPE, "u?x"},
    {PIPE, "set-flags", "g?x", PIPE, "g?x"},
    {PIPE, "flags", "q?x", PIPE, "q?x"},
    {PIPE, "size", "z?x", PIPE, "z?x"},
    {PIPE, "resize", "dzx", PIPE, "dzx"},
    {PIPE, "poll timedpoll", "p", PIPE, "p"},
    {EPOLL, "look", "q", PIPE, ""},
    {EPOLL, "change", "mxx", PIPE, "x"},
    {EPOLL, "close-epoll", "m", PIPE, ""},
    {EPOLL, "wait timedwait", "mqqm", PIPE, "p"},
};

/// The roles on queues: of what has a policy, by its alternatives, on its own; of the others, on
/// that of which they see whether it is empty.
static const struct {
  enum table table;
  const char *operations, *own, *other;
} queue_lines[] = {
    {QUEUE, "enqueue", "e", ""},
    {MUTEX, "lock timedlock", "t", ""},
    {SEMAPHORE, "wait timedwait", "t", ""},
    {SEMAPHORE, "getvalue", "", "c"},
    {RWLOCK, "rdlock timedrdlock wrlock timedwrlock", "t", "c"},
    {RWLOCK, "tryrdlock trywrlock", "", "c"},
    {CONDITION, "wait", "e.", ""},
    {CONDITION, "timedwake", ".l", ""},
    {CONDITION, "signal", ".t", ""},
    {CONDITION, "broadcast", ".", ""},
};

/// Pairs of letters on a queue that are dependent, with c those that always are.
static const struct {
  const char *policy, *pairs;
} queue_dependent_pairs[] = {
    {"arbitrary-enqueue-independent", "ce ct cl"},
    {"arbitrary-enqueue-dependent", "ee ce ct cl"},
    {"fifo", "ee tt tl ce ct cl"},
    {"lifo", "ee et tt tl ce ct cl"},
    {"glibc", "et tt tl ce ct cl"},
    {"lowest-first", "ee et el tt tl ll ce ct cl"},
};

/// Pairs of letters. Of each table either those that are independent, or those that are dependent.
static const char *const independent[TABLES] = {
    [MUTEX] = "ff gg", [SPINLOCK] = "ff", [RWLOCK] = "rr rq qq qf ff", [SEMAPHORE] = "pp ff",
    [NUMBERED] = "ff", [VARIABLE] = "rr", [SIGNAL] = "ss ff",
};
static const char *const dependent[TABLES] = {
    [CONDITION] = "ii ib ie ik io in is iu be bk bo bn bs ne no ns uu",
    [BARRIER] = "ai ii",
    [THREAD] = "cg xj xn jj dd dj dn",
    [ONCE] = "rr ed zr",
    [FUTEX] = "bb be bk bo bn bs ne no ns qe qk qo qn qs qb qq",
    [EPOLL] = "mm mq mx",
    [PIPE] = "rr rw ra re rf ry rz rp ww wa wf wz wp lr la le lf lw ly lz lp nn nm jp jo "
             "ha he hy hw hf hb hi hn hm hp ho dd dr dw df dp",
};

static bool has_word(const char *words, const char *word) {
  const size_t length = strlen(word);
  for (const char *at = strstr(words, word); at; at = strstr(at + 1, word))
    if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
      return true;
  return false;
}

static bool has_pair(const char *pairs, char a, char b) {
  for (; pairs; pairs = pairs[2] ? pairs + 3 : NULL)
    if ((pairs[0] == a && pairs[1] == b) || (pairs[0] == b && pairs[1] == a))
      return true;
  return false;
}

static enum table table_of(const struct mc_primitive *primitive) {
  if (has_word("socket datagram seqpacket eventfd", primitive->name))
    return PIPE;
  for (int t = 0; t < TABLES; t++)
    if (strcmp(name_of[t], primitive->name) == 0)
      return primitive == &mc_primitive_semaphore_numbered ? NUMBERED : (enum table)t;
  if (primitive == &mc_primitive_section)
    return OWN;
  for (int i = 0; i < OWN_PRIMITIVES; i++)
    if (own_primitives[i].primitive == primitive)
      return OWN;
  printf("the page does not know %s\n", primitive->name);
  exit(1);
}

static const struct line *line_of(enum table table, const char *operation) {
  for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++)
    if (lines[i].table == (table == NUMBERED ? SEMAPHORE : table) &&
        has_word(lines[i].operations, operation))
      return &lines[i];
  printf("the page has no line for %s of %s\n", operation, name_of[table]);
  exit(1);
}

/// The how many-th of its kind a numbered step is; a failure is none.
static unsigned number_of(const struct mc_operation *step) {
  return step->alternative > 1 ? step->alternative - 1u : 0;
}

static bool polls(const struct mc_operation *step) {
  return has_word("poll timedpoll wait timedwait", step->primitive->operations[step->kind]);
}

/// The side of the k-th object that a step's descriptor is on, and its number there.
static int side_of(const struct mc_operation *step, unsigned k) {
  if (polls(step))
    return step->argument[0] >> (8 * k + 2) & 1;
  if (strcmp(step->primitive->operations[step->kind], "change") == 0)
    return step->argument[2] >> 1 & 1;
  return strcmp(step->primitive->name, "eventfd") != 0 && (k > 0) != (step->argument[2] >> 1 & 1);
}

enum { ANY_DESCRIPTOR = 1000 };

static unsigned descriptor_of(const struct mc_operation *step, unsigned k) {
  if (!polls(step))
    return (unsigned)step->argument[0];
  return step->argument[0] >> (8 * k + 4) & 1 ? (unsigned)ANY_DESCRIPTOR
                                              : step->argument[1] >> (8 * k) & 255;
}

/// On pipes and epolls some roles are up to what the operation was called with.
static char pipe_letter(const struct mc_operation *step, unsigned k, char letter) {
  if (letter == 'm' && polls(step))
    return step->argument[2] & 1 ? 'm' : 'q';
  const unsigned wanted = step->argument[0] >> (8 * k) & 7; // in, out, of a writer
  if (letter == 'p')
    return wanted == 1 || wanted == 2 || wanted == 3 || wanted == 6 || wanted == 7 ? 'p' : 'o';
  if (letter == 'h')
    return step->argument[1] >> k & 1 ? 'h' : 'j';
  return letter == 'r' && step->argument[2] & 8 ? 'z' : letter;
}

static char letter_for(const char *letters, unsigned alternative) {
  const unsigned last = (unsigned)strlen(letters) - 1;
  return letters[alternative < last ? alternative : last];
}

/// True where object k is a queue; then `*letter` is the role.
static bool is_on_queue(const struct mc_operation *step, unsigned k, char *letter) {
  enum table table = table_of(step->primitive);
  const bool own = mc_operation_policy(step) && k + 1u == step->objects;
  const bool other = k == 1 && ((table == RWLOCK && step->argument[0]) ||
                                ((table == SEMAPHORE || table == NUMBERED) && !own));
  if (table == NUMBERED)
    table = SEMAPHORE;
  if (table > CONDITION && table != QUEUE)
    return false;
  for (unsigned i = 0; (own || other) && i < sizeof queue_lines / sizeof *queue_lines; i++)
    if (queue_lines[i].table == table &&
        has_word(queue_lines[i].operations, step->primitive->operations[step->kind])) {
      *letter = letter_for(other ? queue_lines[i].other : queue_lines[i].own, step->alternative);
      return true;
    }
  return false;
}

struct page_step page_step(const struct mc_operation *step) {
  struct page_step result = {.operation = *step, .roles = step->objects};
  for (unsigned k = 0; k < step->objects; k++) {
    const enum table table = table_of(step->primitive);
    struct role *role = &result.role[k];
    *role = (struct role){step->object[k], table, '?', 0, 0};
    if (table == PIPE || (table == EPOLL && k > 0)) {
      role->side = side_of(step, k);
      role->descriptor = descriptor_of(step, k);
    }
    if (table == OPAQUE || table == OWN)
      continue;
    if (is_on_queue(step, k, &role->letter)) {
      role->table = QUEUE;
      continue;
    }
    const struct line *line = line_of(table, step->primitive->operations[step->kind]);
    const char *letters = k ? line->other_letters : line->letters;
    const unsigned a = table == NUMBERED && step->alternative > 1 ? 0 : step->alternative;
    role->table = k ? (int)line->others : (int)table;
    role->letter = letter_for(letters, a);
    if (table == PIPE || table == EPOLL)
      role->letter = pipe_letter(step, k, role->letter);
  }
  return result;
}

static bool are(char a, char b, char one, char other) {
  return (a == one && b == other) || (a == other && b == one);
}

/// A signal of `a` for the thread of `b`, and b's own place in the queue.
static bool wakes(char role_a, const struct mc_operation *a, char role_b,
                  const struct mc_operation *b) {
  return role_a == 's' && strchr("eko", role_b) && a->alternative == 1 + b->thread;
}

static bool queue_dependent(char ra, const struct mc_operation *a, char rb,
                            const struct mc_operation *b) {
  if (ra == 's' && rb == 's')
    return a->alternative == b->alternative;
  return wakes(ra, a, rb, b) || wakes(rb, b, ra, a);
}

static uint64_t signals_of(const struct mc_operation *step, char role) {
  if (role == 's')
    return (uint64_t)1 << (step->argument[0] - 1);
  return strcmp(step->primitive->operations[step->kind], "pending") == 0 ? UINT64_MAX
                                                                         : step->argument[0];
}

static uint64_t token_of(const struct mc_operation *step, char role) {
  return number_of(step) + (role == 'p' ? step->argument[0] : 0);
}

static bool is_high(const struct mc_operation *step) {
  return step->argument[0] >= INT_MAX - ((uint64_t)1 << 24);
}

/// What the letters alone do not say.
static bool also_dependent(enum table table, char ra, const struct mc_operation *a, char rb,
                           const struct mc_operation *b) {
  const bool more_threads = a->argument[1] || b->argument[1];
  switch (table) {
  case SEMAPHORE:
    return ra == 'p' && rb == 'p' && (is_high(a) || is_high(b));
  case CONDITION:
    if (strchr("ekou", ra) && strchr("ekou", rb))
      return a->object[1] != b->object[1];
    return queue_dependent(ra, a, rb, b);
  case FUTEX:
    return queue_dependent(ra, a, rb, b);
  case BARRIER:
    if (ra == 'a' && rb == 'a')
      return more_threads;
    if (are(ra, rb, 'c', 'c') || are(ra, rb, 'l', 'c'))
      return a->argument[0] && b->argument[0] && a->argument[2] == b->argument[2];
    return (ra == 'a' || rb == 'a') && (are(ra, rb, 'a', 'l') || are(ra, rb, 'a', 'c')) &&
           (more_threads || a->argument[2] == b->argument[2]);
  case OPAQUE:
    return opaque_dependent(a, b);
  case OWN:
    return mc_dependent(a, b);
  default:
    return false;
  }
}

static bool also_independent(enum table table, char ra, const struct mc_operation *a, char rb,
                             const struct mc_operation *b) {
  if (table == NUMBERED)
    return are(ra, rb, 'p', 's') && token_of(a, ra) != token_of(b, rb) && !is_high(a);
  return table == SIGNAL && !(signals_of(a, ra) & signals_of(b, rb));
}

static bool is_of(const struct mc_operation *step, const char *primitives) {
  return has_word(primitives, step->primitive->name);
}

/// Of sequenced packets a read of data, too, is after the one that gets ECONNRESET.
static bool sees_reset(const struct role *role, const struct mc_operation *step) {
  if (strchr("rz", role->letter) && is_of(step, "seqpacket"))
    return strcmp(step->primitive->operations[step->kind], "read") == 0;
  return strchr("eyvk", role->letter) || (!role->side && strchr("po", role->letter));
}

/// A close, dup, change of flags, or ECONNRESET, in `a`.
static bool changes_descriptors(const struct role *ra, const struct mc_operation *a,
                                const struct role *rb, const struct mc_operation *b) {
  const bool one_side = ra->side == rb->side;
  switch (ra->letter) {
  case 's':
    if (!one_side && sees_reset(rb, b))
      return true;
    // fall through
  case 'c':
    if (one_side)
      return ra->descriptor == rb->descriptor || rb->descriptor == ANY_DESCRIPTOR ||
             (is_of(a, "socket seqpacket") && strchr(ra->side ? "cs" : "csrl", rb->letter));
    if (is_of(b, "datagram") && strchr("aey", rb->letter))
      return false;
    return strchr("aeywfbinpo", rb->letter);
  case 'u':
    return one_side;
  case 'g':
    return one_side && strchr(is_of(b, "datagram") ? "afgqe" : "afgq", rb->letter);
  case 'y':
  case 'k':
    return sees_reset(rb, b);
  default:
    return false;
  }
}

static bool pipe_dependent(const struct role *ra, const struct mc_operation *a,
                           const struct role *rb, const struct mc_operation *b) {
  if (ra->letter == 'w' && rb->letter == 'w' && a->argument[2] & b->argument[2] & 4)
    return false;
  if ((ra->letter == 'j' && rb->side) || (rb->letter == 'j' && ra->side))
    return false;
  return has_pair(dependent[PIPE], ra->letter, rb->letter) || changes_descriptors(ra, a, rb, b) ||
         changes_descriptors(rb, b, ra, a);
}

/// Of those who enter, are served or leave, each knows the policy.
static bool dependent_on_queue(char ra, const struct mc_operation *a, char rb,
                               const struct mc_operation *b) {
  const struct mc_policy *policy = mc_operation_policy(ra == 'c' ? b : a);
  for (unsigned i = 0; i < sizeof queue_dependent_pairs / sizeof *queue_dependent_pairs; i++)
    if (policy && strcmp(queue_dependent_pairs[i].policy, policy->name) == 0)
      return has_pair(queue_dependent_pairs[i].pairs, ra, rb);
  return false; // two that see whether it is empty
}

static bool roles_dependent(const struct role *ra, const struct mc_operation *a,
                            const struct role *rb, const struct mc_operation *b) {
  const enum table table = (enum table)ra->table;
  if (ra->letter == '.' || rb->letter == '.') // no role
    return false;
  if (table == PIPE)
    return pipe_dependent(ra, a, rb, b);
  if (table == QUEUE)
    return dependent_on_queue(ra->letter, a, rb->letter, b);
  if (independent[table])
    return (!has_pair(independent[table], ra->letter, rb->letter) &&
            !also_independent(table, ra->letter, a, rb->letter, b)) ||
           also_dependent(table, ra->letter, a, rb->letter, b);
  return has_pair(dependent[table], ra->letter, rb->letter) ||
         also_dependent(table, ra->letter, a, rb->letter, b);
}

bool page_dependent(const struct page_step *a, const struct page_step *b) {
  if ((a->operation.flags | b->operation.flags) & MC_PROCESS_EXIT)
    return a->operation.flags & b->operation.flags & MC_PROCESS_EXIT;
  if ((a->operation.flags | b->operation.flags) & MC_ATOMIC)
    return a->roles && b->roles;
  for (unsigned i = 0; i < a->roles; i++)
    for (unsigned j = 0; j < b->roles; j++)
      if (a->role[i].object == b->role[j].object &&
          roles_dependent(&a->role[i], &a->operation, &b->role[j], &b->operation))
        return true;
  return false;
}
