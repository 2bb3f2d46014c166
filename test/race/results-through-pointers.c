// What a function gives back through a pointer it writes: a read by another thread, which nothing orders, is a
// data race, and both outcomes are explored. Where a join or the creation of the reader orders the two, it is none.
// RUN: %mcmini-cc -g -O1 -w %s -o %t && %mcmini-cc --from-tsan -g -O1 -w %s -o %t.tsan
// RUN: %S/Inputs/results %mcmini %t %t.tsan create join getvalue sigmask sigwait pipe socketpair poll select \
// RUN:   epoll readv writev recvmsg key time memalign sigpending c11
// RUN: not %mcmini -k --output=all %t create | FileCheck %s --check-prefix=BOTH
// BOTH-DAG: {{^}}saw 0{{$}}
// BOTH-DAG: {{^}}saw 1{{$}}
#define _GNU_SOURCE
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static const char *call;
static int ordered, saw, ends[2];
static union {
  pthread_t thread;
  void *pointer;
  int number[2];
  sigset_t signals;
  struct pollfd polled;
  fd_set set;
  struct epoll_event event;
  char byte;
  pthread_key_t key;
  time_t time;
} result;
static char written;
static pthread_t nobody;

static int is(const char *name) { return !strcmp(call, name); }

static void *nothing(void *unused) { return unused; }
static int nothing_else(void *unused) { return unused != NULL; }

static void *look(void *unused) {
  if (is("writev"))
    written = 1;
  else if (is("poll"))
    saw = result.polled.revents != 0;
  else
    saw = result.byte != 0;
  return unused;
}

static void use(void) {
  struct iovec part = {is("writev") ? &written : &result.byte, 1};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  pthread_t thread;
  thrd_t other;
  sem_t semaphore;
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, SIGUSR1);
  if (is("create"))
    pthread_create(&result.thread, NULL, nothing, NULL);
  else if (is("join") && pthread_create(&thread, NULL, nothing, "") == 0)
    pthread_join(thread, &result.pointer);
  else if (is("c11") && thrd_create(&other, nothing_else, "") == thrd_success)
    thrd_join(other, &result.number[0]);
  else if (is("getvalue") && sem_init(&semaphore, 0, 1) == 0)
    sem_getvalue(&semaphore, &result.number[0]);
  else if (is("sigmask"))
    pthread_sigmask(SIG_BLOCK, &one, &result.signals);
  else if (is("sigpending"))
    sigpending(&result.signals);
  else if (is("sigwait")) {
    pthread_sigmask(SIG_BLOCK, &one, NULL);
    raise(SIGUSR1);
    sigwait(&one, &result.number[0]);
  } else if (is("pipe"))
    pipe(result.number);
  else if (is("socketpair"))
    socketpair(AF_UNIX, SOCK_STREAM, 0, result.number);
  else if (is("poll"))
    poll(&result.polled, 1, 0);
  else if (is("select"))
    select(ends[0] + 1, &result.set, NULL, NULL, &(struct timeval){0});
  else if (is("epoll")) {
    const int set = epoll_create1(0);
    epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &(struct epoll_event){.events = EPOLLIN});
    epoll_wait(set, &result.event, 1, -1);
  } else if (is("readv"))
    readv(ends[0], &part, 1);
  else if (is("writev"))
    writev(ends[1], &part, 1);
  else if (is("recvmsg"))
    recvmsg(ends[0], &message, 0);
  else if (is("key"))
    pthread_key_create(&result.key, NULL);
  else if (is("time"))
    time(&result.time);
  else if (is("memalign"))
    posix_memalign(&result.pointer, 64, 64);
}

int main(int argc, char *argv[]) {
  pthread_t reader;
  call = argv[1];
  ordered = argc > 2;
  if (is("recvmsg"))
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
  else
    pipe(ends);
  write(ends[1], "xx", 2);
  if (is("poll"))
    result.polled = (struct pollfd){ends[0], POLLIN};
  if (is("select"))
    FD_SET(ends[0], &result.set);
  if (ordered) {
    use();
    pthread_create(&reader, NULL, look, NULL);
    pthread_join(reader, NULL);
    use();
    return 0;
  }
  pthread_create(&reader, NULL, look, NULL);
  use();
  pthread_join(reader, NULL);
  printf("saw %d\n", saw);
}
