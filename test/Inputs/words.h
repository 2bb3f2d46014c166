// words.h - random programs as text, as interpreters and native runs of them read it:
//
//   SETTING... / OPERATION... / OPERATION...
//
// A word is a name and numbers, as in "try:0:2". "k:N" is the number of the program among those of
// one run.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <cstring>

struct operation_name {
  const char *name;
  int arguments;
};

enum { THREADS = 4 };

struct op {
  unsigned char code;
  signed char a, b, c;
};

template <int LENGTH> struct program_words {
  int k, threads, length[THREADS];
  op ops[THREADS][LENGTH];
};

[[noreturn]] static inline void wrong_program(const char *text, const char *word) {
  fprintf(stderr, "the word '%s' is wrong in the program: %s\n", word, text);
  exit(2);
}

template <int LENGTH>
static inline bool has_operation(const program_words<LENGTH> &p, int first, int last) {
  for (int t = 0; t < p.threads; t++)
    for (int i = 0; i < p.length[t]; i++)
      if (p.ops[t][i].code >= first && p.ops[t][i].code <= last)
        return true;
  return false;
}

/// The threads are numbered from `first`. `set` takes a setting's name and numbers; false: there is
/// none.
template <int LENGTH, int OPERATIONS, class SET>
static inline void parse_words(const char *text, program_words<LENGTH> &p, int first,
                               const operation_name (&names)[OPERATIONS], SET set) {
  char copy[4096];
  int thread = first - 1;
  snprintf(copy, sizeof copy, "%s", text);
  char *rest = nullptr;
  for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(nullptr, " ", &rest)) {
    if (!strcmp(word, "/")) {
      if (++thread >= THREADS)
        wrong_program(text, word);
      continue;
    }
    char name[16] = "";
    int n[3] = {0, 0, 0}, code = 0;
    const int got = sscanf(word, "%15[a-z]:%d:%d:%d", name, &n[0], &n[1], &n[2]);
    if (thread < first) {
      if (!strcmp(name, "k"))
        p.k = n[0];
      else if (!set(name, n))
        wrong_program(text, word);
      continue;
    }
    while (code < OPERATIONS && strcmp(names[code].name, name) != 0)
      code++;
    if (code == OPERATIONS || got != 1 + names[code].arguments || p.length[thread] == LENGTH)
      wrong_program(text, word);
    p.ops[thread][p.length[thread]++] = {(unsigned char)code, (signed char)n[0], (signed char)n[1],
                                         (signed char)n[2]};
  }
  p.threads = thread + 1;
}
