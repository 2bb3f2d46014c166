// driver/peer_record.c - see peer.h: where a process listens, and what passes between a client and
// it.
#define _GNU_SOURCE
#include "peer.h"
#include "diagnose.h"
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 16, MOST_ITS_SOCKETS = 256, PATIENCE = 10000, MOMENT = 20 }; // ms

//===- Where it listens -----------------------------------------------------------------------===//

struct sockets {
  unsigned count;
  unsigned long inode[MOST_ITS_SOCKETS];
};

static struct sockets sockets_of(int pid) {
  struct sockets found = {0};
  char *folder = format_text("/proc/%d/fd", pid), target[64];
  DIR *all = opendir(folder);
  for (struct dirent *one; all && (one = readdir(all)) && found.count < MOST_ITS_SOCKETS;) {
    const ssize_t length = readlinkat(dirfd(all), one->d_name, target, sizeof target - 1);
    target[length < 0 ? 0 : length] = '\0';
    found.count += sscanf(target, "socket:[%lu]", &found.inode[found.count]) == 1;
  }
  if (all)
    closedir(all);
  free(folder);
  return found;
}

static bool has(const struct sockets *s, unsigned long inode) {
  for (unsigned i = 0; i < s->count; i++)
    if (s->inode[i] == inode)
      return true;
  return false;
}

static bool find_port(const struct sockets *s, const char *table, int family,
                      struct listener *found) {
  enum { LISTENS = 0xa };
  char line[512];
  FILE *file = fopen(table, "re");
  while (file && !found->family && fgets(line, sizeof line, file)) {
    unsigned port, state;
    unsigned long inode;
    if (sscanf(line, " %*d: %*[0-9A-F]:%x %*[0-9A-F]:%*x %x %*s %*s %*s %*d %*d %lu", &port, &state,
               &inode) == 3 &&
        state == LISTENS && has(s, inode))
      *found = (struct listener){.family = family, .port = port};
  }
  if (file)
    fclose(file);
  return found->family;
}

static void find_path(const struct sockets *s, struct listener *found) {
  enum { ACCEPTS = 0x10000 };
  char line[512];
  FILE *file = fopen("/proc/net/unix", "re");
  while (file && !found->family && fgets(line, sizeof line, file)) {
    unsigned flags;
    unsigned long inode;
    char path[sizeof found->path];
    if (sscanf(line, "%*[^:]: %*x %*x %x %*x %*x %lu %107[^\n]", &flags, &inode, path) == 3 &&
        flags & ACCEPTS && has(s, inode)) {
      found->family = AF_UNIX;
      strcpy(found->path, path);
    }
  }
  if (file)
    fclose(file);
}

struct listener listener_of(int pid) {
  struct listener found = {0};
  const struct sockets s = sockets_of(pid);
  if (!find_port(&s, "/proc/net/tcp", AF_INET, &found) &&
      !find_port(&s, "/proc/net/tcp6", AF_INET6, &found))
    find_path(&s, &found);
  return found;
}

//===- What passes ----------------------------------------------------------------------------===//

struct connection {
  int client, program;            ///< -1: has ended
  bool client_ends, program_ends; ///< it sends nothing more
  bool is_half_closed;            ///< the client has ended, and got something behind that
  size_t end;                     ///< where its end is noted
};

static int connect_to(const struct listener *to) {
  const int fd = socket(to->family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const struct sockaddr_in in = {AF_INET, htons((uint16_t)to->port), {htonl(INADDR_LOOPBACK)}, {0}};
  const struct sockaddr_in6 in6 = {
      .sin6_family = AF_INET6, .sin6_port = in.sin_port, .sin6_addr = in6addr_loopback};
  struct sockaddr_un un = {.sun_family = AF_UNIX};
  memcpy(un.sun_path, to->path, sizeof un.sun_path);
  socklen_t length = offsetof(struct sockaddr_un, sun_path) + (socklen_t)strlen(un.sun_path) +
                     (*un.sun_path != '@');
  if (*un.sun_path == '@')
    *un.sun_path = '\0';
  if (to->family == AF_INET    ? connect(fd, (const struct sockaddr *)&in, sizeof in)
      : to->family == AF_INET6 ? connect(fd, (const struct sockaddr *)&in6, sizeof in6)
                               : connect(fd, (const struct sockaddr *)&un, length))
    usage_error("--peer: the program refuses a client: %s", strerror(errno));
  return fd;
}

/// Passes on what one side has sent, and notes it. False: it sends nothing more.
static bool pass(FILE *out, char word, unsigned k, int from, int to) {
  unsigned char bytes[4096];
  const ssize_t got = read(from, bytes, sizeof bytes);
  if (got <= 0)
    return false;
  fprintf(out, " %c%u:", word, k);
  for (ssize_t i = 0; i < got; i++)
    fprintf(out, "%02x", bytes[i]);
  for (ssize_t sent = 0, part; sent < got; sent += part)
    if ((part = send(to, bytes + sent, (size_t)(got - sent), MSG_NOSIGNAL)) < 0)
      break; // who is gone gets nothing
  return true;
}

/// An end of the client's is a close, unless it gets something behind that.
static void pass_all(FILE *out, struct connection *c, unsigned k, short client, short program) {
  if (client && !c->client_ends && !pass(out, 's', k, c->client, c->program)) {
    c->client_ends = true;
    fflush(out);
    c->end = (size_t)ftell(out) + 1;
    fprintf(out, " x%u", k);
    shutdown(c->program, SHUT_WR);
  }
  if (program && !c->program_ends) {
    if (!pass(out, 'r', k, c->program, c->client)) {
      c->program_ends = true;
      if (!c->client_ends || c->is_half_closed)
        fprintf(out, " e%u", k);
      shutdown(c->client, SHUT_WR);
    } else {
      c->is_half_closed |= c->client_ends;
    }
  }
}

/// An end of the client's behind which it got something was none of the connection.
static char *settle(char *text, const struct connection *c, unsigned count) {
  for (unsigned k = 0; k < count; k++) {
    if (c[k].is_half_closed) {
      text[c[k].end] = 'h';
      char *longer = format_text("%s x%u", text, k);
      free(text);
      text = longer;
    }
    close(c[k].client);
    close(c[k].program);
  }
  return text;
}

char *peer_traffic(int proxy, const struct listener *to, int child, int *status) {
  struct connection c[MOST];
  unsigned count = 0;
  bool has_ended = false, is_quiet = false;
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  int waited = 0;
  for (; !(has_ended && is_quiet) && waited < PATIENCE;) {
    struct pollfd fds[1 + 2 * MOST] = {{proxy, POLLIN, 0}};
    for (unsigned k = 0; k < count; k++) {
      fds[1 + 2 * k] = (struct pollfd){c[k].client_ends ? -1 : c[k].client, POLLIN, 0};
      fds[2 + 2 * k] = (struct pollfd){c[k].program_ends ? -1 : c[k].program, POLLIN, 0};
    }
    const unsigned known = count;
    is_quiet = poll(fds, 1 + 2 * known, MOMENT) == 0;
    waited += is_quiet ? MOMENT : 0;
    for (unsigned k = 0; k < known; k++)
      pass_all(out, &c[k], k, fds[1 + 2 * k].revents, fds[2 + 2 * k].revents);
    if (fds[0].revents && count == MOST)
      usage_error("--peer: more than %d connections", MOST);
    if (fds[0].revents) {
      c[count] =
          (struct connection){.client = accept(proxy, NULL, NULL), .program = connect_to(to)};
      fprintf(out, " c%u", count++);
    }
    has_ended = has_ended || waitpid(child, status, WNOHANG) == child;
  }
  fclose(out);
  text = settle(text, c, count);
  if (has_ended)
    return text;
  free(text);
  return NULL;
}
