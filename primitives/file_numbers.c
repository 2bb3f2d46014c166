// primitives/file_numbers.c - what is open with a number, by the states that stand for it, and what
// a call has done to the numbers.
//
// A descriptor has a description, which has the offset and is shared by its copies, and a file. All
// are known by how they came to be: the how many-th description of its thread, the path.
//
// The number that a call gets is up to who closes and opens before. Which number it will be is not
// known before it is made; so a use of a number depends on its close alone, unless the number may
// be meant for another file: it is closed, or another thread has got it. From then on all uses of
// numbers depend on all that give one (MC_ORDER_NUMBERS).
#define _GNU_SOURCE
#include "files.h"
#include "primitives/descriptors/descriptors.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>

static struct file {
  uint32_t description, inside; // slots; 0: none
  uint32_t since;               // when that was (mc_race_now)
  uint8_t maker;                // 1 + the thread that has got the number in this trace
  bool is_known;
  bool was_another; // the number was another file's before, in this trace
} file[MC_MAX_DESCRIPTORS] MC_PER_TRACE_TABLE;

static uint32_t made[MC_MAX_THREADS] MC_PER_TRACE; // descriptions

static struct file *file_at(int fd) {
  if (fd < 0 || fd >= MC_MAX_DESCRIPTORS)
    return NULL;
  struct file *f = &file[fd];
  bool is_plain;
  if (f->is_known)
    return f;
  const uint64_t name = mc_file_name_of(fd, &is_plain); // it was open before
  *f = (struct file){.is_known = name != 0, .was_another = f->was_another};
  f->description =
      mc_state_slot(mc_state_name(MC_NAME_OF_DESCRIPTION, MC_MAX_THREADS, (uint64_t)fd));
  if (is_plain)
    f->inside = mc_state_slot(mc_state_name(MC_NAME_OF_INSIDE, name, 1));
  return f;
}

void mc_file_use_number(struct mc_uses *uses, int fd, enum mc_use use) {
  mc_state_use(uses, mc_state_slot(mc_state_name(MC_NAME_OF_NUMBER, (uint64_t)fd, 0)), use);
  if (mc_order() & MC_ORDER_NUMBERS && use != MC_USE_WRITE)
    mc_state_use(uses, MC_STATE_NUMBERS, MC_USE_PASS);
}

static void need_numbers(unsigned order) {
  if (mc_order() & MC_ORDER_CALLS)
    mc_order_need(order);
  else
    mc_order_note(MC_STATE_NUMBERS, MC_USE_PASS);
}

void mc_file_may_be_another(int fd, bool is_bad) {
  const bool is_in = fd >= 0 && fd < MC_MAX_DESCRIPTORS;
  if (is_bad || (is_in && file[fd].maker && file[fd].maker != 1 + mc_self()))
    need_numbers(is_bad ? MC_ORDER_NUMBERS | MC_ORDER_LOOK_UPS : MC_ORDER_NUMBERS);
}

int mc_file_is_bad(void) {
  mc_file_may_be_another(-1, true);
  return EBADF;
}

// Between threads a number is often handed over. It is there by chance where it was another file's
// before, and nothing in the trace orders that this thread comes behind who got it.
void mc_file_look_up(int fd, const struct mc_site *site) {
  struct mc_uses uses = {.count = 0};
  if (!mc_checking() || mc_state_is_inside())
    return;
  if (fd >= 0 && fd < MC_MAX_DESCRIPTORS && file[fd].was_another && file[fd].maker &&
      file[fd].maker != 1 + mc_self() && !mc_race_is_past(file[fd].since))
    need_numbers(MC_ORDER_NUMBERS | MC_ORDER_LOOK_UPS);
  if (!(mc_order() & MC_ORDER_LOOK_UPS))
    return;
  mc_file_use_number(&uses, fd, MC_USE_READ);
  mc_state_begin(&uses, MC_STATE_LOOK_UP, site);
  mc_state_end(&uses, false);
}

void mc_file_use_data(struct mc_uses *uses, int fd, enum mc_use use) {
  const struct file *f = file_at(fd);
  if (f && f->inside && mc_order() & MC_ORDER_ONE_NAME)
    mc_file_use_names(uses, use);
  else if (f && f->inside)
    mc_state_use(uses, f->inside, use);
}

void mc_file_use_offset(struct mc_uses *uses, int fd, enum mc_use use) {
  const struct file *f = file_at(fd);
  if (f)
    mc_state_use(uses, f->description, use);
}

/// Who has the file open under its old name goes on to use what is under the new one.
bool mc_file_is_open(uint64_t name) {
  const uint32_t slot = mc_file_inside(name);
  for (int fd = 0; fd < MC_MAX_DESCRIPTORS; fd++)
    if (file[fd].is_known && file[fd].inside == slot)
      return true;
  return false;
}

//===- What a call has done -------------------------------------------------------------------===//

bool mc_file_uses_number(long number) {
  static const long numbers[] = {SYS_read,
                                 SYS_readv,
                                 SYS_write,
                                 SYS_writev,
                                 SYS_pread64,
                                 SYS_pwrite64,
                                 SYS_preadv,
                                 SYS_pwritev,
                                 SYS_lseek,
                                 SYS_fstat,
                                 SYS_ftruncate,
                                 SYS_close,
                                 SYS_dup,
                                 SYS_dup2,
                                 SYS_dup3,
                                 SYS_fcntl,
                                 SYS_fchmod,
                                 SYS_getdents64,
                                 SYS_fchown,
                                 SYS_fallocate,
                                 SYS_flock,
                                 SYS_fchdir,
                                 SYS_ioctl,
                                 SYS_fsetxattr,
                                 SYS_fgetxattr,
                                 SYS_flistxattr,
                                 SYS_fremovexattr,
                                 SYS_copy_file_range,
                                 SYS_sendfile,
                                 SYS_fstatfs,
                                 SYS_fsync,
                                 SYS_fdatasync,
                                 SYS_sync_file_range,
                                 SYS_syncfs,
                                 SYS_fadvise64,
                                 SYS_readahead,
                                 SYS_getsockname,
                                 SYS_getpeername,
                                 SYS_getsockopt,
                                 SYS_setsockopt};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (numbers[i] == number)
      return true;
  return false;
}

/// The number may be that of a file which another order of the threads would have given it.
static void note_chance(long number, int fd, bool is_bad) {
  if (mc_file_uses_number(number))
    mc_file_may_be_another(fd, is_bad);
}

static void put_number(int fd, uint32_t description, uint32_t inside) {
  if (fd >= 0 && fd < MC_MAX_DESCRIPTORS)
    file[fd] = (struct file){.description = description,
                             .inside = inside,
                             .since = mc_race_now(),
                             .maker = (uint8_t)(1 + mc_self()),
                             .is_known = true,
                             .was_another = file[fd].was_another};
}

static uint32_t new_description(void) {
  return mc_state_slot(mc_state_name(MC_NAME_OF_DESCRIPTION, mc_self(), ++made[mc_self()]));
}

static void put_copy(int fd, int new_fd) {
  const struct file *f = file_at(fd);
  if (f)
    put_number(new_fd, f->description, f->inside);
}

static void forget_numbers(long first, long last) {
  for (long fd = first; fd <= last && fd >= 0 && fd < MC_MAX_DESCRIPTORS; fd++)
    file[fd] = (struct file){.was_another = true};
}

/// A new file without a name: memfd_create, O_TMPFILE.
static void put_unnamed(int fd) {
  const uint32_t description = new_description();
  put_number(fd, description,
             mc_state_slot(mc_state_name(MC_NAME_OF_UNNAMED, mc_self(), made[mc_self()])));
}

static void put_opened(int fd, int folder, long text, long flags) {
  struct mc_path path = {0};
  bool is_plain;
  if ((flags & __O_TMPFILE) == __O_TMPFILE) {
    put_unnamed(fd);
    return;
  }
  if (mc_file_is_unnamed(fd)) // by /proc/self/fd
    mc_order_need(MC_ORDER_ONE_NAME);
  mc_file_name_of(fd, &is_plain);
  const bool has_name = is_plain && mc_path_names(folder, (const char *)text, true, &path);
  put_number(fd, new_description(), has_name ? mc_file_inside(path.entry) : 0);
}

void mc_file_done(long number, const long a[6], long result) {
  const bool is_bad = result < 0 && errno == EBADF;
  note_chance(number, (int)a[0], is_bad);
  if (result < 0 || !mc_file_is_known(number))
    return;
  const int *pair = (const int *)(number == SYS_socketpair ? a[3] : a[0]);
  switch (number) {
  case SYS_open:
    put_opened((int)result, AT_FDCWD, a[0], a[1]);
    break;
  case SYS_creat:
    put_opened((int)result, AT_FDCWD, a[0], 0);
    break;
  case SYS_openat:
    put_opened((int)result, (int)a[0], a[1], a[2]);
    break;
  case SYS_memfd_create:
    put_unnamed((int)result);
    break;
  case SYS_dup:
  case SYS_dup2:
  case SYS_dup3:
    if (number == SYS_dup || a[0] != a[1])
      put_copy((int)a[0], (int)result);
    break;
  case SYS_fcntl:
    if (a[1] == F_DUPFD || a[1] == F_DUPFD_CLOEXEC)
      put_copy((int)a[0], (int)result);
    break;
  case SYS_close:
    forget_numbers(a[0], a[0]);
    break;
  case SYS_close_range:
    forget_numbers(a[0], a[1]);
    break;
  case SYS_pipe:
  case SYS_pipe2:
  case SYS_socketpair:
    for (int i = 0; i < 2; i++)
      put_number(pair[i], new_description(), 0);
    break;
  case SYS_socket:
  case SYS_eventfd:
  case SYS_eventfd2:
  case SYS_epoll_create:
  case SYS_epoll_create1:
  case SYS_timerfd_create:
  case SYS_inotify_init:
  case SYS_inotify_init1:
    put_number((int)result, new_description(), 0);
    break;
  }
}
