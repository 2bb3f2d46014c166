// driver/finding.c - see finding.h.
#include "finding.h"
#include "diagnose.h"
#include "launch.h"
#include <stdlib.h>
#include <string.h>

static const char *const kind_names[] = {
#define MC_FINDING(kind, name, headline) name,
#include "runtime/findings.def"
#undef MC_FINDING
};

static const char *const headlines[] = {
#define MC_FINDING(kind, name, headline) headline,
#include "runtime/findings.def"
#undef MC_FINDING
};

const char *finding_name(const struct mc_finding *finding) { return kind_names[finding->kind]; }

const char *finding_noun(uint32_t kind) {
  char *noun = format_text("%s", kind_names[kind]);
  for (char *at = noun; *at; at++)
    *at = *at == '-' ? ' ' : *at;
  return noun;
}

const char *finding_headline(const struct mc_finding *finding) { return headlines[finding->kind]; }

const char *finding_access(const struct mc_race_record *access) {
  if (access->is_atomic)
    return access->is_write ? "atomic write" : "atomic read";
  return access->is_write ? "write" : "read";
}

bool finding_access_value(const struct mc_session *session, const struct mc_finding *finding,
                          const struct mc_race_record *access, int64_t *value) {
  *value = names_signed(access->value, access->value_size);
  if (!access->is_visible || !access->step || access->step > finding->steps)
    return access->value_size;
  const struct mc_step_record *step = &session->step[finding->first_step + access->step - 1];
  const uint32_t object = step->object[0];
  *value =
      names_signed(step->after, object < session->object_count ? session->object[object].size : 0);
  return step->has_value;
}

static char *describe_race(struct names *names, const struct mc_finding *finding) {
  if (finding->race[0].site == UINT32_MAX)
    return NULL;
  char *memory = names_memory(names, &finding->raced);
  char *one = place_position(names_place(names, finding->race[0].site));
  char *other = place_position(names_place(names, finding->race[1].site));
  char *text =
      format_text("%s: %s at %s and %s at %s, which nothing orders", memory,
                  finding_access(&finding->race[0]), one, finding_access(&finding->race[1]), other);
  free(memory);
  free(one);
  free(other);
  return text;
}

char *finding_message(struct names *names, const struct mc_finding *finding) {
  char *race = describe_race(names, finding);
  return race ? race
              : names_expand(names, session_text(names->session, finding->message), "thread ");
}

//===- Frames ---------------------------------------------------------------------------------===//

/// The runtime's own functions, and what libc does before and after the program's code.
static bool is_uninteresting(const struct code_place *frame) {
  static const char *const prefixes[] = {
      "mc_",      "__mcmini_",    "__libc_start",       "__pthread_kill", "_start", "clone3",
      "__clone3", "start_thread", "pooled_thread_main", "__tsan_",        "__wrap_"};
  for (unsigned i = 0; frame->function && i < sizeof prefixes / sizeof *prefixes; i++)
    if (!strncmp(frame->function, prefixes[i], strlen(prefixes[i])))
      return true;
  return false;
}

static bool is_of_libc(const struct code_place *frame) {
  const char *slash = frame->module ? strrchr(frame->module, '/') : NULL;
  return slash && !strncmp(slash, "/libc.so", strlen("/libc.so"));
}

static bool is_runtimes(const struct mc_session *session, const struct code_place *frame) {
  const uint64_t start = session->own_code[0], bytes = session->own_code[1] - start;
  return frame->address - start < bytes;
}

/// What crashed is the runtime, or what it has called in libc: the first frame behind that; else 0.
static unsigned behind_runtime(const struct mc_session *session, const struct code_place *frame,
                               unsigned all) {
  unsigned first = 0, i = 0;
  while (i < all && is_of_libc(&frame[i]))
    i++;
  for (; i < all && is_runtimes(session, &frame[i]); i++)
    first = i + 1;
  return first;
}

/// The first frame of the program's code. What the runtime and its primitives call on the way to it
/// has static functions too: a hook comes last, or a function of the heap.
static unsigned first_of_program(const struct code_place *frame, unsigned all) {
  if (all == 0 || !is_uninteresting(&frame[0]))
    return 0;
  for (unsigned i = 0; i < all; i++)
    if (frame[i].function && (!strncmp(frame[i].function, "__mcmini_", strlen("__mcmini_")) ||
                              !strncmp(frame[i].function, "__tsan_", strlen("__tsan_"))))
      return i + 1;
  unsigned first = 0;
  for (unsigned i = 0; i < all; i++)
    if (frame[i].function && !strncmp(frame[i].function, "mc_heap_", strlen("mc_heap_")))
      first = i + 1;
  return first;
}

static bool is_allocator(const struct code_place *frame) {
  static const char *const names[] = {"malloc",   "calloc",         "realloc",
                                      "free",     "valloc",         "aligned_alloc",
                                      "memalign", "posix_memalign", "malloc_usable_size"};
  for (unsigned i = 0; frame->function && i < sizeof names / sizeof *names; i++)
    if (!strcmp(frame->function, names[i]))
      return true;
  return false;
}

unsigned finding_frames(const struct names *names, uint32_t machine, struct code_place *frame,
                        unsigned most) {
  if (!machine || machine > names->session->machine_count)
    return 0;
  unsigned all = symbols_unwind(names->symbols, &names->session->machine[machine - 1], frame, most);
  unsigned count = 0, first = behind_runtime(names->session, frame, all);
  if (first == 0)
    first = first_of_program(frame, all);
  for (unsigned i = first; i < all; i++)
    if (!is_uninteresting(&frame[i]) && !is_runtimes(names->session, &frame[i]) &&
        !(count == 0 && is_allocator(&frame[i])))
      frame[count++] = frame[i];
  return count;
}
