// Two calls of libc or the kernel, of two threads, on one state: each pair has two outcomes, one for
// each order, in as many traces; with one order alone the second is hidden. Cases 21 and 22 commute: 1
// trace. In 13 the folder is made before one of the calls of readdir, which tell ., .. and the end, or
// after all: 4 traces. In 23 the number is closed, and is then that of a copy: -1 between the two; to look up what has the
// number, and the call, are two steps, each of them before both, between them, or behind: 3 + 2 + 1 traces.
// So they are in 24, before or behind the close: 3. In 25 and 26 who comes behind the close looks up nothing more than a number that is closed.
//
// RUN: mkdir -p %t.d
// RUN: sh %S/Inputs/pairs.sh %t.d/d %s %mcmini -- %mcmini-cc -g -O1 -w -I%S/Inputs | FileCheck %s
// RUN: ls %t.d/d | count 0
// CHECK: {{^}}case 0 : outcome -1 0 outcome 0 -1 2 traces{{$}}
// CHECK: {{^}}case 0 --isolation=fork: outcome -1 0 outcome 0 -1 2 traces{{$}}
// CHECK: {{^}}case 0 --algorithm=dpor: outcome -1 0 outcome 0 -1 2 traces{{$}}
// CHECK: {{^}}case 0 --algorithm=dfs: outcome -1 0 outcome 0 -1 4 traces{{$}}
// CHECK: {{^}}case 1 : outcome 0 -1 outcome 0 0 2 traces{{$}}
// CHECK: {{^}}case 1 --isolation=fork: outcome 0 -1 outcome 0 0 2 traces{{$}}
// CHECK: {{^}}case 1 --algorithm=dpor: outcome 0 -1 outcome 0 0 2 traces{{$}}
// CHECK: {{^}}case 1 --algorithm=dfs: outcome 0 -1 outcome 0 0 4 traces{{$}}
// CHECK: {{^}}case 2 : outcome 0 -1 outcome 0 0 2 traces{{$}}
// CHECK: {{^}}case 2 --isolation=fork: outcome 0 -1 outcome 0 0 2 traces{{$}}
// CHECK: {{^}}case 2 --algorithm=dpor: outcome 0 -1 outcome 0 0 2 traces{{$}}
// CHECK: {{^}}case 2 --algorithm=dfs: outcome 0 -1 outcome 0 0 4 traces{{$}}
// CHECK: {{^}}case 3 : outcome 0 1 outcome 1 0 2 traces{{$}}
// CHECK: {{^}}case 3 --isolation=fork: outcome 0 1 outcome 1 0 2 traces{{$}}
// CHECK: {{^}}case 3 --algorithm=dpor: outcome 0 1 outcome 1 0 2 traces{{$}}
// CHECK: {{^}}case 3 --algorithm=dfs: outcome 0 1 outcome 1 0 4 traces{{$}}
// CHECK: {{^}}case 4 : outcome 0 1 outcome 1 0 2 traces{{$}}
// CHECK: {{^}}case 4 --isolation=fork: outcome 0 1 outcome 1 0 2 traces{{$}}
// CHECK: {{^}}case 4 --algorithm=dpor: outcome 0 1 outcome 1 0 2 traces{{$}}
// CHECK: {{^}}case 4 --algorithm=dfs: outcome 0 1 outcome 1 0 4 traces{{$}}
// CHECK: {{^}}case 5 : outcome 0 1 outcome 1 0 2 traces{{$}}
// CHECK: {{^}}case 5 --isolation=fork: outcome 0 1 outcome 1 0 2 traces{{$}}
// CHECK: {{^}}case 5 --algorithm=dpor: outcome 0 1 outcome 1 0 2 traces{{$}}
// CHECK: {{^}}case 5 --algorithm=dfs: outcome 0 1 outcome 1 0 4 traces{{$}}
// CHECK: {{^}}case 6 : outcome 0 1 outcome 1 0 2 traces{{$}}
// CHECK: {{^}}case 6 --isolation=fork: outcome 0 1 outcome 1 0 2 traces{{$}}
// CHECK: {{^}}case 6 --algorithm=dpor: outcome 0 1 outcome 1 0 2 traces{{$}}
// CHECK: {{^}}case 6 --algorithm=dfs: outcome 0 1 outcome 1 0 4 traces{{$}}
// CHECK: {{^}}case 7 : outcome 0 0 outcome 0 1 2 traces{{$}}
// CHECK: {{^}}case 7 --isolation=fork: outcome 0 0 outcome 0 1 2 traces{{$}}
// CHECK: {{^}}case 7 --algorithm=dpor: outcome 0 0 outcome 0 1 2 traces{{$}}
// CHECK: {{^}}case 7 --algorithm=dfs: outcome 0 0 outcome 0 1 4 traces{{$}}
// CHECK: {{^}}case 8 : outcome 1 2 outcome 2 1 2 traces{{$}}
// CHECK: {{^}}case 8 --isolation=fork: outcome 1 2 outcome 2 1 2 traces{{$}}
// CHECK: {{^}}case 8 --algorithm=dpor: outcome 1 2 outcome 2 1 2 traces{{$}}
// CHECK: {{^}}case 8 --algorithm=dfs: outcome 1 2 outcome 2 1 4 traces{{$}}
// CHECK: {{^}}case 9 : outcome 0 1 outcome 1 0 2 traces{{$}}
// CHECK: {{^}}case 9 --isolation=fork: outcome 0 1 outcome 1 0 2 traces{{$}}
// CHECK: {{^}}case 9 --algorithm=dpor: outcome 0 1 outcome 1 0 2 traces{{$}}
// CHECK: {{^}}case 9 --algorithm=dfs: outcome 0 1 outcome 1 0 4 traces{{$}}
// CHECK: {{^}}case 10 : outcome 0 0 outcome 0 1 2 traces{{$}}
// CHECK: {{^}}case 10 --isolation=fork: outcome 0 0 outcome 0 1 2 traces{{$}}
// CHECK: {{^}}case 10 --algorithm=dpor: outcome 0 0 outcome 0 1 2 traces{{$}}
// CHECK: {{^}}case 10 --algorithm=dfs: outcome 0 0 outcome 0 1 4 traces{{$}}
// CHECK: {{^}}case 11 : outcome 0 1 outcome 1 0 2 traces{{$}}
// CHECK: {{^}}case 11 --isolation=fork: outcome 0 1 outcome 1 0 2 traces{{$}}
// CHECK: {{^}}case 11 --algorithm=dpor: outcome 0 1 outcome 1 0 2 traces{{$}}
// CHECK: {{^}}case 11 --algorithm=dfs: outcome 0 1 outcome 1 0 4 traces{{$}}
// CHECK: {{^}}case 12 : outcome 0 1 outcome 1 0 2 traces{{$}}
// CHECK: {{^}}case 12 --isolation=fork: outcome 0 1 outcome 1 0 2 traces{{$}}
// CHECK: {{^}}case 12 --algorithm=dpor: outcome 0 1 outcome 1 0 2 traces{{$}}
// CHECK: {{^}}case 12 --algorithm=dfs: outcome 0 1 outcome 1 0 4 traces{{$}}
// CHECK: {{^}}case 13 : outcome 0 2 outcome 0 3 4 traces{{$}}
// CHECK: {{^}}case 13 --isolation=fork: outcome 0 2 outcome 0 3 4 traces{{$}}
// CHECK: {{^}}case 13 --algorithm=dpor: outcome 0 2 outcome 0 3 4 traces{{$}}
// CHECK: {{^}}case 13 --algorithm=dfs: outcome 0 2 outcome 0 3 21 traces{{$}}
// CHECK: {{^}}case 14 : outcome 0 1 outcome 0 2 2 traces{{$}}
// CHECK: {{^}}case 14 --isolation=fork: outcome 0 1 outcome 0 2 2 traces{{$}}
// CHECK: {{^}}case 14 --algorithm=dpor: outcome 0 1 outcome 0 2 2 traces{{$}}
// CHECK: {{^}}case 14 --algorithm=dfs: outcome 0 1 outcome 0 2 4 traces{{$}}
// CHECK: {{^}}case 15 : outcome 0 0 outcome 0 25 2 traces{{$}}
// CHECK: {{^}}case 15 --isolation=fork: outcome 0 0 outcome 0 25 2 traces{{$}}
// CHECK: {{^}}case 15 --algorithm=dpor: outcome 0 0 outcome 0 25 2 traces{{$}}
// CHECK: {{^}}case 15 --algorithm=dfs: outcome 0 0 outcome 0 25 4 traces{{$}}
// CHECK: {{^}}case 16 : outcome 0 0 outcome 0 63 2 traces{{$}}
// CHECK: {{^}}case 16 --isolation=fork: outcome 0 0 outcome 0 63 2 traces{{$}}
// CHECK: {{^}}case 16 --algorithm=dpor: outcome 0 0 outcome 0 63 2 traces{{$}}
// CHECK: {{^}}case 16 --algorithm=dfs: outcome 0 0 outcome 0 63 10 traces{{$}}
// CHECK: {{^}}case 17 : outcome 0 -1 outcome 0 0 2 traces{{$}}
// CHECK: {{^}}case 17 --isolation=fork: outcome 0 -1 outcome 0 0 2 traces{{$}}
// CHECK: {{^}}case 17 --algorithm=dpor: outcome 0 -1 outcome 0 0 2 traces{{$}}
// CHECK: {{^}}case 17 --algorithm=dfs: outcome 0 -1 outcome 0 0 4 traces{{$}}
// CHECK: {{^}}case 18 : outcome 0 -1 outcome 0 0 2 traces{{$}}
// CHECK: {{^}}case 18 --isolation=fork: outcome 0 -1 outcome 0 0 2 traces{{$}}
// CHECK: {{^}}case 18 --algorithm=dpor: outcome 0 -1 outcome 0 0 2 traces{{$}}
// CHECK: {{^}}case 18 --algorithm=dfs: outcome 0 -1 outcome 0 0 4 traces{{$}}
// CHECK: {{^}}case 19 : outcome 0 -1 outcome 0 0 2 traces{{$}}
// CHECK: {{^}}case 19 --isolation=fork: outcome 0 -1 outcome 0 0 2 traces{{$}}
// CHECK: {{^}}case 19 --algorithm=dpor: outcome 0 -1 outcome 0 0 2 traces{{$}}
// CHECK: {{^}}case 19 --algorithm=dfs: outcome 0 -1 outcome 0 0 4 traces{{$}}
// CHECK: {{^}}case 20 : outcome 0 0 outcome 0 3 2 traces{{$}}
// CHECK: {{^}}case 20 --isolation=fork: outcome 0 0 outcome 0 3 2 traces{{$}}
// CHECK: {{^}}case 20 --algorithm=dpor: outcome 0 0 outcome 0 3 2 traces{{$}}
// CHECK: {{^}}case 20 --algorithm=dfs: outcome 0 0 outcome 0 3 4 traces{{$}}
// CHECK: {{^}}case 21 : outcome 0 0 1 traces{{$}}
// CHECK: {{^}}case 21 --isolation=fork: outcome 0 0 1 traces{{$}}
// CHECK: {{^}}case 21 --algorithm=dpor: outcome 0 0 1 traces{{$}}
// CHECK: {{^}}case 21 --algorithm=dfs: outcome 0 0 1 traces{{$}}
// CHECK: {{^}}case 22 : outcome 0 0 1 traces{{$}}
// CHECK: {{^}}case 22 --isolation=fork: outcome 0 0 1 traces{{$}}
// CHECK: {{^}}case 22 --algorithm=dpor: outcome 0 0 1 traces{{$}}
// CHECK: {{^}}case 22 --algorithm=dfs: outcome 0 0 1 traces{{$}}
// CHECK: {{^}}case 23 : outcome 0 -1 outcome 0 0 6 traces{{$}}
// CHECK: {{^}}case 23 --isolation=fork: outcome 0 -1 outcome 0 0 6 traces{{$}}
// CHECK: {{^}}case 23 --algorithm=dpor: outcome 0 -1 outcome 0 0 6 traces{{$}}
// CHECK: {{^}}case 23 --algorithm=dfs: outcome 0 -1 outcome 0 0 28 traces{{$}}
// CHECK: {{^}}case 24 : outcome 0 -1 outcome 0 0 3 traces{{$}}
// CHECK: {{^}}case 24 --isolation=fork: outcome 0 -1 outcome 0 0 3 traces{{$}}
// CHECK: {{^}}case 24 --algorithm=dpor: outcome 0 -1 outcome 0 0 3 traces{{$}}
// CHECK: {{^}}case 24 --algorithm=dfs: outcome 0 -1 outcome 0 0 15 traces{{$}}
// CHECK: {{^}}case 25 : outcome 0 -1 outcome 0 0 2 traces{{$}}
// CHECK: {{^}}case 25 --isolation=fork: outcome 0 -1 outcome 0 0 2 traces{{$}}
// CHECK: {{^}}case 25 --algorithm=dpor: outcome 0 -1 outcome 0 0 2 traces{{$}}
// CHECK: {{^}}case 25 --algorithm=dfs: outcome 0 -1 outcome 0 0 5 traces{{$}}
// CHECK: {{^}}case 26 : outcome 0 -1 outcome 0 0 2 traces{{$}}
// CHECK: {{^}}case 26 --isolation=fork: outcome 0 -1 outcome 0 0 2 traces{{$}}
// CHECK: {{^}}case 26 --algorithm=dpor: outcome 0 -1 outcome 0 0 2 traces{{$}}
// CHECK: {{^}}case 26 --algorithm=dfs: outcome 0 -1 outcome 0 0 5 traces{{$}}
#include "outcomes.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int fd, copy;
static FILE *stream;
static char byte[2];

static void new_file(const char *text) {
  fd = open("file", O_RDWR | O_CREAT | O_TRUNC, 0666);
  write(fd, text, strlen(text));
  lseek(fd, 0, SEEK_SET);
  copy = dup(fd);
}

static long read_byte(int from) {
  char got;
  return read(from, &got, 1) == 1 ? got - 'a' : -1;
}

static DIR *folder;

static long entries(void) {
  long found = 0;
  while (readdir(folder))
    found++;
  return found;
}

#if CASE == 0 // O_EXCL
static void prepare(void) {}
static long first(void) { return open("new", O_CREAT | O_EXCL | O_WRONLY, 0666) < 0 ? -1 : 0; }
static long second(void) { return open("new", O_CREAT | O_EXCL | O_WRONLY, 0666) < 0 ? -1 : 0; }
#elif CASE == 1 // a file is renamed, and opened by its old name
static void prepare(void) { new_file("ab"); }
static long first(void) { return rename("file", "new"); }
static long second(void) { return open("file", O_RDONLY) < 0 ? -1 : 0; }
#elif CASE == 2 // a file is removed, and looked for
static void prepare(void) { new_file("ab"); }
static long first(void) { return unlink("file"); }
static long second(void) { return access("file", F_OK); }
#elif CASE == 3 // one offset
static void prepare(void) { new_file("ab"); }
static long first(void) { return read_byte(fd); }
static long second(void) { return read_byte(fd); }
#elif CASE == 4 // one offset of two descriptors
static void prepare(void) { new_file("ab"); }
static long first(void) { return read_byte(fd); }
static long second(void) { return read_byte(copy); }
#elif CASE == 5 // one stream
static void prepare(void) {
  new_file("ab");
  stream = fopen("file", "r");
}
static long first(void) { return fgetc(stream) - 'a'; }
static long second(void) { return fgetc(stream) - 'a'; }
#elif CASE == 6 // random numbers: which one is first
static int expected;
static void prepare(void) {
  srand(7);
  expected = rand();
  srand(7);
}
static long first(void) { return rand() == expected; }
static long second(void) { return rand() == expected; }
#elif CASE == 7 // the environment
static void prepare(void) {}
static long first(void) { return setenv("MINE", "1", 1); }
static long second(void) { return getenv("MINE") != NULL; }
#elif CASE == 8 // the rest of a text
static char text[] = "a b c";
static void prepare(void) { strtok(text, " "); }
static long first(void) { return *strtok(NULL, " ") - 'a'; }
static long second(void) { return *strtok(NULL, " ") - 'a'; }
#elif CASE == 9 // the lowest number
static int lowest;
static void prepare(void) {
  lowest = open("/dev/null", O_RDONLY);
  close(lowest);
}
static long first(void) { return open("/dev/null", O_RDONLY) - lowest; }
static long second(void) { return open("/dev/null", O_RDONLY) - lowest; }
#elif CASE == 10 // the lowest number, after a close
static int lowest;
static void prepare(void) { lowest = open("/dev/null", O_RDONLY); }
static long first(void) { return close(lowest); }
static long second(void) { return open("/dev/null", O_RDONLY) - lowest; }
#elif CASE == 11 // numbers of keys
static pthread_key_t mine, others;
static int lowest;
static void prepare(void) {
  pthread_key_create(&mine, NULL);
  lowest = mine;
  pthread_key_delete(mine);
}
static long first(void) { return pthread_key_create(&mine, NULL), mine - lowest; }
static long second(void) { return pthread_key_create(&others, NULL), others - lowest; }
#elif CASE == 12 // a system call without libc's function
static void prepare(void) { new_file("ab"); }
static long first(void) { return syscall(SYS_read, fd, &byte[1], 1), byte[1] - 'a'; }
static long second(void) { return syscall(SYS_read, fd, &byte[0], 1), byte[0] - 'a'; }
#elif CASE == 13 // what is in a folder
static void prepare(void) {
  mkdir("folder", 0777);
  folder = opendir("folder");
}
static long first(void) { return mkdir("folder/new", 0777); }
static long second(void) { return entries(); }
#elif CASE == 14 // size
static void prepare(void) { new_file("ab"); }
static long first(void) { return truncate("file", 1); }
static long second(void) {
  struct stat info;
  return stat("file", &info), info.st_size;
}
#elif CASE == 15 // bytes, by another descriptor
static int other;
static void prepare(void) {
  new_file("ab");
  other = open("file", O_WRONLY);
}
static long first(void) { return pwrite(other, "z", 1, 0) - 1; }
static long second(void) { return read_byte(fd); }
#elif CASE == 16 // the mask
static void prepare(void) { umask(0); }
static long first(void) { return umask(077); }
static long second(void) {
  struct stat info;
  mkdir("new", 0777);
  return stat("new", &info), info.st_mode & 077;
}
#elif CASE == 17 // a folder that is made, and what is made in it
static void prepare(void) {}
static long first(void) { return mkdir("new", 0777); }
static long second(void) { return mkdir("new/inner", 0777); }
#elif CASE == 18 // a link
static void prepare(void) { new_file("ab"); }
static long first(void) { return symlink("file", "new"); }
static long second(void) { return open("new", O_RDONLY) < 0 ? -1 : 0; }
#elif CASE == 19 // where paths begin
static void prepare(void) { mkdir("new", 0777); }
static long first(void) { return chdir("new"); }
static long second(void) { return access("new", F_OK); }
#elif CASE == 20 // the place of a stream
static void prepare(void) { stream = fopen("file", "w+"); }
static long first(void) { return fputs("abc", stream) < 0; }
static long second(void) { return ftell(stream); }
#elif CASE == 21 // two looks
static void prepare(void) { new_file("ab"); }
static long first(void) { return access("file", F_OK); }
static long second(void) { return access("file", F_OK); }
#elif CASE == 22 // two files
static void prepare(void) {}
static long first(void) { return mkdir("new1", 0777); }
static long second(void) { return mkdir("new2", 0777); }
#elif CASE == 23 // a number that is closed, and given to another file
static void prepare(void) { new_file("ab"); }
static long first(void) { return close(fd), dup2(copy, fd) == fd ? 0 : -1; }
static long second(void) { return read_byte(fd); }
#elif CASE == 24 // a closed number
static void prepare(void) { new_file("ab"); }
static long first(void) { return close(fd); }
static long second(void) { return read_byte(fd); }
#elif CASE == 25 // and a stream on it
static void prepare(void) { new_file("ab"); }
static long first(void) { return close(fd); }
static long second(void) { return fdopen(fd, "r") ? 0 : -1; }
#elif CASE == 26 // and a folder's
static void prepare(void) { fd = open(".", O_RDONLY | O_DIRECTORY); }
static long first(void) { return close(fd); }
static long second(void) { return fdopendir(fd) ? 0 : -1; }
#endif
