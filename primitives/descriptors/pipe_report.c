// primitives/descriptors/pipe_report.c - what a report says of pipes, sockets, eventfds and epolls,
// and of the outcomes of their operations.
#include "pipe.h"
#include <stdio.h>

static const char *name_of_end(const struct mc_operation *op) {
  switch (op->kind) {
  case MC_PIPE_READ:
    return op->primitive == &mc_primitive_listener ? "not listening" : "end";
  case MC_PIPE_CLOSE:
    return "unread";
  case MC_PIPE_SHUTDOWN:
    return op->primitive == &mc_primitive_listener ? "stops" : "both";
  case MC_PIPE_WRITE:
    return op->primitive == &mc_primitive_mqueue ? "notifies" : "broken";
  default:
    return "broken";
  }
}

const char *mc_pipe_alternative_name(const struct mc_operation *op) {
  static const char *const of_wait[] = {
      [MC_EPOLL_READY] = "ready", [MC_EPOLL_TIMEOUT] = "timeout", [MC_EPOLL_CHANGED] = "changed"};
  if (mc_epoll_is_wait(op))
    return of_wait[op->alternative];
  if (op->kind == MC_EPOLL_NEXT)
    return op->alternative ? "another" : "the first";
  switch (op->alternative) {
  case MC_PIPE_OK:
    return op->kind == MC_PIPE_TIMED_POLL ? "ready" : NULL;
  case MC_PIPE_AGAIN:
    if (op->kind == MC_PIPE_TIMED_POLL)
      return op->flags & MC_YIELD ? "timeout" : "not ready";
    if (op->argument[2] & MC_PIPE_LOOK)
      return "not ready";
    if (op->kind == MC_PIPE_BIND)
      return "in use";
    if (op->kind == MC_PIPE_SHUTDOWN)
      return "once more";
    return op->kind == MC_PIPE_RESIZE || op->kind == MC_PIPE_NOTIFY ? "busy" : "again";
  case MC_PIPE_BAD:
    return "bad";
  case MC_PIPE_RESET:
    return "reset";
  case MC_PIPE_REFUSED:
    return op->primitive == &mc_primitive_tcp ? "lost" : "refused";
  case MC_PIPE_UNCONNECTED:
    return "unconnected";
  default:
    return name_of_end(op);
  }
}

static const char *plural(unsigned n) { return n == 1 ? "" : "s"; }

void mc_pipe_print(const void *state, char *text, size_t size) {
  const struct mc_pipe_state *p = state;
  const unsigned readers = (unsigned)__builtin_popcountll(p->open[MC_READER]);
  const unsigned writers = (unsigned)__builtin_popcountll(p->open[MC_WRITER]);
  char content[60] = "empty";
  if (p->content >= p->capacity)
    snprintf(content, sizeof content, "full");
  else if (p->content)
    snprintf(content, sizeof content, "%llu %s%s%s", (unsigned long long)p->content,
             mc_pipe_has_messages((enum mc_pipe_type)p->type) ? "message" : "byte",
             plural(p->content != 1 ? 2 : 1),
             mc_pipe_has_pages(p) && !mc_pipe_has_free_page(p) ? ", all pages in use" : "");
  snprintf(text, size, "%s, %u read end%s and %u write end%s open%s; fds %d and %d", content,
           readers, plural(readers), writers, plural(writers), p->shut ? ", shut down" : "",
           p->fd[MC_READER], p->fd[MC_WRITER]);
}

void mc_pipe_print_listener(const void *state, char *text, size_t size) {
  const struct mc_pipe_state *p = state;
  if (!p->open[MC_READER])
    snprintf(text, size, "nobody is bound to it");
  else if (!p->listening)
    snprintf(text, size, "bound, nobody listens; fd %d", p->fd[MC_READER]);
  else
    snprintf(text, size, "%llu connection%s wait%s; fd %d", (unsigned long long)p->content,
             plural(p->content != 1 ? 2 : 1), p->content == 1 ? "s" : "", p->fd[MC_READER]);
}

void mc_pipe_print_eventfd(const void *state, char *text, size_t size) {
  const struct mc_pipe_state *p = state;
  snprintf(text, size, "value %llu%s; fd %d", (unsigned long long)p->content,
           p->open[MC_READER] ? "" : ", closed", p->fd[MC_READER]);
}

void mc_pipe_print_mqueue(const void *state, char *text, size_t size) {
  const struct mc_pipe_state *p = state;
  snprintf(text, size, "%llu of %llu messages%s", (unsigned long long)p->content,
           (unsigned long long)p->capacity,
           p->notification ? ", of the first of which somebody is to be told" : "");
}

void mc_pipe_print_epoll(const void *state, char *text, size_t size) {
  const struct mc_epoll_state *e = state;
  snprintf(text, size, "changed %u time%s%s; fd %d", e->version, plural(e->version),
           e->closed ? ", closed" : "", e->fd);
}

bool mc_pipe_value(const void *state, uint64_t *value) {
  *value = ((const struct mc_pipe_state *)state)->content;
  return true;
}

bool mc_epoll_version(const void *state, uint64_t *value) {
  *value = ((const struct mc_epoll_state *)state)->version;
  return true;
}
