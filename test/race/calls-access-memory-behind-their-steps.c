// A call that makes a step of its own (on a file, a pipe, a stream, libc's state) accesses the program's memory
// behind that step. Its access is announced before. Who comes between the two finds the access not made, and an
// order in which the other comes behind it would hide: the reader that sees what was given back, the buffer that
// is written over before it was read. So the step for the access is made again behind the call.
//
// Each call: both outcomes, through both doors.
// RUN: mkdir -p %t.d && cd %t.d
// RUN: %mcmini-cc -g -O1 -w %s -o %t && %mcmini-cc --from-tsan -g -O1 -w %s -o %t.tsan
// RUN: %S/Inputs/behind %mcmini %t %t.tsan key tss pipe socketpair read pread stat fstat fgets fread getcwd strftime \
// RUN:   gmtime readpipe readv writev epoll poll select write pwrite writepipe fputs fwrite
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static const char *call;
static int saw, file, ends[2];
static FILE *stream;
static const struct tm *date;
static union {
  char bytes[512];
  int numbers[2];
  struct stat info;
  struct pollfd polled[2];
  struct epoll_event event;
  fd_set set;
} memory;

static int is(const char *name) { return !strcmp(call, name); }
/// Into the memory, or else from it.
static int gives(void) { return !strchr(call, 'w') && !is("fputs") || is("getcwd"); }

/// The call that is looked at.
static void *makes(void *unused) {
  struct iovec part = {memory.bytes, 1};
  struct tm today = {.tm_mday = 1};
  time_t then = 366 * 86400;
  if (is("key"))
    pthread_key_create((pthread_key_t *)memory.numbers, NULL);
  else if (is("tss"))
    tss_create((tss_t *)memory.numbers, NULL);
  else if (is("pipe"))
    pipe(memory.numbers);
  else if (is("socketpair"))
    socketpair(AF_UNIX, SOCK_STREAM, 0, memory.numbers);
  else if (is("read"))
    read(file, memory.bytes, 1);
  else if (is("pread"))
    pread(file, memory.bytes, 1, 0);
  else if (is("stat"))
    stat("file", &memory.info);
  else if (is("fstat"))
    fstat(file, &memory.info);
  else if (is("fgets"))
    fgets(memory.bytes, 2, stream);
  else if (is("fread"))
    fread(memory.bytes, 1, 1, stream);
  else if (is("getcwd"))
    getcwd(memory.bytes, sizeof memory.bytes);
  else if (is("strftime"))
    strftime(memory.bytes, sizeof memory.bytes, "%d", &today);
  else if (is("gmtime"))
    gmtime(&then);
  else if (is("readpipe"))
    read(ends[0], memory.bytes, 1);
  else if (is("readv"))
    readv(ends[0], &part, 1);
  else if (is("writev"))
    writev(ends[1], &part, 1);
  else if (is("epoll")) {
    const int set = epoll_create1(0);
    epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &(struct epoll_event){.events = EPOLLIN});
    epoll_wait(set, &memory.event, 1, -1);
  } else if (is("poll"))
    poll(memory.polled, 2, 0);
  else if (is("select"))
    select(ends[0] + 1, &memory.set, NULL, NULL, &(struct timeval){0});
  else if (is("write"))
    write(file, memory.bytes, 1);
  else if (is("pwrite"))
    pwrite(file, memory.bytes, 1, 0);
  else if (is("writepipe"))
    write(ends[1], memory.bytes, 1);
  else if (is("fputs"))
    fputs(memory.bytes, stream);
  else if (is("fwrite"))
    fwrite(memory.bytes, 1, 1, stream);
  return unused;
}

/// So that calls are steps.
static void meet(void) {
  pthread_key_t key;
  pthread_key_create(&key, NULL);
  setenv("TZ", "UTC", 1);
  ftruncate(file, 1);
  fputc('\n', stream);
  chdir(".");
  close(open("/dev/null", O_RDONLY));
}

static void looks(void) {
  if (!gives())
    memory.bytes[0] = 1;
  else if (is("poll"))
    saw = memory.polled[1].revents != 0;
  else if (is("select"))
    saw = memory.bytes[0] == 0;
  else if (is("epoll"))
    saw = memory.event.events != 0;
  else if (is("stat") || is("fstat"))
    saw = memory.info.st_size != 0;
  else if (is("gmtime"))
    saw = date->tm_year != 70;
  else
    saw = memory.bytes[0] != 0;
}

int main(int argc, char *argv[]) {
  pthread_t thread;
  time_t epoch = 0;
  call = argv[1];
  file = open("file", O_CREAT | O_TRUNC | O_RDWR, 0600);
  write(file, "x", 1);
  lseek(file, 0, SEEK_SET);
  stream = fopen("stream", "w+");
  setvbuf(stream, NULL, _IONBF, 0);
  if (gives())
    fputs("x", stream);
  rewind(stream);
  pipe(ends);
  if (gives() && !is("select"))
    write(ends[1], "x", 1);
  memory.polled[0].fd = is("poll") ? -1 : 0;
  if (is("poll"))
    memory.polled[1] = (struct pollfd){ends[0], POLLIN};
  if (is("select"))
    FD_SET(ends[0], &memory.set);
  pthread_create(&thread, NULL, makes, NULL);
  date = is("gmtime") ? gmtime(&epoch) : NULL;
  looks();
  if (!is("gmtime"))
    meet();
  pthread_join(thread, NULL);
  if (!gives()) {
    char byte = 0;
    rewind(stream);
    if (is("writepipe") || is("writev"))
      read(ends[0], &byte, 1);
    else if (is("write") || is("pwrite"))
      pread(file, &byte, 1, 0);
    else
      while ((byte = (char)fgetc(stream)) == '\n')
        ;
    saw = byte == 1;
  }
  printf("saw %d\n", saw);
}
