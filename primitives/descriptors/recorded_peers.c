// primitives/descriptors/recorded_peers.c - clients whose traffic was recorded (--peer): each is a
// thread of McMini's own that does again, in the recorded order, what its connections did.
//
// The record (driver/peer.c): peers with a comma between, each of words: `tcp:PORT` or `unix:0`,
// where the program listened; then of a connection K: cK it connects, sK:HEX it sends, rK:HEX it
// gets, eK the program has ended it, hK the client sends nothing more, xK it closes.
//
// They begin where the program listens; as long as it has one thread, behind that: before it makes
// another one, or waits. So what it does in between is the trunk, and no order is lost.
//
// A client that gets something else leaves: whatever it would have done is not known.
#define _GNU_SOURCE
#include "sockets.h"
#include "primitives/builtin.h"
#include "primitives/builtin_timers.h"
#include "primitives/files.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

enum {
  MOST_PEERS = 8,
  MOST_CONNECTIONS = 16,
  FIRST_NUMBER = 800, ///< no number that the program's own calls would get
  FIRST_CHOSEN_PORT = 32768,
  PART = 4096, ///< bytes of a read or a write
};

static struct {
  struct mc_socket_name name; ///< where the program listens
  bool is_due, has_begun;
  unsigned count, running;
  struct peer {
    const char *record; ///< behind its first word
    int fd[MOST_CONNECTIONS];
    unsigned connections;
  } peer[MOST_PEERS];
} peers MC_PER_TRACE;

static const struct mc_site client_site = {
    .file = "--peer", .function = "client", .expression = ""};

//===- What a client does ---------------------------------------------------------------------===//

static int fd_of(const struct peer *p, const char *word) {
  const unsigned k = (unsigned)strtoul(word + 1, NULL, 10);
  return k < p->connections ? p->fd[k] : -1;
}

static unsigned char digit_of(char c) { return (unsigned char)(c <= '9' ? c - '0' : c - 'a' + 10); }

/// The bytes of a word from `skip` on, at most PART; returns how many.
static size_t bytes_of(const char *word, size_t skip, unsigned char bytes[PART]) {
  enum { SHIFT = 4 };
  const char *hex = word + strcspn(word, ":") + 1 + 2 * skip;
  size_t count = 0;
  for (; count < PART && hex[0] > ' ' && hex[0] != ','; hex += 2)
    bytes[count++] = (unsigned char)(digit_of(hex[0]) << SHIFT | digit_of(hex[1]));
  return count;
}

static bool is_connected(int fd) { return fd >= 0 && mc_descriptor_is_open(fd); }

static bool send_bytes(int fd, const char *word) {
  unsigned char bytes[PART];
  size_t sent = 0, part;
  while ((part = bytes_of(word, sent, bytes))) {
    const long done =
        mc_pipe_write(fd, &(struct iovec){bytes, part}, 1, MSG_NOSIGNAL, &client_site);
    if (done <= 0)
      return false;
    sent += (size_t)done;
  }
  return true;
}

static bool receives(int fd, const char *word) {
  unsigned char recorded[PART], got[PART];
  size_t all = 0, part;
  while ((part = bytes_of(word, all, recorded))) {
    const long bytes = mc_pipe_read(fd, &(struct iovec){got, part}, 1, 0, &client_site);
    if (bytes <= 0 || memcmp(got, recorded, (size_t)bytes) != 0)
      return false;
    all += (size_t)bytes;
  }
  return true;
}

static bool sees_end(int fd) {
  char byte;
  return mc_pipe_read(fd, &(struct iovec){&byte, 1}, 1, 0, &client_site) == 0;
}

/// A close that leaves the number alone. False: something lay unread.
static bool close_connection(int fd) {
  struct mc_descriptor *d = mc_descriptor_at(fd);
  struct mc_operation op = mc_descriptor_operation(d, MC_PIPE_CLOSE, MC_BOTH_SIDES);
  mc_transition(&op, &client_site);
  d->is_open = false;
  return op.alternative != MC_PIPE_RESET;
}

/// False: something came of it that is not in the record.
static bool do_again(const struct peer *p, const char *word) {
  const int fd = fd_of(p, word);
  struct mc_socket_name name = peers.name;
  if (*word == 'c')
    return mc_socket_connect(fd, &name, false, &client_site) == 0;
  if (!is_connected(fd))
    return false;
  switch (*word) {
  case 's':
    return send_bytes(fd, word);
  case 'r':
    return receives(fd, word);
  case 'e':
    return sees_end(fd);
  case 'h':
    return mc_socket_shutdown(fd, SHUT_WR, &client_site) == 0;
  default:
    return close_connection(fd);
  }
}

static const char *next_word(const char *word) {
  word += strcspn(word, " ,");
  return *word == ' ' ? word + 1 : NULL;
}

static void *recorded_client(void *argument) {
  const struct peer *p = argument;
  const char *word = p->record;
  while (word && do_again(p, word))
    word = next_word(word);
  if (word)
    mc_warn(MC_WARN_PEER_ANSWER, &client_site);
  for (unsigned k = 0; k < p->connections; k++)
    if (is_connected(p->fd[k]))
      close_connection(p->fd[k]);
  peers.running--;
  return NULL;
}

//===- Their begin ----------------------------------------------------------------------------===//

/// The kernel's socket of a connection, which has a number and nothing else.
static int new_socket(const struct mc_site *site) {
  const int low = (int)MC_FILE_CALL_OF(site, SYS_socket, peers.name.any.sa_family,
                                       SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int high = (int)MC_FILE_CALL_OF(site, SYS_fcntl, low, F_DUPFD_CLOEXEC, FIRST_NUMBER);
  if (high < 0)
    return low;
  MC_FILE_CALL_OF(site, SYS_close, low);
  return high;
}

static void take(const char *record, const struct mc_site *site) {
  struct peer *p = &peers.peer[peers.count++];
  p->record = next_word(record);
  for (const char *word = p->record; word; word = next_word(word))
    if (*word == 'c' && p->connections < MOST_CONNECTIONS)
      p->fd[p->connections++] = new_socket(site);
}

static void begin(const struct mc_site *site) {
  peers.has_begun = true;
  for (const char *record = mc_recorded_peers(); *record && peers.count < MOST_PEERS;
       record += strcspn(record, ","), record += *record == ',')
    take(record, site);
  peers.running = peers.count;
  for (unsigned i = 0; i < peers.count; i++) {
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    mc_thread_create(&thread, &attributes, recorded_client, &peers.peer[i], site);
    mc_thread_serves(mc_thread_number(thread));
    pthread_attr_destroy(&attributes);
  }
}

/// A port that is chosen is another one in each process.
static bool is_recorded(const struct mc_socket_name *name) {
  const char *record = mc_recorded_peers();
  if (name->any.sa_family == AF_UNIX)
    return strncmp(record, "unix", 4) == 0;
  const unsigned long port = strncmp(record, "tcp:", 4) == 0 ? strtoul(record + 4, NULL, 10) : 0;
  const unsigned mine = ntohs(name->in.sin_port);
  return port && (mine == port || (mine >= FIRST_CHOSEN_PORT && port >= FIRST_CHOSEN_PORT));
}

void mc_peers_meet_listener(const struct mc_descriptor *d, const struct mc_site *site) {
  const struct mc_endpoint *e = mc_endpoint_of(d);
  if (!*mc_recorded_peers() || peers.is_due || !e || !is_recorded(&e->local))
    return;
  peers.is_due = true;
  peers.name = e->local;
  if (mc_has_threads())
    begin(site);
}

void mc_peers_may_begin(const struct mc_site *site) {
  if (peers.is_due && !peers.has_begun)
    begin(site);
}

bool mc_peers_have_ended(void) { return peers.has_begun && !peers.running; }

void mc_peers_time_passes(void) {
  if (mc_peers_have_ended())
    mc_end_if_idle();
}

bool mc_is_at_listener(const struct mc_operation *op) {
  for (unsigned k = 0; k < op->objects; k++) {
    const struct mc_place *at = mc_place_of(op->object[k]);
    if (at && ((const struct mc_pipe_state *)mc_object_state(at->object))->listening)
      return true;
  }
  return false;
}
