// mcmini/test.h - explores one function inside a test program: mc_check. docs/testing.md
//
// Include it after the header of the test framework: a failed EXPECT of GoogleTest or CHECK of
// Catch2 is then a finding with the framework's text. All is in this header; nothing is linked.
#ifndef MCMINI_TEST_H
#define MCMINI_TEST_H

#ifndef _GNU_SOURCE // else the header comes after <stdio.h>, which is enough
#define _GNU_SOURCE
#endif
#include <mcmini/mcmini.h>
#include <stdbool.h>

enum mc_verdict {
  MC_OK,               ///< nothing found, and every schedule explored; or see `explored`
  MC_FAILED,           ///< a finding
  MC_INCOMPLETE,       ///< nothing found, but not every schedule explored
  MC_NONDETERMINISTIC, ///< a replayed step was another one
  MC_ERROR,            ///< nothing was checked; `message` says why
};

/// No text is NULL; "" where there is none. They live until the program ends.
struct mc_result {
  enum mc_verdict verdict;
  bool explored;             ///< false with MC_OK: the function ran once, `message` says why
  unsigned long long traces; ///< but the sleep-set blocked ones
  unsigned findings;
  int status;             ///< exit status of mcmini; -1: it was not run, or a signal ended it
  const char *kind;       ///< of the first finding that is no data race, else of the first:
                          ///< "deadlock", as `mcmini explain` lists them
  const char *message;    ///< its text; else how the search ended, what is wrong
  const char *place;      ///< "file:line" to look at, of the same finding
  const char *output;     ///< what the failing trace printed, and what was there before it
  const char *trace_file; ///< as named from the current folder, or from --output-dir
  const char *replay;     ///< a shell command that runs it again, with the program's arguments
  const char *report;     ///< what mcmini prints
};

/// Explores `function(argument)` in a process of its own, which runs the same program again up to
/// this call.
///   options   those of mcmini, with blanks between; "" or NULL: none
///   argument  [lend: call]  may be NULL
/// Only one thread may run then. Under mcmini, and without it, the function is simply called.
#define mc_check(...) MC_CHECK_PLACE_(__FILE__, __LINE__, __VA_ARGS__)
#define MC_CHECK_PLACE_(file, line, ...) mc_check_at_(file ":" MC_CHECK_TEXT_(line), __VA_ARGS__)
#define MC_CHECK_TEXT_(line) MC_CHECK_TEXT2_(line)
#define MC_CHECK_TEXT2_(line) #line

#if defined(__MCMINI__) || defined(__MCMINI_TSAN__)
#include <mcmini/test_explore.h>
#else

static inline struct mc_result mc_check_at_(const char *place, const char *options,
                                            void (*function)(void *), void *argument) {
  (void)place, (void)options;
  function(argument);
  struct mc_result result = {MC_OK, false, 1, 0, -1, "", "", "", "", "", "", ""};
  result.message = "ran once: this file was not compiled with mcmini-cc";
  return result;
}

#endif

#ifdef __cplusplus
/// The same for whatever can be called without an argument.
template <typename Callable>
struct mc_result mc_check_at_(const char *place, const char *options, Callable callable) {
  return mc_check_at_(
      place, options, [](void *called) { (*static_cast<Callable *>(called))(); }, &callable);
}
#endif

#endif // MCMINI_TEST_H
