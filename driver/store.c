// driver/store.c - see store.h: what all stores share.
#include "store.h"
#include "diagnose.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void store_fail(struct store *store, char *why) {
  why[strcspn(why, "\n")] = 0;
  if (store->fault)
    free(why);
  else
    store->fault = why;
}

static const char *behind_scheme(const char *word) {
  static const char *const schemes[] = {"postgresql://", "postgres://"};
  for (unsigned i = 0; i < sizeof schemes / sizeof *schemes; i++)
    if (!strncmp(word, schemes[i], strlen(schemes[i])))
      return word + strlen(schemes[i]);
  return NULL;
}

bool store_is_url(const char *word) { return behind_scheme(word) != NULL; }

/// The value of a parameter `password=` goes, and what stands behind USER: in USER:PASSWORD@HOST.
char *store_name(const char *word) {
  char *name = format_text("%s", word);
  char *user = (char *)behind_scheme(name);
  if (!user)
    return name;
  for (char *at = user; (at = strstr(at, "password="));) {
    at += strlen("password=");
    memmove(at, at + strcspn(at, "&"), strlen(at + strcspn(at, "&")) + 1);
  }
  char *host = NULL;
  for (char *c = user; *c && !strchr("/?", *c); c++) // a password may have an @ in it
    host = *c == '@' ? c : host;
  char *password = host ? memchr(user, ':', (size_t)(host - user)) : NULL;
  if (password)
    memmove(password, host, strlen(host) + 1);
  return name;
}

char *store_take_run(char *url) {
  char *path = strstr(url, "://") + 3, *end = path + strcspn(path, "?");
  char *slash = memchr(path, '/', (size_t)(end - path));
  char *run = slash ? memchr(slash + 1, '/', (size_t)(end - slash - 1)) : NULL;
  if (!run)
    return format_text("mcmini");
  char *name = format_text("%.*s", (int)(end - run - 1), run + 1);
  memmove(run, end, strlen(end) + 1);
  const size_t length = strlen(name);
  if (length && length < 60 &&
      strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == length)
    return name;
  free(name);
  return NULL;
}

//===- Items ----------------------------------------------------------------------------------===//

static uint64_t hash_of(int64_t row, const unsigned char *item, size_t bytes) {
  uint64_t hash = 0xcbf29ce484222325ull ^ (uint64_t)row; // FNV-1a
  for (size_t i = 0; i < bytes; i++)
    hash = (hash ^ item[i]) * 0x100000001b3ull;
  return hash;
}

char *store_seal(int64_t row, const void *item, size_t bytes, size_t *size) {
  const uint64_t hash = hash_of(row, item, bytes);
  char *sealed = allocate(bytes + sizeof hash);
  memcpy(sealed, item, bytes);
  memcpy(sealed + bytes, &hash, sizeof hash);
  *size = bytes + sizeof hash;
  return sealed;
}

bool store_is_sealed(int64_t row, const void *content, size_t *size) {
  uint64_t hash;
  if (*size < sizeof hash)
    return false;
  *size -= sizeof hash;
  memcpy(&hash, (const char *)content + *size, sizeof hash);
  return hash == hash_of(row, content, *size);
}

#ifndef MC_WITH_POSTGRESQL
struct store *store_postgresql_open(const char *url, char **why) {
  (void)url;
  *why = format_text("this mcmini was built without PostgreSQL");
  return NULL;
}
#endif

struct store *store_open(const char *word, bool makes) {
  char *why = NULL;
  if (!store_is_url(word) && !makes && access(word, R_OK | W_OK))
    usage_error("%s: %s", word, strerror(errno));
  struct store *store =
      store_is_url(word) ? store_postgresql_open(word, &why) : store_sqlite_open(word, makes, &why);
  if (!store)
    usage_error("%s: %s", store_name(word), why);
  return store;
}

void store_close(struct store *store) {
  store->does->close(store);
  free(store->name);
  free(store->fault);
  free(store);
}
