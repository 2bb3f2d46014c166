// program.h - a random program as text, as the interpreter and the native run read it:
//
//   SETTING... / OPERATION... / OPERATION...     of the program, of thread 0, of thread 1, ...
//
// Settings beside those of words.h: "sem:A:V" the first value of semaphore A; "mt:A:T" the type of
// mutex A (0 normal, 1 recursive, 2 errorcheck, 3 robust); "bar:N" the barrier's count; "spur:N"
// spurious wakeups; "pol:N" the policies (0 arbitrary; 1 of mutexes and condition variables fifo,
// of semaphores lifo); "sk:N" the type of the sockets (0 stream, 1 datagrams, 2 packets); "ef:N"
// the eventfd's and pipe's flags (1 semaphore, 2 nothing waits); "ep:N" how epoll tells (0 level, 1
// edge, 2 once); "sn:N" the first semaphore has a name; "cn:N" mutexes and condition variables are
// C11's; "lat:N" the latch's count; "cs:N" the first value of C++'s semaphore; "sp:N" what SIGPIPE
// does (0 is ignored, 1 has a handler, which logs that).
#pragma once
#include "../../Inputs/words.h"

enum {
#define OPERATION(name, arguments, logs) OP_##name,
#include "operations.def"
#undef OPERATION
  OPERATIONS
};

static const operation_name operation_names[] = {
#define OPERATION(name, arguments, logs) {#name, arguments},
#include "operations.def"
#undef OPERATION
};

enum { LENGTH = 14, OBJECTS = 2, LOG = 16, HANDLER_LOG = 4 };

struct program : program_words<LENGTH> {
  int sem[OBJECTS], mutex_type[OBJECTS], barrier, spurious, policy;
  int sockets, event_flags, epoll, named, c11, latch, counting, broken_pipe;
};

/// Each end of the process has its own text: what its thread has logged. Else there is one end,
/// with what all threads have logged.
static inline bool has_ends(const program &p) {
  return has_operation(p, OP_ex, OP_pex) || has_operation(p, OP_det, OP_det);
}

static inline program parse_program(const char *text) {
  program p = {};
  parse_words(text, p, 0, operation_names, [&](const char *name, const int n[]) {
    const struct {
      const char *name;
      int *place;
    } settings[] = {{"bar", &p.barrier}, {"spur", &p.spurious},  {"pol", &p.policy},
                    {"sk", &p.sockets},  {"ef", &p.event_flags}, {"ep", &p.epoll},
                    {"sn", &p.named},    {"cn", &p.c11},         {"lat", &p.latch},
                    {"cs", &p.counting}, {"sp", &p.broken_pipe}};
    for (const auto &setting : settings)
      if (!strcmp(name, setting.name)) {
        *setting.place = n[0];
        return true;
      }
    if (strcmp(name, "sem") != 0 && strcmp(name, "mt") != 0)
      return false;
    (*name == 's' ? p.sem : p.mutex_type)[n[0] % OBJECTS] = n[1];
    return true;
  });
  return p;
}
