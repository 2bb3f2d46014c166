// program.h - a random program as text, as the interpreter and the native run read it:
//
//   SETTING... / OPERATION... / OPERATION...     of the program, of thread 1, of thread 2, ...
//
// Settings: "k:N" the number of the program among those of one run; "sa:P:FLAGS" shared descriptor 0 is
// open of P; "sb:-1:0" the other one is a copy, "sb:P:FLAGS" else; "ss:KIND:P" the shared stream: 0 to 2
// fopen of P to read, write, append, 3 and 4 fdopen of descriptor 0 to read, write.
//
// The folder has "a" with "abc", "b" with "q", and "d" with "d/a", which has "x".
#pragma once
#include <cstdio>
#include <cstdlib>
#include <cstring>

enum {
#define OPERATION(name, arguments) OP_##name,
#include "operations.def"
#undef OPERATION
  OPERATIONS
};

struct operation_name {
  const char *name;
  int arguments;
};
static const operation_name operation_names[] = {
#define OPERATION(name, arguments) {#name, arguments},
#include "operations.def"
#undef OPERATION
};

static const char *const paths[] = {"a", "b", "d", "d/a", "d/b", "e", "e/a", "l", "l/a"};

enum { THREADS = 4, LENGTH = 8, LOG = 24, NONE = -2, COPY = -1 };
enum { READS, READS_WRITES, MAKES, MAKES_NEW, TRUNCATES, APPENDS, MAKES_APPENDS, FLAGS };

struct op {
  int code, a, b, c;
};

struct program {
  int k, threads, length[THREADS]; // thread 0 is main, which has no operations
  op ops[THREADS][LENGTH];
  int first[2], second[2], stream[2]; // NONE, or two numbers
};

[[noreturn]] static inline void wrong_program(const char *text, const char *word) {
  fprintf(stderr, "the word '%s' is wrong in the program: %s\n", word, text);
  exit(2);
}

static inline bool uses(const program &p, int code) {
  for (int t = 0; t < p.threads; t++)
    for (int i = 0; i < p.length[t]; i++)
      if (p.ops[t][i].code == code)
        return true;
  return false;
}

static inline program parse_program(const char *text) {
  program p = {};
  char copy[1024];
  int thread = 0;
  p.first[0] = p.second[0] = p.stream[0] = NONE;
  snprintf(copy, sizeof copy, "%s", text);
  char *rest = nullptr;
  for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(nullptr, " ", &rest)) {
    char name[8] = "";
    int n[3] = {0, 0, 0};
    if (!strcmp(word, "/")) {
      if (++thread >= THREADS)
        wrong_program(text, word);
      continue;
    }
    const int got = sscanf(word, "%7[a-z]:%d:%d:%d", name, &n[0], &n[1], &n[2]);
    if (thread == 0) {
      int *setting = !strcmp(name, "sa")   ? p.first
                     : !strcmp(name, "sb") ? p.second
                     : !strcmp(name, "ss") ? p.stream
                                           : nullptr;
      if (!strcmp(name, "k"))
        p.k = n[0];
      else if (setting)
        setting[0] = n[0], setting[1] = n[1];
      else
        wrong_program(text, word);
      continue;
    }
    int code = 0;
    while (code < OPERATIONS && strcmp(operation_names[code].name, name) != 0)
      code++;
    if (code == OPERATIONS || got != 1 + operation_names[code].arguments ||
        p.length[thread] == LENGTH)
      wrong_program(text, word);
    p.ops[thread][p.length[thread]++] = {code, n[0], n[1], n[2]};
  }
  p.threads = thread + 1;
  return p;
}
