// laws-of-system-calls.c - the laws of Inputs/world.c hold for what threads wait for in system
// calls: futexes, signals, pipes, in every state that three threads can reach.
//
// RUN: %clang -std=c17 -O1 -Wall -Wextra -fexceptions -I%root -I%root/include -c \
// RUN:   %s %S/Inputs/world.c %root/primitives/futex.c %root/primitives/variable.c \
// RUN:   %root/primitives/signal.c %root/primitives/timer.c %root/primitives/descriptors/*.c
// RUN: %clang *.o -no-pie -Wl,--unresolved-symbols=ignore-all -o %t
// RUN: %t | FileCheck %s
//
// CHECK: futex: 178 states
// CHECK: futex, requeue: 558 states
// CHECK: signal: 712 states
// CHECK: suspend: 283 states
// CHECK: pipe: 968 states
// CHECK: pipe of pages: {{[0-9]+}} states
// CHECK: pipe of packets: {{[0-9]+}} states
// CHECK: socket: 265 states
// CHECK: datagram: 449 states
// CHECK: seqpacket: 265 states
// CHECK: eventfd: 292 states
// CHECK: all laws hold
#define _GNU_SOURCE
#include "../../primitives/descriptors/pipe.h"
#include "Inputs/world.h"
#include <limits.h>
#include <stdio.h>

extern const struct mc_primitive mc_primitive_futex, mc_primitive_variable, mc_primitive_signal,
    mc_primitive_pipe, mc_primitive_socket, mc_primitive_datagram, mc_primitive_seqpacket,
    mc_primitive_eventfd;

static void check_futex(void) {
  struct world w = new_world("futex", 3, 12);
  const struct mc_variable_state word = {.size = 4};
  const mc_object f = object(&w, &mc_primitive_futex, NULL);
  const mc_object v = object(&w, &mc_primitive_variable, &word);
  const char *const wakes[] = {"wake", "wakeall", NULL};
  add_all(&w, f, wakes, 2);
  add(&w, &mc_primitive_futex, "wakeall", OBJECTS(f))->operation.argument[0] = INT_MAX;
  add(&w, &mc_primitive_variable, "load", OBJECTS(v));
  for (unsigned value = 0; value < 2; value++)
    add(&w, &mc_primitive_variable, "store", OBJECTS(v))->operation.argument[1] = value;
  const char *const resumes[] = {"resume", "timedresume"};
  for (int mode = 1; mode <= 2; mode++) {
    struct choice *c = add(&w, &mc_primitive_futex, "wait", OBJECTS(f, v));
    c->next = mode;
    c->never_blocks = true;
    add(&w, &mc_primitive_futex, resumes[mode - 1], OBJECTS(f))->mode = mode;
  }
  check_laws(&w);
}

/// Who waits at a futex is moved to another, where it waits on: its mode is 2 from then on. Of
/// those that move others one also looks at the word.
static void check_requeue(void) {
  struct world w = new_world("futex, requeue", 3, 12);
  const struct mc_variable_state word = {.size = 4};
  const mc_object from = object(&w, &mc_primitive_futex, NULL);
  const mc_object to = object(&w, &mc_primitive_futex, NULL);
  const mc_object v = object(&w, &mc_primitive_variable, &word);
  const char *const wakes[] = {"wake", "wakeall", NULL};
  add_all(&w, from, wakes, 2);
  add_all(&w, to, wakes, 2);
  for (unsigned value = 0; value < 2; value++)
    add(&w, &mc_primitive_variable, "store", OBJECTS(v))->operation.argument[1] = value;
  for (unsigned woken = 0; woken < 3; woken++)
    for (int looks = 0; looks < 2; looks++) {
      struct choice *c = looks ? add(&w, &mc_primitive_futex, "requeue", OBJECTS(from, to, v))
                               : add(&w, &mc_primitive_futex, "requeue", OBJECTS(from, to));
      c->operation.argument[0] = woken;
      c->operation.argument[1] = 1 + (unsigned)looks;
      c->operation.argument[2] = (uint64_t)looks;
      c->never_blocks = true;
    }
  add(&w, &mc_primitive_futex, "wait", OBJECTS(from, v))->next = 1;
  struct choice *resume = add(&w, &mc_primitive_futex, "resume", OBJECTS(from));
  resume->mode = 1;
  resume->next = 2;
  add(&w, &mc_primitive_futex, "timedresume", OBJECTS(to))->mode = 2;
  check_laws(&w);
}

/// Two threads' signals and the process's; signals 1 and 40, which is counted. Each thread changes
/// its own mask and waits for its own; main sends. Modes: the mask.
static void check_signal(void) {
  struct world w = new_world("signal", 3, 7);
  const uint64_t bit1 = 1, bit40 = (uint64_t)1 << 39, both = bit1 | bit40;
  const uint64_t all_blocked[32] = {0, UINT64_MAX};
  mc_object own[2];
  for (int i = 0; i < 2; i++)
    own[i] = object(&w, &mc_primitive_signal, NULL);
  const mc_object process = object(&w, &mc_primitive_signal, all_blocked);
  const mc_object target[] = {own[0], own[1], process};
  for (int i = 0; i < 3; i++)
    for (unsigned signal = 1; signal <= 40; signal += 39) {
      struct choice *c = add(&w, &mc_primitive_signal, "send", OBJECTS(target[i]));
      c->threads = 4;
      c->operation.argument[0] = signal;
      c->never_blocks = true;
    }
  for (int i = 0; i < 2; i++) {
    const char *const names[] = {"wait", "timedwait", "pending"};
    for (int k = 0; k < 3; k++)
      for (int set = 0; set < 2; set++) {
        struct choice *c = add(&w, &mc_primitive_signal, names[k], OBJECTS(own[i], process));
        c->threads = 1 << i;
        c->mode = c->next = c->other = 1;
        c->operation.argument[0] = set ? both : bit1;
        c->never_blocks = k > 0;
      }
    struct choice *block = add(&w, &mc_primitive_signal, "mask", OBJECTS(own[i]));
    struct choice *unblock = add(&w, &mc_primitive_signal, "mask", OBJECTS(own[i], process));
    block->threads = unblock->threads = 1 << i;
    block->operation.argument[0] = block->operation.argument[1] = both;
    unblock->operation.argument[0] = both;
    block->next = unblock->mode = 1;
  }
  check_laws(&w);
}

/// A thread that suspends itself with signal 1 blocked or 40; main sends both, to it and the process.
static void check_suspend(void) {
  struct world w = new_world("suspend", 2, 7);
  const uint64_t bit1 = 1, bit40 = (uint64_t)1 << 39;
  const uint64_t all_blocked[32] = {0, UINT64_MAX};
  const mc_object own = object(&w, &mc_primitive_signal, NULL);
  const mc_object process = object(&w, &mc_primitive_signal, all_blocked);
  const mc_object target[] = {own, process};
  for (int i = 0; i < 4; i++) {
    struct choice *send = add(&w, &mc_primitive_signal, "send", OBJECTS(target[i / 2]));
    send->threads = 2;
    send->operation.argument[0] = i % 2 ? 40 : 1;
    send->operation.argument[1] = 1;
    send->never_blocks = true;
  }
  for (int i = 0; i < 2; i++) {
    struct choice *suspend = add(&w, &mc_primitive_signal, "suspend", OBJECTS(own, process));
    struct choice *resume = add(&w, &mc_primitive_signal, "resume", OBJECTS(own, process));
    suspend->threads = resume->threads = 1;
    suspend->operation.argument[0] = resume->operation.argument[0] = i ? bit1 : bit40;
    suspend->operation.argument[1] = i ? bit40 : bit1;
    suspend->next = resume->mode = 1 + i;
    suspend->never_blocks = true;
  }
  check_laws(&w);
}

/// Room for two bytes; two descriptors on each side.
static void check_pipe(const char *name, const struct mc_primitive *primitive) {
  struct world w = new_world(name, 3, 6);
  const bool is_eventfd = primitive == &mc_primitive_eventfd;
  const struct mc_pipe_state state = {.capacity = 2,
                                      .open = {3, is_eventfd ? 0 : 3},
                                      .made = {2, is_eventfd ? 0 : 2},
                                      .type = is_eventfd ? MC_TYPE_EVENTFD : MC_TYPE_PIPE};
  const mc_object p = object(&w, primitive, &state);
  const char *const names[] = {"!read", "!write", "close",     "dup", "set-flags",
                               "flags", "size",   "timedpoll", NULL};
  const unsigned first = w.choices;
  add_all(&w, p, names, 0);
  add_all(&w, p, names, 1);
  for (unsigned i = first; i < w.choices; i++) {
    struct mc_operation *op = &w.choice[i].operation;
    const bool second = op->argument[0];
    op->argument[1] = 1 + second;
    if (op->kind == MC_PIPE_WRITE || (second && op->kind != MC_PIPE_READ))
      op->argument[2] = MC_PIPE_WRITES;
    if (op->kind == MC_PIPE_TIMED_POLL) {
      op->argument[0] = second && !is_eventfd ? MC_POLL_OUT | MC_POLL_WRITER : MC_POLL_IN;
      op->argument[1] = second;
    }
  }
  check_laws(&w);
}

/// Of two pages; what is written fits into the last one, needs another one, or both.
static void check_pages(const char *name, bool has_packets) {
  struct world w = new_world(name, 3, 5);
  const struct mc_pipe_state state = {.capacity = 2 * MC_PIPE_ATOMIC,
                                      .open = {1, 1},
                                      .made = {1, 1},
                                      .type = MC_TYPE_PIPE,
                                      .packets = has_packets};
  const mc_object p = object(&w, &mc_primitive_pipe, &state);
  const unsigned bytes[] = {2000, MC_PIPE_ATOMIC, MC_PIPE_ATOMIC + 1000};
  for (int i = 0; i < 3; i++) {
    struct choice *write = add(&w, &mc_primitive_pipe, "write", OBJECTS(p));
    write->operation.argument[1] = bytes[i];
    const unsigned bits[] = {MC_PIPE_DONT_WAIT, MC_PIPE_GOES_ON, 0};
    write->operation.argument[2] = MC_PIPE_WRITES | bits[i];
    add(&w, &mc_primitive_pipe, "read", OBJECTS(p))->operation.argument[1] = bytes[i];
    struct choice *resize = add(&w, &mc_primitive_pipe, "resize", OBJECTS(p));
    resize->operation.argument[1] = (uint64_t)i;
    resize->operation.argument[2] = i == 1 ? MC_PIPE_WRITES : 0;
    resize->never_blocks = true;
  }
  struct choice *poll = add(&w, &mc_primitive_pipe, "timedpoll", OBJECTS(p));
  poll->operation.argument[0] = MC_POLL_OUT | MC_POLL_WRITER;
  poll->never_blocks = true;
  add(&w, &mc_primitive_pipe, "size", OBJECTS(p))->never_blocks = true;
  check_laws(&w);
}

static struct choice *add_socket(struct world *w, const char *name, mc_object first,
                                 mc_object second, uint64_t operand, uint64_t bits) {
  struct choice *c = add(w, w->primitive[first], name, OBJECTS(first, second));
  c->operation.argument[1] = operand;
  c->operation.argument[2] = bits;
  c->never_blocks = true;
  return c;
}

/// What one socket of a pair can do; it reads from `in`.
static void add_calls(struct world *w, mc_object in, mc_object out, bool has_messages) {
  struct choice *write = add_socket(w, "write", out, in, 1, MC_PIPE_WRITES);
  write->operation.objects = has_messages ? 2 : 1;
  write->never_blocks = false;
  for (int peek = 0; peek < 2; peek++) {
    struct choice *read = add_socket(w, "read", in, out, 1, peek ? MC_PIPE_PEEK : 0);
    read->operation.objects = 1;
    read->never_blocks = false;
  }
  add_socket(w, "close", in, out, 0, 0);
  add_socket(w, "dup", in, out, 0, 0);
  add_socket(w, "shutdown", in, out, 1, 0);
  add_socket(w, "shutdown", in, out, 2, 0);
  add_socket(w, "set-flags", in, out, 1, 0);
  const uint64_t wanted[] = {MC_POLL_IN, MC_POLL_RDHUP,
                             (MC_POLL_OUT | MC_POLL_WRITER) << MC_POLL_BITS};
  for (int i = 0; i < 3; i++) {
    struct choice *poll = add_socket(w, "timedpoll", in, out, 0, 0);
    poll->operation.argument[0] = wanted[i];
    poll->operation.objects = i < 2 ? 1 : 2;
  }
}

/// Room for two bytes or messages in each direction; a descriptor on each side.
static void check_socket(const char *name, const struct mc_primitive *primitive,
                         enum mc_pipe_type type) {
  struct world w = new_world(name, 3, 3);
  const struct mc_pipe_state state = {
      .capacity = 2, .open = {1, 1}, .made = {1, 1}, .type = (uint8_t)type};
  const mc_object one = object(&w, primitive, &state), other = object(&w, primitive, &state);
  add_calls(&w, one, other, type != MC_TYPE_STREAM);
  add_calls(&w, other, one, type != MC_TYPE_STREAM);
  check_laws(&w);
}

int main(void) {
  check_futex();
  check_requeue();
  check_signal();
  check_suspend();
  check_pipe("pipe", &mc_primitive_pipe);
  check_pages("pipe of pages", false);
  check_pages("pipe of packets", true);
  check_socket("socket", &mc_primitive_socket, MC_TYPE_STREAM);
  check_socket("datagram", &mc_primitive_datagram, MC_TYPE_DATAGRAM);
  check_socket("seqpacket", &mc_primitive_seqpacket, MC_TYPE_SEQPACKET);
  check_pipe("eventfd", &mc_primitive_eventfd);
  puts("all laws hold");
}
