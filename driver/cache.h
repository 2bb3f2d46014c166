// driver/cache.h - the user's folder for what McMini keeps from one command to the next.
#ifndef MC_DRIVER_CACHE_H
#define MC_DRIVER_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/// Makes $XDG_CACHE_HOME/mcmini/NAME, or ~/.cache/mcmini/NAME. `*path` [own: free] is that folder;
/// false: it is the one that cannot be made, and errno says why.
bool cache_folder(const char *name, char **path);

/// Writes the whole file, or nothing: others may do the same at once. false: errno.
bool cache_write(const char *path, const void *content, size_t bytes, mode_t mode);

#endif // MC_DRIVER_CACHE_H
