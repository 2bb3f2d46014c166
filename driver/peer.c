// driver/peer.c - see peer.h. The program runs natively, without the runtime; a socket of ours
// stands between it and the client.
#define _GNU_SOURCE
#include "peer.h"
#include "diagnose.h"
#include "launch.h"
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATIENCE = 10000, MOMENT = 10 }; // ms

static _Noreturn void become(char **argv, const char *path, pid_t driver) {
  const int nothing = open("/dev/null", O_RDWR);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  setpgid(0, 0);
  signal(SIGPIPE, SIG_DFL);
  if (getppid() != driver)
    _exit(STATUS_INTERNAL);
  for (int fd = 0; fd < STDERR_FILENO; fd++)
    dup2(nothing, fd);
  execv(path, argv);
  _exit(127);
}

static pid_t start(char **argv, const char *path) {
  const pid_t driver = getpid(), child = fork();
  if (child == 0)
    become(argv, path, driver);
  if (child < 0)
    usage_error("fork: %s", strerror(errno));
  setpgid(child, child);
  return child;
}

static void end(pid_t child) {
  kill(-child, SIGKILL);
  waitpid(child, NULL, 0);
}

static struct listener wait_for_listener(pid_t program) {
  struct listener found = {0};
  int status;
  for (int ms = 0; !found.family && ms < PATIENCE; ms += MOMENT) {
    if (waitpid(program, &status, WNOHANG) == program)
      usage_error("--peer: the program ends before it listens for a client");
    found = listener_of(program);
    if (!found.family)
      usleep(MOMENT * 1000);
  }
  return found;
}

//===- The command ----------------------------------------------------------------------------===//

/// Where the command is to connect; a Unix socket has a file, in a folder of its own.
static int open_proxy(int family, char where[108]) {
  struct sockaddr_un un = {.sun_family = AF_UNIX};
  struct sockaddr_in in = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof in;
  const bool is_unix = family == AF_UNIX;
  const int fd = socket(is_unix ? AF_UNIX : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  char folder[] = "/tmp/mcmini-peer-XXXXXX";
  if (is_unix && !mkdtemp(folder))
    usage_error("--peer: %s: %s", folder, strerror(errno));
  snprintf(un.sun_path, sizeof un.sun_path, "%s/socket", folder);
  if ((is_unix ? bind(fd, (struct sockaddr *)&un, sizeof un)
               : bind(fd, (struct sockaddr *)&in, sizeof in)) ||
      listen(fd, SOMAXCONN))
    usage_error("--peer: no socket for the client: %s", strerror(errno));
  if (is_unix) {
    strcpy(where, un.sun_path);
    return fd;
  }
  getsockname(fd, (struct sockaddr *)&in, &length);
  snprintf(where, sizeof un.sun_path, "%u", ntohs(in.sin_port));
  return fd;
}

/// And its folder.
static void remove_file(char *path) {
  unlink(path);
  *strrchr(path, '/') = '\0';
  rmdir(path);
}

/// With `where` in place of each `name` [own: free].
static char *fill_in(const char *command, const char *name, const char *where) {
  char *filled = format_text("%s", command);
  for (char *at = filled; (at = strstr(at, name));) {
    const size_t before = (size_t)(at - filled);
    char *longer = format_text("%.*s%s%s", (int)before, filled, where, at + strlen(name));
    free(filled);
    filled = longer;
    at = filled + before + strlen(where);
  }
  return filled;
}

static char *record_one(const char *command, const struct listener *to) {
  const char *name = to->family == AF_UNIX ? "{path}" : "{port}";
  char where[sizeof((struct sockaddr_un *)0)->sun_path];
  if (!strstr(command, name))
    usage_error("--peer=%s: expected a command with %s, where the program's socket is to come",
                command, name);
  const int proxy = open_proxy(to->family, where);
  char *filled = fill_in(command, name, where);
  char *argv[] = {"sh", "-c", filled, NULL};
  int status = 0;
  const pid_t child = start(argv, "/bin/sh");
  char *traffic = peer_traffic(proxy, to, child, &status);
  end(child);
  close(proxy);
  if (to->family == AF_UNIX)
    remove_file(where);
  free(filled);
  if (!traffic)
    usage_error("--peer=%s: has not ended after %d seconds", command, PATIENCE / 1000);
  if (!WIFEXITED(status) || WEXITSTATUS(status))
    usage_error("--peer=%s: has failed, with status %d", command,
                WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
  if (!*traffic)
    usage_error("--peer=%s: has not connected to %s", command, name);
  return traffic;
}

void peers_record(struct mc_session *session, const struct options *options,
                  const struct program *program) {
  char *all = format_text("%s", "");
  const pid_t child = start(program->argv, program->path);
  const struct listener to = wait_for_listener(child);
  for (unsigned i = 0; to.family && i < options->peers.count; i++) {
    char *traffic = record_one(options->peers.item[i], &to);
    char *longer = format_text("%s%s%s:%u%s", all, i ? "," : "",
                               to.family == AF_UNIX ? "unix" : "tcp", to.port, traffic);
    free(traffic);
    free(all);
    all = longer;
  }
  end(child);
  if (!to.family)
    usage_error("--peer: the program does not listen for a client within %d seconds",
                PATIENCE / 1000);
  session->config.peers = session_add(session, all);
  free(all);
}
