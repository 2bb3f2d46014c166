// By /proc threads see, and change, what others do: memory (self/mem), mappings (self/maps), names (self/comm),
// descriptors. By the number of one (/proc/self/fd/N, also as /dev/fd/N) a call depends on who opens and closes
// it: both outcomes are there. The rest has one order, and the verdict says so, also for what was opened before the
// threads, and for paths that lead there. What only tells of the machine is for all threads the same.
// REQUIRES: dispatch
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: sh -c 'for how in memory maps opened comm folder descriptors link; do for options in "" --isolation=fork --threads=kernel; do \
// RUN:   %mcmini $options %t $how; echo status $?; done; done' > out
// RUN: grep -c "^status 3" out | grep -x 21
// RUN: grep -c "^Not every.*: other orders of what threads do by /proc/self/mem[.]" out | grep -x 3
// RUN: grep -c "^Not every.*: other orders of what threads do by /proc/self/maps[.]" out | grep -x 6
// RUN: grep -c "^Not every.*: other orders of what threads do by /proc/self/comm[.]" out | grep -x 6
// RUN: grep -c "^Not every.*: other orders of what threads do by /proc/self/fd[.]" out | grep -x 6
// RUN: sh -c 'for how in closes opens; do for options in "" --isolation=fork --threads=kernel --algorithm=dfs; do \
// RUN:   %mcmini --require-complete --output=all $options %t $how; done; done' > out
// RUN: grep -c "^there 0" out | grep "[89]\|[1-9][0-9]"
// RUN: grep -c "^there 1" out | grep "[89]\|[1-9][0-9]"
// RUN: grep -c "^Every schedule" out | grep -x 8
// RUN: sh -c 'for options in "" --isolation=fork --threads=kernel; do \
// RUN:   %mcmini --require-complete $options %t machine; done' > out
// RUN: grep -c "^Every schedule" out | grep -x 3
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

static const char *how;
static int file, number = 1, value;
static char path[64], text[4096];

static int is(const char *what) { return !strcmp(how, what); }

static void touch(const char *name, int flags) { close(open(name, flags)); }

static void machine(void) {
  touch("/proc/cpuinfo", O_RDONLY);
  touch("/proc/mounts", O_RDONLY);
  touch("/proc/sys/vm/overcommit_memory", O_RDONLY);
  (void)!readlink("/proc/self/exe", text, sizeof text);
}

static void *other(void *unused) {
  if (is("memory"))
    number = 2;
  else if (is("maps") || is("opened"))
    mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  else if (is("comm") || is("folder"))
    prctl(PR_SET_NAME, "other");
  else if (is("closes"))
    close(file);
  else if (is("opens") || is("descriptors") || is("link"))
    open("/dev/null", O_RDONLY);
  else
    machine();
  return unused;
}

static int look(void) {
  if (is("memory"))
    pwrite(open("/proc/self/mem", O_RDWR), &value, sizeof value, (long)&number);
  else if (is("maps"))
    touch("/dev/fd/../maps", O_RDONLY);
  else if (is("opened"))
    return read(file, text, sizeof text) > 0;
  else if (is("comm"))
    touch("/proc/self/comm", O_RDONLY);
  else if (is("folder"))
    return openat(file, "comm", O_RDONLY) >= 0;
  else if (is("descriptors"))
    return opendir("/dev/fd/") != NULL;
  else if (is("link"))
    return readlink(path, text, sizeof text) > 0;
  else if (is("closes") || is("opens"))
    return access(path, F_OK) == 0;
  return sysconf(_SC_NPROCESSORS_ONLN) > 0;
}

int main(int argc, char *argv[]) {
  pthread_t thread;
  how = argv[argc - 1];
  file = open(is("opened") ? "/proc/self/maps" : is("folder") ? "/proc/self" : "/dev/null", O_RDONLY);
  sprintf(path, is("link") ? "/proc/self/fd/%d" : "/dev/fd/%d", file + is("opens"));
  pthread_create(&thread, NULL, other, NULL);
  printf("there %d\n", look());
  pthread_join(thread, NULL);
}
