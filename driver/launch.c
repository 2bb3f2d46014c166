// driver/launch.c - makes the session and starts the program in a fixed surrounding: no address
// randomisation, output into memory, no terminal, and nothing that outlives the command.
#include "launch.h"
#include "locks.h"
#include "diagnose.h"
#include "formats.h"
#include "input.h"
#include "installed.h"
#include "interrupts.h"
#include "output_file.h"
#include "processes.h"
#include "rules.h"
#include "runtime/session_work.h"
#include "variables.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

/// The program finds its own descriptors from 3 on where it would find them without us.
enum { FIRST_DESCRIPTOR = 900 };

mc_string session_take(struct mc_session *session, size_t bytes) {
  uint32_t start = (session->strings_used + 7) & ~7u;
  if (bytes > MC_SESSION_STRINGS - start)
    usage_error("too much text for a session: patterns and trace file together have more than %d "
                "bytes",
                MC_SESSION_STRINGS);
  session->strings_used = start + (uint32_t)bytes;
  return start;
}

mc_string session_add(struct mc_session *session, const char *text) {
  if (!*text)
    return 0;
  mc_string start = session_take(session, strlen(text) + 1);
  strcpy(session->strings + start, text);
  return start;
}

const char *session_text(const struct mc_session *session, mc_string string) {
  return string < MC_SESSION_STRINGS ? session->strings + string : "";
}

/// With commas between the items.
static mc_string add_list(struct mc_session *session, const struct option_list *own) {
  char *text = NULL;
  for (unsigned i = 0; i < own->count; i++)
    text = text ? format_text("%s,%s", text, own->item[i]) : format_text("%s", own->item[i]);
  return text ? session_add(session, text) : 0;
}

/// Memory that the program inherits as a descriptor out of its way.
static int make_memory(const char *name) {
  int fd = memfd_create(name, MFD_CLOEXEC);
  if (fd < 0)
    usage_error("memfd_create: %s%s", strerror(errno),
                errno == EMFILE ? ": a limit (ulimit -n)?" : "");
  int high = fcntl(fd, F_DUPFD_CLOEXEC, FIRST_DESCRIPTOR);
  if (high < 0)
    return fd;
  close(fd);
  return high;
}

static void make_session(struct launch *launch, uint32_t jobs) {
  const size_t bytes = mc_sessions_bytes(jobs);
  launch->session_fd = make_memory("mcmini-session");
  launch->size_signal = signal(SIGXFSZ, SIG_IGN); // what cannot be written is told
  if (ftruncate(launch->session_fd, (off_t)bytes))
    usage_error("no memory for the session: %s%s", strerror(errno),
                errno == EFBIG ? ": a limit (ulimit -f)?" : "");
  launch->session =
      mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, launch->session_fd, 0);
  if (launch->session == MAP_FAILED)
    usage_error("no memory for the session: %s", strerror(errno));
  launch->session->magic = MC_SHARED_MAGIC;
  launch->session->size = sizeof(struct mc_session);
  launch->session->strings_used = 1;
}

static int make_output(void) {
  int fd = make_memory("mcmini-output");
  if (fcntl(fd, F_SETFL, O_APPEND))
    usage_error("F_SETFL: %s", strerror(errno));
  return fd;
}

/// As options.def says.
static void configure(struct mc_session *session, const struct options *o) {
#define CONFIGURE_COMMAND(type, field)
#define CONFIGURE_SESSION(type, field) type(field)
#define TAKE_flag TAKE_NUMBER
#define TAKE_choice TAKE_NUMBER
#define TAKE_u32(lowest, highest) TAKE_NUMBER
#define TAKE_u64(lowest, highest) TAKE_NUMBER
#define TAKE_list TAKE_TEXTS
#define TAKE_NUMBER(field) session->config.field = o->field;
#define TAKE_TEXTS(field) session->config.field = add_list(session, &o->field);
#define MC_OPTION(to, of, type, field, ...) CONFIGURE_##to(TAKE_##type, field)
#include "options.def"
#undef MC_OPTION
}

/// ADDR_COMPAT_LAYOUT puts libraries into the middle of the address space. At its upper end, jumps
/// over short atomic instructions would lead out of it (runtime/foreign/patch_puns.c).
static void fix_addresses(struct mc_session *session) {
  const int now = personality(0xffffffff);
  const unsigned long fixed = (unsigned long)now | ADDR_NO_RANDOMIZE | ADDR_COMPAT_LAYOUT;
  struct rlimit stack;
  if (now != -1 && personality(fixed) != -1)
    return;
  warn("address randomisation cannot be switched off here (%s); results that depend on addresses "
       "may differ between runs",
       strerror(errno));
  if (!getrlimit(RLIMIT_STACK, &stack) && stack.rlim_max == RLIM_INFINITY &&
      stack.rlim_cur != RLIM_INFINITY)
    session->config.stack_limit = stack.rlim_cur;
}

void launch_prepare(struct launch *launch, const struct options *o) {
  make_session(launch, o->jobs);
  launch->output_fd = o->output != OUTPUT_ALL ? make_output() : -1;
  launch->stdout_is_taken = formats_take_stdout(o);
  configure(launch->session, o);
  launch->session->config.output_fd = launch->output_fd;
  launch->session->config.samples = options_sample(o);
  launch->session->config.divides_itself = o->divides_itself;
  launch->session->config.as_alone = o->divides_itself || o->as_alone;
  launch->session->by_pop = o->as_alone ? MC_BY_POP : MC_BY_POP_NOT_YET;
  launch->session->config.explain |= o->html != NULL;
  if (!o->lint && variables_sample_lint())
    launch->session->config.lint = MC_LINT_SAMPLED;
  rules_enter(launch->session, o);
  locks_enter(launch->session, o);
  fix_addresses(launch->session);
}

uint64_t launch_output_size(const struct launch *launch) {
  const off_t end = launch->output_fd < 0 ? 0 : lseek(launch->output_fd, 0, SEEK_END);
  return end > 0 ? (uint64_t)end : 0;
}

void launch_write_debug_session(const struct launch *launch, const char *path) {
  const struct mc_session *from = launch->session;
  const int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (fd < 0 || ftruncate(fd, sizeof *from))
    usage_error("--debug-session=%s: %s", path, output_file_error());
  struct mc_session *to = mmap(NULL, sizeof *to, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (to == MAP_FAILED)
    usage_error("--debug-session=%s: %s", path, strerror(errno));
  to->magic = from->magic;
  to->size = from->size;
  to->config = from->config;
  to->config.debugging = 1;
  to->config.output_fd = -1;
  to->fair = from->fair;
  to->strings_used = from->strings_used;
  memcpy(to->strings, from->strings, from->strings_used);
  to->rule_count = from->rule_count;
  memcpy(to->rule, from->rule, sizeof from->rule);
  munmap(to, sizeof *to);
  close(fd);
}

//===- The child ------------------------------------------------------------------------------===//

/// A sanitizer looks for leaks at the end of a process, in one of its own that stops all threads:
/// it would end the checking.
static void look_for_no_leaks(const char *options_name) {
  const char *options = getenv(options_name);
  char *text = format_text("%s%sdetect_leaks=0", options ? options : "", options ? ":" : "");
  setenv(options_name, text, 1);
  free(text);
}

/// The runtime forgets all up to our library (state.c).
static void set_environment(const struct launch *launch, const struct program *program,
                            const char *preload) {
  char text[32];
  snprintf(text, sizeof text, "%d", launch->session_fd);
  setenv(MC_SESSION_ENVIRONMENT, text, 1);
  if (!getenv("OMP_WAIT_POLICY"))
    setenv("GOMP_SPINCOUNT", "0", 0); // libgomp's threads wait at once: each look is a step
  const char *others = getenv("LD_PRELOAD"), *first = program->sanitizer;
  if (*preload)
    setenv("LD_PRELOAD",
           format_text("%s%s%s%s%s", first ? first : "", first ? ":" : "", preload,
                       others && *others ? ":" : "", others ? others : ""),
           1);
  if (program->looks_for_leaks) {
    look_for_no_leaks("ASAN_OPTIONS");
    look_for_no_leaks("LSAN_OPTIONS");
  }
}

/// Ours stays as it is.
static char **environment_for(const struct launch *launch, const struct program *program,
                              const char *preload) {
  char **own = environ;
  set_environment(launch, program, preload);
  char **made = environ;
  environ = own;
  return made;
}

/// An unlimited stack has the effect of ADDR_COMPAT_LAYOUT. The runtime sets the limit back.
static void leave_room_below(void) {
  struct rlimit limit;
  getrlimit(RLIMIT_STACK, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_STACK, &limit);
}

/// Runs in the child, which has our memory until it becomes the program, and blocks signals; what
/// goes wrong is written to `errors` as an errno.
static _Noreturn void become(const struct launch *launch, const struct program *program,
                             char **environment, const sigset_t *signals, pid_t driver,
                             int errors) {
  interrupts_default();
  sigprocmask(SIG_SETMASK, signals, NULL);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != driver)
    _exit(STATUS_INTERNAL);
  setpgid(0, 0); // Ctrl-C is for the command
  signal(SIGXFSZ, launch->size_signal);
  signal(SIGPIPE, launch->pipe_signal);
  if (launch->session->config.stack_limit)
    leave_room_below();
  if (launch->input_fd >= 0)
    dup2(launch->input_fd, STDIN_FILENO);
  fcntl(launch->session_fd, F_SETFD, 0);
  if (launch->output_fd >= 0) {
    fcntl(launch->output_fd, F_SETFD, 0);
    dup2(launch->output_fd, 1);
    dup2(launch->output_fd, 2);
  }
  if (launch->output_fd < 0 && launch->stdout_is_taken)
    dup2(2, 1);
  execve(program->path, program->argv, environment);
  int reason = errno;
  if (write(errors, &reason, sizeof reason) < 0)
    _exit(STATUS_INTERNAL);
  _exit(STATUS_USAGE);
}

/// The preload library, beside the command [own: free].
static char *find_preload(void) {
  char *library = installed_file("lib/libmcmini-preload.so");
  char *real = realpath(library, NULL);
  if (!real)
    usage_error("%s: %s; it is needed for a program that was not built with mcmini-cc", library,
                strerror(errno));
  if (strpbrk(real, " :")) // LD_PRELOAD would take it for two
    usage_error("%s: nothing can be preloaded from a path with a blank or a colon", real);
  free(library);
  return real;
}

/// What is to be preloaded, "" if nothing [own: free].
static char *find_libraries(const struct program *program, const struct option_list *primitives) {
  char *list = program->instrumented ? format_text("%s", "") : find_preload();
  for (unsigned i = 0; i < primitives->count; i++) {
    char *path = program_find_primitives(primitives->item[i]);
    char *longer = format_text("%s%s%s", list, *list ? ":" : "", path);
    free(path);
    free(list);
    list = longer;
  }
  return list;
}

void launch_start(struct launch *launch, const struct program *program,
                  const struct options *options) {
  if (access("/proc/self/maps", R_OK))
    usage_error("/proc/self/maps: %s; McMini needs it", strerror(errno));
  char *preload = find_libraries(program, &options->primitives);
  if (options->verbose)
    fprintf(stderr, "mcmini: %s is %s\n", program->path,
            program->instrumented
                ? "instrumented"
                : "not instrumented: its thread primitives are seen by preloading");
  launch->input_fd = input_open(options->output == OUTPUT_ALL); // nothing is shown twice
  processes_adopt();
  int errors[2];
  if (pipe2(errors, O_CLOEXEC))
    usage_error("pipe: %s%s", strerror(errno), errno == EMFILE ? ": a limit (ulimit -n)?" : "");
  fflush(NULL);
  interrupts_count();
  interrupts_after(0);
  pid_t driver = getpid();
  char **environment = environment_for(launch, program, preload);
  sigset_t all, before;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &before);
  const pid_t trunk = vfork(); // a fork would copy what exec throws away
  if (trunk < 0)
    usage_error("fork: %s", strerror(errno));
  if (trunk == 0)
    become(launch, program, environment, &before, driver, errors[1]);
  sigprocmask(SIG_SETMASK, &before, NULL);
  launch->trunk = trunk;
  close(errors[1]);
  int reason;
  if (read(errors[0], &reason, sizeof reason) == sizeof reason)
    usage_error("%s: cannot be run: %s", program->path, strerror(reason));
  close(errors[0]);
  free(preload);
}
