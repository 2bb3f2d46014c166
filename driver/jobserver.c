// driver/jobserver.c - see jobserver.h.
//
// A token is a byte in a pipe; the same byte goes back. A process of its own, the keeper, writes it
// back when the command has ended, however that was: it knows the tokens by a pipe, whose other end
// is closed then. The keeper is no child of the command, which kills all of these at its end.
// Nobody may set O_NONBLOCK for a pipe that others read from, so it is opened anew.
#include "jobserver.h"
#include "diagnose.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_TOKENS = 256 };

static struct {
  bool is_there;      ///< MAKEFLAGS tells of one
  int from;           ///< to read tokens from; or -1
  int keeper, answer; ///< pipes: to the keeper, and one that ends with it; -1: none can be taken
} server = {.from = -1, .keeper = -1, .answer = -1};

//===- The keeper -----------------------------------------------------------------------------===//

/// Until the command has closed the pipe, or is no more.
static _Noreturn void keep(int to) {
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM};
  char token[MOST_TOKENS];
  size_t tokens = 0;
  ssize_t got;
  for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++)
    signal(signals[i], SIG_IGN);
  while (tokens < MOST_TOKENS &&
         ((got = read(STDIN_FILENO, token + tokens, MOST_TOKENS - tokens)) > 0 ||
          (got < 0 && errno == EINTR)))
    tokens += got > 0 ? (size_t)got : 0;
  for (size_t i = 0; i < tokens; i++)
    while (write(to, token + i, 1) < 0 && errno == EINTR)
      ;
  _exit(0);
}

/// It has nothing else open.
static _Noreturn void become_keeper(int input, int answer, int to) {
  enum { OWN = 10 }; // descriptors
  const int own[] = {fcntl(input, F_DUPFD, OWN), fcntl(answer, F_DUPFD, OWN),
                     fcntl(to, F_DUPFD, OWN)};
  if (fork())
    _exit(0);
  for (int i = 0; i < 3; i++)
    dup2(own[i], i);
  close_range(3, ~0u, 0);
  keep(2);
}

/// Its parent ends at once, so that it is a child of the command's parents.
static void start_keeper(int to) {
  int tokens[2], answer[2], status;
  if (pipe2(tokens, O_CLOEXEC))
    return;
  if (pipe2(answer, O_CLOEXEC)) {
    close(tokens[0]);
    close(tokens[1]);
    return;
  }
  const pid_t child = fork();
  if (child == 0)
    become_keeper(tokens[0], answer[1], to);
  close(tokens[0]);
  close(answer[1]);
  server.keeper = tokens[1];
  server.answer = answer[0];
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  if (child < 0)
    jobserver_give_back();
}

//===- The jobserver --------------------------------------------------------------------------===//

/// What stands behind the last such word in MAKEFLAGS; NULL: none does.
static const char *find_word(void) {
  static const char *const names[] = {"--jobserver-auth=", "--jobserver-fds="};
  const char *flags = getenv("MAKEFLAGS"), *word = NULL;
  for (unsigned i = 0; flags && i < 2 && !word; i++)
    for (const char *at = flags; (at = strstr(at, names[i]));)
      word = at += strlen(names[i]);
  return word;
}

static int open_pipe(int fd, int flags) {
  char path[40];
  struct stat info;
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  return fd < 0 || fstat(fd, &info) || !S_ISFIFO(info.st_mode) ? -1 : open(path, flags | O_CLOEXEC);
}

/// `to`: where tokens go back.
static void open_server(const char *word, int *to) {
  int from, back;
  if (strncmp(word, "fifo:", strlen("fifo:")) == 0) {
    char *path = format_text("%.*s", (int)strcspn(word, " ") - 5, word + 5);
    server.from = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    *to = open_pipe(server.from, O_WRONLY | O_NONBLOCK);
    free(path);
  } else if (sscanf(word, "%d,%d", &from, &back) == 2) {
    server.from = open_pipe(from, O_RDONLY | O_NONBLOCK);
    *to = open_pipe(back, O_WRONLY);
  }
}

void jobserver_find(void) {
  const char *word = find_word();
  int to = -1;
  server.is_there = word != NULL;
  if (word)
    open_server(word, &to);
  if (server.from >= 0 && to >= 0)
    start_keeper(to);
  if (to >= 0)
    close(to);
}

uint32_t jobserver_take(uint32_t most) {
  uint32_t taken = 0;
  char token;
  if (!server.is_there)
    return most;
  while (server.keeper >= 0 && taken < most && taken < MOST_TOKENS &&
         read(server.from, &token, 1) == 1) {
    if (write(server.keeper, &token, 1) != 1)
      break;
    taken++;
  }
  return taken;
}

void jobserver_give_back(void) {
  char nothing;
  if (server.keeper < 0)
    return;
  close(server.keeper);
  server.keeper = -1;
  while (read(server.answer, &nothing, 1) < 0 && errno == EINTR)
    ;
  close(server.answer);
}
