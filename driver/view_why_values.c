// driver/view_why_values.c - whose values the failing line reads, and the switches between threads
// that lie in between.
#include "diagnose.h"
#include "view_internal.h"
#include "why.h"
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_VALUES = 3 };

/// Of a variable: a step, or code between two steps, as the trace that explains has noted it.
struct access {
  const char *thread, *object;
  uint32_t steps; ///< that the trace had by then, with its own
  bool is_step, is_write;
  const struct place *place;
};

static struct access access_of_step(const struct why *why, uint32_t step, bool is_write) {
  const struct mc_step_record *s = &why->step[step];
  return (struct access){
      why_thread(why, s->thread),      why_object(why, s->object[0]), step + 1, true, is_write,
      names_place(why->names, s->site)};
}

static struct access access_of_value(const struct view_value *value) {
  return (struct access){value->thread, value->object,   value->step,
                         false,         value->is_write, value->place};
}

/// "at step 5 (bank.c:22)", "after step 5 (bank.c:23)"
static const char *when(const struct access *access) {
  return format_text("%s step %" PRIu32 "%s", access->is_step ? "at" : "after", access->steps,
                     place_in_brackets(access->place));
}

static bool is_by(const struct access *access, const char *thread) {
  return !strcmp(access->thread, thread);
}

//===- Switches -------------------------------------------------------------------------------===//

static bool is_operation(const struct why *why, uint32_t step, const char *operation) {
  return !strcmp(why_operation(why, step), operation);
}

/// The first step from `first` on that is the thread's, or is not; or the number of steps.
static uint32_t next_step(const struct why *why, uint32_t first, const char *thread, bool is_its) {
  uint32_t i = first;
  while (i < why->finding->steps && !strcmp(why_thread(why, why->step[i].thread), thread) != is_its)
    i++;
  return i;
}

/// "thread 0.1 was interrupted after step 5 (a.c:6)": before step `at`, which another thread makes.
static const char *describe_leaving(const struct why *why, const char *thread, uint32_t at) {
  const char *how = why->step[at].is_preempting         ? "was interrupted after"
                    : is_operation(why, at - 1, "exit") ? "ended at"
                                                        : "made way after";
  return format_text("thread %s %s %s", thread, how, why_at(why, at - 1));
}

/// No sentence has told of the switch before step `at`.
static bool is_new(struct why *why, uint32_t at) {
  for (unsigned i = 0; i < why->switches; i++)
    if (why->told[i] == at)
      return false;
  if (why->switches < WHY_MOST_TOLD)
    why->told[why->switches++] = at;
  return true;
}

/// "; in between thread 0.1 was interrupted after step 5 (a.c:6), and thread 0.2 went on at step 6
/// (a.c:9)": how the schedule comes from the one who wrote to the one who reads. "": that was told.
static const char *switch_between(struct why *why, const struct access *from,
                                  const struct access *to) {
  const uint32_t leaves = next_step(why, from->steps, from->thread, false),
                 goes_on = next_step(why, leaves, to->thread, true);
  if (!why->explained->is_there || !leaves || goes_on >= to->steps || !is_new(why, leaves))
    return "";
  return format_text(
      "; in between %s, and thread %s %s at %s", describe_leaving(why, from->thread, leaves),
      to->thread, is_operation(why, goes_on, "start") ? "began" : "went on", why_at(why, goes_on));
}

void why_switches(struct why *why) {
  for (uint32_t i = 1; i < why->finding->steps; i++) {
    if (!why->step[i].is_preempting || !is_new(why, i))
      continue;
    const char *thread = why_thread(why, why->step[i - 1].thread);
    const uint32_t on = next_step(why, i, thread, true);
    const char *left = why_at(why, i - 1);
    why_say(
        why,
        on < why->finding->steps
            ? format_text("Thread %s was interrupted after %s and went on at %s; in between "
                          "thread %s ran.",
                          thread, left, why_at(why, on), why_thread(why, why->step[i].thread))
            : format_text("Thread %s was interrupted after %s, and did not go on.", thread, left));
  }
}

//===- Who has written it ---------------------------------------------------------------------===//

/// The last write before it, by another thread or (`own`) by its own.
static bool find_write(const struct why *why, const struct access *read, bool own,
                       struct access *write) {
  for (uint32_t i = read->steps - read->is_step; read->is_step && i-- > 0;) {
    *write = access_of_step(why, i, why_changes(why, i));
    if (write->is_write && !strcmp(write->object, read->object) &&
        is_by(write, read->thread) == own)
      return true;
  }
  for (uint32_t i = why->explained->values; !read->is_step && i-- > 0;) {
    *write = access_of_value(&why->explained->value[i]);
    if (write->steps <= read->steps && write->is_write && !strcmp(write->object, read->object) &&
        is_by(write, read->thread) == own && !(own && write->steps == read->steps))
      return true;
  }
  return false;
}

/// Where it goes well, another thread has written it by then.
static bool explain_missing_write(struct why *why, const struct access *read) {
  const uint32_t step = read->steps - 1;
  const struct view_step *instead =
      read->is_step ? why_changed_instead(why, why->step[step].object[0], why->step[step].thread)
                    : NULL;
  if (!instead)
    return false;
  why_say(why, format_text(
                   "Thread %s read %s %s before thread %s has written it; where it goes well, it "
                   "is written first%s.",
                   read->thread, read->object, when(read), instead->thread_name,
                   place_in_brackets(instead->place)));
  return true;
}

/// What the failing thread has read, and who had written it, or writes it later where all ends
/// well.
static bool explain_read(struct why *why, const struct access *read) {
  struct access other, own;
  const bool has_other = find_write(why, read, false, &other),
             has_own = read->is_write || find_write(why, read, true, &own);
  if (!has_other)
    return !has_own && explain_missing_write(why, read);
  if (read->is_write || (has_own && own.steps > other.steps))
    why_say(
        why,
        format_text("Thread %s %s %s %s%s; the other thread that wrote it last was %s, "
                    "%s%s.",
                    read->thread, read->is_write ? "wrote" : "read", read->object, when(read),
                    read->is_write ? "" : format_text(", and had written it itself %s", when(&own)),
                    other.thread, when(&other), switch_between(why, &other, read)));
  else
    why_say(why, format_text("Thread %s read %s %s: thread %s had written it last, %s%s.",
                             read->thread, read->object, when(read), other.thread, when(&other),
                             switch_between(why, &other, read)));
  return true;
}

//===- What the failing line reads ------------------------------------------------------------===//

static bool is_on_failing_line(const struct why *why, const struct place *place) {
  if (why->finding->site == MC_NONE)
    return false;
  const struct place *failing = names_place(why->names, why->finding->site);
  return failing->line == place->line && !strcmp(failing->file, place->file);
}

static bool is_in_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

/// As a word of its own.
static bool has_word(const char *text, const char *word, size_t length) {
  for (; *text; text++)
    if (!strncmp(text, word, length) && !is_in_name(text[length]))
      return true;
    else if (is_in_name(*text))
      while (is_in_name(text[1]))
        text++;
  return false;
}

/// The failing line has the variable's name, or that of the member: it reads what the code before
/// has left in a register.
static bool names_variable(const struct why *why, const char *object) {
  if (why->finding->site == MC_NONE)
    return false;
  const struct place *failing = names_place(why->names, why->finding->site);
  const char *name = object;
  for (const char *c = object; *c; c++)
    if (!is_in_name(*c) && is_in_name(c[1]) && !isdigit((unsigned char)c[1]))
      name = c + 1;
  size_t length = 0;
  while (is_in_name(name[length]))
    length++;
  return length &&
         (has_word(failing->expression, name, length) || has_word(failing->source, name, length));
}

/// The last value that the failing thread has read on the failing line, or at all.
static uint32_t last_read(const struct why *why, bool on_line) {
  for (uint32_t i = why->finding->steps; i-- > 0;)
    if (why->step[i].thread == why->finding->thread && why_reads(why, i) &&
        (!on_line || is_on_failing_line(why, names_place(why->names, why->step[i].site))))
      return i;
  return WHY_NO_STEP;
}

uint32_t why_read(const struct why *why) {
  const uint32_t read = last_read(why, true);
  return read == WHY_NO_STEP ? last_read(why, false) : read;
}

struct reads {
  struct access read[MOST_VALUES];
  unsigned count;
};

/// The last one of each object.
static void add_read(struct reads *reads, struct access read) {
  for (unsigned i = 0; i < reads->count; i++)
    if (!strcmp(reads->read[i].object, read.object))
      return;
  if (reads->count < MOST_VALUES)
    reads->read[reads->count++] = read;
}

/// It reads a variable, or does so before it changes it.
static bool finds_value(const struct why *why, uint32_t step) {
  return why->step[step].has_value && !is_operation(why, step, "store") &&
         !is_operation(why, step, "write");
}

static struct reads find_reads(const struct why *why) {
  const char *thread = why_thread(why, why->finding->thread);
  struct reads found = {.count = 0};
  for (uint32_t i = why->finding->steps; i-- > 0;)
    if (why->step[i].thread == why->finding->thread && finds_value(why, i) &&
        is_on_failing_line(why, names_place(why->names, why->step[i].site)))
      add_read(&found, access_of_step(why, i, false));
  for (uint32_t i = why->explained->values; i-- > 0;) {
    const struct view_value *value = &why->explained->value[i];
    if (!strcmp(value->thread, thread) &&
        (is_on_failing_line(why, value->place) || names_variable(why, value->object)))
      add_read(&found, access_of_value(value));
  }
  const uint32_t read = found.count ? WHY_NO_STEP : last_read(why, false);
  if (read != WHY_NO_STEP)
    add_read(&found, access_of_step(why, read, false));
  return found;
}

bool why_values(struct why *why) {
  const struct reads reads = find_reads(why);
  bool any = false;
  for (unsigned i = 0; i < reads.count; i++)
    any |= explain_read(why, &reads.read[i]);
  return any;
}
