// primitives/folder_functions.c - the interposed functions that read folders and paths: each is a
// step with what the system call uses that libc makes in it.
#define _GNU_SOURCE
#include "files.h"
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

MC_INTERPOSED DIR *opendir(const char *path) {
  struct mc_part part = {.number = SYS_openat, .a = {AT_FDCWD, (long)path, O_RDONLY | O_DIRECTORY}};
  mc_part_begin(&part, "opendir", MC_CALLER_SITE);
  char text[MC_MOST_PATH];
  DIR *folder = MC_REAL(opendir)(mc_path_of_process(path, text));
  mc_part_end(&part, folder ? dirfd(folder) : -1);
  return folder;
}

MC_INTERPOSED DIR *fdopendir(int fd) {
  struct mc_part part = {.number = SYS_fcntl, .a = {fd, F_GETFL}};
  mc_part_begin(&part, "fdopendir", MC_CALLER_SITE);
  DIR *folder = MC_REAL(fdopendir)(fd);
  mc_part_end(&part, folder ? 0 : -1);
  return folder;
}

MC_INTERPOSED int closedir(DIR *folder) {
  struct mc_part part = {.number = SYS_close, .a = {dirfd(folder)}};
  mc_part_begin(&part, "closedir", MC_CALLER_SITE);
  const int result = MC_REAL(closedir)(folder);
  mc_part_end(&part, result);
  return result;
}

#define INTERPOSE_READDIR(type, name)                                                              \
  MC_INTERPOSED type *name(DIR *folder) {                                                          \
    struct mc_part part = {.number = SYS_getdents64, .a = {dirfd(folder)}};                        \
    mc_part_begin(&part, #name, MC_CALLER_SITE);                                                   \
    type *entry = MC_REAL(name)(folder);                                                           \
    mc_part_end(&part, 0);                                                                         \
    return entry;                                                                                  \
  }
INTERPOSE_READDIR(struct dirent, readdir)
INTERPOSE_READDIR(struct dirent64, readdir64)

MC_INTERPOSED long telldir(DIR *folder) {
  struct mc_part part = {.number = SYS_getdents64, .a = {dirfd(folder)}};
  mc_part_begin(&part, "telldir", MC_CALLER_SITE);
  const long place = MC_REAL(telldir)(folder);
  mc_part_end(&part, 0);
  return place;
}

MC_INTERPOSED void seekdir(DIR *folder, long place) {
  struct mc_part part = {.number = SYS_getdents64, .a = {dirfd(folder)}};
  mc_part_begin(&part, "seekdir", MC_CALLER_SITE);
  MC_REAL(seekdir)(folder, place);
  mc_part_end(&part, 0);
}

#define INTERPOSE_READDIR_R(type, name)                                                            \
  MC_INTERPOSED int name(DIR *folder, type *entry, type **found) {                                 \
    struct mc_part part = {.number = SYS_getdents64, .a = {dirfd(folder)}};                        \
    mc_part_begin(&part, #name, MC_CALLER_SITE);                                                   \
    const int result = MC_REAL(name)(folder, entry, found);                                        \
    mc_part_end(&part, 0);                                                                         \
    return result;                                                                                 \
  }
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
INTERPOSE_READDIR_R(struct dirent, readdir_r)
INTERPOSE_READDIR_R(struct dirent64, readdir64_r)
#pragma clang diagnostic pop

MC_INTERPOSED void rewinddir(DIR *folder) {
  struct mc_part part = {.number = SYS_getdents64, .a = {dirfd(folder)}};
  mc_part_begin(&part, "rewinddir", MC_CALLER_SITE);
  MC_REAL(rewinddir)(folder);
  mc_part_end(&part, 0);
}

#define INTERPOSE_SCANDIR(type, name)                                                              \
  MC_INTERPOSED int name(const char *path, type ***list, int (*filter)(const type *),              \
                         int (*compare)(const type **, const type **)) {                           \
    struct mc_part part = {.number = SYS_stat, .a = {(long)path}};                                 \
    mc_part_begin(&part, #name, MC_CALLER_SITE);                                                   \
    char text[MC_MOST_PATH];                                                                       \
    const int result = MC_REAL(name)(mc_path_of_process(path, text), list, filter, compare);       \
    mc_part_end(&part, result);                                                                    \
    return result;                                                                                 \
  }
INTERPOSE_SCANDIR(struct dirent, scandir)
INTERPOSE_SCANDIR(struct dirent64, scandir64)

MC_INTERPOSED char *getcwd(char *text, size_t size) {
  struct mc_part part = {.number = SYS_getcwd};
  mc_part_begin(&part, "getcwd", MC_CALLER_SITE);
  char *result = MC_REAL(getcwd)(text, size);
  mc_part_end(&part, result ? 0 : -1);
  return result;
}

MC_INTERPOSED char *realpath(const char *restrict path, char *restrict text) {
  struct mc_part part = {.number = SYS_stat, .a = {(long)path}};
  mc_part_begin(&part, "realpath", MC_CALLER_SITE);
  char *result = MC_REAL(realpath)(path, text);
  mc_part_end(&part, result ? 0 : -1);
  return result;
}
