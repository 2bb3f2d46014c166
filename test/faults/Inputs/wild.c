// wild.c CALL POINTER [main]: makes one call with a wild pointer, in a second thread or, with a
// third word, before there is one. Prints its result and errno. Without CALL: the names of all.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <glob.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, held = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;
static sem_t semaphore;
static pthread_spinlock_t spin;
static mtx_t mtx;
static cnd_t cnd;
static int pipes[2], sockets[2], event, poller, none;
static struct timespec past = {1, 0}, small = {0, 1};
static sigset_t set;
static char text[] = "text", buffer[64];
static const char *call;
static void *wild;
static void *body(void *unused) { return unused; }
static int cbody(void *unused) {
  (void)unused;
  return 0;
}
static void once_body(void) {}
static pthread_t fresh(void) {
  pthread_t t;
  pthread_create(&t, NULL, body, NULL);
  return t;
}
static int walk(const char *p, const struct stat *s, int f) {
  (void)p;
  (void)s;
  (void)f;
  return 1;
}

size_t malloc_usable_size(void *);
int setgroups(unsigned long, const unsigned *);
int mq_open(const char *, int, ...);
void openlog(const char *, int, int);
int ioctl(int, unsigned long, ...);
static __thread pthread_t thread_;

static long make(void *p) {
#define X(name, expression)                                                                        \
  if (strcmp(call, #name) == 0)                                                                    \
    return (long)(expression);
#include "wild.def"
#undef X
  return -99;
}

static void *caller(void *unused) {
  errno = 0;
  const long result = make(wild);
  const int error = errno;
  dprintf(1, "%s: %ld, %s\n", call, result, strerrorname_np(error) ? strerrorname_np(error) : "0");
  return unused;
}

int main(int argc, char **argv) {
  if (argc < 3) {
#define X(name, expression) puts(#name);
#include "wild.def"
#undef X
    return 0;
  }
  call = argv[1];
  const char *pointer = argv[2];
  char *pages = mmap(NULL, 3 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(pages + 4096, 4096);
  wild = strcmp(pointer, "null") == 0    ? NULL
         : strcmp(pointer, "one") == 0   ? (void *)1
         : strcmp(pointer, "gone") == 0  ? pages + 4096
         : strcmp(pointer, "upper") == 0 ? (void *)0x8000000000000000
                                         : pages + 4096 - 4;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigprocmask(SIG_BLOCK, &set, NULL);
  mtx_init(&mtx, mtx_plain), cnd_init(&cnd);
  sem_init(&semaphore, 0, 0), pthread_spin_init(&spin, 0), pthread_barrier_init(&barrier, NULL, 1);
  if (pipe(pipes) || socketpair(AF_UNIX, SOCK_STREAM, 0, sockets))
    return 9;
  event = eventfd(0, 0), poller = epoll_create1(0);
  if (argc > 3) {
    caller(NULL);
    return 0;
  }
  pthread_t thread;
  pthread_create(&thread, NULL, caller, NULL);
  pthread_join(thread, NULL);
  return 0;
}
