// For each primitive a program whose outcome exists only in the second order: the first trace runs the first
// thread first, and shows nothing; the search finds what the other order does. What orders the two is the
// primitive alone: where their steps on it are not dependent, or one of its alternatives is left out, the
// outcome is hidden. One that is new needs a program here.
// RUN: %mcmini-cc -g %s -o %t
// RUN: python3 %S/Inputs/second_order.py %build/bin/mcmini %root/primitives/primitives.def %t | FileCheck %s
// CHECK: {{^[1-9][0-9]}} programs, 0 wrong
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <mcmini/mcmini.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static pthread_t thread[2];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_spinlock_t spinlock;
static pthread_barrier_t barrier;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t semaphore;
static atomic_int word, other_word;
static int from, to, epoll; // descriptors
static int value;

//===- Who is first below a lock --------------------------------------------------------------===//

/// The thread that comes first has its number in `value`.
static void be_first(int number) {
  if (!value)
    value = number;
}

static void lock_mutex(int number) {
  pthread_mutex_lock(&mutex);
  be_first(number);
  pthread_mutex_unlock(&mutex);
}

static void lock_spinlock(int number) {
  pthread_spin_lock(&spinlock);
  be_first(number);
  pthread_spin_unlock(&spinlock);
}

static void write_or_read(int number) {
  if (number == 1)
    pthread_rwlock_wrlock(&rwlock);
  else
    pthread_rwlock_rdlock(&rwlock);
  if (number == 1)
    value = 1;
  else
    assert(value == 1);
  pthread_rwlock_unlock(&rwlock);
}

/// First come, first served: the order is that in which they enter the queue.
static void take_token(int number) {
  sem_wait(&semaphore);
  be_first(number);
  sem_post(&semaphore);
}

static void first_of_once(void) {
  value = 1;
}

static void second_of_once(void) {
  value = 2;
}

static void call_once_each(int number) {
  pthread_once(&once, number == 1 ? first_of_once : second_of_once);
}

//===- What comes too early -------------------------------------------------------------------===//

static void wait_or_signal(int number) {
  pthread_mutex_lock(&mutex);
  if (number == 1)
    pthread_cond_wait(&condition, &mutex);
  else
    pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
}

static void set_or_stop_alarm(int number) {
  if (number == 1)
    alarm(1000);
  else
    assert(alarm(0) > 0);
}

static void wait_or_wake(int number) {
  if (number == 1)
    syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL, NULL, 0);
  else
    syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0);
}

static void pass_or_destroy(int number) {
  if (number == 1)
    pthread_barrier_wait(&barrier);
  else
    pthread_barrier_destroy(&barrier);
}

static void post_or_take(int number) {
  if (number == 1)
    sem_post(&semaphore);
  else
    assert(sem_trywait(&semaphore) == 0);
}

static void end_or_join(int number) {
  if (number == 2)
    assert(pthread_tryjoin_np(thread[0], NULL) == 0);
}

static void send_or_wait(int number) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  const struct timespec no_time = {0};
  if (number == 1)
    kill(getpid(), SIGUSR1);
  else
    assert(sigtimedwait(&set, NULL, &no_time) == SIGUSR1);
}

static void put_or_get(int number) {
  const uint64_t one = 1;
  uint64_t got;
  if (number == 1)
    assert(write(to, &one, sizeof one) == sizeof one);
  else
    assert(read(from, &got, sizeof got) == sizeof got);
}

static void send_or_receive(int number) {
  static char data[8192];
  if (number == 1)
    assert(mq_send(from, "", 1, 0) == 0);
  else
    assert(mq_receive(from, data, sizeof data, NULL) == 1);
}

static void put_or_look(int number) {
  struct epoll_event event;
  if (number == 1)
    put_or_get(1);
  else
    assert(epoll_wait(epoll, &event, 1, 0) == 1);
}

static void store_or_load(int number) {
  if (number == 1)
    atomic_store(&word, 1);
  else
    assert(atomic_load(&word) == 1);
}

static void store_or_load_in_section(int number) {
  mc_atomic_begin();
  store_or_load(number);
  mc_atomic_end();
}

/// Who comes second leaves the other one waiting.
static void open_or_wait(int number) {
  const bool is_first = atomic_exchange(&word, 1) == 0;
  if (number == 1 && is_first)
    atomic_store(&other_word, 1);
  while (number == 2 && !atomic_load(&other_word)) {
  }
}

/// What libc keeps for all threads.
static void set_or_get(int number) {
  if (number == 1)
    setenv("SECOND_ORDER", "set", 1);
  else
    assert(getenv("SECOND_ORDER"));
}

/// Of two exits one goes on.
static void exit_each(int number) {
  exit(number == 1 ? 0 : 3);
}

static void choose(int number) {
  if (number == 1)
    assert(mc_choose(2) == 0);
}

//===- The table ------------------------------------------------------------------------------===//

static void use_pipe(void) {
  int fd[2];
  assert(pipe2(fd, O_NONBLOCK) == 0);
  from = fd[0], to = fd[1];
}

static void use_socket(int type) {
  int fd[2];
  assert(socketpair(AF_UNIX, type | SOCK_NONBLOCK, 0, fd) == 0);
  from = fd[0], to = fd[1];
}

static void use_stream(void) {
  use_socket(SOCK_STREAM);
}

static void use_datagram(void) {
  use_socket(SOCK_DGRAM);
}

static void use_seqpacket(void) {
  use_socket(SOCK_SEQPACKET);
}

/// `from` listens, `to` is a client's.
static void use_listener(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  from = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  to = socket(AF_INET, SOCK_STREAM, 0);
  assert(bind(from, (struct sockaddr *)&address, sizeof address) == 0 && listen(from, 1) == 0);
}

static void connect_or_accept(int number) {
  struct sockaddr_in address;
  socklen_t length = sizeof address;
  if (number == 2) {
    assert(accept(from, NULL, NULL) >= 0);
    return;
  }
  getsockname(from, (struct sockaddr *)&address, &length);
  connect(to, (struct sockaddr *)&address, length);
}

static void use_tcp(void) {
  use_listener();
  connect_or_accept(1);
  const int server = from;
  from = accept4(server, NULL, NULL, SOCK_NONBLOCK);
  assert(from >= 0);
}

static void use_eventfd(void) {
  from = to = eventfd(0, EFD_NONBLOCK);
}

static void use_mqueue(void) {
  from = mq_open("/mcmini-second", O_RDWR | O_CREAT | O_NONBLOCK, 0600, NULL);
}

static void use_epoll(void) {
  use_eventfd();
  epoll = epoll_create1(0);
  epoll_ctl(epoll, EPOLL_CTL_ADD, from, &(struct epoll_event){.events = EPOLLIN});
}

static void block_signal(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
}

static void use_spinlock(void) {
  pthread_spin_init(&spinlock, PTHREAD_PROCESS_PRIVATE);
}

static void use_barrier(void) {
  pthread_barrier_init(&barrier, NULL, 1);
}

static void use_semaphore(void) {
  sem_init(&semaphore, 0, 0);
}

static void use_fifo(void) {
  sem_init(&semaphore, 0, 1);
  mc_policy(&semaphore, MC_FIFO);
}

static const struct part {
  const char *name;
  void (*prepare)(void), (*run)(int number);
  bool has_first; ///< `value` is to be the number of the first thread
} parts[] = {{"thread", NULL, end_or_join, false},
             {"mutex", NULL, lock_mutex, true},
             {"rwlock", NULL, write_or_read, false},
             {"semaphore", use_semaphore, post_or_take, false},
             {"condition", NULL, wait_or_signal, false},
             {"queue", use_fifo, take_token, true},
             {"barrier", use_barrier, pass_or_destroy, false},
             {"once", NULL, call_once_each, true},
             {"spinlock", use_spinlock, lock_spinlock, true},
             {"signal", block_signal, send_or_wait, false},
             {"timer", NULL, set_or_stop_alarm, false},
             {"futex", NULL, wait_or_wake, false},
             {"pipe", use_pipe, put_or_get, false},
             {"socket", use_stream, put_or_get, false},
             {"datagram", use_datagram, put_or_get, false},
             {"seqpacket", use_seqpacket, put_or_get, false},
             {"tcp", use_tcp, put_or_get, false},
             {"listener", use_listener, connect_or_accept, false},
             {"eventfd", use_eventfd, put_or_get, false},
             {"mqueue", use_mqueue, send_or_receive, false},
             {"epoll", use_epoll, put_or_look, false},
             {"variable", NULL, store_or_load, false},
             {"await", NULL, open_or_wait, false},
             {"input", NULL, choose, false},
             {"section", NULL, store_or_load_in_section, false},
             {"process", NULL, exit_each, false},
             {"state", NULL, set_or_get, false}};
static const struct part *part;

static void *run(void *number) {
  part->run((int)(long)number);
  return NULL;
}

int main(int argc, char **argv) {
  part = parts;
  while (part < parts + sizeof parts / sizeof *parts && strcmp(part->name, argv[argc - 1]) != 0)
    part++;
  if (part == parts + sizeof parts / sizeof *parts) {
    printf("no program for %s\n", argv[argc - 1]);
    return 2;
  }
  if (part->prepare)
    part->prepare();
  for (long i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, run, (void *)(i + 1));
  if (part->run != end_or_join)
    pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
  assert(!part->has_first || value == 1);
  return 0;
}
