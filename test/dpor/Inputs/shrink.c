// test/dpor/Inputs/shrink.c - see shrink.h.
#include "shrink.h"

#include <string.h>

typedef const char *question(const struct program *program);

static bool try(struct program *program, const struct program *smaller, question *wrong) {
  if (!wrong(smaller))
    return false;
  *program = *smaller;
  return true;
}

static void remove_operation(struct program *p, mc_thread t, unsigned at) {
  for (unsigned i = 0; i < at; i++)
    if (p->code[t][i].jump > 0 && i + 1 + (unsigned)p->code[t][i].jump > at)
      p->code[t][i].jump--;
  for (unsigned i = 0; i < at; i++)
    if (i + 1 + p->code[t][i].skips > at && p->code[t][i].skips)
      p->code[t][i].skips--;
  for (unsigned i = at + 1; i < p->length[t]; i++)
    if (p->code[t][i].jump < 0 && (int)i + 1 + p->code[t][i].jump <= (int)at)
      p->code[t][i].jump++;
  p->length[t]--;
  memmove(&p->code[t][at], &p->code[t][at + 1], (p->length[t] - at) * sizeof p->code[t][at]);
}

static bool without_threads(struct program *p, question *wrong) {
  bool any = false;
  for (mc_thread t = 0; t < p->threads; t++) {
    struct program smaller = *p;
    smaller.length[t] = 0;
    while (smaller.threads > 1 && smaller.length[smaller.threads - 1] == 0)
      smaller.threads--;
    if (p->length[t] > 0)
      any |= try(p, &smaller, wrong);
  }
  return any;
}

static bool without_operations(struct program *p, question *wrong) {
  bool any = false;
  for (mc_thread t = 0; t < p->threads; t++)
    for (unsigned i = p->length[t]; i-- > 0;) {
      struct program smaller = *p;
      remove_operation(&smaller, t, i);
      any |= try(p, &smaller, wrong);
    }
  return any;
}

static bool without_branches(struct program *p, question *wrong) {
  bool any = false;
  for (mc_thread t = 0; t < p->threads; t++)
    for (unsigned i = 0; i < p->length[t]; i++) {
      struct program smaller = *p;
      struct instruction *instruction = &smaller.code[t][i];
      instruction->jump = instruction->fail = 0;
      instruction->leaves = false;
      if (memcmp(instruction, &p->code[t][i], sizeof *instruction) != 0)
        any |= try(p, &smaller, wrong);
    }
  return any;
}

static bool uses(const struct program *p, mc_object object) {
  for (mc_thread t = 0; t < p->threads; t++)
    for (unsigned i = 0; i < p->length[t]; i++)
      for (unsigned k = 0; k < p->code[t][i].operation.objects; k++)
        if (p->code[t][i].operation.object[k] == object)
          return true;
  return false;
}

static void remove_object(struct program *p, mc_object object) {
  p->objects--;
  for (unsigned o = object; o < p->objects; o++) {
    p->primitive[o] = p->primitive[o + 1];
    memcpy(p->initial[o], p->initial[o + 1], sizeof p->initial[o]);
  }
  memset(p->initial[p->objects], 0, sizeof p->initial[0]);
  for (mc_thread t = 0; t < p->threads; t++)
    for (unsigned i = 0; i < p->length[t]; i++)
      for (unsigned k = 0; k < p->code[t][i].operation.objects; k++)
        p->code[t][i].operation.object[k] -= p->code[t][i].operation.object[k] > object;
}

static bool without_objects(struct program *p, question *wrong) {
  bool any = false;
  for (mc_object o = p->objects; o-- > 0;) {
    struct program smaller = *p;
    remove_object(&smaller, o);
    if (!uses(p, o))
      any |= try(p, &smaller, wrong);
  }
  return any;
}

struct program shrink(const struct program *program, question *wrong) {
  struct program p = *program;
  while (without_threads(&p, wrong) || without_operations(&p, wrong) ||
         without_branches(&p, wrong) || without_objects(&p, wrong))
    ;
  return p;
}
