// What the kernel keeps for the process, and a trace changes. The program notes in its own memory how it
// should be; memory is put back. So a trace that finds what another one has left fails its assertion.
#define _GNU_SOURCE
#include "threads.h"
#include <assert.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <ucontext.h>
#include <unistd.h>

//===- What is done with signals --------------------------------------------------------------===//

static const int changed[] = {SIGUSR1, SIGPIPE, SIGSEGV, SIGTERM, SIGABRT};
enum { CHANGED = sizeof changed / sizeof *changed };
static struct sigaction is[CHANGED];

static void handle(int signal) { (void)signal; }
static void handle_info(int signal, siginfo_t *info, void *context) {
  (void)info, (void)context;
  assert(signal == SIGUSR1);
}

static void look(void) {
  for (int i = 0; i < CHANGED; i++) {
    struct sigaction now;
    sigaction(changed[i], NULL, &now);
    assert(now.sa_handler == is[i].sa_handler && now.sa_flags == is[i].sa_flags &&
           sigismember(&now.sa_mask, SIGHUP) == sigismember(&is[i].sa_mask, SIGHUP));
  }
}

static void change(int i, void (*handler)(int), int flags, int blocked) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
  if (blocked)
    sigaddset(&action.sa_mask, SIGHUP);
  assert(sigaction(changed[i], &action, NULL) == 0);
  sigaction(changed[i], NULL, &is[i]);
  assert(is[i].sa_handler == handler && sigismember(&is[i].sa_mask, SIGHUP) == blocked);
}

static void *change_actions(void *number) {
  const int i = number == (void *)1 ? 0 : 1;
  pthread_mutex_lock(&lock);
  look();
  change(i, handle, SA_RESTART, 1);
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  look();
  change(2, i ? handle : SIG_IGN, 0, 0);
  change(3, SIG_DFL, 0, 0);
  if (i == 0) {
    change(0, (void (*)(int))handle_info, SA_SIGINFO, 0);
    raise(SIGUSR1);
    change(0, handle, (int)SA_RESETHAND, 0);
    raise(SIGUSR1);
    sigaction(SIGUSR1, NULL, &is[0]);
    assert(is[0].sa_handler == SIG_DFL);
  }
  look();
  pthread_mutex_unlock(&lock);
  return NULL;
}

/// The first trace begins with a handler, an ignored signal, and the rest as usual.
static void actions(void) {
  for (int i = 0; i < CHANGED; i++)
    sigaction(changed[i], NULL, &is[i]);
  change(1, SIG_IGN, 0, 0);
  change(3, handle, 0, 1);
  change(4, handle, SA_ONSTACK, 0);
  in_threads(2, change_actions);
  look();
}

static void *change_one(void *number) {
  pthread_mutex_lock(&lock);
  look();
  if (number == (void *)2)
    change(1, handle, 0, 0);
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void one_action(void) {
  for (int i = 0; i < CHANGED; i++)
    sigaction(changed[i], NULL, &is[i]);
  change(1, SIG_IGN, 0, 0);
  in_threads(2, change_one);
  look();
}

//===- Which are blocked ----------------------------------------------------------------------===//

static sigset_t blocked_by[3];
static __thread const sigset_t *expected;
static __thread volatile int seen;
static __thread sigjmp_buf back;

/// The kernel tells what it puts back behind the handler.
static void see(int signal, siginfo_t *info, void *context) {
  const sigset_t *kernels = &((ucontext_t *)context)->uc_sigmask;
  (void)info;
  for (int s = 1; s < 32; s++)
    assert(sigismember(kernels, s) == sigismember(expected, s));
  seen++;
  if (signal == SIGUSR2)
    siglongjmp(back, 1);
}

static void check(int n, int signal) {
  expected = &blocked_by[n];
  const int before = seen;
  if (sigsetjmp(back, 1) == 0)
    raise(signal);
  assert(seen == before + 1);
}

static void block(int n, int how, int signal) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  pthread_sigmask(how, &set, NULL);
  pthread_sigmask(SIG_BLOCK, NULL, &blocked_by[n]);
}

static void *change_masks(void *number) {
  const int n = (int)(long)number;
  sigset_t now;
  pthread_sigmask(SIG_BLOCK, NULL, &now);
  assert(sigismember(&now, SIGTERM) == 1 && sigismember(&now, SIGHUP) == 0);
  blocked_by[n] = now;
  check(n, SIGUSR1);
  block(n, SIG_BLOCK, n == 1 ? SIGHUP : SIGINT);
  visible();
  check(n, SIGUSR1);
  block(n, SIG_UNBLOCK, SIGTERM);
  check(n, SIGUSR2);
  visible();
  check(n, SIGUSR1);
  return NULL; // with another mask than the trace began with
}

static void masks(void) {
  struct sigaction action = {.sa_sigaction = see, .sa_flags = SA_SIGINFO};
  sigaction(SIGUSR1, &action, NULL);
  sigaction(SIGUSR2, &action, NULL);
  block(0, SIG_BLOCK, SIGTERM);
  in_threads(2, change_masks);
  check(0, SIGUSR1);
  block(0, SIG_BLOCK, SIGQUIT);
}

//===- Handlers that make steps ---------------------------------------------------------------===//

static __thread volatile int depth;

static void with_steps(int signal) {
  (void)signal;
  char room[2000]; // written below the frame
  memset(room, depth, sizeof room);
  const int own = depth++;
  visible();
  if (depth < 3)
    raise(SIGUSR1);
  visible();
  for (unsigned i = 0; i < sizeof room; i++)
    assert(room[i] == own);
}

static void *handle_with_steps(void *number) {
  assert(depth == 0);
  if (number == (void *)1)
    raise(SIGUSR1);
  assert(depth == (number == (void *)1 ? 3 : 0));
  visible();
  return NULL;
}

static void nested(void) {
  struct sigaction action = {.sa_handler = with_steps, .sa_flags = SA_NODEFER};
  sigaction(SIGUSR1, &action, NULL);
  in_threads(2, handle_with_steps);
}

//===- Descriptors ----------------------------------------------------------------------------===//

static struct descriptor {
  int number;
  ino_t inode; // 0: closed
  int flags, is_nonblocking;
  char next; // to be read
} file[2];

static void look_at_files(void) {
  for (int i = 0; i < 2; i++) {
    const struct descriptor *d = &file[i];
    struct stat info;
    assert((fstat(d->number, &info) ? 0 : info.st_ino) == d->inode);
    if (!d->inode)
      continue;
    assert(fcntl(d->number, F_GETFD) == d->flags);
    assert(!(fcntl(d->number, F_GETFL) & O_NONBLOCK) == !d->is_nonblocking);
  }
}

static void read_from(struct descriptor *d) {
  char c = 0;
  if (d->inode)
    assert(read(d->number, &c, 1) == 1 && c == d->next++);
}

/// The first thread closes one and opens another file, which may get its number; the second puts the
/// other one there.
static void *change_descriptors(void *number) {
  pthread_mutex_lock(&lock);
  look_at_files();
  if (number == (void *)1) {
    close(file[0].number);
    file[0].inode = 0;
    assert(close(file[0].number) == -1);
  } else {
    dup2(file[1].number, file[0].number);
    fcntl(file[1].number, F_SETFL, O_NONBLOCK);
    file[1].is_nonblocking = 1;
    file[0] = (struct descriptor){file[0].number, file[1].inode, 0, 1, 0};
  }
  look_at_files();
  read_from(&file[1]);
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  look_at_files();
  if (number == (void *)1) {
    const int fd = open("third", O_RDONLY);
    struct stat info;
    assert(fd >= 0 && fstat(fd, &info) == 0);
    if (fd == file[0].number)
      file[0] = (struct descriptor){fd, info.st_ino, 0, 0, 'a'};
  } else {
    fcntl(file[1].number, F_SETFD, 0);
    file[1].flags = 0;
  }
  read_from(&file[1]);
  look_at_files();
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void write_file(const char *name) {
  FILE *stream = fopen(name, "w");
  fputs("abcdefghij", stream);
  fclose(stream);
}

static void descriptors(void) {
  static const char *const names[] = {"first", "second", "third"};
  for (int i = 0; i < 3; i++)
    write_file(names[i]);
  for (int i = 0; i < 2; i++) {
    struct stat info;
    const int fd = open(names[i], O_RDONLY | (i ? O_CLOEXEC : 0));
    assert(fstat(fd, &info) == 0);
    file[i] = (struct descriptor){fd, info.st_ino, i ? FD_CLOEXEC : 0, 0, 'a'};
  }
  read_from(&file[1]);
  in_threads(2, change_descriptors);
  look_at_files();
}

//===- The process ----------------------------------------------------------------------------===//

static char folder[3][300];
static int in_folder, opened;
static mode_t mask;

static void look_at_process(void) {
  char now[300];
  assert(getcwd(now, sizeof now) && !strcmp(now, folder[in_folder]));
  const mode_t before = umask(mask);
  assert(before == mask);
}

static void *change_process(void *number) {
  const int n = (int)(long)number;
  pthread_mutex_lock(&lock);
  look_at_process();
  assert(chdir(folder[n]) == 0);
  in_folder = n;
  assert(open(".", O_RDONLY) == opened++);
  umask(mask = (mode_t)(n * 8));
  look_at_process();
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void process(void) {
  assert(getcwd(folder[0], 200));
  for (int i = 1; i < 3; i++) {
    sprintf(folder[i], "%s/of-%d", folder[0], i);
    mkdir(folder[i], 0700);
  }
  umask(mask = 027);
  opened = dup(0); // the lowest number that is free
  close(opened);
  in_threads(2, change_process);
  look_at_process();
}

//===- Locks of files -------------------------------------------------------------------------===//

static int locked, other, is_locked, has_range;

/// The second thread tries, by another open file.
static void *lock_file(void *number) {
  struct flock range = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1}, asked = range;
  pthread_mutex_lock(&lock);
  if (number == (void *)1) {
    assert(flock(locked, LOCK_EX | LOCK_NB) == 0);
    assert(fcntl(locked, F_SETLK, &range) == 0);
    is_locked = has_range = 1;
  } else {
    assert(flock(other, LOCK_EX | LOCK_NB) == (is_locked ? -1 : 0));
    assert(is_locked || flock(other, LOCK_UN) == 0);
    assert(fcntl(other, F_OFD_GETLK, &asked) == 0 && (asked.l_type != F_UNLCK) == has_range);
  }
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void locks(void) {
  locked = open("locked", O_CREAT | O_RDWR, 0600);
  other = open("locked", O_RDWR);
  in_threads(2, lock_file);
}

//===- Files ----------------------------------------------------------------------------------===//

static char should[64]; // what the file "data" has
static long size;
static mode_t mode;
static int source, has_other;

static void look_at_data(void) {
  char now[64] = "";
  struct stat info;
  const int fd = open("data", O_RDONLY);
  assert(fstat(fd, &info) == 0 && info.st_size == size && (info.st_mode & 0777) == mode);
  assert(pread(fd, now, sizeof now, 0) == size && !memcmp(now, should, (size_t)size));
  const char *mapped = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
  assert(mapped != MAP_FAILED && !memcmp(mapped, should, (size_t)size));
  munmap((void *)mapped, 4096);
  close(fd);
  assert(access("other", F_OK) == (has_other ? 0 : -1));
}

static void *change_data(void *number) {
  pthread_mutex_lock(&lock);
  look_at_data();
  if (number == (void *)1) {
    const int fd = open("data", O_WRONLY);
    off_t from = 2;
    assert(fallocate(fd, 0, 0, 20) == 0 && fsync(fd) == 0);
    size = size > 20 ? size : 20;
    lseek(fd, 4, SEEK_SET);
    assert(sendfile(fd, source, &from, 3) == 3);
    memcpy(should + 4, "cde", 3);
    fchmod(fd, mode = 0600);
    close(fd);
    assert(link("data", "other") == 0);
    has_other = 1;
  } else {
    char c = 0;
    assert(read(source, &c, 1) == 1 && c == 'a'); // its offset is put back
    FILE *stream = fopen("data", "a");
    fputs("appended", stream);
    fclose(stream);
    memcpy(should + size, "appended", 8);
    size += 8;
  }
  look_at_data();
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void files(void) {
  write_file("data");
  write_file("source");
  unlink("other");
  chmod("data", mode = 0640);
  memcpy(should, "abcdefghij", size = 10);
  source = open("source", O_RDONLY);
  in_threads(2, change_data);
  look_at_data();
}

//===- Memory ---------------------------------------------------------------------------------===//

enum { PAGE = 4096 };

static void *map_memory(void *number) {
  visible();
  char *shared = mmap(NULL, 4 * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  assert(shared != MAP_FAILED && shared[0] == 0 && shared[3 * PAGE] == 0);
  memset(shared, 7, 4 * PAGE);
  visible();
  char *own = mmap(NULL, 4 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  own[PAGE] = 7;
  char *larger = mremap(own, 4 * PAGE, 1024 * PAGE, MREMAP_MAYMOVE);
  assert(larger != MAP_FAILED && larger[PAGE] == 7 && larger[1023 * PAGE] == 0);
  visible();
  char *anew = mmap(larger + PAGE, PAGE, PROT_READ | PROT_WRITE,
                    MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert(anew == larger + PAGE && anew[0] == 0 && shared[PAGE] == 7);
  if (number == (void *)1)
    munmap(larger, 1024 * PAGE);
  return NULL;
}

static void memory(void) { in_threads(2, map_memory); }

static const struct scenario scenarios[] = {
    {"actions", actions},
    {"one-action", one_action},
    {"masks", masks},
    {"nested", nested},
    {"descriptors", descriptors},
    {"process", process},
    {"locks", locks},
    {"files", files},
    {"memory", memory},
    {NULL, NULL},
};

int main(int argc, char **argv) { return run_scenario(scenarios, argc, argv); }
