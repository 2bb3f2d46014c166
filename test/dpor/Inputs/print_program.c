// test/dpor/Inputs/print_program.c - a program as C; see random_program.h.
#include "builtin.h"
#include "opaque.h"
#include "random_program.h"
#include "waiting_program.h"
#include <string.h>

static const char *symbol_of(const struct mc_primitive *primitive, char text[64]) {
  if (primitive == &opaque_primitive)
    return "opaque_primitive";
  const bool numbered = primitive == &mc_primitive_semaphore_numbered;
  snprintf(text, 64, "mc_primitive_%s%s", primitive->name, numbered ? "_numbered" : "");
  return text;
}

/// Each opaque definition that the program uses, once; object k's is named opaque_k.
static mc_object print_definition(const struct program *p, const struct mc_operation *op) {
  for (unsigned t = 0; t < p->threads; t++)
    for (unsigned i = 0; i < p->length[t]; i++) {
      const struct mc_operation *other = &p->code[t][i].operation;
      if (other == op) {
        char name[32];
        snprintf(name, sizeof name, "opaque_%u", op->object[0]);
        opaque_print((const struct opaque *)(uintptr_t)op->argument[0], name);
        return op->object[0];
      }
      if (other->primitive == op->primitive && other->argument[0] == op->argument[0])
        return other->object[0];
    }
  return op->object[0];
}

static void print_object(const struct program *p, unsigned object) {
  char text[64];
  const struct mc_primitive *primitive = p->primitive[object];
  printf("  add_object(&p, &%s, (const char[MC_MAX_STATE]){", symbol_of(primitive, text));
  const char *comma = "";
  for (size_t i = 0; i < primitive->state_size; i++)
    if (p->initial[object][i]) {
      printf("%s[%zu] = %d", comma, i, p->initial[object][i]);
      comma = ", ";
    }
  printf("%s});\n", *comma ? "" : "0");
}

static bool uses_queue(const struct mc_operation *op) {
  static const char *const names[] = {"mutex", "rwlock", "semaphore", "condition", "queue"};
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(op->primitive->name, names[i]) == 0)
      return true;
  return false;
}

static const char *policy_symbol(const struct mc_operation *op) {
  const struct mc_policy *policy = mc_operation_policy(op);
  return policy == &lowest_first            ? "lowest_first"
         : policy == &mc_policy_independent ? "mc_policy_independent"
         : policy == &mc_policy_dependent   ? "mc_policy_dependent"
         : policy == &mc_policy_fifo        ? "mc_policy_fifo"
         : policy == &mc_policy_lifo        ? "mc_policy_lifo"
                                            : "mc_policy_glibc";
}

/// There is more to say of it than `add` takes.
static bool has_details(const struct instruction *in) {
  const struct mc_operation *op = &in->operation;
  return op->objects > 2 || op->argument[0] || op->argument[1] || op->argument[2] || op->flags ||
         in->jump || in->spares || in->skips || in->fail || in->leaves || in->creates;
}

static void print_instruction(const struct program *p, mc_thread t, const struct instruction *in) {
  char text[64];
  const struct mc_operation *op = &in->operation;
  mc_object definition = 0;
  if (op->primitive == &opaque_primitive)
    definition = print_definition(p, op);
  printf("  %sadd(&p, %u, &%s, \"%s\", %u, %u, %u);\n", has_details(in) ? "i = " : "", t,
         symbol_of(op->primitive, text), op->primitive->operations[op->kind], op->objects,
         op->object[0], op->object[1]);
  for (unsigned k = 2; k < op->objects + !!(op->flags & MC_SECTIONED); k++)
    printf("  i->operation.object[%u] = %u;\n", k, op->object[k]);
  for (unsigned k = 0; k < MC_MAX_ARGUMENTS; k++) {
    if (k == 0 && op->primitive == &opaque_primitive)
      printf("  i->operation.argument[0] = (uintptr_t)&opaque_%u;\n", definition);
    else if (op->argument[k] && k == MC_POLICY_ARGUMENT && uses_queue(op))
      printf("  i->operation.argument[%u] = (uintptr_t)&%s;\n", k, policy_symbol(op));
    else if (op->argument[k])
      printf("  i->operation.argument[%u] = 0x%llx;\n", k, (unsigned long long)op->argument[k]);
  }
  if (op->flags)
    printf("  i->operation.flags = %u;\n", op->flags);
  if (in->jump)
    printf("  i->jump = %d;\n", in->jump);
  if (in->spares)
    printf("  i->spares = true;\n");
  if (in->skips)
    printf("  i->skips = %u;\n", in->skips);
  if (in->fail)
    printf("  i->fail = %d;\n", in->fail);
  if (in->leaves)
    printf("  i->leaves = true;\n");
  if (in->creates)
    printf("  i->creates = %u;\n", in->creates);
}

void print_program(const struct program *p, const char *name) {
  bool details = false;
  for (mc_thread t = 0; t < p->threads; t++)
    for (unsigned i = 0; i < p->length[t]; i++)
      details |= has_details(&p->code[t][i]);
  printf("static struct program %s(void) {\n  struct program p = {0};\n", name);
  if (details)
    printf("  struct instruction *i;\n");
  for (unsigned k = 0; k < p->objects; k++)
    print_object(p, k);
  for (mc_thread t = 0; t < p->threads; t++)
    for (unsigned i = 0; i < p->length[t]; i++)
      print_instruction(p, t, &p->code[t][i]);
  printf("  p.threads = %u;\n  return p;\n}\n", p->threads);
}
