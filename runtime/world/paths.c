// runtime/world/paths.c - the names of files as text from the root on, without links: the same text
// in every trace, as long as no trace makes a link or goes to another folder (MC_ORDER_ONE_NAME).
// So /proc/self is kept: it leads to the number of this trace's process.
#include "files.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_LINKS = 40 };

struct path {
  char *text; // [MC_MOST_PATH]
  size_t length;
};

static bool append_name(struct path *p, const char *name, size_t length) {
  if (p->length + 1 + length >= MC_MOST_PATH)
    return false;
  p->text[p->length++] = '/';
  memcpy(p->text + p->length, name, length);
  p->length += length;
  p->text[p->length] = '\0';
  return true;
}

static void leave(struct path *p) {
  while (p->length && p->text[--p->length] != '/')
    ;
  p->text[p->length] = '\0';
}

long mc_path_of(int fd, char text[]) {
  char link[32];
  mc_format(link, sizeof link, "/proc/self/fd/%d", fd);
  const long length = mc_sys(SYS_readlink, link, text, MC_MOST_PATH - 1);
  text[length > 0 ? length : 0] = '\0';
  return length;
}

static bool begin(struct path *p, int folder, const char *path) {
  long length = 0;
  p->length = 0;
  if (path[0] != '/' && folder == AT_FDCWD) {
    length = mc_sys(SYS_getcwd, p->text, MC_MOST_PATH) - 1;
  } else if (path[0] != '/') {
    length = mc_path_of(folder, p->text);
  }
  p->length = length > 1 ? (size_t)length : 0;
  p->text[p->length] = '\0';
  return length >= 0;
}

/// `visit`, if not NULL, sees each link that is followed, and the end. False: it is over.
static bool walk(int folder, const char *path, bool follow, char text[],
                 bool (*visit)(const char *text)) {
  char rest[2][MC_MOST_PATH];
  struct path p = {text, 0};
  int now = 0, links = 0;
  if (!mc_may_read_text(path) || !*path || strlen(path) >= MC_MOST_PATH || !begin(&p, folder, path))
    return false;
  strcpy(rest[now], path);
  char *at = rest[now];
  for (;;) {
    at += strspn(at, "/");
    const size_t length = strcspn(at, "/");
    char *next = at + length;
    const bool is_last = !next[strspn(next, "/")];
    if (length == 0)
      return !visit || visit(p.text);
    if (length == 2 && at[0] == '.' && at[1] == '.')
      leave(&p);
    else if (!(length == 1 && at[0] == '.') && !append_name(&p, at, length))
      return false;
    char *target = rest[!now];
    const bool is_kept = (is_last && !follow) || strcmp(p.text, "/proc/self") == 0;
    const long bytes = is_kept ? -1 : mc_sys(SYS_readlink, p.text, target, MC_MOST_PATH - 1);
    if (bytes <= 0 || ++links > MOST_LINKS) {
      at = next;
      continue;
    }
    if ((size_t)bytes + strlen(next) >= MC_MOST_PATH || (visit && !visit(p.text)))
      return false;
    strcpy(target + bytes, next);
    if (target[0] == '/')
      p.length = 0, p.text[0] = '\0';
    else
      leave(&p);
    now = !now;
    at = target;
  }
}

bool mc_path_resolve(int folder, const char *path, bool follow, char text[]) {
  return walk(folder, path, follow, text, NULL);
}

bool mc_path_visit(int folder, const char *path, bool follow, bool (*visit)(const char *text)) {
  char text[MC_MOST_PATH];
  return walk(folder, path, follow, text, visit);
}

static uint64_t hash_of(const char *text, size_t length) {
  uint64_t h = MC_HASH_START;
  for (size_t i = 0; i < length; i++)
    h = mc_hash(h, (unsigned char)text[i]);
  return h;
}

const char *mc_path_behind(const char *text, const char *head) {
  const size_t length = strlen(head);
  return strncmp(text, head, length) == 0 ? text + length : NULL;
}

int mc_path_number(const char *text) {
  char own[32];
  int number = 0;
  mc_format(own, sizeof own, "/proc/%d/fd/", (int)mc_sys(SYS_getpid));
  const char *at = mc_path_behind(text, "/proc/self/fd/");
  at = at ? at : mc_path_behind(text, own);
  if (!at || !*at)
    return -1;
  for (; *at >= '0' && *at <= '9' && number < INT32_MAX / 10; at++)
    number = number * 10 + *at - '0';
  return *at ? -1 : number;
}

static int number_on_way MC_PER_TRACE;

static bool see_number(const char *text) {
  if (number_on_way < 0)
    number_on_way = mc_path_number(text);
  return true;
}

bool mc_path_names(int folder, const char *path, bool follow, struct mc_path *names) {
  char text[MC_MOST_PATH];
  struct stat info;
  number_on_way = -1;
  if (!walk(folder, path, follow, text, see_number))
    return false;
  const char *last = strrchr(text, '/');
  *names = (struct mc_path){.entry = hash_of(text, strlen(text)),
                            .folder = hash_of(text, last ? (size_t)(last - text) : 0),
                            .number = number_on_way};
  if (mc_sys(SYS_lstat, text, &info) == 0) {
    names->is_link = S_ISLNK(info.st_mode);
    names->is_folder = S_ISDIR(info.st_mode);
    names->has_other_names = S_ISREG(info.st_mode) && info.st_nlink > 1;
  }
  return true;
}

uint64_t mc_file_name_of(int fd, bool *is_plain) {
  struct stat info;
  *is_plain = false;
  if (mc_sys(SYS_fstat, fd, &info))
    return 0;
  *is_plain = S_ISREG(info.st_mode) || S_ISDIR(info.st_mode) || S_ISBLK(info.st_mode);
  return mc_hash(mc_hash(MC_HASH_START, info.st_dev), mc_undo_inode(info.st_dev, info.st_ino));
}

bool mc_file_is_unnamed(int fd) {
  struct stat info;
  return mc_sys(SYS_fstat, fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_nlink == 0;
}

uint64_t mc_inode_of(int fd) {
  struct stat info;
  return mc_sys(SYS_fstat, fd, &info) ? 0 : info.st_ino;
}

bool mc_is_null_device(int fd) {
  enum { NULL_DEVICE = 0x103 };
  struct stat info;
  return mc_sys(SYS_fstat, fd, &info) == 0 && S_ISCHR(info.st_mode) &&
         info.st_rdev == NULL_DEVICE;
}
