// program.h - a random program as text, as the interpreter and the native run read it:
//
//   SETTING... / OPERATION... / OPERATION...     of the program, of thread 1, of thread 2, ...
//
// Settings beside those of words.h: "sa:P:FLAGS" shared descriptor 0 is open of P; "sb:-1:0" the
// other one is a copy, "sb:P:FLAGS" else; "ss:KIND:P" the shared stream: 0 to 2 fopen of P to read,
// write, append, 3 and 4 fdopen of descriptor 0 to read, write.
//
// The folder has "a" with "abc", "b" with "q", and "d" with "d/a", which has "x".
#pragma once
#include "../../../Inputs/words.h"
#include <cerrno>

enum {
#define OPERATION(name, arguments) OP_##name,
#include "operations.def"
#undef OPERATION
  OPERATIONS
};

static const operation_name operation_names[] = {
#define OPERATION(name, arguments) {#name, arguments},
#include "operations.def"
#undef OPERATION
};

static const char *const paths[] = {"a", "b", "d", "d/a", "d/b", "e", "e/a", "l", "l/a"};

enum { LENGTH = 8, LOG = 24, NONE = -2, COPY = -1 };
enum { READS, READS_WRITES, MAKES, MAKES_NEW, TRUNCATES, APPENDS, MAKES_APPENDS, FLAGS };

struct program : program_words<LENGTH> { // thread 0 is main, which has no operations
  int first[2], second[2], stream[2];    // NONE, or two numbers
};

static inline bool uses(const program &p, int code) { return has_operation(p, code, code); }

static inline program parse_program(const char *text) {
  program p = {};
  p.first[0] = p.second[0] = p.stream[0] = NONE;
  parse_words(text, p, 1, operation_names, [&](const char *name, const int n[]) {
    int *setting = !strcmp(name, "sa")   ? p.first
                   : !strcmp(name, "sb") ? p.second
                   : !strcmp(name, "ss") ? p.stream
                                         : nullptr;
    if (setting)
      setting[0] = n[0], setting[1] = n[1];
    return setting != nullptr;
  });
  return p;
}

static inline char name_of(int error) {
  switch (error) {
  case EEXIST:
    return 'E';
  case ENOENT:
    return 'N';
  case EBADF:
    return 'F';
  case ENOTDIR:
    return 'T';
  case EISDIR:
    return 'I';
  case ENOTEMPTY:
    return 'Y';
  case ELOOP:
    return 'L';
  case EINVAL:
    return 'V';
  case EPERM:
    return 'P';
  }
  return '?';
}

static inline char digit(long n) { return n >= 0 && n < 10 ? (char)('0' + n) : n < 0 ? '-' : '+'; }
