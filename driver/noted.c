// driver/noted.c - see noted.h.
#include "noted.h"
#include "diagnose.h"
#include "runtime/session_work.h"
#include <stdlib.h>
#include <string.h>

struct noted {
  struct mc_noted_trace **of; ///< [count] [own]
  size_t count, bytes;
};

struct noted *noted_make(void) { return allocate(sizeof(struct noted)); }

void noted_free(struct noted *noted) {
  for (size_t i = 0; noted && i < noted->count; i++)
    free(noted->of[i]);
  free(noted ? noted->of : NULL);
  free(noted);
}

/// The trace at the beginning of those bytes; NULL: it is none.
static const struct mc_noted_trace *check(const char *bytes, size_t left) {
  const struct mc_noted_trace *trace = (const struct mc_noted_trace *)bytes;
  if (left < sizeof *trace || trace->bytes > left || trace->bytes % 8 ||
      trace->what > MC_NOTED_OTHER)
    return NULL;
  const uint64_t needed =
      sizeof *trace + (uint64_t)trace->places * sizeof *trace->place + trace->item;
  return needed <= trace->bytes ? trace : NULL;
}

static int compare(const struct mc_noted_trace *a, const struct mc_noted_trace *b) {
  return mc_compare_places(a->place, a->places, b->place, b->places);
}

/// Of the same finding, or the same trace.
static struct mc_noted_trace **place_of(struct noted *noted, const struct mc_noted_trace *trace) {
  for (size_t i = 0; i < noted->count; i++)
    if (noted->of[i]->what == trace->what && noted->of[i]->signature == trace->signature &&
        (trace->what != MC_NOTED_OTHER || !compare(noted->of[i], trace)))
      return &noted->of[i];
  noted->of = realloc(noted->of, (noted->count + 1) * sizeof *noted->of);
  if (!noted->of)
    internal_fault("out of memory");
  noted->of[noted->count] = NULL;
  return &noted->of[noted->count++];
}

static void keep(struct noted *noted, const struct mc_noted_trace *trace) {
  struct mc_noted_trace **at = place_of(noted, trace);
  if (*at && compare(*at, trace) <= 0)
    return;
  noted->bytes -= *at ? (*at)->bytes : 0;
  noted->bytes += trace->bytes;
  free(*at);
  *at = allocate(trace->bytes);
  memcpy(*at, trace, trace->bytes);
}

bool noted_add(struct noted *noted, const void *traces, size_t bytes) {
  const struct mc_noted_trace *trace;
  char *copy = allocate(bytes + 1); // a worker cannot change that
  memcpy(copy, traces, bytes);
  size_t good = 0;
  while (good < bytes && (trace = check(copy + good, bytes - good)))
    good += trace->bytes;
  for (size_t at = 0; good == bytes && at < bytes; at += trace->bytes) {
    trace = (const struct mc_noted_trace *)(copy + at);
    keep(noted, trace);
  }
  free(copy);
  return good == bytes;
}

const struct mc_noted_trace *noted_end(const struct noted *noted) {
  const struct mc_noted_trace *end = NULL;
  for (size_t i = 0; i < noted->count; i++)
    if (noted->of[i]->ends && (!end || compare(noted->of[i], end) < 0))
      end = noted->of[i];
  return end;
}

void noted_end_there(struct noted *noted) {
  const struct mc_noted_trace *end = noted_end(noted);
  size_t kept = 0;
  for (size_t i = 0; end && i < noted->count; i++) {
    struct mc_noted_trace *trace = noted->of[i];
    if (compare(trace, end) <= 0) {
      noted->of[kept++] = trace;
      continue;
    }
    noted->bytes -= trace->bytes;
    free(trace);
  }
  noted->count = end ? kept : noted->count;
}

static int compare_of(const void *a, const void *b) {
  return compare(*(struct mc_noted_trace *const *)a, *(struct mc_noted_trace *const *)b);
}

size_t noted_write(const struct noted *noted, void *to, size_t room) {
  char *at = to;
  if (noted->bytes > room)
    return noted->bytes;
  if (noted->count)
    qsort(noted->of, noted->count, sizeof *noted->of, compare_of);
  for (size_t i = 0; i < noted->count; i++, at += noted->of[i - 1]->bytes)
    memcpy(at, noted->of[i], noted->of[i]->bytes);
  return noted->bytes;
}
