// primitives/named_semaphore.c - sem_open, sem_close, sem_unlink: semaphores that have a name.
//
// The model has them to itself: none is made in the file system, so that each trace begins without
// those of the one before. One that was there when the program first asked is taken over with its
// value. What the calls do to a name is a step on the name (state.c); the semaphore then is one as
// sem_init makes them (semaphore.c), at a place that depends on its name alone.
#define _GNU_SOURCE
#include "state.h"
#include <fcntl.h>
#include <limits.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PLACES = 4096, OF_A_NAME = 4, NAME_OF_SEMAPHORE = 32, LONGEST = 251 };

static struct name {
  char text[LONGEST + 1]; // "": unused
  bool exists;
  unsigned made; // semaphores that have had the name
} names[PLACES] MC_PER_TRACE_TABLE;

/// Of the program, always at the same address. NULL: something else lies there.
static sem_t *memory(void) {
  static void *const at = (void *)0x1e0000000000;
  static bool is_mapped MC_PER_TRACE;
  if (!is_mapped)
    is_mapped = MC_REAL(mmap)(at, sizeof(sem_t[PLACES][OF_A_NAME]), PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) == at;
  return is_mapped ? at : NULL;
}

static sem_t *semaphore_of(const struct name *n) {
  sem_t *first = memory();
  return first ? first + (size_t)(n - names) * OF_A_NAME + n->made % OF_A_NAME : SEM_FAILED;
}

static uint64_t hash_of(const char *text) {
  uint64_t hash = 0;
  for (; *text; text++)
    hash = mc_state_name(NAME_OF_SEMAPHORE, hash, (unsigned char)*text);
  return hash;
}

static void make(struct name *n, unsigned value) {
  n->exists = true;
  n->made++;
  if (semaphore_of(n))
    mc_semaphore_make(semaphore_of(n), value);
}

static void take_over(struct name *n) {
  char path[LONGEST + 20];
  unsigned value; // the file's first word
  snprintf(path, sizeof path, "/dev/shm/sem.%s", n->text);
  const int fd = MC_REAL(open)(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return;
  if (MC_REAL(read)(fd, &value, sizeof value) == sizeof value)
    make(n, value);
  MC_REAL(close)(fd);
}

/// NULL: there are too many names.
static struct name *name_of(const char *text) {
  const unsigned first = (unsigned)hash_of(text);
  for (unsigned i = 0; i < PLACES; i++) {
    struct name *n = &names[(first + i) % PLACES];
    if (strcmp(n->text, text) == 0)
      return n;
    if (*n->text)
      continue;
    strcpy(n->text, text);
    take_over(n);
    return n;
  }
  return NULL;
}

/// The name as it is in /dev/shm, or NULL with errno.
static const char *plain(const char *text) {
  text += strspn(text, "/");
  errno = strlen(text) > LONGEST - 4 ? ENAMETOOLONG : EINVAL;
  return *text && !strchr(text, '/') && errno == EINVAL ? text : NULL;
}

static sem_t *open_name(struct name *n, int flags, unsigned value) {
  if (n->exists && flags & O_CREAT && flags & O_EXCL)
    errno = EEXIST;
  else if (!n->exists && !(flags & O_CREAT))
    errno = ENOENT;
  else if (!n->exists && value > SEM_VALUE_MAX)
    errno = EINVAL;
  else {
    if (!n->exists)
      make(n, value);
    return semaphore_of(n);
  }
  return SEM_FAILED;
}

/// Its step; then the name, or NULL.
static struct name *begin(struct mc_uses *uses, const char *text, enum mc_use use,
                          enum mc_state_kind kind, const struct mc_site *site) {
  *uses = (struct mc_uses){.synchronizes = true};
  mc_state_use(uses, mc_state_slot(hash_of(text)), use);
  mc_state_begin(uses, kind, site);
  return name_of(text);
}

MC_INTERPOSED sem_t *sem_open(const char *name, int flags, ...) {
  struct mc_uses uses;
  va_list list;
  va_start(list, flags);
  const mode_t mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;
  const unsigned value = flags & O_CREAT ? va_arg(list, unsigned) : 0;
  va_end(list);
  if (!mc_checking()) {
    sem_t *const semaphore = MC_REAL(sem_open)(name, flags, mode, value);
    mc_note_made(semaphore);
    return semaphore;
  }
  const char *text = plain(name);
  if (!text)
    return SEM_FAILED;
  struct name *n = begin(&uses, text, flags & O_CREAT ? MC_USE_WRITE : MC_USE_READ,
                         MC_STATE_SEM_OPEN, MC_CALLER_SITE);
  sem_t *semaphore = n ? open_name(n, flags, value) : SEM_FAILED;
  if (!n)
    errno = ENFILE;
  if (!n || n->made > OF_A_NAME) // the first of the name has the same place, and may be in use
    mc_warn(MC_WARN_NAMED_SEMAPHORES, MC_CALLER_SITE);
  mc_state_end(&uses, semaphore != SEM_FAILED);
  return semaphore;
}

MC_INTERPOSED int sem_unlink(const char *name) {
  struct mc_uses uses;
  if (!mc_checking())
    return MC_REAL(sem_unlink)(name);
  const char *text = plain(name);
  if (!text)
    return mc_by_errno(errno == EINVAL ? ENOENT : (uint64_t)errno);
  struct name *n = begin(&uses, text, MC_USE_WRITE, MC_STATE_SEM_UNLINK, MC_CALLER_SITE);
  const bool existed = n && n->exists;
  if (existed)
    n->exists = false;
  mc_state_end(&uses, existed);
  return existed ? 0 : mc_by_errno(ENOENT);
}

/// Who uses it after the close has a semaphore still, as where another has it open.
MC_INTERPOSED int sem_close(sem_t *semaphore) {
  if (!mc_checking())
    return MC_REAL(sem_close)(semaphore);
  const size_t i = (size_t)(semaphore - memory());
  return mc_by_errno(semaphore >= memory() && i < (size_t)PLACES * OF_A_NAME ? 0 : EINVAL);
}
