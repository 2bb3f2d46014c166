// What functions of the C library give back through pointers they write (pass/ranges.def): a read by another
// thread, which nothing orders, is a data race; with both calls and reads in order there is none.
// RUN: %mcmini-cc -g -O1 -w %s -lm -o %t && %mcmini-cc --from-tsan -g -O0 -w %s -lm -o %t.tsan
// RUN: mkdir -p %t.d && cd %t.d && %S/Inputs/results-of-calls %mcmini %t %t.tsan
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <fenv.h>
#include <getopt.h>
#include <glob.h>
#include <grp.h>
#include <iconv.h>
#include <ifaddrs.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <pty.h>
#include <pwd.h>
#include <regex.h>
#include <sched.h>
#include <search.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <termios.h>
#include <threads.h>
#include <time.h>
#include <uchar.h>
#include <unistd.h>
#include <wchar.h>
#include <wordexp.h>

static pthread_attr_t attributes;
static pthread_mutexattr_t of_mutex;
static pthread_condattr_t of_condition;
static pthread_rwlockattr_t of_rwlock;
static pthread_barrierattr_t of_barrier;
static struct random_data numbers;
static struct drand48_data numbers48;
static char state_of_numbers[64], room[256], to[64], back[64];
static int fd, pair[2], listener, terminal, folder, lengths, options, zero;
static FILE *stream, *wide_stream;
static DIR *entries;
static time_t now;
static struct tm date;
static mbstate_t part;
static regex_t pattern;
static locale_t language;
static iconv_t conversion;
static socklen_t size = sizeof(struct sockaddr_un), size_of_int = sizeof(int);
extern int __xpg_strerror_r(int, char *, size_t);
static struct passwd user, *user_found;
static struct group group, *group_found;
static struct servent service, *service_found;
static const char *multibyte = "ab";
static const wchar_t *wide = L"ab";
static char *suboptions = (char *)"a=1";
static char *const tokens[] = {(char *)"a", NULL};
static wchar_t words[] = L"a b";
static struct sockaddr_un name = {AF_UNIX};
static socklen_t length = sizeof name;

static int less(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static pid_t child(void) {
  const pid_t made = fork();
  if (made == 0)
    _exit(1);
  return made;
}

static void prepare_sockets(void) {
  listener = socket(AF_UNIX, SOCK_STREAM, 0);
  bind(listener, (struct sockaddr *)&name, sizeof(sa_family_t)); // a name of the kernel's choice
  getsockname(listener, (struct sockaddr *)&name, &length);
  listen(listener, 2);
  send(pair[1], "ab", 2, 0);
}

static void connects(void) {
  connect(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&name, length);
}

static size_t size_ignored;
static int int_ignored;
static struct sched_param param_ignored;
static struct timeval timeval_ignored;
static uid_t uid_ignored;
static gid_t gids_ignored[9];
static sigset_t set_ignored;
static struct dirent *dirent_ignored, entry_ignored;
static double double_ignored;
static wchar_t wide_ignored, wides_ignored[9];

#define GROUP(name)
#define CALL(name, variable, call) static variable;
#include "Inputs/results-of-calls.def"
#undef GROUP
#undef CALL

static int saw;

static void nothing_yet(void) {
#define GROUP(name)                                                                                \
  }                                                                                                \
  static void call_##name(void) {
#define CALL(name, variable, call) call;
#include "Inputs/results-of-calls.def"
#undef GROUP
#undef CALL
}

static void nothing_more(void) {
#define GROUP(name)                                                                                \
  }                                                                                                \
  static void look_##name(void) {
#define CALL(name, variable, call) saw += *(volatile char *)&name;
#include "Inputs/results-of-calls.def"
#undef GROUP
#undef CALL
}

static const struct {
  const char *name;
  void (*call)(void), (*look)(void);
} groups[] = {
#define GROUP(name) {#name, call_##name, look_##name},
#define CALL(name, variable, call)
#include "Inputs/results-of-calls.def"
#undef GROUP
#undef CALL
};

static void (*look)(void);

static void *looks(void *unused) {
  look();
  return unused;
}

static void prepare(void) {
  socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
  fd = open("/proc/self/exe", O_RDONLY);
  folder = open("/", O_RDONLY);
  entries = opendir("/");
  terminal = posix_openpt(O_RDWR | O_NOCTTY);
  unlockpt(terminal);
  options = eventfd(9, 0);
  stream = tmpfile();
  fputs("a\nb\nccdd12 34\n", stream);
  rewind(stream);
  wide_stream = fopen("/etc/passwd", "r");
  pthread_attr_init(&attributes);
  pthread_mutexattr_init(&of_mutex);
  pthread_mutexattr_setprotocol(&of_mutex, PTHREAD_PRIO_PROTECT);
  pthread_condattr_init(&of_condition);
  pthread_rwlockattr_init(&of_rwlock);
  pthread_barrierattr_init(&of_barrier);
  initstate_r(1, state_of_numbers, sizeof state_of_numbers, &numbers);
  strcpy(to, "a b");
  date.tm_mday = 1;
  regcomp(&pattern, "a", 0);
  language = newlocale(LC_ALL_MASK, "C", NULL);
  conversion = iconv_open("UTF-16LE", "UTF-8");
  lengths = 99;
}

int main(int argc, char *argv[]) {
  pthread_t reader;
  const int ordered = argc > 2;
  unsigned i = 0;
  while (strcmp(argv[1], groups[i].name))
    i++;
  look = groups[i].look;
  prepare();
  if (!strcmp(argv[1], "NET"))
    prepare_sockets();
  if (ordered)
    groups[i].call();
  pthread_create(&reader, NULL, looks, NULL);
  if (!ordered)
    groups[i].call();
  pthread_join(reader, NULL);
  return 0;
}
