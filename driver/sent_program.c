// driver/sent_program.c - see sent_program.h. The cache has a folder for each hash, so that a
// program is written once, and has its name; what lies there is believed no more than what comes.
#include "sent_program.h"
#include "diagnose.h"
#include "journal.h"
#include "program.h"
#include "store.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *sent_program_read(const char *path, size_t *bytes) {
  enum { MOST = 512 << 20 };
  struct stat info;
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return NULL;
  char *content = NULL;
  if (!fstat(fd, &info) && S_ISREG(info.st_mode) && info.st_size <= MOST) {
    content = allocate((size_t)info.st_size + 1);
    *bytes = 0;
    for (ssize_t got;
         (got = pread(fd, content + *bytes, (size_t)info.st_size - *bytes, (off_t)*bytes)) > 0;)
      *bytes += (size_t)got;
  } else {
    errno = EFBIG;
  }
  close(fd);
  return content;
}

static bool has_hash(const char *content, size_t bytes, const char *hash) {
  char text[17];
  snprintf(text, sizeof text, "%016" PRIx64, program_hash((const unsigned char *)content, bytes));
  return !strcmp(text, hash);
}

static char *make_folder(const char *within, const char *name) {
  char *path = format_text("%s/%s", within, name);
  if (mkdir(path, 0700) && errno != EEXIST)
    usage_error("--allow-program: %s: %s", path, strerror(errno));
  return path;
}

/// ~/.cache/mcmini/HASH.
static char *make_cache(const char *hash) {
  const char *given = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  const bool is_given = given && *given == '/';
  char *cache = is_given ? make_folder(given, "") : make_folder(home ? home : "", ".cache");
  char *own = make_folder(cache, "mcmini"), *folder = make_folder(own, hash);
  free(cache);
  free(own);
  return folder;
}

/// Whole, or not at all: others may do the same at once.
static void write_file(const char *path, const char *content, size_t bytes) {
  char *part = format_text("%s.%d", path, (int)getpid());
  const int fd = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0700);
  size_t done = 0;
  for (ssize_t put; fd >= 0 && done < bytes && (put = write(fd, content + done, bytes - done)) > 0;)
    done += (size_t)put;
  if (fd < 0 || done < bytes || close(fd) || rename(part, path)) {
    const int reason = errno;
    unlink(part);
    usage_error("--allow-program: %s: %s", part, strerror(reason));
  }
  free(part);
}

static bool is_there(const char *path, const char *hash) {
  size_t bytes = 0;
  char *content = sent_program_read(path, &bytes);
  const bool is_same = content && has_hash(content, bytes, hash);
  free(content);
  return is_same;
}

char *sent_program_take(const char *url, const char *path, const char *hash) {
  const char *name = strrchr(path, '/');
  if (!name || !name[1] || name[1] == '.' || strlen(hash) != 16 ||
      strspn(hash, "0123456789abcdef") != 16)
    usage_error("%s: is no journal of McMini's", store_name(url));
  char *folder = make_cache(hash), *file = format_text("%s%s", folder, name);
  free(folder);
  if (is_there(file, hash))
    return file;
  size_t bytes = 0;
  struct journal *journal = journal_open_old(url);
  struct store *store = journal_store(journal);
  char *content = store->does->get(store, "program", &bytes);
  if (!content)
    usage_error("%s: has no program; --send-program sends it where the search begins", store->name);
  if (!has_hash(content, bytes, hash))
    usage_error("%s: its program is not that of the search", store->name);
  write_file(file, content, bytes);
  free(content);
  journal_close(journal);
  return file;
}
