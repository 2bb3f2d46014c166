// primitives/file_streams.h - between file_streams.c, what a stream of stdio is to two threads, and
// the interposed functions that use one.
#ifndef MC_PRIMITIVES_FILE_STREAMS_H
#define MC_PRIMITIVES_FILE_STREAMS_H

#include "files.h"

/// It goes where nothing in the program can read it back.
bool mc_stream_is_output(const FILE *stream);
void mc_stream_use(struct mc_uses *uses, const FILE *stream, enum mc_use use);

/// Around a call on the stream: takes its lock, where flockfile is called and `function` is not one
/// of those that take none; makes the step; gives the lock back.
void mc_stream_lock(struct mc_uses *uses, const FILE *stream, const char *function,
                    const struct mc_site *site);
void mc_stream_begin(struct mc_uses *uses, const FILE *stream, enum mc_use use,
                     const struct mc_site *site);
void mc_stream_end(struct mc_uses *uses);
/// Declares `uses` of a call, with its end.
#define MC_USES_OF_STREAM struct mc_uses uses __attribute__((cleanup(mc_stream_end))) = {.count = 0}

int mc_our_pthread_mutex_lock(const struct mc_site *, pthread_mutex_t *);
int mc_our_pthread_mutex_trylock(const struct mc_site *, pthread_mutex_t *);
int mc_our_pthread_mutex_unlock(const struct mc_site *, pthread_mutex_t *);

#endif // MC_PRIMITIVES_FILE_STREAMS_H
