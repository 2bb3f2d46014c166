// driver/output_file.h - files that the command writes: never through a symbolic link, which another
// user of a shared folder, or the program, may have put there.
#ifndef MC_DRIVER_OUTPUT_FILE_H
#define MC_DRIVER_OUTPUT_FILE_H

#include <stdbool.h>
#include <stdio.h>

/// An empty regular file of that name, for writing. NULL: errno; see output_file_error.
FILE *output_file(const char *path);

/// The same for reading and writing, with what is in it [own: close]. -1: errno.
int output_file_shared(const char *path);

/// An empty file, of a name that the user has given: also a device, pipe or socket, and anything in
/// /dev. Waits for the reader of a pipe, but not for longer than `seconds`.
FILE *output_stream(const char *path, double seconds);

/// Removes a regular file of that name; false: there is none.
bool output_file_remove(const char *path);

/// Would output_stream succeed? Leaves what is there as it is.
bool output_can_be_written(const char *path);

/// Why that failed: strerror(errno), in better words where it has none [lend: until the next call].
const char *output_file_error(void);

#endif // MC_DRIVER_OUTPUT_FILE_H
