// driver/sent_program.c - see sent_program.h. The cache has a folder for each hash, so that a
// program is written once, and has its name; what lies there is believed no more than what comes.
#include "sent_program.h"
#include "cache.h"
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
  char *folder;
  if (!cache_folder(hash, &folder))
    usage_error("--allow-program: %s: %s", folder, strerror(errno));
  char *file = format_text("%s%s", folder, name);
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
  if (!cache_write(file, content, bytes, 0700))
    usage_error("--allow-program: %s: %s", file, strerror(errno));
  free(content);
  journal_close(journal);
  return file;
}
