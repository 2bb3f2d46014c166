// runtime/schedule/operation.c - primitives of users: how they become known, and the calls of
// functions that stand for their operations (MCMINI_PRIMITIVE). What is wrong with a declaration is
// told at once, with what to do: it is no finding in the program.
#include "schedule.h"
#include "runtime/events.h"
#include "runtime/record/leave.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_PRIMITIVES = 64, RESOLVED_SLOTS = 1024, MOST_AT_ONCE = 4, MAX_OPERATIONS = 256 };

static const struct mc_primitive *registered[MAX_PRIMITIVES] MC_PER_TRACE;
static unsigned registrations MC_PER_TRACE;

/// What a function stands for: operations, one after another. The key is the address of its name.
/// It lies in memory that no snapshot puts back.
static struct resolved {
  const struct mc_operation_name *name;
  const struct mc_primitive *primitive;
  uint16_t kind[MOST_AT_ONCE];
  unsigned kinds;
} * slot MC_KEPT;

_Noreturn static void refuse(const char *text, const struct mc_site *site) {
  char placed[800];
  if (site && !((uintptr_t)site & MC_SITE_IS_CODE) && site->line) {
    mc_format(placed, sizeof placed, "%s:%u: %s", site->file, site->line, text);
    text = placed;
  }
  mc_refuse(text);
}

//===- Primitives -----------------------------------------------------------------------------===//

static bool is_name(const char *text) { return text && *text && !strpbrk(text, ".+"); }

/// Says what is wrong with the primitive in itself.
static void check(const struct mc_primitive *p) {
  char text[300];
  if (p->version != MC_PRIMITIVE_VERSION)
    mc_format(text, sizeof text,
              "a primitive was compiled with version %u of <mcmini/primitive.h>, this mcmini has "
              "version %u: compile it again, with this mcmini-cc (.version = MC_PRIMITIVE_VERSION)",
              p->version, MC_PRIMITIVE_VERSION);
  else if (!is_name(p->name))
    mc_format(text, sizeof text,
              "a primitive has %s name: give it one without . and +, by which MCMINI_PRIMITIVE and "
              "reports call it",
              p->name && *p->name ? "a wrong" : "no");
  else if (!p->operations || !p->operations[0])
    mc_format(text, sizeof text,
              "primitive %s has no operations: list their names, ended by NULL, in .operations",
              p->name);
  else if (!p->apply)
    mc_format(text, sizeof text,
              "primitive %s has no apply: its operations would do nothing. Say in .apply what each "
              "does to the state",
              p->name);
  else if (p->state_size > MC_MAX_STATE)
    mc_format(
        text, sizeof text,
        "primitive %s: a state of %u bytes is too large, at most %u are possible: keep sets "
        "of threads in struct mc_threads, and what one operation alone needs in its arguments",
        p->name, (unsigned)p->state_size, (unsigned)MC_MAX_STATE);
  else
    return;
  refuse(text, NULL);
}

bool mc_is_registered(const struct mc_primitive *primitive) {
  for (unsigned i = 0; i < registrations; i++)
    if (registered[i] == primitive)
      return true;
  return false;
}

static bool has_name(const struct mc_primitive *p, const char *name, size_t length) {
  return strlen(p->name) == length && memcmp(p->name, name, length) == 0;
}

static const struct mc_primitive *find(const char *name, size_t length) {
  for (unsigned i = 0; i < registrations; i++)
    if (has_name(registered[i], name, length))
      return registered[i];
  for (unsigned i = 0; mc_primitives[i]; i++)
    if (has_name(mc_primitives[i], name, length))
      return mc_primitives[i];
  return NULL;
}

void mc_register(const struct mc_primitive *primitive) {
  char text[200];
  mc_event_needs_runtime(); // constructors of a shared object run before ours
  if (!mc_checking())
    return;
  check(primitive);
  const struct mc_primitive *other = find(primitive->name, strlen(primitive->name));
  if (other == primitive)
    return;
  if (other) {
    mc_format(text, sizeof text,
              "two primitives are named %s: is it both compiled into the program and given by "
              "--primitives, or built in?",
              primitive->name);
    refuse(text, NULL);
  }
  if (registrations == MAX_PRIMITIVES)
    refuse("more than 64 primitives are registered", NULL);
  registered[registrations++] = primitive;
}

//===- What a function stands for -------------------------------------------------------------===//

_Noreturn static void refuse_unknown(const struct mc_operation_name *name, const char *operation,
                                     size_t length, const struct mc_primitive *p,
                                     const struct mc_site *site) {
  char text[600];
  size_t at =
      mc_format(text, sizeof text, "%s: primitive %s has no operation \"", name->function, p->name);
  for (size_t i = 0; i < length && at < 200; i++)
    text[at++] = operation[i];
  at += mc_format(text + at, sizeof text - at, "\"; it has");
  for (unsigned k = 0; p->operations[k] && at < 450; k++)
    at += mc_format(text + at, sizeof text - at, "%s %s", k ? "," : "", p->operations[k]);
  mc_format(text + at, sizeof text - at,
            ". Mend the MCMINI_PRIMITIVE of the function, or .operations");
  refuse(text, site);
}

static uint16_t kind_of(const struct mc_operation_name *name, const char *operation, size_t length,
                        const struct mc_primitive *p, const struct mc_site *site) {
  for (unsigned k = 0; k < MAX_OPERATIONS && p->operations[k]; k++)
    if (strlen(p->operations[k]) == length && memcmp(p->operations[k], operation, length) == 0)
      return (uint16_t)k;
  refuse_unknown(name, operation, length, p, site);
}

/// How many objects the operation has. By default the one that the first argument points to; where
/// that is no pointer, the primitive has one object.
static unsigned objects_of(const struct mc_primitive *p, uint16_t kind) {
  return p->objects ? p->objects[kind] : 1;
}

static void check_objects(const struct mc_operation_name *name, const struct mc_primitive *p,
                          uint16_t kind, const struct mc_site *site) {
  char text[300];
  unsigned pointers = 0;
  while (name->pointers >> pointers & 1)
    pointers++;
  const unsigned objects = objects_of(p, kind);
  if ((objects <= pointers || (!p->objects && objects <= 1)) && objects <= MC_MAX_OPERATION_OBJECTS)
    return;
  mc_format(
      text, sizeof text,
      "%s: operation %s of %s has %u objects, but the function begins with %u pointer%s: give "
      "it a pointer for each object, first of all its parameters, or mend .objects",
      name->function, p->operations[kind], p->name, objects, pointers, pointers == 1 ? "" : "s");
  refuse(text, site);
}

/// "rwwlock.enqueue + lock": fills in `r`.
static void resolve(struct resolved *r, const struct mc_operation_name *name,
                    const struct mc_site *site) {
  char text[300];
  const char *dot = strchr(name->operation, '.');
  const struct mc_primitive *p = find(name->operation, (size_t)(dot - name->operation));
  if (!p) {
    mc_format(text, sizeof text,
              "%s stands for %s, but no such primitive is known: compile its C file into the "
              "program, with MC_REGISTER, or give it as --primitives=FILE.so",
              name->function, name->operation);
    refuse(text, site);
  }
  *r = (struct resolved){.primitive = p};
  for (const char *at = dot + 1;; at++) {
    at += strspn(at, " ");
    const size_t part = strcspn(at, "+");
    size_t length = part;
    while (length && at[length - 1] == ' ')
      length--;
    const uint16_t kind = kind_of(name, at, length, p, site);
    check_objects(name, p, kind, site);
    if (r->kinds == MOST_AT_ONCE) {
      mc_format(text, sizeof text, "%s: more than %d operations at once", name->function,
                MOST_AT_ONCE);
      refuse(text, site);
    }
    r->kind[r->kinds++] = kind;
    at += part;
    if (!*at)
      break;
  }
  r->name = name;
}

static const struct resolved *resolved(const struct mc_operation_name *name,
                                       const struct mc_site *site) {
  for (uint64_t i = (uintptr_t)name * 0x9e3779b97f4a7c15ull >> 40;; i++) {
    struct resolved *r = &slot[i % RESOLVED_SLOTS];
    if (r->name != name && r->name)
      continue;
    if (!r->name)
      resolve(r, name, site);
    return r;
  }
}

//===- Calls ----------------------------------------------------------------------------------===//

static mc_object object_at(const struct mc_primitive *p, const void *address, size_t size) {
  static const char zeroes[MC_MAX_STATE];
  const mc_object o = mc_object_find(p, address);
  return o != MC_NO_OBJECT
             ? o
             : mc_object_new_unmarked(p, address, size, p->initial ? p->initial : zeroes);
}

static uint64_t run(const struct resolved *r, uint16_t kind, const uint64_t *argument,
                    const struct mc_site *site) {
  const struct mc_primitive *p = r->primitive;
  struct mc_operation op = {.primitive = p, .kind = kind, .objects = (uint8_t)objects_of(p, kind)};
  const bool is_single = !p->objects && !(r->name->pointers & 1);
  for (unsigned k = 0; k < op.objects; k++) {
    const void *address = is_single ? (const void *)p : (const void *)(uintptr_t)argument[k];
    if (!address)
      mc_misuse("a null pointer stands for an object", MC_NO_OBJECT, site);
    op.object[k] = object_at(p, address, is_single ? 0 : r->name->size);
  }
  const unsigned first = is_single ? 0 : op.objects;
  for (unsigned i = first; i < r->name->arguments && i - first < MC_MAX_ARGUMENTS; i++)
    op.argument[i - first] = argument[i];
  return mc_transition(&op, site);
}

uint64_t __mcmini_operation(const struct mc_site *site, const struct mc_operation_name *name,
                            const uint64_t *argument) {
  mc_reach(site);
  uint64_t result = 0;
  if (!mc_checking())
    return 0;
  const struct resolved *r = resolved(name, site);
  for (unsigned i = 0; i < r->kinds; i++)
    result = run(r, r->kind[i], argument, site);
  return result;
}

int __mcmini_native(void) { return mc_native(); }

void __mcmini_unimplemented(const struct mc_operation_name *name) {
  static const char text[] = " is not implemented: the program runs only under mcmini\n";
  mc_sys(SYS_write, 2, name->function, strlen(name->function));
  mc_sys(SYS_write, 2, text, sizeof text - 1);
  abort();
}

void mc_operations_start(void) { slot = mc_own_memory(RESOLVED_SLOTS * sizeof *slot); }
