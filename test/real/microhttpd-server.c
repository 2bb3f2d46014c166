// A server of libmicrohttpd (libmicrohttpd-dev), as Debian has it: the library's own thread, with poll or
// epoll, and clients that are threads. With two clients all classes are
// explored: each gets its own answer. The verdict is incomplete for libraries behind it alone (GnuTLS), which have
// atomics that could not be decoded. The mutant stops the server while clients may still be there.
//
// The counts have no derivation: two algorithms, of which each decides by itself where it goes, agree.
// REQUIRES: microhttpd
// RUN: %mcmini-cc -g -O1 -w -DN=1 -DMODE=MHD_USE_POLL %s -lmicrohttpd -o %t.one
// RUN: not %mcmini %t.one | FileCheck --check-prefix=ONE %s
// RUN: not %mcmini --algorithm=source %t.one | FileCheck --check-prefix=ONE %s
// RUN: %mcmini-cc -g -O1 -w -DN=1 -DMODE=MHD_USE_EPOLL %s -lmicrohttpd -o %t.epoll
// RUN: not %mcmini %t.epoll | FileCheck --check-prefix=EPOLL %s
// RUN: not %mcmini --algorithm=source %t.epoll | FileCheck --check-prefix=EPOLL %s
// RUN: %mcmini-cc -g -O1 -w -DN=2 -DMODE=MHD_USE_POLL %s -lmicrohttpd -o %t.two
// RUN: not %mcmini %t.two | FileCheck --check-prefix=TWO %s
// RUN: %mcmini-cc -g -O1 -w -DN=2 -DMODE=MHD_USE_POLL -DMUTANT %s -lmicrohttpd -o %t.mutant
// RUN: not %mcmini %t.mutant | FileCheck --check-prefix=MUTANT %s
// ONE: incomplete: nothing found, but atomics in code of libgnutls
// ONE: {{^}}4 traces: 4 completed, 0 deadlocked, 0 failed
// EPOLL: {{^}}16 traces: 16 completed, 0 deadlocked, 0 failed
// TWO: {{^}}1536 traces: 1536 completed, 0 deadlocked, 0 failed
// MUTANT: assertion failed: assertion `connect(
#include <arpa/inet.h>
#include <assert.h>
#include <microhttpd.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address;
static int served; // by the daemon's thread alone

static enum MHD_Result answer(void *unused, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *data, size_t *size,
                              void **state) {
  static int seen;
  if (!*state) {
    *state = &seen;
    return MHD_YES;
  }
  served++;
  struct MHD_Response *response = MHD_create_response_from_buffer(strlen(url), (void *)url, MHD_RESPMEM_MUST_COPY);
  enum MHD_Result result = MHD_queue_response(connection, MHD_HTTP_OK, response);
  MHD_destroy_response(response);
  return result;
}

static void *client(void *path) {
  char text[400];
  int bytes = 0, got;
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  assert(connect(fd, (struct sockaddr *)&address, sizeof address) == 0);
  sprintf(text, "GET %s HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", (char *)path);
  assert(write(fd, text, strlen(text)) == strlen(text));
  while ((got = read(fd, text + bytes, sizeof text - 1 - bytes)) > 0)
    bytes += got;
  text[bytes] = 0;
  assert(got == 0 && strstr(text, "200 OK") && strstr(text, (char *)path));
  close(fd);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  address = (struct sockaddr_in){AF_INET, htons(21300), {htonl(INADDR_LOOPBACK)}};
  struct MHD_Daemon *daemon = MHD_start_daemon(
      MHD_USE_INTERNAL_POLLING_THREAD | MODE, 0, NULL, NULL, answer, NULL, MHD_OPTION_SOCK_ADDR,
      (struct sockaddr *)&address, MHD_OPTION_END);
  assert(daemon);
  for (int i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, client, i ? "/b" : "/a");
#ifdef MUTANT
  MHD_stop_daemon(daemon);
#endif
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
#ifndef MUTANT
  MHD_stop_daemon(daemon);
#endif
  assert(served == N);
}
