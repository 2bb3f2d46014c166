// pairs.c - pairs.def: two threads, each of which makes one call. `pairs FUNCTION` runs both threads,
// `pairs FUNCTION 0` and `1` make the calls one after the other, in that order. What they return is printed.
// Without arguments: the functions.
#define _GNU_SOURCE
#define __NO_INLINE__ 1
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <grp.h>
#include <langinfo.h>
#include <locale.h>
#include <mcmini/mcmini.h>
#include <poll.h>
#include <pthread.h>
#include <pwd.h>
#include <search.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
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
static wchar_t wide[8];
static char16_t c16;
static char32_t c32;
static fpos_t place;
static time_t zero = 100000;
static struct tm date;
static unsigned key, other_key, first_key;
static bool is_quick;
static unsigned short words[3] = {1, 2, 3}, parameters[7] = {1, 2, 3, 4, 5, 6, 7};
static const struct timespec times[2] = {{7, 0}, {7, 0}};
static struct iovec one = {text, 1}, z = {(void *)"z", 1};
static char *arguments[] = {(char *)"x", (char *)"-p", (char *)"-q", NULL};
static struct msghdr message = {.msg_iov = &one, .msg_iovlen = 1};
static struct mmsghdr messages = {.msg_hdr = {.msg_iov = &one, .msg_iovlen = 1}};
static struct epoll_event event;
static const struct timespec moment;
static eventfd_t count;
static pthread_t main_thread;
static sigset_t both;
static const struct option no_options[] = {{NULL, 0, NULL, 0}};

#define QUIET MCMINI_NO_CHECK static
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
  main_thread = pthread_self();
  sigaddset(&both, SIGUSR1);
  sigaddset(&both, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &both, NULL);
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
QUIET const char *name(void) {
  static char names[32];
  snprintf(names, sizeof names, "/mcmini-pairs-%d", (int)getuid());
  return names;
}
/// No other run has it.
QUIET const char *shared(void) {
  static char names[250] = "/mcmini-pairs", folder[250];
  getcwd(folder, sizeof folder - 30);
  for (char *c = strcpy(names + strlen("/mcmini-pairs"), folder); *c; c++)
    *c = *c == '/' ? '-' : *c;
  return names;
}

#define CASE(name, prepare, first, second)                                                         \
  QUIET void prepare_##name(void) { prepare; }                                                     \
  QUIET long first_of_##name(void) { return (long)(first); }                                       \
  QUIET long second_of_##name(void) { return (long)(second); }
#include "pairs.def"
#undef CASE

static const struct pair {
  const char *name;
  void (*prepare)(void);
  long (*first)(void), (*second)(void);
} pairs[] = {
#define CASE(name, prepare, first, second)                                                         \
  {#name, prepare_##name, first_of_##name, second_of_##name},
#include "pairs.def"
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
      puts(pairs[i].name);
    else if (!strcmp(pairs[i].name, argv[1]))
      now = &pairs[i];
  if (!now)
    return argc > 1;
  saved = dup(1);
  atexit(finish);
  at_quick_exit(finish);
  lowest = saved + 1;
  pthread_key_create(&first_key, NULL);
  pthread_key_delete(first_key);
  here = strlen(getcwd(text, sizeof text));
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
