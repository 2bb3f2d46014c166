// primitives/descriptors/message_queue.c - POSIX message queues: mq_open and its kin. Their
// operations are those of a pipe (pipe.c); here is what lies in them, and the functions.
//
// The model has them to itself: none is made in the kernel, so that each trace begins without those
// of the one before. A name that the kernel knows when the program first asks is another process's:
// its queue stays the kernel's. What the calls do to a name is a step on the name (state.c). A
// descriptor is the number of an eventfd, in which nothing lies.
//
// A receive takes the oldest of the most urgent messages.
#define _GNU_SOURCE
#include "message_queue.h"
#include "primitives/files.h"
#include <fcntl.h>
#include <limits.h>
#include <mqueue.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { QUEUES = 256, NAMES = 256, LEVELS = 2048, NAME_OF_QUEUE = 48, NONE = 0xffff };

static struct mc_message_queue queues[QUEUES] MC_PER_TRACE_TABLE;
static uint16_t made MC_PER_TRACE;

static struct mc_messages levels[LEVELS] MC_PER_TRACE_TABLE;
static uint16_t levels_made MC_PER_TRACE;

static struct name {
  char text[NAME_MAX + 1]; // "": unused
  uint16_t queue;          // 1 + its number; 0: there is none of that name
  bool is_outside;
} names[NAMES] MC_PER_TRACE_TABLE;

//===- Messages -------------------------------------------------------------------------------===//

struct mc_messages *mc_messages_of(struct mc_message_queue *q, unsigned priority) {
  uint16_t *at = &q->levels;
  while (*at != NONE && levels[*at].priority > priority)
    at = &levels[*at].next;
  if (*at != NONE && levels[*at].priority == priority)
    return &levels[*at];
  const uint16_t bytes = levels_made < LEVELS ? mc_queue_new() : MC_NO_QUEUE;
  if (bytes == MC_NO_QUEUE)
    return NULL;
  levels[levels_made] = (struct mc_messages){priority, 0, bytes, *at};
  *at = levels_made++;
  return &levels[*at];
}

struct mc_messages *mc_messages_first(const struct mc_message_queue *q) {
  uint16_t at = q->levels;
  while (levels[at].count == 0)
    at = levels[at].next;
  return &levels[at];
}

struct mc_message_queue *mc_message_queue_of(const struct mc_descriptor *d) {
  return &queues[d->queue[0]];
}

//===- Names ----------------------------------------------------------------------------------===//

static uint64_t hash_of(const char *text) {
  uint64_t hash = 0;
  for (; *text; text++)
    hash = mc_state_name(NAME_OF_QUEUE, hash, (unsigned char)*text);
  return hash;
}

/// As mq_open looks it up; NULL with errno.
static const char *plain(const char *text) {
  if (*text != '/') // glibc itself looks at that
    errno = EINVAL;
  else if (!mc_may_read_text(text))
    errno = EFAULT;
  else if (text[1] == '\0')
    errno = ENOENT;
  else if (strchr(text + 1, '/') || strcmp(text, "/.") == 0 || strcmp(text, "/..") == 0)
    errno = EACCES;
  else if (strlen(text + 1) > NAME_MAX)
    errno = ENAMETOOLONG;
  else
    return text + 1;
  return NULL;
}

static bool is_outside(const char *text) {
  const long fd = mc_file_make(SYS_mq_open, (long[6]){(long)text, O_RDONLY | O_NONBLOCK});
  if (fd >= 0)
    MC_REAL(close)((int)fd);
  return fd >= 0 || errno == EACCES;
}

/// NULL: there are too many names.
static struct name *name_of(const char *text) {
  for (struct name *n = names; n < names + NAMES; n++) {
    if (strcmp(n->text, text) == 0)
      return n;
    if (*n->text)
      continue;
    strcpy(n->text, text);
    n->is_outside = is_outside(text);
    return n;
  }
  return NULL;
}

//===- Opening --------------------------------------------------------------------------------===//

static uint32_t limit(const char *name, uint32_t otherwise) {
  char path[64], text[16] = "";
  snprintf(path, sizeof path, "/proc/sys/fs/mqueue/%s", name);
  const int fd = MC_REAL(open)(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return otherwise;
  const ssize_t bytes = MC_REAL(read)(fd, text, sizeof text - 1);
  MC_REAL(close)(fd);
  return bytes > 0 ? (uint32_t)atoi(text) : otherwise;
}

/// Who may exceed the limits.
static bool has_resources(void) {
  enum { VERSION = 0x20080522, SYS_RESOURCE = 24 };
  struct {
    uint32_t version;
    int process;
  } head = {VERSION, 0};
  uint32_t sets[6] = {0}; // effective, permitted, inheritable, twice
  return mc_file_make(SYS_capget, (long[6]){(long)&head, (long)sets}) == 0 &&
         sets[0] >> SYS_RESOURCE & 1;
}

/// What a new one holds; an error, or 0.
static int choose_size(struct mc_message_queue *q, const struct mq_attr *wanted) {
  enum { HARD_MESSAGES = 65536, HARD_BYTES = 1 << 24, OF_A_MESSAGE = 56 };
  const uint32_t messages = limit("msg_max", 10), bytes = limit("msgsize_max", 8192);
  const bool is_free = has_resources();
  struct rlimit memory;
  if (!wanted) {
    const uint32_t usual = limit("msg_default", 10), size = limit("msgsize_default", 8192);
    q->most = usual < messages ? usual : messages;
    q->size = size < bytes ? size : bytes;
    return 0;
  }
  if (wanted->mq_maxmsg <= 0 || wanted->mq_msgsize <= 0 ||
      wanted->mq_maxmsg > (is_free ? HARD_MESSAGES : messages) ||
      wanted->mq_msgsize > (is_free ? HARD_BYTES : bytes))
    return EINVAL;
  q->most = (uint32_t)wanted->mq_maxmsg;
  q->size = (uint32_t)wanted->mq_msgsize;
  const uint64_t needed = (uint64_t)q->most * (q->size + OF_A_MESSAGE);
  return MC_REAL(getrlimit)(RLIMIT_MSGQUEUE, &memory) == 0 && needed > memory.rlim_cur ? EMFILE : 0;
}

static struct mc_message_queue *make(struct mc_message_queue *q, int flags, mode_t mode,
                                     const struct mq_attr *wanted) {
  *q = (struct mc_message_queue){.mode = mode, .levels = NONE};
  const int error = choose_size(q, wanted);
  if (error) {
    errno = error;
    return NULL;
  }
  const struct mc_pipe_state state = {.capacity = q->most,
                                      .open = {1, (flags & O_NONBLOCK) != 0},
                                      .made = {1},
                                      .type = MC_TYPE_MQUEUE};
  q->object = mc_pipe_new(&mc_primitive_mqueue, &state);
  made++;
  return q;
}

/// Is the owner of what was made with this mode refused?
static bool is_refused(mode_t mode, int flags) {
  const mode_t reads = S_IRUSR, writes = S_IWUSR;
  const int access = flags & O_ACCMODE;
  const mode_t needed = (access != O_WRONLY ? reads : 0) | (access != O_RDONLY ? writes : 0);
  return geteuid() != 0 && (mode & needed) != needed;
}

/// The queue of the name; NULL with errno.
static struct mc_message_queue *find_or_make(struct name *n, int flags, mode_t mode,
                                             const struct mq_attr *wanted,
                                             const struct mc_site *site) {
  struct mc_message_queue *q = n->queue ? &queues[n->queue - 1] : NULL;
  errno = 0;
  if (q && flags & O_CREAT && flags & O_EXCL)
    errno = EEXIST;
  else if (q && (flags & O_ACCMODE) == O_ACCMODE)
    errno = EINVAL;
  else if (q && is_refused(q->mode, flags))
    errno = EACCES;
  else if (!q && !(flags & O_CREAT))
    errno = ENOENT;
  else if (!q && made == QUEUES)
    mc_warn_of(MC_WARN_MESSAGE_QUEUE, "the 257th that a trace makes", site), errno = ENOSPC;
  if (errno)
    return NULL;
  if (q)
    return q;
  q = make(&queues[made], flags, mode, wanted);
  if (q)
    n->queue = (uint16_t)(q - queues + 1);
  return q;
}

/// One that was there before gets one more descriptor by a step.
static int give_number(int fd, const struct mc_message_queue *q, bool is_new, int flags,
                       const struct mc_site *site) {
  if (fd < 0 || !mc_descriptor_can_be_ours(fd, "a message queue", site))
    return fd;
  struct mc_operation op = {.primitive = &mc_primitive_mqueue,
                            .kind = MC_PIPE_OPEN,
                            .flags = MC_ELSEWHERE,
                            .objects = 1,
                            .object = {q->object},
                            .argument = {0, (flags & O_NONBLOCK) != 0}};
  const uint64_t index = is_new ? 0 : mc_transition(&op, site);
  if (index == MC_PIPE_MOST_DESCRIPTORS)
    mc_misuse("more than 64 descriptors of one message queue in a trace: McMini keeps no more",
              q->object, site);
  const uint16_t number = (uint16_t)(q - queues);
  mc_descriptor_put(fd, &(struct mc_descriptor){.primitive = &mc_primitive_mqueue,
                                                .object = {q->object, q->object},
                                                .queue = {number, number},
                                                .index = (uint8_t)index,
                                                .access = flags & O_ACCMODE});
  return fd;
}

/// The steps of the name, and of the number.
static void begin(struct mc_uses *uses, const char *text, enum mc_use use, bool has_number,
                  enum mc_state_kind kind, const struct mc_site *site) {
  *uses = (struct mc_uses){0};
  if (has_number)
    mc_file_uses(uses, SYS_eventfd2, (const long[6]){0});
  uses->synchronizes = true;
  mc_state_use(uses, mc_state_slot(hash_of(text)), use);
  mc_state_begin(uses, kind, site);
}

static mqd_t open_ours(const char *name, const char *text, int flags, mode_t mode,
                       struct mq_attr *wanted, const struct mc_site *site) {
  enum { OPENS_NOTHING = -1 };
  struct mc_uses uses;
  const long a[6] = {0, EFD_CLOEXEC};
  begin(&uses, text, flags & O_CREAT ? MC_USE_WRITE : MC_USE_READ, true, MC_STATE_MQ_OPEN, site);
  struct name *n = name_of(text);
  const bool is_kernels = !n || n->is_outside, is_new = n && !n->queue;
  const struct mc_message_queue *q = is_kernels ? NULL : find_or_make(n, flags, mode, wanted, site);
  const int error = errno;
  int fd = q ? (int)mc_file_make(SYS_eventfd2, a) : OPENS_NOTHING;
  if (q)
    mc_file_done(SYS_eventfd2, a, fd);
  mc_state_end(&uses, fd >= 0);
  if (is_kernels) {
    mc_warn_of(MC_WARN_MESSAGE_QUEUE, n ? "that another process has made" : "the 257th name", site);
    return MC_REAL(mq_open)(name, flags, mode, wanted);
  }
  if (!q)
    errno = error;
  return give_number(fd, q, is_new, flags, site);
}

static mqd_t open_queue_of(const char *name, int flags, mode_t mode, struct mq_attr *wanted,
                           const struct mc_site *site) {
  if (!mc_checking())
    return MC_REAL(mq_open)(name, flags, mode, wanted);
  const char *text = plain(name);
  if (!text)
    return -1;
  if (wanted && !mc_may_read(wanted, sizeof *wanted))
    return mc_by_errno(EFAULT);
  return open_ours(name, text, flags, mode, wanted, site);
}

MC_INTERPOSED mqd_t mq_open(const char *name, int flags, ...) {
  va_list list;
  va_start(list, flags);
  const mode_t mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;
  struct mq_attr *wanted = flags & O_CREAT ? va_arg(list, struct mq_attr *) : NULL;
  va_end(list);
  return open_queue_of(name, flags, mode, wanted, MC_CALLER_SITE);
}

/// What a program built with _FORTIFY_SOURCE calls.
MC_INTERPOSED mqd_t __mq_open_2(const char *name, int flags) {
  if (flags & O_CREAT) // ends the process
    return ((mqd_t(*)(const char *, int))mc_real("__mq_open_2"))(name, flags);
  return open_queue_of(name, flags, 0, NULL, MC_CALLER_SITE);
}

MC_INTERPOSE_UNHOOKED(int, mq_close, (mqd_t queue), (queue)) {
  return (int)mc_descriptor_close(queue, site);
}

MC_INTERPOSE_UNHOOKED(int, mq_unlink, (const char *name), (name)) {
  struct mc_uses uses;
  const char *text = plain(name);
  if (!text)
    return -1;
  begin(&uses, text, MC_USE_WRITE, false, MC_STATE_MQ_UNLINK, site);
  struct name *n = name_of(text);
  const bool is_kernels = !n || n->is_outside, existed = !is_kernels && n->queue;
  if (existed)
    n->queue = 0;
  mc_state_end(&uses, existed);
  if (is_kernels) {
    mc_warn_of(MC_WARN_MESSAGE_QUEUE, n ? "that another process has made" : "the 257th name", site);
    return MC_REAL(mq_unlink)(name);
  }
  return existed ? 0 : mc_by_errno(ENOENT);
}
