// driver/sent_program.h - a program that is in the database of its search, for machines that have
// not.
#ifndef MC_DRIVER_SENT_PROGRAM_H
#define MC_DRIVER_SENT_PROGRAM_H

#include <stddef.h>

/// The content of a file [own: free]; NULL: errno says why.
char *sent_program_read(const char *path, size_t *bytes);

/// The path of the program that the journal has, as a file of this user's cache [own: free]. It was
/// `path` where the search began, and has that hash; what has not is a usage error.
char *sent_program_take(const char *url, const char *path, const char *hash);

#endif // MC_DRIVER_SENT_PROGRAM_H
