// driver/diagnose.h - what the command says on stderr, and its exit statuses.
#ifndef MC_DRIVER_DIAGNOSE_H
#define MC_DRIVER_DIAGNOSE_H

#include <stdint.h>

/// The table of exit statuses. Never 77, 99, 124, 137 or >= 128: others give those a meaning.
enum exit_status {
  STATUS_OK = 0,
  STATUS_FAILED = 1,
  STATUS_USAGE = 2,
  STATUS_INCOMPLETE = 3,
  STATUS_INTERNAL = 70,
};

/// The command, its environment or the program is at fault: says which word, exits with 2.
_Noreturn void usage_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// We are at fault: says how to report it, exits with 70.
_Noreturn void internal_fault(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// The same words, where there is more to say before the end.
void say_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

void warn(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// Allocation that cannot fail [own: free].
void *allocate(unsigned long bytes);
char *format_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// The ending of a noun behind that number.
static inline const char *plural(uint64_t count) { return count == 1 ? "" : "s"; }

#endif // MC_DRIVER_DIAGNOSE_H
