// stub.c - see stub.h.
#define _GNU_SOURCE
#include "stub.h"
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>

enum { MAX_OBJECTS = 1024, MARK = 0x6b72616d };

static struct {
  const struct mc_primitive *primitive;
  const volatile void *address;
  size_t size;
  _Alignas(8) char state[MC_MAX_STATE];
} object[MAX_OBJECTS];
static mc_object objects;

mc_thread stub_thread;
mc_alternative stub_preferred, stub_alternative;
uint64_t stub_clock;
int stub_interrupt;
bool stub_checking = true;
const char *stub_misuse, *stub_operation;
jmp_buf stub_jump;

static bool blocked;
static struct mc_operation pending[MC_MAX_THREADS];
static pthread_t thread_name[MC_MAX_THREADS];
static mc_object thread_object[MC_MAX_THREADS];
static unsigned threads;

bool mc_checking(void) { return stub_checking; }
bool mc_native(void) { return false; }
bool mc_is_runtime(uint64_t code) { return code != 0; }
void mc_reach(const struct mc_site *site) { (void)site; }
int mc_sigaction(int signal, const struct sigaction *action, struct sigaction *old) {
  return sigaction(signal, action, old);
}
void mc_assertion(const char *message, const struct mc_site *site) {
  mc_misuse(message, MC_NO_OBJECT, site);
}

bool mc_section_enter(void) { return false; }
bool mc_section_leave(void) { return false; }
bool mc_section_is_entered(void) { return false; }
mc_object mc_section_object(void) { return MC_NO_OBJECT; }

void mc_thread_is_interrupted(mc_thread thread, int signal) {
  stub_interrupt = signal ? 100 + thread : 0;
}
void mc_threads_are_interrupted(int signal) { stub_interrupt = signal ? 100 : 0; }
bool mc_process_is_interrupted(void) { return false; }
uint64_t mc_late_signals(void) { return 0; }
bool mc_is_interrupted(mc_thread thread) { return (void)thread, false; }
bool mc_action_is_fixed(int signal) { return signal != 0; }
void mc_signals_look(const struct mc_site *site) { (void)site; }
void mc_thread_is_cancelled(mc_thread thread) { (void)thread; }
void mc_thread_is_asynchronous(void) {}
bool mc_takes_cancellation(void) { return false; }
bool mc_is_cancelled_asynchronously(void) { return false; }
void mc_cancellation_enter(enum mc_place_of_cancellation point) { (void)point; }
void mc_cancellation_enable(bool is_enabled) { (void)is_enabled; }
void mc_cancellation_set_type(bool is_asynchronous) { (void)is_asynchronous; }
void mc_cancellation_ends(void) {}
void mc_signal_call_handler(int signal) { raise(signal); }
void mc_handler_begins(void) {}
void mc_handler_ends(bool changes_errno) { (void)changes_errno; }
bool mc_is_to_restart(const struct mc_operation *operation) { return !operation; }
void mc_goes_with_atomics(bool is_futex, const struct mc_site *site) { (void)is_futex, (void)site; }
void mc_waits_in_libc(const struct mc_site *site) { (void)site; }
int mc_process_number(int process) { return process; }
void mc_release_by_system_call(long number, const long a[6], const struct mc_site *site) {
  (void)number, (void)a, (void)site;
}
int mc_fork(const struct mc_site *site) {
  mc_misuse("fork", MC_NO_OBJECT, site);
  return -1;
}
void mc_end_at_clone(const struct mc_site *site) { mc_misuse("clone", MC_NO_OBJECT, site); }
void mc_forgiven_misuse(const char *what, const struct mc_site *site) {
  mc_misuse(what, MC_NO_OBJECT, site);
}
void mc_process_numbers(long number, long a[6]) { (void)number, (void)a; }
const char *mc_path_of_process(const char *path, char text[]) {
  (void)text;
  return path;
}
uint64_t mc_thread_never_blocked(void) { return 0; }
void mc_stray_write(const struct mc_site *site, uint64_t address) {
  (void)site, (void)address;
  abort();
}
void mc_killed_itself(const struct mc_site *site) {
  (void)site;
  abort();
}
void mc_object_destroyed(mc_object object) { (void)object; }
bool mc_seen_by_more_than(mc_object object, unsigned n) {
  (void)object, (void)n;
  return false;
}
bool mc_is_numbered(mc_object object, enum mc_role role, unsigned count) {
  (void)object, (void)role, (void)count;
  return false;
}
void mc_overlaps(uint64_t address, uint32_t size) { (void)address, (void)size; }
bool mc_overlapping(uint32_t i, uint64_t *address, uint32_t *size) {
  (void)i, (void)address, (void)size;
  return false;
}
mc_thread mc_self(void) { return stub_thread; }

struct mark {
  uint32_t magic, object;
};

mc_object mc_object_find(const struct mc_primitive *primitive, const volatile void *address) {
  mc_object o = objects;
  while (o-- > 0)
    if (object[o].primitive == primitive && object[o].address == address) {
      const struct mark mark = {MARK, o};
      const bool has_mark = object[o].size >= sizeof mark;
      return has_mark && memcmp((void *)address, &mark, sizeof mark) != 0 ? MC_NO_OBJECT : o;
    }
  return MC_NO_OBJECT;
}

mc_object mc_object_new(const struct mc_primitive *primitive, const volatile void *address,
                        size_t size, const void *state) {
  const mc_object o = objects++;
  object[o].primitive = primitive;
  object[o].address = address;
  object[o].size = size;
  memcpy(object[o].state, state, primitive->state_size);
  const struct mark mark = {MARK, o};
  if (size >= sizeof mark)
    memcpy((void *)address, &mark, sizeof mark);
  return o;
}

const void *mc_object_state(mc_object o) { return object[o].state; }

const char *stub_print(const struct mc_primitive *primitive, const volatile void *address) {
  static char text[256];
  primitive->print(object[mc_object_find(primitive, address)].state, text, sizeof text);
  return text;
}

static void collect(const struct mc_operation *op, void *state[]) {
  for (unsigned i = 0; i < op->objects; i++) {
    const mc_object o = op->object[i];
    if (object[o].primitive->observe)
      object[o].primitive->observe(object[o].state, object[o].address);
    state[i] = object[o].state;
  }
}

static bool choose(struct mc_operation *op, void *const state[]) {
  const unsigned n = op->primitive->universe ? op->primitive->universe(op, MC_MAX_THREADS) : 1;
  bool found = false;
  for (unsigned a = n; a-- > 0;) {
    struct mc_operation step = *op;
    step.alternative = (mc_alternative)a;
    if (op->primitive->enabled && !op->primitive->enabled(&step, (const void *const *)state))
      continue;
    if (!found || op->alternative != stub_preferred)
      op->alternative = (mc_alternative)a;
    found = true;
  }
  return found;
}

uint64_t stub_run(struct mc_operation *op) {
  void *state[MC_MAX_OPERATION_OBJECTS];
  op->thread = stub_thread;
  collect(op, state);
  stub_operation = op->primitive->operations[op->kind];
  blocked = !choose(op, state);
  if (blocked) {
    pending[stub_thread] = *op;
    longjmp(stub_jump, 1);
  }
  stub_alternative = op->alternative;
  uint64_t result = 0;
  stub_misuse = op->primitive->apply(op, state, &result);
  if (stub_misuse)
    longjmp(stub_jump, 1);
  return result;
}

uint64_t mc_transition(struct mc_operation *op, const struct mc_site *site) {
  (void)site;
  return stub_run(op);
}

uint64_t stub_resume(mc_thread thread) {
  stub_thread = thread;
  struct mc_operation op = pending[thread];
  return stub_run(&op);
}

int stub_outcome(void) { return blocked ? BLOCKED : MISUSE; }

void mc_misuse(const char *what, mc_object o, const struct mc_site *site) {
  (void)o, (void)site;
  stub_misuse = what;
  blocked = false;
  longjmp(stub_jump, 1);
}

void mc_warn_of(enum mc_warning warning, const char *what, const struct mc_site *site) {
  (void)warning, (void)what, (void)site;
}

void mc_warn(enum mc_warning warning, const struct mc_site *site) {
  mc_warn_of(warning, NULL, site);
}

bool mc_may_read(const volatile void *memory, size_t bytes) { return memory || !bytes; }
bool mc_may_write(volatile void *memory, size_t bytes) { return memory || !bytes; }
bool mc_may_read_text(const char *text) { return text; }

static int nothing(void) { return 0; }

void *mc_real(const char *name) {
  if (strcmp(name, "pthread_join") == 0 || strcmp(name, "pthread_detach") == 0)
    return (void *)nothing;
  return dlsym(RTLD_NEXT, name);
}

void *mc_real_if_any(const char *name) { return mc_real(name); }

uint64_t mc_clock_query(const struct mc_site *site) {
  (void)site;
  return stub_clock += 1000000;
}
uint64_t mc_clock_now(void) { return stub_clock; }
void mc_clock_reach(uint64_t time) { stub_clock = time > stub_clock ? time : stub_clock; }
uint64_t mc_clock_deadline(int clock, const struct timespec *t) {
  (void)clock;
  return (uint64_t)t->tv_sec * 1000000000 + (uint64_t)t->tv_nsec;
}
void mc_clock_join(pthread_t thread) { (void)thread; }
int mc_thread_collect(pthread_t thread, void **value) { return (void)thread, (void)value, 0; }
void mc_thread_show_end(pthread_t thread) { (void)thread; }

bool mc_site_invisible(const struct mc_site *site) { return (uintptr_t)site == 1; }
bool mc_site_counts_references(const struct mc_site *site) { return (uintptr_t)site == 1; }
bool mc_reference_count(const volatile void *address, uint32_t access, uint64_t operand,
                        const void *stack) {
  (void)address, (void)access, (void)operand, (void)stack;
  return false;
}
void mc_note_reference_count(const volatile int *count) { (void)count; }
bool mc_is_reference_count(const volatile int *count) {
  (void)count;
  return false;
}

int mc_thread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*function)(void *),
                     void *argument, const struct mc_site *site) {
  (void)thread, (void)attributes, (void)function, (void)argument, (void)site;
  return 0;
}

mc_object stub_new_thread(pthread_t name) {
  extern const struct mc_primitive mc_primitive_thread;
  const struct mc_thread_state created = {.created = 1};
  thread_name[threads] = name;
  thread_object[threads] = mc_object_new(&mc_primitive_thread, &thread_name[threads], 0, &created);
  return thread_object[threads++];
}

mc_object mc_thread_object(pthread_t thread) {
  for (unsigned i = 0; i < threads; i++)
    if (thread_name[i] == thread)
      return thread_object[i];
  return MC_NO_OBJECT;
}

mc_thread mc_thread_number(pthread_t thread) {
  return thread < MC_MAX_THREADS ? (mc_thread)thread : MC_NO_THREAD;
}
bool mc_misuse_is_reported(void) { return false; }
bool mc_has_threads(void) { return true; }
bool mc_thread_is_alive(mc_thread thread) { return thread < 4; }
void mc_thread_set_mask(uint64_t blocked) { (void)blocked; }
uint64_t mc_thread_guard_size(pthread_t thread) {
  (void)thread;
  return 0;
}

uint64_t mc_thread_mask(mc_thread thread) {
  (void)thread;
  return 0;
}

void mc_unordered_is_known(bool is) { (void)is; }
void mc_thread_calls_destructors(void) {}
bool mc_others_call_destructors(void) { return false; }
void mc_stack_leave_from(const void *frame, const struct mc_site *site) { (void)frame, (void)site; }
void mc_thread_exit_raw(int status, const struct mc_site *site) { mc_process_exit(status, site); }

void mc_process_begin_exit(const struct mc_site *site) { (void)site; }
void mc_process_quick_exit(int status) { (void)status; }
void mc_process_adds_handler(void) {}
bool mc_is_random_device(const char *path) { return !path; }
void mc_make_random(int fd) { (void)fd; }
bool mc_exec_begins(const char *path, const struct mc_site *site) {
  (void)path;
  (void)site;
  return false;
}
void mc_exec_came_back(bool has_ended) { (void)has_ended; }
void mc_note_effect(void) {}
void mc_process_exit(int status, const struct mc_site *site) {
  (void)site;
  printf("process exit %d\n", status);
  fflush(stdout);
  ((void (*)(int))dlsym(RTLD_NEXT, "_exit"))(0);
  __builtin_unreachable();
}

const struct mc_policy *mc_policy_of_object(mc_object o, const volatile void *address,
                                            const char *operation) {
  (void)o, (void)address, (void)operation;
  return NULL;
}
uint32_t mc_spurious_wakeups_of(const volatile void *address) {
  (void)address;
  return 0;
}
void mc_race_access(const struct mc_site *site, const volatile void *address, uint64_t size,
                    bool is_write, bool is_atomic) {
  (void)site, (void)address, (void)size, (void)is_write, (void)is_atomic;
}
void mc_race_fence(uint32_t order) { (void)order; }
void __mcmini_awaited(void) {}
bool mc_attempt_is_made(void) { return false; }
bool mc_attempt_at_look(uint32_t *access, uint64_t *operand, uint64_t *expected) {
  (void)access, (void)operand, (void)expected;
  return false;
}
void mc_attempt_made(bool has_ended, const struct mc_site *site) { (void)has_ended, (void)site; }

bool mc_race_orders_modifications(void) { return true; }

void mc_race_invisible(const volatile void *address, uint32_t access) {
  (void)address, (void)access;
}
void mc_race_reference_count(const volatile void *address, uint32_t access) {
  (void)address, (void)access;
}
uint32_t mc_firings(void) { return 2; }
void mc_signal_is_told(int signal, struct mc_told_of_signal what) { (void)signal, (void)what; }
struct mc_told_of_signal mc_signal_told(int signal) {
  return (void)signal, (struct mc_told_of_signal){0, NULL};
}
void mc_thread_serves(mc_thread thread) { (void)thread; }
bool mc_thread_is_served(mc_thread thread) { return mc_thread_is_alive(thread); }
bool mc_value_counts_waiters(void) { return false; }
enum mc_preference mc_rwlock_preference(enum mc_preference by_kind) { return by_kind; }

//===- Calls of the kernel: never ordered -----------------------------------------------------===//

unsigned mc_order(void) { return 0; }
void mc_order_need(unsigned order) { (void)order; }
void mc_order_note(uint32_t slot, enum mc_use use) { (void)slot, (void)use; }
bool mc_path_names(int folder, const char *path, bool follow, struct mc_path *names) {
  (void)folder, (void)path, (void)follow, (void)names;
  return false;
}
uint64_t mc_file_name_of(int fd, bool *is_plain) {
  *is_plain = false;
  return (uint64_t)fd + 1;
}
bool mc_is_null_device(int fd) {
  (void)fd;
  return false;
}
int mc_open_random(const char *path, int flags) {
  (void)path, (void)flags;
  return -2;
}
long mc_file_make(long number, const long a[6]) {
  long (*real)(long, ...);
  *(void **)&real = mc_real("syscall");
  return real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
uint64_t mc_inode_of(int fd) {
  struct stat info;
  return mc_file_make(SYS_fstat, (const long[6]){fd, (long)&info}) ? 0 : info.st_ino;
}
void mc_file_note(long number, const long a[6]) { (void)number, (void)a; }
void mc_file_noted(long result) { (void)result; }
unsigned mc_number_of_run(void) { return 0; }
void mc_gives(const struct mc_site *site, void *to, size_t bytes) { (void)site, (void)to, (void)bytes; }
void __mcmini_read_range(const struct mc_site *site, const volatile void *address, uint64_t size) {
  (void)site, (void)address, (void)size;
}
void __mcmini_write_range(const struct mc_site *site, volatile void *address, uint64_t size) {
  (void)site, (void)address, (void)size;
}
uint8_t __mcmini_all_accesses;
void __mcmini_write_ahead(const struct mc_site *site, volatile void *address, uint64_t most) {
  (void)site, (void)address, (void)most;
}
void __mcmini_write_behind(const struct mc_site *site, volatile void *address, uint64_t size) {
  (void)site, (void)address, (void)size;
}
void __mcmini_read_done(const struct mc_site *site, const volatile void *address, uint64_t size) {
  (void)site, (void)address, (void)size;
}
void __mcmini_write_done(const struct mc_site *site, volatile void *address, uint64_t size) {
  (void)site, (void)address, (void)size;
}
bool mc_file_is_unnamed(int fd) { return (void)fd, false; }
void mc_write_random(int fd) { (void)fd; }
bool mc_is_searching(void) { return false; }
bool mc_sees_system_calls(void) { return false; }
void mc_memory_of_libc(bool is) { (void)is; }
void mc_stopped_itself(int signal, const struct mc_site *site) {
  (void)signal, (void)site;
  abort();
}
void mc_object_is_there(mc_object object, const volatile void *address) { (void)object, (void)address; }
void mc_libc_variables_change(enum mc_libc_variables family, const struct mc_site *site) {
  (void)family, (void)site;
}
void mc_unordered_call(const char *function, const struct mc_site *site) { (void)function, (void)site; }
void mc_protection_keys_use(void) {}
bool mc_others_are_joined(void) { return false; }
void mc_variable_may_be_taken(const struct mc_site *site, const volatile void *memory, bool is_write) {
  (void)site, (void)memory, (void)is_write;
}
void mc_buffer_faults(const struct mc_site *site, const void *buffer, bool is_write) {
  (void)site, (void)buffer, (void)is_write;
}
void mc_need_kernel_threads(const char *why) { (void)why; }
void mc_processors_are_chosen(mc_thread thread) { (void)thread; }
void mc_processors_show(mc_thread thread, size_t bytes, void *set) { (void)thread, (void)bytes, (void)set; }
pid_t mc_schedule_by_id(pid_t id, bool changes, const char *function, const struct mc_site *site) {
  (void)changes, (void)function, (void)site;
  return id;
}
bool mc_sets_filter(long number, const long a[6], const struct mc_site *site) {
  (void)number, (void)a, (void)site;
  return false;
}
void mc_unordered_system_call(long number, const long a[6]) { (void)number, (void)a; }
bool mc_is_in_library(const struct mc_site *site) { return (void)site, false; }
mc_object mc_object_new_unmarked(const struct mc_primitive *primitive, const volatile void *address,
                                 size_t size, const void *state) {
  return mc_object_new(primitive, address, size, state);
}
void mc_end_at_lock(void) { abort(); }
bool mc_is_static(const volatile void *address) { return (void)address, false; }
bool mc_object_is_name(mc_object o, const volatile void *address) { return (void)o, (void)address, false; }
void mc_clock_after(int clock, uint64_t nanoseconds, struct timespec *time) {
  (void)clock;
  *time = (struct timespec){.tv_sec = (time_t)(nanoseconds / 1000000000), .tv_nsec = (long)(nanoseconds % 1000000000)};
}
void mc_limits_begin(void) {}
void mc_limits_end(void) {}
int mc_kernel_option(int fd, int level, int option) { return (void)fd, (void)level, (void)option, 0; }
uint64_t mc_kernel_timeout(int fd, int option) { return (void)fd, (void)option, 0; }
bool mc_kernel_is_connected(int fd) { return (void)fd, false; }
bool mc_kernel_waits(int fd) { return (void)fd, true; }
int mc_kernel_bind(const struct sockaddr *address, unsigned length) { return (void)address, (void)length, 0; }
bool mc_kernel_listens(const struct sockaddr *address, unsigned length) { return (void)address, (void)length, false; }
void mc_file_keeps_inode(uint64_t device, uint64_t inode) { (void)device, (void)inode; }
const char *mc_recorded_peers(void) { return ""; }
void mc_end_if_idle(void) {}
void __mcmini_await(uint32_t until, uint64_t mask, uint64_t operand) { (void)until, (void)mask, (void)operand; }
