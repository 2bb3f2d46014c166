// driver/view.h - a finding in words and numbers, as every format shows it: the formats only lay it
// out. Filled once, when it is first asked for; it lives as long as the command.
//
// A text is never NULL, and "" where there is none.
#ifndef MC_DRIVER_VIEW_H
#define MC_DRIVER_VIEW_H

#include "names.h"
#include "result.h"

/// Calls, innermost first, without McMini's own.
struct view_frames {
  unsigned count;
  const struct place **place;
};

struct view_step {
  uint32_t thread; ///< index, the same for all steps of the thread
  const char *thread_name;
  const char *operation, *object, *alternative; ///< as trace files have them
  const char *text;                             ///< "lock forks[0]"
  const char *in_column;                        ///< the same, shorter
  const struct place *place;                    ///< of a thread's start its function
};

/// Where a thread stood that had not finished.
struct view_end {
  const char *thread; ///< with its function
  const char *state;  ///< "waits to lock b: held by thread 0.1 since step 4 (bank.c:22)"
  const struct place *place;
  unsigned awaits;
  const char *awaited[MC_SESSION_MOST_AWAITED]; ///< "ready is 0, and nobody has changed it"
};

/// A call that took or gave back memory.
struct view_call {
  bool is_there;
  const char *thread, *thread_long;
  struct view_frames frames; ///< none: it is not known where
};

/// One of the two accesses of a data race.
struct view_access {
  const char *thread, *thread_long;
  const char *kind; ///< "atomic write"
  const struct place *place;
  uint32_t step; ///< how many there were up to its thread's last one, or to itself
  bool is_step, is_pending;
  const struct view_step *made; ///< the step of the schedule that it is, or NULL
  bool has_value;
  int64_t value;
  unsigned locks;
  const char *lock[MC_SESSION_MAX_HELD];
  struct view_frames frames;
};

struct view_race {
  const char *memory;
  struct view_access access[2];
  struct {
    const char *lock;          ///< that one of the two does not hold, or ""
    const struct place *place; ///< there, ...
    uint32_t held, others;     ///< ... though it is at so many of the other places
  } guard;
  uint32_t followed_by; ///< the number of the finding that shows what the race can do; 0: none
  bool is_explored;
  uint64_t outputs; ///< bit i: a trace with the race has written session->output[i]
};

struct finding_view {
  uint32_t number;     ///< from 1
  const char *kind;    ///< "deadlock", as in findings.def
  const char *title;   ///< "deadlock: 2 threads wait and none can ever go on"
  const char *message; ///< the second part of it
  uint64_t traces, random_traces;
  const char *trace_file;
  const char *thread, *thread_long; ///< whose step or code failed
  const struct place *place;        ///< where it did, or NULL
  bool is_of_primitive;             ///< one does not do as it declares
  const struct place *to_mend;      ///< its callback, or NULL
  struct view_frames backtrace;
  bool has_backtrace;
  bool has_chunk; ///< misuse of the heap
  uint64_t chunk_size;
  struct view_call allocated, freed;
  const struct view_race *race; ///< or NULL
  uint32_t steps;
  const struct view_step *step;
  unsigned ends, finished; ///< threads that had not finished, and that had; of a race none
  const struct view_end *end;
  uint64_t output_start, output_size; ///< in the captured output, ...
  uint64_t trunk_output;              ///< ... and so much from its start on
};

struct view {
  const struct result *result;
  struct names *names;
  struct finding_view **finding; ///< [session->finding_count], NULL: not yet asked for
};

void view_init(struct view *view, const struct result *result, struct names *names);

/// The finding with that index. Its trace files have been written.
const struct finding_view *view_finding(struct view *view, uint32_t index);

#endif // MC_DRIVER_VIEW_H
