// driver/names.h - threads, objects, places and steps of a result as words.
#ifndef MC_DRIVER_NAMES_H
#define MC_DRIVER_NAMES_H

#include "place.h"
#include "runtime/session.h"
#include "symbols.h"

struct names {
  const struct mc_session *session;
  struct symbols *symbols;
  const char *program;    ///< path, for its folder
  char **object;          ///< [MC_SESSION_MAX_OBJECTS], made when asked for
  char **object_in_trace; ///< the same
  uint8_t *number;        ///< 1 + enum number_kind, the same
  struct place **site;    ///< [MC_SESSION_MAX_SITES], the same
  const char **expression; ///< by which objects were met, sorted; NULL: not yet made
  uint32_t expressions;
};

void names_init(struct names *names, const struct mc_session *session, struct symbols *symbols,
                const char *program);

/// "0.2.1"
const char *names_thread(const struct names *names, uint32_t thread);

/// "0.2.1 (worker)": with the function that it runs.
const char *names_thread_long(struct names *names, uint32_t thread);

/// As reports show it: "forks[2]", "pool->lock", "pool->lock 0.1#3" where several
/// objects were met by that expression, "thread 0.2"; "'lock'", in quotes, where it is
/// called as one of its operations is; "" for none.
const char *names_object(struct names *names, uint32_t object);

/// Of the object that stands for a thread: the thread's index; else MC_NONE.
uint32_t names_thread_of(const struct names *names, uint32_t object);

/// Memory that is no object of the search, the same: "count", "queue->length" [own: free].
char *names_memory(struct names *names, const struct mc_object_record *memory);

/// As trace files and JSON show it, the same after a rebuild: "forks+80", "0.1#3"; "" for none.
const char *names_object_in_trace(struct names *names, uint32_t object);

/// The place with that index in session->site; all unknown for MC_NONE.
const struct place *names_place(struct names *names, uint32_t site);

/// Where the step stands; of a thread's start, which has no place of its own, the function.
const struct place *names_step_place(struct names *names, const struct mc_step_record *step);

/// The place of a code address [own: free].
struct place *names_code(struct names *names, const struct code_place *code);

/// A number of `size` bytes, 0: of 8, as a signed one.
int64_t names_signed(uint64_t value, uint32_t size);

/// "lock forks[0]", "write count: 0 -> 1", "timedwait ready = timeout" [own: free]. Shorter
/// `in_column`.
char *names_step(struct names *names, const struct mc_step_record *step, bool in_column);

/// What came of the step, as an alternative: " = timeout", ", wakes 0.1"; "" [own: free]. Shorter
/// `in_column`.
char *names_outcome(struct names *names, const struct mc_step_record *step, bool in_column);

/// A value of the object: with its sign where debug information tells its type, and as bits where
/// it is large and nothing does [own: free].
char *names_value(struct names *names, uint32_t object, uint64_t value);

/// ": 0 -> 1", ": 1" where it stays; of a step that has a value [own: free].
char *names_values(struct names *names, const struct mc_step_record *step);

/// Text of a primitive, with %t3; as `before` and "0.2.1" [own: free].
char *names_expand(struct names *names, const char *text, const char *before);

/// Text with %1 and %2, the step's objects, %n, its operation, %o, that with its first object, and
/// %a, its alternative [own: free].
char *names_fill(struct names *names, const char *text, const struct mc_step_record *step);

/// The step's alternative as reports and trace files show it; "" for none [own: free].
char *names_alternative(struct names *names, const struct mc_step_record *step);

#endif // MC_DRIVER_NAMES_H
