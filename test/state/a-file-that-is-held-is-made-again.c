// What the program has open since before its threads, and removes or writes over, is made again before the next
// trace: its descriptors, with their copies, offsets and modes, and its working folder are those of the new file,
// which has the inode of the old one for the program. Else a trace finds in the old one what the last has
// written (sizes of 3, 4, ...), or a file that is not the one which is open.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: %mcmini --require-complete --output=all %t appends | FileCheck %s --check-prefix=APPENDS
// RUN: %mcmini --require-complete --output=all --isolation=fork %t appends | FileCheck %s --check-prefix=APPENDS
// RUN: %mcmini --require-complete --output=all --threads=kernel %t appends | FileCheck %s --check-prefix=APPENDS
// APPENDS-DAG: {{^}}file 2, seen 0{{$}}
// APPENDS-DAG: {{^}}file 2, seen 1{{$}}
// APPENDS-DAG: {{^}}file 2, seen 2{{$}}
// APPENDS: Every schedule of the program was explored.
// Of two files that are removed, and a folder that is open: one file's number may be another's when they are made again.
// RUN: %mcmini --require-complete --output=all %t folder | FileCheck %s --check-prefix=FOLDER
// RUN: %mcmini --require-complete --output=all --algorithm=dfs %t folder | FileCheck %s --check-prefix=FOLDER
// RUN: %mcmini --require-complete --output=all --threads=kernel %t folder | FileCheck %s --check-prefix=FOLDER
// FOLDER-DAG: {{^}}seen 0{{$}}
// FOLDER-DAG: {{^}}seen 1{{$}}
// FOLDER: Every schedule of the program was explored.
// RUN: %mcmini --require-complete --output=all %t inside | FileCheck %s --check-prefix=FOLDER
// RUN: %mcmini --require-complete --output=all --algorithm=dfs %t inside | FileCheck %s --check-prefix=FOLDER
// RUN: not ls %t.d/file %t.d/folder
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int fd, size;
static struct stat first;

static void *append(void *unused) {
  (void)!write(fd, "a", 1);
  return unused;
}

static void *look(void *unused) {
  struct stat info;
  fstat(fd, &info);
  assert(info.st_ino == first.st_ino && info.st_nlink == 1);
  size = (int)info.st_size;
  return unused;
}

static void run(void *(*a)(void *), void *(*b)(void *), void *(*c)(void *)) {
  void *(*does[3])(void *) = {a, b, c};
  pthread_t thread[3];
  for (int i = 0; i < 3 && does[i]; i++)
    pthread_create(&thread[i], NULL, does[i], NULL);
  for (int i = 0; i < 3 && does[i]; i++)
    pthread_join(thread[i], NULL);
}

static int size_of(int file) {
  struct stat info;
  fstat(file, &info);
  return (int)info.st_size;
}

static void appends(void) {
  fd = open("file", O_CREAT | O_TRUNC | O_APPEND | O_RDWR, 0600);
  fstat(fd, &first);
  run(append, append, look);
  printf("file %d, seen %d\n", size_of(fd), size);
  assert(size_of(fd) == 2);
  unlink("file");
  close(fd);
}

/// Read-only, and by a name in a folder: all is as main has left it.
static void folder(void) {
  struct stat info, last;
  char text[4] = "";
  mkdir("folder", 0700);
  const int folder = open("folder", O_RDONLY | O_DIRECTORY);
  fd = openat(folder, "file", O_CREAT | O_TRUNC | O_RDWR | O_APPEND, 0400);
  const int copy = dup(fd), reader = openat(folder, "file", O_RDONLY | O_CLOEXEC);
  fstat(fd, &first);
  run(append, look, NULL);
  assert(size_of(copy) == 1 && lseek(copy, 0, SEEK_CUR) == 1 && read(reader, text, 4) == 1 && *text == 'a');
  assert((fcntl(fd, F_GETFL) & (O_ACCMODE | O_APPEND)) == (O_RDWR | O_APPEND));
  assert((fcntl(reader, F_GETFL) & O_ACCMODE) == O_RDONLY && fcntl(reader, F_GETFD) == FD_CLOEXEC);
  assert(fstatat(folder, "file", &info, 0) == 0 && info.st_ino == first.st_ino && (info.st_mode & 0777) == 0400);
  const int other = openat(folder, "other", O_CREAT | O_EXCL | O_WRONLY, 0600);
  assert(other >= 0 && fstat(other, &last) == 0 && last.st_ino != first.st_ino);
  close(other);
  assert(renameat(folder, "other", folder, "file") == 0);
  assert(fstat(fd, &info) == 0 && info.st_nlink == 0 && info.st_ino == first.st_ino);
  assert(fstatat(folder, "file", &info, 0) == 0 && info.st_ino == last.st_ino);
  assert(unlinkat(folder, "file", 0) == 0 && rmdir("folder") == 0);
  printf("seen %d\n", size);
}

/// The working folder.
static void inside(void) {
  mkdir("folder", 0700);
  chdir("folder");
  fd = open("file", O_CREAT | O_EXCL | O_RDWR, 0600);
  fstat(fd, &first);
  run(append, look, NULL);
  assert(access("file", F_OK) == 0 && unlink("file") == 0 && rmdir("../folder") == 0);
  assert(open("file", O_CREAT | O_RDWR, 0600) < 0);
  printf("seen %d\n", size);
}

int main(int argc, char *argv[]) {
  const char *how = argv[argc - 1];
  (!strcmp(how, "appends") ? appends : !strcmp(how, "folder") ? folder : inside)();
}
