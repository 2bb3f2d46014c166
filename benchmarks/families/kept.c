// kept USE ROUNDS - two threads that lock two mutexes in turn, ROUNDS times. The first thread begins with
// something that the kernel keeps for the process: USE. Each process has a handler of SIGUSR1
// and an open file besides. No USE has an order with what the other thread does.
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t mutex[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int rounds, descriptor;

static void handle(int number) { (void)number; }

static void nothing(void) {}
static void handler(void) { raise(SIGUSR1); }
static void ignored(void) { signal(SIGPIPE, SIG_IGN); }
static void mask(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
}
static void reading(void) {
  char byte;
  assert(read(descriptor, &byte, 1) == 1);
}
static void writing(void) {
  FILE *file = fopen("kept.txt", "w");
  fprintf(file, "%d\n", rounds);
  fclose(file);
}
static void random_bytes(void) {
  char bytes[8];
  const int fd = open("/dev/urandom", O_RDONLY);
  assert(read(fd, bytes, sizeof bytes) == sizeof bytes);
  close(fd);
}
static void folder(void) {
  DIR *opened = opendir("/");
  assert(readdir(opened));
  closedir(opened);
}
static void making(void) { assert(mkdir("kept.d", 0700) == 0 && rmdir("kept.d") == 0); }
static void closing(void) { close(descriptor); }
static void sockets(void) {
  int end[2];
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, end) == 0);
  assert(write(end[0], "a", 1) == 1);
}
static void syncing(void) {
  const int fd = open("kept.txt", O_CREAT | O_WRONLY, 0600);
  assert(write(fd, "a", 1) == 1 && fsync(fd) == 0);
  close(fd);
}

static const struct use {
  const char *name;
  void (*call)(void);
} uses[] = {
    {"nothing", nothing}, {"handler", handler}, {"sigpipe", ignored},      {"mask", mask},
    {"read", reading},    {"write", writing},   {"urandom", random_bytes}, {"opendir", folder},
    {"mkdir", making},    {"close", closing},   {"socketpair", sockets},   {"fsync", syncing},
};
static const struct use *use;

static void *work(void *number) {
  if (!number)
    use->call();
  for (int i = 0; i < 2 * rounds; i++) {
    pthread_mutex_lock(&mutex[i % 2]);
    pthread_mutex_unlock(&mutex[i % 2]);
  }
  return NULL;
}

int main(int argc, char **argv) {
  const struct sigaction action = {.sa_handler = handle};
  pthread_t thread;
  for (unsigned i = 0; i < sizeof uses / sizeof *uses && argc > 1; i++)
    if (!strcmp(uses[i].name, argv[1]))
      use = &uses[i];
  if (!use)
    return 2;
  rounds = argc > 2 ? atoi(argv[2]) : 3;
  descriptor = open(argv[0], O_RDONLY);
  sigaction(SIGUSR1, &action, NULL);
  pthread_create(&thread, NULL, work, (void *)1);
  work(NULL);
  pthread_join(thread, NULL);
  return 0;
}
