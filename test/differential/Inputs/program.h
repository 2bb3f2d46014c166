// program.h - a random program as text, as the interpreter and the native run read it:
//
//   SETTING... / OPERATION... / OPERATION...     of the program, of thread 0, of thread 1, ...
//
// A word is a name and numbers, as in "try:0:2". Settings: "k:N" the number of the program among
// those of one run; "sem:A:V" the first value of semaphore A; "mt:A:T" the type of mutex A (0
// normal, 1 recursive, 2 errorcheck, 3 robust); "bar:N" the barrier's count; "spur:N" spurious wakeups;
// "pol:N" the policies (0 arbitrary; 1 of mutexes and condition variables fifo, of semaphores lifo);
// "sk:N" the type of the sockets (0 stream, 1 datagrams, 2 packets); "ef:N" the eventfd's and pipe's
// flags (1 semaphore, 2 nothing waits); "ep:N" how epoll tells (0 level, 1 edge, 2 once); "sn:N" the
// first semaphore has a name; "cn:N" mutexes and condition variables are C11's.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <cstring>

enum {
#define OPERATION(name, arguments, logs) OP_##name,
#include "operations.def"
#undef OPERATION
  OPERATIONS
};

struct operation_name {
  const char *name;
  int arguments;
};
static const operation_name operation_names[] = {
#define OPERATION(name, arguments, logs) {#name, arguments},
#include "operations.def"
#undef OPERATION
};

enum { THREADS = 4, LENGTH = 14, OBJECTS = 2, LOG = 16, HANDLER_LOG = 4 };

struct op {
  unsigned char code;
  signed char a, b, c;
};

struct program {
  int k, threads, length[THREADS];
  op ops[THREADS][LENGTH];
  int sem[OBJECTS], mutex_type[OBJECTS], barrier, spurious, policy;
  int sockets, event_flags, epoll, named, c11;
};

[[noreturn]] static inline void wrong_program(const char *text, const char *word) {
  fprintf(stderr, "the word '%s' is wrong in the program: %s\n", word, text);
  exit(2);
}

static inline bool has_operation(const program &p, int first, int last) {
  for (int t = 0; t < p.threads; t++)
    for (int i = 0; i < p.length[t]; i++)
      if (p.ops[t][i].code >= first && p.ops[t][i].code <= last)
        return true;
  return false;
}

/// Each end of the process has its own text: what its thread has logged. Else there is one end, with
/// what all threads have logged.
static inline bool has_ends(const program &p) {
  return has_operation(p, OP_ex, OP_pex) || has_operation(p, OP_det, OP_det);
}

static inline program parse_program(const char *text) {
  program p = {};
  char copy[4096];
  snprintf(copy, sizeof copy, "%s", text);
  p.threads = -1;
  char *rest = nullptr;
  for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(nullptr, " ", &rest)) {
    if (!strcmp(word, "/")) {
      p.threads++;
      if (p.threads >= THREADS)
        wrong_program(text, word);
      continue;
    }
    char name[16] = "";
    int n[3] = {0, 0, 0};
    const int got = sscanf(word, "%15[a-z]:%d:%d:%d", name, &n[0], &n[1], &n[2]);
    if (p.threads < 0) {
      if (!strcmp(name, "k"))
        p.k = n[0];
      else if (!strcmp(name, "sem") && n[0] < OBJECTS)
        p.sem[n[0]] = n[1];
      else if (!strcmp(name, "mt") && n[0] < OBJECTS)
        p.mutex_type[n[0]] = n[1];
      else if (!strcmp(name, "bar"))
        p.barrier = n[0];
      else if (!strcmp(name, "spur"))
        p.spurious = n[0];
      else if (!strcmp(name, "pol"))
        p.policy = n[0];
      else if (!strcmp(name, "sk"))
        p.sockets = n[0];
      else if (!strcmp(name, "ef"))
        p.event_flags = n[0];
      else if (!strcmp(name, "ep"))
        p.epoll = n[0];
      else if (!strcmp(name, "sn"))
        p.named = n[0];
      else if (!strcmp(name, "cn"))
        p.c11 = n[0];
      else
        wrong_program(text, word);
      continue;
    }
    int code = 0;
    while (code < OPERATIONS && strcmp(operation_names[code].name, name) != 0)
      code++;
    if (code == OPERATIONS || got != 1 + operation_names[code].arguments ||
        p.length[p.threads] == LENGTH)
      wrong_program(text, word);
    p.ops[p.threads][p.length[p.threads]++] = {(unsigned char)code, (signed char)n[0],
                                               (signed char)n[1], (signed char)n[2]};
  }
  p.threads++;
  return p;
}
