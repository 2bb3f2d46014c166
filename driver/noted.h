// driver/noted.h - the traces that the workers of a divided search have noted: which of them the
// first trunk is to make again (runtime/executor/divide_review.c).
//
// Of each finding the earliest is kept, in the order of a search with one worker; of the others,
// all. What a worker has written is checked.
#ifndef MC_DRIVER_NOTED_H
#define MC_DRIVER_NOTED_H

#include <stdbool.h>
#include <stddef.h>

struct noted;
struct mc_noted_trace;

struct noted *noted_make(void);
void noted_free(struct noted *noted);
/// Adds those. false: they are none, and nothing has changed.
bool noted_add(struct noted *noted, const void *traces, size_t bytes);
/// The earliest one with which a search of one worker would end; NULL: there is none [lend: until
/// the next noted_add].
const struct mc_noted_trace *noted_end(const struct noted *noted);
/// Those behind it are none.
void noted_end_there(struct noted *noted);
/// All, the earliest first. Returns their bytes; beyond `room` nothing is written.
size_t noted_write(const struct noted *noted, void *to, size_t room);

#endif // MC_DRIVER_NOTED_H
