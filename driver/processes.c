// driver/processes.c - see processes.h. A process group or session would lose a program that makes
// its own. Where the kernel does not tell our children (CONFIG_PROC_CHILDREN), descendants are
// found by the parents of all processes.
#include "processes.h"
#include "diagnose.h"
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct process {
  pid_t pid, parent;
  char state;
};

static bool adopts; // children of processes that have ended

static bool read_process(pid_t pid, struct process *process) {
  char path[64], text[1024];
  snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
  FILE *file = fopen(path, "re");
  if (!file)
    return false;
  size_t length = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[length] = '\0';
  const char *name_end = strrchr(text, ')'); // a name may hold anything, also ") "
  int parent;
  if (!name_end || sscanf(name_end + 1, " %c %d", &process->state, &parent) != 2)
    return false;
  process->pid = pid;
  process->parent = parent;
  return true;
}

/// All processes of the machine [own: free].
static struct process *list_processes(unsigned *count) {
  struct process *list = NULL;
  unsigned capacity = 0;
  *count = 0;
  DIR *directory = opendir("/proc");
  for (struct dirent *entry; directory && (entry = readdir(directory));) {
    struct process process;
    if (!read_process((pid_t)atoi(entry->d_name), &process))
      continue;
    if (*count == capacity) {
      capacity = capacity ? 2 * capacity : 256;
      list = reallocarray(list, capacity, sizeof *list);
      if (!list)
        internal_fault("out of memory");
    }
    list[(*count)++] = process;
  }
  if (directory)
    closedir(directory);
  return list;
}

static bool is_descendant(const struct process *list, unsigned count, pid_t pid, pid_t ancestor) {
  for (unsigned generation = 0; pid > 1 && generation < count; generation++) {
    if (pid == ancestor)
      return generation > 0;
    unsigned i = 0;
    while (i < count && list[i].pid != pid)
      i++;
    if (i == count)
      return false;
    pid = list[i].parent;
  }
  return false;
}

static void kill_by_parents(void) {
  unsigned count;
  struct process *list = list_processes(&count);
  for (unsigned i = 0; i < count; i++)
    if (list[i].state != 'Z' && is_descendant(list, count, list[i].pid, getpid()))
      kill(list[i].pid, SIGKILL);
  free(list);
}

/// False: the kernel does not tell, or the thread of ours has ended.
static bool kill_children_of(const char *thread) {
  char path[64];
  int child;
  snprintf(path, sizeof path, "/proc/self/task/%.20s/children", thread);
  FILE *file = fopen(path, "re");
  if (!file)
    return false;
  while (fscanf(file, "%d", &child) == 1)
    kill(child, SIGKILL);
  fclose(file);
  return true;
}

/// Our children; theirs become ours by that, and are seen the next time.
static void kill_children(void) {
  bool any = false;
  DIR *directory = adopts ? opendir("/proc/self/task") : NULL;
  for (struct dirent *entry; directory && (entry = readdir(directory));)
    any |= *entry->d_name != '.' && kill_children_of(entry->d_name);
  if (directory)
    closedir(directory);
  if (!any)
    kill_by_parents();
}

static bool reap(void) {
  pid_t pid;
  do
    pid = waitpid(-1, NULL, WNOHANG);
  while (pid > 0 || (pid < 0 && errno == EINTR));
  return pid < 0; // no children left
}

void processes_end(void) {
  // An orphan shows up as our child a moment after its parent died: until there are none. A process
  // in an uninterruptible wait is given half a second.
  uint64_t deadline = wall_time() + 500000000ull;
  while (!reap() && wall_time() < deadline) {
    kill_children();
    struct timespec moment = {.tv_nsec = 1000000};
    nanosleep(&moment, NULL);
  }
}

static pid_t adopter;

static void end_at_exit(void) {
  if (getpid() == adopter)
    processes_end();
}

void processes_adopt(void) {
  enum { NO_CHILD = 1 };
  if (waitpid(NO_CHILD, NULL, WNOHANG) < 0 && errno != ECHILD)
    usage_error("the system forbids wait4 (a seccomp filter?): %s", strerror(errno));
  adopts = prctl(PR_SET_CHILD_SUBREAPER, 1) == 0;
  if (!adopts)
    warn("PR_SET_CHILD_SUBREAPER: %s; a process that the program leaves behind may stay",
         strerror(errno));
  adopter = getpid();
  atexit(end_at_exit);
}

bool process_cpu_time(pid_t pid, uint64_t *time) {
  clockid_t clock;
  struct timespec now;
  if (pid <= 0 || clock_getcpuclockid(pid, &clock) || clock_gettime(clock, &now))
    return false;
  *time = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
  return true;
}

char process_state(pid_t pid) {
  struct process process;
  return pid > 0 && read_process(pid, &process) ? process.state : 0;
}

pid_t process_parent(pid_t pid) {
  struct process process;
  return pid > 0 && read_process(pid, &process) ? process.parent : 0;
}

static bool thread_waits(pid_t pid, const char *thread) {
  char path[64], state = 0;
  long call = -1;
  snprintf(path, sizeof path, "/proc/%d/task/%.20s/syscall", (int)pid, thread);
  FILE *file = fopen(path, "re");
  const bool known = file && fscanf(file, "%ld", &call) == 1; // else it runs, or nobody may know
  if (file)
    fclose(file);
  snprintf(path, sizeof path, "/proc/%d/task/%.20s/stat", (int)pid, thread);
  file = fopen(path, "re");
  if (file) {
    for (int c = 0; c != ')' && c != EOF;) // its process may end meanwhile, which is an error
      c = fgetc(file);
    if (fscanf(file, " %c", &state) != 1)
      state = 0;
    fclose(file);
  }
  return known && state == 'S' && (call == SYS_futex || call == SYS_wait4);
}

bool process_waits_for_itself(pid_t pid) {
  char path[64];
  bool all = true;
  snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
  DIR *directory = opendir(path);
  for (struct dirent *entry; directory && (entry = readdir(directory));)
    all = all && (*entry->d_name == '.' || thread_waits(pid, entry->d_name));
  if (directory)
    closedir(directory);
  return directory && all;
}

uint64_t wall_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}
