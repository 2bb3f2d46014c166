// pairs.c - pairs.def, or -DPAIRS=FILE with what it needs in -DMORE=FILE: two threads, each of which makes one
// call. `pairs FUNCTION` runs both threads,
// `pairs FUNCTION 0` and `1` make the calls one after the other, in that order. What they return is printed.
// Without arguments: the functions, with what is said of each.
#define _GNU_SOURCE
#define __NO_INLINE__ 1
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fmtmsg.h>
#include <ftw.h>
#include <getopt.h>
#include <glob.h>
#include <grp.h>
#include <langinfo.h>
#include <locale.h>
#include <malloc.h>
#include <mcmini/mcmini.h>
#include <libintl.h>
#include <link.h>
#include <mntent.h>
#include <mqueue.h>
#include <netdb.h>
#include <arpa/inet.h>
#include <netinet/ether.h>
#include <netinet/in.h>
#include <poll.h>
#include <printf.h>
#include <pthread.h>
#include <pwd.h>
#include <search.h>
#include <semaphore.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/sendfile.h>
#include <sys/syscall.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <syslog.h>
#include <threads.h>
#include <time.h>
#include <uchar.h>
#include <unistd.h>
#include <utime.h>
#include <wchar.h>

extern int __isoc99_fscanf(FILE *, const char *, ...), __isoc99_scanf(const char *, ...);
extern int __isoc99_vfscanf(FILE *, const char *, va_list), __isoc99_vscanf(const char *, va_list);
extern int fscanf89(FILE *, const char *, ...) __asm__("fscanf");
extern int scanf89(const char *, ...) __asm__("scanf");
extern int vfscanf89(FILE *, const char *, va_list) __asm__("vfscanf");
extern int vscanf89(const char *, va_list) __asm__("vscanf");
extern int __vfprintf_chk(FILE *, int, const char *, va_list), __vprintf_chk(int, const char *, va_list);
extern int __fprintf_chk(FILE *, int, const char *, ...), __printf_chk(int, const char *, ...);
extern char *__fgets_chk(char *, size_t, int, FILE *);
extern size_t __fread_chk(void *, size_t, size_t, size_t, FILE *);
extern int __cxa_atexit(void (*)(void *), void *, void *), __cxa_at_quick_exit(void (*)(void *), void *);

static int fd, other, two[2], lowest, saved, before;
static char text[4096], order[8], words_of_text[] = "a b c d";
static struct stat info;
static struct stat64 info64;
static struct statx more;
static FILE *stream;
static DIR *folder;
static struct dirent **list;
static struct dirent64 **list64;
static char *line;
static size_t room, here;
static wchar_t wide[8], wide_text[32];
static const struct ether_addr station;
static char16_t c16;
static char32_t c32;
static fpos_t place;
static time_t zero = 100000;
static struct tm date, other_date;
static struct passwd user, *found_user;
static struct group group, *found_group;
static const char *partial, *rest;
static unsigned key, other_key, first_key;
static bool is_quick;
static unsigned short words[3] = {1, 2, 3}, parameters[7] = {1, 2, 3, 4, 5, 6, 7};
static const struct timespec times[2] = {{7, 0}, {7, 0}};
static struct iovec one = {text, 1}, z = {(void *)"z", 1};
static char *arguments[] = {(char *)"x", (char *)"-p", (char *)"-q", NULL};
static const struct timespec at_once = {1, 0};
static struct mq_attr blocking = {0};
static const struct sigevent quietly = {.sigev_notify = SIGEV_NONE};
static struct msghdr message = {.msg_iov = &one, .msg_iovlen = 1};
static struct mmsghdr messages = {.msg_hdr = {.msg_iov = &one, .msg_iovlen = 1}};
static struct epoll_event event;
static const struct timespec moment;
static eventfd_t count;
static pthread_t main_thread, waiter;
static sigset_t both, none;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spinlock;
static pthread_barrier_t barrier;
static sem_t semaphore;
static char *memory, *one_end, *other_end;
static volatile char byte;
static struct iovec here_and_there[2] = {{text, 1}, {(void *)&byte, 1}};
static struct sembuf takes = {0, -1, IPC_NOWAIT};
static struct {
  long type;
  char text[8192];
} letter = {1, ""};
static struct msqid_ds of_queue;
static struct itimerspec long_time = {{1000, 0}, {1000, 0}}, old_time; // so that it is never over
static struct itimerval long_while = {{0, 0}, {1000, 0}}, old_while;
static timer_t timer;
static struct rlimit limit;
static struct rlimit64 limit64;
static glob_t globbed;
static int one_int = 1;
static socklen_t size_of_key = sizeof key;
static const struct rlimit few = {1, 1};
static const struct sched_param no_priority;
static struct sched_param priority;
static sigset_t both;
static const struct option no_options[] = {{NULL, 0, NULL, 0}};

#define QUIET MCMINI_NO_CHECK static
QUIET void takes_word(void *memory, va_list *list) { *(long *)memory = va_arg(*list, long); }
QUIET long is_there(const char *path) { return access(path, F_OK) == 0; }
QUIET long size_of(const char *path) { return stat(path, &info), info.st_size; }
QUIET long mode_of(const char *path) { return stat(path, &info), info.st_mode & 077; }
QUIET long first_byte(void) { return pread(fd, text, 1, 0), *text; }
QUIET long next_byte(void) {
  char byte = 0;
  return read(fd, &byte, 1) == 1 ? byte : -1;
}
QUIET long number(void) { return open("/dev/null", O_RDONLY) - lowest; }
QUIET long entries(void) {
  long found = 0;
  while (readdir(folder))
    found++;
  return found;
}
QUIET long entries64(void) {
  long found = 0;
  while (readdir64(folder))
    found++;
  return found;
}
QUIET void file(void) {
  fd = open("file", O_RDWR);
  lowest++;
}
QUIET void reads(void) { stream = fopen("file", "r"); }
QUIET void writes(void) { stream = fopen("file", "w"); }
QUIET void sockets(void) { socketpair(AF_UNIX, SOCK_STREAM, 0, two); }
QUIET long received(void) {
  char byte = 0;
  return recv(two[0], &byte, 1, MSG_DONTWAIT) == 1 ? byte : -1;
}
QUIET void blocks(void) {
  sigaddset(&both, SIGUSR1);
  sigaddset(&both, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &both, NULL);
}
QUIET void ignores(int signal) { (void)signal; }
QUIET void handles(void) {
  blocks();
  sigaction(SIGUSR1, &(struct sigaction){.sa_handler = ignores}, NULL);
}
QUIET long is_pending(void) {
  sigset_t set;
  return sigpending(&set), sigismember(&set, SIGUSR1);
}
QUIET long waits_for(void) {
  int which = 0;
  return sigwait(&both, &which), which;
}
QUIET void epoll(void) {
  event.events = EPOLLIN;
  pipe(two);
  other = epoll_create1(0);
  epoll_ctl(other, EPOLL_CTL_ADD, two[0], &event);
}
QUIET fd_set *in(int number) {
  static fd_set set;
  FD_ZERO(&set);
  FD_SET(number, &set);
  return &set;
}
QUIET int prints_to(int to, const char *format, ...) {
  va_list rest;
  va_start(rest, format);
  const int put = vdprintf(to, format, rest);
  va_end(rest);
  return put;
}
QUIET void takes_output(void) { freopen("file", "w", stdout); }
QUIET int scans(int (*scan)(FILE *, const char *, va_list), FILE *from, const char *format, ...) {
  va_list rest;
  va_start(rest, format);
  const int got = scan(from, format, rest);
  va_end(rest);
  return got;
}
QUIET int scans_input(int (*scan)(const char *, va_list), const char *format, ...) {
  va_list rest;
  va_start(rest, format);
  const int got = scan(format, rest);
  va_end(rest);
  return got;
}
QUIET int prints(int (*print)(FILE *, const char *, va_list), FILE *to, const char *format, ...) {
  va_list rest;
  va_start(rest, format);
  const int put = print(to, format, rest);
  va_end(rest);
  return put;
}
QUIET int prints_checked(FILE *to, const char *format, ...) {
  va_list rest;
  va_start(rest, format);
  const int put = __vfprintf_chk(to, 1, format, rest);
  va_end(rest);
  return put;
}
QUIET int prints_output(const char *format, ...) {
  va_list rest;
  va_start(rest, format);
  const int put = vprintf(format, rest);
  va_end(rest);
  return put;
}
QUIET int prints_output_checked(const char *format, ...) {
  va_list rest;
  va_start(rest, format);
  const int put = __vprintf_chk(1, format, rest);
  va_end(rest);
  return put;
}
QUIET void adds(void *digit) { strcat(order, digit); }
QUIET void adds_at_exit(int status, void *digit) { (void)status, strcat(order, digit); }
QUIET void adds_one(void *nothing) { (void)nothing, strcat(order, "1"); }
QUIET void adds_two(void *nothing) { (void)nothing, strcat(order, "2"); }
QUIET void removes_semaphore(void) { semctl(fd, 0, IPC_RMID); }
QUIET void removes_queue(void) { msgctl(fd, IPC_RMID, NULL); }
static char name_of_ours[32];
QUIET const char *name(void) { return name_of_ours; }
QUIET void unlinks_queue(void) { mq_unlink(name()); }
QUIET void queue(void) {
  struct mq_attr attributes = {.mq_maxmsg = 2, .mq_msgsize = 8};
  fd = mq_open(name(), O_RDWR | O_CREAT | O_EXCL | O_NONBLOCK, 0600, &attributes);
  atexit(unlinks_queue);
}
QUIET int has_message(void) { return (int)mq_receive(fd, text, 8, NULL); }
QUIET int messages_there(void) {
  struct mq_attr now;
  return mq_getattr(fd, &now) ? -1 : (int)now.mq_curmsgs;
}
QUIET void unlinks_semaphore(void) { sem_unlink(name()); }

QUIET key_t key_of_file(void) { return ftok("file", 'm'); }
QUIET void removes_keyed_semaphore(void) { semctl(semget(key_of_file(), 0, 0), 0, IPC_RMID); }
QUIET void removes_keyed_queue(void) { msgctl(msgget(key_of_file(), 0), IPC_RMID, NULL); }
QUIET void has_semaphore(void) {
  fd = semget(IPC_PRIVATE, 1, 0600);
  semctl(fd, 0, SETVAL, 1);
  atexit(removes_semaphore);
}
QUIET void has_queue(void) {
  fd = msgget(IPC_PRIVATE, 0600);
  atexit(removes_queue);
}
QUIET int socket_at(int to) {
  const struct sockaddr_un address = {AF_UNIX, "socket"};
  const int own = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
  if (to < 0)
    bind(own, (const struct sockaddr *)&address, sizeof address);
  return own;
}
QUIET int connects(int own) {
  const struct sockaddr_un address = {AF_UNIX, "socket"};
  return connect(own, (const struct sockaddr *)&address, sizeof address);
}
QUIET int binds(int own) {
  const struct sockaddr_un address = {AF_UNIX, "socket"};
  return bind(own, (const struct sockaddr *)&address, sizeof address);
}
QUIET int connects_to(int server, int own) {
  struct sockaddr_in name;
  socklen_t length = sizeof name;
  getsockname(server, (struct sockaddr *)&name, &length);
  return connect(own, (const struct sockaddr *)&name, length);
}
QUIET void listens(int most) { listen(fd = socket_at(-1), most); }
QUIET int at_port(void) {
  static struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {0x0100007f}};
  socklen_t size = sizeof address;
  const int own = socket(AF_INET, SOCK_STREAM, 0), yes = 1;
  setsockopt(own, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  bind(own, (struct sockaddr *)&address, sizeof address);
  getsockname(own, (struct sockaddr *)&address, &size);
  return own;
}
/// A pipe that has a name, of one page.
QUIET int fifo(const char *path) {
  mkfifo(path, 0666);
  const int own = open(path, O_RDWR | O_NONBLOCK);
  fcntl(own, F_SETPIPE_SZ, 4096);
  return own;
}
QUIET int process(void) {
  const ssize_t length = readlink("/proc/self", text, sizeof text - 1);
  text[length < 0 ? 0 : length] = 0;
  return atoi(text);
}
/// What a process says that looks whether the folder "new" is there.
QUIET int says(pid_t child) {
  int status = -1;
  if (child == 0)
    _exit(access("new", F_OK) != 0);
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}
static char *test_of_new[] = {(char *)"test", (char *)"-d", (char *)"new", NULL};
static char *shell[] = {(char *)"sh", (char *)"-c", (char *)"test -d new; echo outcome $?", NULL};
QUIET pid_t spawned(__typeof__(posix_spawn) *spawn, const char *path) {
  pid_t child = -1;
  return spawn(&child, path, NULL, NULL, test_of_new, environ) ? -1 : child;
}
__attribute__((noinline)) static long uses(volatile char *memory) { return *memory; }
static void waits_a_moment(void) {
  const struct timespec past = {1, 0};
  pthread_mutex_lock(&mutex);
  pthread_cond_timedwait(&condition, &mutex, &past);
  pthread_mutex_unlock(&mutex);
}
__attribute__((noinline)) static void uses_mutex(void) { pthread_mutex_lock(&mutex), pthread_mutex_unlock(&mutex); }
QUIET bool takes_more(char **own, char *const *others) {
  *own = sbrk(16);
  return *others && *others < *own;
}
QUIET void makes_timer(void) {
  struct sigevent silent = {.sigev_notify = SIGEV_NONE};
  timer_create(CLOCK_MONOTONIC, &silent, &timer);
}
QUIET int arms(void) { return timer_settime(timer, 0, &long_time, &old_time) + (old_time.it_value.tv_sec > 0); }
QUIET bool is_serial(void) { return pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD; }
static void *waits(void *argument) { return sem_wait(&semaphore), argument; }
QUIET long owner(void) { return stat("file", &info), info.st_uid; }
QUIET bool has_attribute(void) { return getxattr("file", "user.a", text, 9) >= 0; }
QUIET void page(void) {
  memory = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}
QUIET int visits(const char *path, const struct stat *at, int what) {
  return (void)at, (void)what, !strcmp(path, "./new");
}
QUIET int visits_more(const char *path, const struct stat *at, int what, struct FTW *more) {
  return (void)more, visits(path, at, what);
}
/// No other run has it.
QUIET const char *shared(void) {
  static char names[250] = "/mcmini-pairs", folder[250];
  getcwd(folder, sizeof folder - 30);
  for (char *c = strcpy(names + strlen("/mcmini-pairs"), folder); *c; c++)
    *c = *c == '/' ? '-' : *c;
  return names;
}

extern int __isoc99_fwscanf(FILE *, const wchar_t *, ...), __isoc99_wscanf(const wchar_t *, ...);
extern int __isoc99_vfwscanf(FILE *, const wchar_t *, va_list), __isoc99_vwscanf(const wchar_t *, va_list);
extern int __fwprintf_chk(FILE *, int, const wchar_t *, ...), __wprintf_chk(int, const wchar_t *, ...);
extern int __vfwprintf_chk(FILE *, int, const wchar_t *, va_list), __vwprintf_chk(int, const wchar_t *, va_list);
extern wchar_t *__fgetws_chk(wchar_t *, size_t, int, FILE *), *__fgetws_unlocked_chk(wchar_t *, size_t, int, FILE *);
extern char *__fgets_unlocked_chk(char *, size_t, int, FILE *);
extern size_t __fread_unlocked_chk(void *, size_t, size_t, size_t, FILE *);
#define WIDE(name, parameters, last, call)                                                         \
  QUIET int name parameters {                                                                      \
    va_list rest;                                                                                  \
    va_start(rest, last);                                                                          \
    const int result = call;                                                                       \
    va_end(rest);                                                                                  \
    return result;                                                                                 \
  }
WIDE(scans_wide, (FILE * from, const wchar_t *format, ...), format, __isoc99_vfwscanf(from, format, rest))
WIDE(scans_wide_input, (const wchar_t *format, ...), format, __isoc99_vwscanf(format, rest))
WIDE(prints_wide, (int (*print)(FILE *, const wchar_t *, va_list), FILE *to, const wchar_t *format, ...), format,
     print(to, format, rest))
WIDE(prints_wide_checked, (FILE * to, const wchar_t *format, ...), format, __vfwprintf_chk(to, 1, format, rest))
WIDE(prints_wide_output, (const wchar_t *format, ...), format, vwprintf(format, rest))
WIDE(prints_wide_output_checked, (const wchar_t *format, ...), format, __vwprintf_chk(1, format, rest))
static struct passwd user, *user_found, some_user = {(char *)"a", (char *)"b", 1, 1, (char *)"c", (char *)"d", (char *)"e"};
static struct group group, *group_found, some_group = {(char *)"a", (char *)"b", 1, (char *[]){NULL}};
static struct mntent mount, some_mount = {(char *)"a", (char *)"b", (char *)"c", (char *)"d", 1, 1};
static fpos64_t place64;
static struct dirent entry, *entry_found;
static struct dirent64 entry64, *entry64_found;
static long start;
static pthread_attr_t attributes;
QUIET FILE *has_lines(const char *text) {
  FILE *made = fopen("file", "w+");
  fputs(text, made);
  rewind(made);
  return made;
}
QUIET FILE *users(void) { return has_lines("a:b:1:1:c:d:e\nf:b:2:1:c:d:e\n"); }
QUIET FILE *groups(void) { return has_lines("a:b:1:\nf:b:2:\n"); }
QUIET FILE *mounts(void) { return has_lines("a b c d 1 1\ne f g h 1 1\n"); }
QUIET void larger(void) {
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 1 << 20);
}
QUIET size_t default_stack(void) {
  pthread_attr_t now;
  size_t size = 0;
  pthread_getattr_default_np(&now);
  pthread_attr_getstacksize(&now, &size);
  pthread_attr_destroy(&now);
  return size;
}
QUIET int is_libm(struct dl_phdr_info *module, size_t size, void *nothing) {
  return (void)size, (void)nothing, strstr(module->dlpi_name, "/libm.so") != NULL;
}
QUIET void has_ceiling(void) {
  pthread_mutexattr_t of_mutex;
  pthread_mutexattr_init(&of_mutex);
  pthread_mutexattr_setprotocol(&of_mutex, PTHREAD_PRIO_PROTECT);
  pthread_mutexattr_setprioceiling(&of_mutex, 1);
  pthread_mutex_init(&mutex, &of_mutex);
}

#ifdef PAIRS
#include MORE
#else
#define PAIRS "pairs.def"
#endif

#define CASE(name, ...) KIND(name, "orders", __VA_ARGS__)
#define CASE_AS_ROOT(name, ...) KIND(name, "orders-as-root", __VA_ARGS__)
#define CASE_WITH_ATTRIBUTES(name, ...) KIND(name, "orders-with-attributes", __VA_ARGS__)
#define EITHER(name, ...) KIND(name, "either", __VA_ARGS__)
#define INCOMPLETE(name, ...) KIND(name, "incomplete", __VA_ARGS__)
#define INCOMPLETE_AS_ROOT(name, ...) KIND(name, "incomplete-as-root", __VA_ARGS__)
#define FINDS(finding, name, ...) KIND(name, finding, __VA_ARGS__)
#define KIND(name, kind, prepare, first, second)                                                   \
  QUIET void prepare_##name(void) { prepare; }                                                     \
  QUIET long first_of_##name(void) { return (long)(first); }                                       \
  QUIET long second_of_##name(void) { return (long)(second); }
#include PAIRS
#undef KIND

static const struct pair {
  const char *name, *kind;
  void (*prepare)(void);
  long (*first)(void), (*second)(void);
} pairs[] = {
#define KIND(name, kind, ...) {#name, kind, prepare_##name, first_of_##name, second_of_##name},
#include PAIRS
};

static const struct pair *now;
static long results[2];

QUIET void finish(void) {
  char outcome[80];
  const int n = snprintf(outcome, sizeof outcome, "outcome %ld %ld %s\n", results[0], results[1], order);
  write(saved, outcome, (size_t)n);
  shm_unlink(shared());
}

static void *run_first(void *argument) {
  results[0] = now->first();
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread;
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    if (argc < 2)
      printf("%s %s\n", pairs[i].name, pairs[i].kind);
    else if (!strcmp(pairs[i].name, argv[1]))
      now = &pairs[i];
  if (!now)
    return argc > 1;
  main_thread = pthread_self();
  saved = dup(1);
  atexit(finish);
  at_quick_exit(finish);
  lowest = saved + 1;
  pthread_key_create(&first_key, NULL);
  pthread_key_delete(first_key);
  here = strlen(getcwd(text, sizeof text));
  snprintf(name_of_ours, sizeof name_of_ours, "/mcmini-%s", strrchr(text, '/') + 1);
  sem_unlink(name());
  now->prepare();
  if (argc == 2) {
    pthread_create(&thread, NULL, run_first, NULL);
    results[1] = now->second();
    pthread_join(thread, NULL);
  } else if (*argv[2] == '0') {
    results[0] = now->first();
    results[1] = now->second();
  } else {
    results[1] = now->second();
    results[0] = now->first();
  }
  is_quick ? quick_exit(0) : exit(0);
}
