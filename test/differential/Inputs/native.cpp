// native.cpp - runs programs of program.h with the real functions, as ends.h says. Without mcmini: the
// first program, and what it ends with is printed; DIFFERENTIAL_DELAYS=SEED has random delays between
// its operations.
#include "../../Inputs/ends.h"
#include "program.h"
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <fcntl.h>
#include <latch>
#include <linux/futex.h>
#include <mcmini/mcmini.h>
#include <mcmini/primitive.h>
#include <memory>
#include <poll.h>
#include <mutex>
#include <pthread.h>
#include <new>
#include <semaphore>
#include <semaphore.h>
#include <string>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <threads.h>
#include <unistd.h>

//===- The objects ----------------------------------------------------------------------------===//

alignas(8) static std::atomic<int> x[OBJECTS];
static int p[OBJECTS];
static pthread_mutex_t m[OBJECTS];
static pthread_cond_t c[OBJECTS];
static sem_t unnamed[OBJECTS], *s[OBJECTS] = {&unnamed[0], &unnamed[1]};
static pthread_rwlock_t r[OBJECTS] = {PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER};
static pthread_spinlock_t spin[OBJECTS];
static pthread_barrier_t barrier;
static pthread_once_t once[OBJECTS] = {PTHREAD_ONCE_INIT, PTHREAD_ONCE_INIT};

static int event, pipe_of[2], sockets[2], epoll;
static pthread_key_t key;

static std::atomic<int *> allocated[OBJECTS], mapped[OBJECTS];
static int *everybodys, *everybodys_page;
static std::atomic<int> *shared_page;

alignas(std::latch) static char latch_memory[sizeof(std::latch)];
static std::latch &latch = *(std::latch *)latch_memory;
using counting_semaphore = std::counting_semaphore<100>;
alignas(counting_semaphore) static char counting_memory[sizeof(counting_semaphore)];
static counting_semaphore &counting = *(counting_semaphore *)counting_memory;
static unsigned __int128 numbers;

static char folder[100];
static int written, read_back, first_number;
static int random_numbers[THREADS * LENGTH];

struct counted {
  ~counted() { x[1].fetch_add(1); }
};
static std::shared_ptr<counted> own[THREADS];
static std::weak_ptr<counted> weak;

struct at_thread_end {
  bool is_used = false;
  ~at_thread_end() {
    if (is_used)
      x[1].fetch_add(2);
  }
};
static thread_local at_thread_end object;
static void end_of_key(void *) { x[1].fetch_add(1); }

// A primitive of the program's own: a gate, opened for one thread, passed by one.
struct gate {
  int opened;
};
static gate the_gate;
static const char *const gate_operations[] = {"open", "pass", nullptr};
static bool gate_enabled(const mc_operation *step, const void *const state[]) {
  return step->kind == 0 || ((const gate *)state[0])->opened > 0;
}
static const char *gate_apply(const mc_operation *step, void *const state[], uint64_t *) {
  ((gate *)state[0])->opened += step->kind == 0 ? 1 : -1;
  return nullptr;
}
static bool gate_dependent(const mc_operation *a, const mc_operation *b) {
  return a->kind == 1 || b->kind == 1;
}
static const mc_primitive gate_primitive = [] {
  mc_primitive p = {};
  p.version = MC_PRIMITIVE_VERSION;
  p.name = "gate";
  p.operations = gate_operations;
  p.state_size = sizeof(gate);
  p.enabled = gate_enabled;
  p.apply = gate_apply;
  p.dependent = gate_dependent;
  return p;
}();
MC_REGISTER(gate_primitive)
MCMINI_PRIMITIVE(gate.open) static void gate_open(gate *) {}
MCMINI_PRIMITIVE(gate.pass) static void gate_pass(gate *) {}

static pthread_t id[THREADS];
static char logs[THREADS][LOG], handler_logs[THREADS][HANDLER_LOG];
static unsigned char logged[THREADS], handler_logged[THREADS];
static char last[THREADS];
static program run_now;
static bool joined[THREADS], created[THREADS];
static unsigned delays;
static sigset_t usr1, interrupting;
static thread_local int me;

MCMINI_NO_CHECK static void log_char(int t, char what) {
  if (logged[t] < LOG - 1)
    logs[t][logged[t]++] = what;
  last[t] = what;
}
MCMINI_NO_CHECK static void log_value(int t, int v) {
  log_char(t, v >= 0 && v < 10 ? (char)('0' + v) : v < 0 ? '-' : '+');
}
MCMINI_NO_CHECK static char name_of(int error) {
  return error == 0           ? '0'
         : error == EBUSY     ? 'B'
         : error == ETIMEDOUT ? 'T'
         : error == EAGAIN    ? 'A'
         : error == EDEADLK   ? 'D'
         : error == EINTR     ? 'i'
         : error == EEXIST    ? 'E'
         : error == ENOENT    ? 'N'
         : error == ENOTEMPTY ? 'Y'
         : error == EOWNERDEAD ? 'O'
         : error == ENOTRECOVERABLE ? 'R'
         : error == EPIPE     ? 'x'
                              : '?';
}
static const char *path(const char *name) {
  static thread_local char text[120];
  snprintf(text, sizeof text, "%s/%s", folder, name);
  return text;
}

/// What others do then is looked at for races alone.
static bool has_failed;
MCMINI_NO_CHECK static void record_text(const char *text) {
  if (!has_failed)
    record(run_now.k, text);
}

/// How the process ends, by which thread.
static thread_local int status_of_quick_exit;
MCMINI_NO_CHECK static void record_end(char how, int status) {
  char text[LOG + 8];
  const int n = snprintf(text, sizeof text, "%c%d:", how, status);
  memcpy(text + n, logs[me], logged[me]);
  text[n + logged[me]] = 0;
  record_text(text);
}
static void at_exit(int status, void *) { record_end('E', status); }
static void at_quick_exit_() { record_end('Q', status_of_quick_exit); }

static int errno_of(int result) {
  return result == thrd_success    ? 0
         : result == thrd_busy     ? EBUSY
         : result == thrd_timedout ? ETIMEDOUT
                                   : EINVAL;
}

static timespec soon() {
  timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  if (delays)
    t.tv_nsec += 300000;
  else
    t.tv_sec++;
  if (t.tv_nsec >= 1000000000)
    t.tv_sec++, t.tv_nsec -= 1000000000;
  return t;
}
static void wait_a_little(int t) {
  if (delays) {
    static thread_local unsigned seed;
    if (!seed)
      seed = delays * 7 + (unsigned)t + 1;
    const int kind = rand_r(&seed) % 8;
    if (kind < 3)
      usleep((unsigned)(rand_r(&seed) % (kind == 0 ? 1000 : 60)));
  }
}

/// What a program has of its own, so that its places are none of another's in one run.
template <int K> struct native {
  MCMINI_NO_CHECK __attribute__((noinline)) static void fail() {
    record_text("fail");
    has_failed = true;
    mc_fail("fail");
  }
  static void run_once0() { x[0] = x[0] + 1; }
  static void run_once1() { x[1] = x[1] + 1; }
  static int futex_wait(int a, int value, const timespec *length) {
    return syscall(SYS_futex, &x[a], FUTEX_WAIT_PRIVATE, value, length, nullptr, 0) == 0 ? 0
                                                                                         : errno;
  }
  __attribute__((noinline)) static int plain_read(int a) { return p[a]; }
  __attribute__((noinline)) static void plain_write(int a, int v) { p[a] = v; }
  __attribute__((noinline)) static void add_quietly(int a, int v) { x[a].fetch_add(v); }
  __attribute__((noinline)) static void or_quietly(int a, int v) { x[a].fetch_or(v); }
  __attribute__((noinline)) static int bounded(int a, int v, int n) {
    int i = 1;
    for (; i < n; i++)
      if (x[a].load() == v)
        return i;
    x[a].load();
    return i;
  }
  __attribute__((noinline)) static void await(std::atomic<int> *a, int v) {
    while (a->load() != v) {
    }
  }
  __attribute__((noinline)) static void await_exchange(std::atomic<int> *a) {
    while (a->exchange(1)) {
    }
  }
  __attribute__((noinline)) static void await_compare(std::atomic<int> *a, int from, int to) {
    int old = from;
    while (!a->compare_exchange_strong(old, to))
      old = from;
  }
  __attribute__((noinline)) static void await_try(pthread_mutex_t *a) {
    while (pthread_mutex_trylock(a))
      sched_yield();
  }

  static int initial(int t) {
    x[1].fetch_add(1);
    return t;
  }
  __attribute__((noinline)) static int fixed(int t) {
    static int number = initial(t);
    return number;
  }
  static int initial_or_none(int t) {
    if (x[0].fetch_add(1) == 0)
      throw 0;
    return t;
  }
  __attribute__((noinline)) static int fixed_or_none(int t) {
    static int number = initial_or_none(t);
    return number;
  }
  __attribute__((noinline)) static int bounded_attempts(pthread_mutex_t *a, int n) {
    for (int i = 1;; i++) {
      if (pthread_mutex_trylock(a) == 0) {
        pthread_mutex_unlock(a);
        return i;
      }
      if (i == n)
        return n + 1;
    }
  }

  __attribute__((noinline)) static void at_usr2(int) {
    const int before = x[1].fetch_add(1);
    note_handler((char)('0' + before));
  }
  __attribute__((noinline)) static void at_urg(int) {
    const int before = x[1].fetch_add(1);
    note_handler((char)('a' + before));
  }
  MCMINI_NO_CHECK static void note_handler(char c) {
    if (handler_logged[me] < HANDLER_LOG)
      handler_logs[me][handler_logged[me]++] = c;
  }
  MCMINI_NO_CHECK static void at_sigpipe(int) { log_char(me, '!'); }
  static void handler0() { log_value(me, x[0].fetch_add(1)); }
  static void handler1() { log_value(me, x[1].fetch_add(1)); }

  __attribute__((noinline)) static void give_back(int t, int *what, bool is_mapped) {
    if (!what) {
      log_char(t, '-');
      return;
    }
    log_value(t, *what);
    if (is_mapped)
      munmap(what, 4096);
    else
      free(what);
  }
  static int *new_page() {
    return (int *)mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  }
  __attribute__((noinline)) static int look(const int *at) { return *at; }
  static void log_received(int t, ssize_t n, const char *bytes) {
    if (n < 0)
      return log_char(t, name_of(errno));
    log_char(t, n ? '=' : '.');
    for (ssize_t i = 0; i < n; i++)
      log_char(t, bytes[i]);
  }
  static unsigned __int128 both(int a, int b) {
    return (unsigned __int128)(unsigned)b << 64 | (unsigned)a;
  }
  static void log_both(int t, unsigned __int128 numbers) {
    log_value(t, (int)(uint64_t)numbers);
    log_value(t, (int)(uint64_t)(numbers >> 64));
  }
  static void log_ready(int t, int timeout) {
    epoll_event got[2];
    const int n = epoll_wait(epoll, got, 2, timeout);
    int which = 0;
    for (int i = 0; i < n; i++)
      which |= (int)got[i].data.u32;
    log_value(t, which);
  }
  static int poll_both(int t, int timeout) {
    pollfd asked[] = {{event, POLLIN, 0}, {pipe_of[0], POLLIN, 0}};
    poll(asked, 2, timeout);
    log_value(t, (asked[0].revents != 0) + 2 * (asked[1].revents != 0));
    return 0;
  }
  static uint32_t events() {
    return EPOLLIN | (run_now.epoll == 1 ? EPOLLET : run_now.epoll == 2 ? EPOLLONESHOT : 0);
  }

  __attribute__((noinline)) static void lock_weak(int t) {
    const std::shared_ptr<counted> got = weak.lock();
    log_char(t, got ? '1' : '0');
  }

  /// Returns how many operations are to be skipped.
  static int operate(int t, const op &o) {
    const int a = o.a, b = o.b;
    int error = 0, value = 0;
    timespec at;
    const timespec moment = {0, 300000};
    switch (o.code) {
    case OP_if:
      return last[t] == '0' + a ? 0 : b;
    case OP_fail:
      fail();
    case OP_ld:
      log_value(t, x[a].load());
      return 0;
    case OP_st:
      x[a].store(b);
      return 0;
    case OP_add:
      log_value(t, x[a].fetch_add(b));
      return 0;
    case OP_adq:
      add_quietly(a, b);
      return 0;
    case OP_orq:
      or_quietly(a, b);
      return 0;
    case OP_xch:
      log_value(t, x[a].exchange(b));
      return 0;
    case OP_cas:
      value = b;
      x[a].compare_exchange_strong(value, o.c);
      log_value(t, value);
      return 0;
    case OP_rd:
      log_value(t, plain_read(a));
      return 0;
    case OP_wr:
      plain_write(a, b);
      return 0;

    case OP_lk:
      if (run_now.c11)
        mtx_lock((mtx_t *)&m[a]);
      else
        pthread_mutex_lock(&m[a]);
      return 0;
    case OP_ul:
      if (run_now.c11)
        mtx_unlock((mtx_t *)&m[a]);
      else
        pthread_mutex_unlock(&m[a]);
      return 0;
    case OP_try:
      error = run_now.c11 ? errno_of(mtx_trylock((mtx_t *)&m[a])) : pthread_mutex_trylock(&m[a]);
      log_char(t, name_of(error));
      return error ? b : 0;
    case OP_tlk:
      at = soon();
      error = run_now.c11 ? errno_of(mtx_timedlock((mtx_t *)&m[a], &at))
                          : pthread_mutex_timedlock(&m[a], &at);
      log_char(t, name_of(error));
      return error ? b : 0;
    case OP_cw:
      if (run_now.c11)
        cnd_wait((cnd_t *)&c[a], (mtx_t *)&m[b]);
      else
        pthread_cond_wait(&c[a], &m[b]);
      return 0;
    case OP_ctw:
      at = soon();
      log_char(t, name_of(run_now.c11
                              ? errno_of(cnd_timedwait((cnd_t *)&c[a], (mtx_t *)&m[b], &at))
                              : pthread_cond_timedwait(&c[a], &m[b], &at)));
      return 0;
    case OP_sg:
      if (run_now.c11)
        cnd_signal((cnd_t *)&c[a]);
      else
        pthread_cond_signal(&c[a]);
      return 0;
    case OP_bc:
      if (run_now.c11)
        cnd_broadcast((cnd_t *)&c[a]);
      else
        pthread_cond_broadcast(&c[a]);
      return 0;

    case OP_sp:
      sem_post(s[a]);
      return 0;
    case OP_sw:
      sem_wait(s[a]);
      return 0;
    case OP_stry:
      log_char(t, name_of(sem_trywait(s[a]) ? errno : 0));
      return 0;
    case OP_stw:
      at = soon();
      log_char(t, name_of(sem_timedwait(s[a], &at) ? errno : 0));
      return 0;
    case OP_sv:
      sem_getvalue(s[a], &value);
      log_value(t, value);
      return 0;

    case OP_rl:
      pthread_rwlock_rdlock(&r[a]);
      return 0;
    case OP_wl:
      pthread_rwlock_wrlock(&r[a]);
      return 0;
    case OP_ru:
      pthread_rwlock_unlock(&r[a]);
      return 0;
    case OP_rt:
      error = pthread_rwlock_tryrdlock(&r[a]);
      break;
    case OP_wt:
      error = pthread_rwlock_trywrlock(&r[a]);
      break;
    case OP_rtm:
      at = soon();
      error = pthread_rwlock_timedrdlock(&r[a], &at);
      break;
    case OP_wtm:
      at = soon();
      error = pthread_rwlock_timedwrlock(&r[a], &at);
      break;

    case OP_spl:
      pthread_spin_lock(&spin[a]);
      return 0;
    case OP_spu:
      pthread_spin_unlock(&spin[a]);
      return 0;
    case OP_spt:
      error = pthread_spin_trylock(&spin[a]);
      break;

    case OP_bw:
      pthread_barrier_wait(&barrier);
      return 0;
    case OP_once:
      pthread_once(&once[a], a ? run_once1 : run_once0);
      return 0;

    case OP_cr:
      pthread_create(&id[a], nullptr, body, (void *)(intptr_t)a);
      created[a] = true;
      return 0;
    case OP_j:
      pthread_join(id[a], nullptr);
      joined[a] = true;
      return 0;
    case OP_jt:
      error = pthread_tryjoin_np(id[a], nullptr);
      joined[a] = !error;
      log_char(t, name_of(error));
      return 0;
    case OP_jtm:
      at = soon();
      error = pthread_timedjoin_np(id[a], nullptr, &at);
      joined[a] = !error;
      log_char(t, name_of(error));
      return 0;
    case OP_det:
      pthread_detach(id[a]);
      return 0;
    case OP_yl:
      sched_yield();
      return 0;

    case OP_fw:
      log_char(t, name_of(futex_wait(a, b, nullptr)));
      return 0;
    case OP_ftw:
      log_char(t, name_of(futex_wait(a, b, &moment)));
      return 0;
    case OP_fk:
      value = (int)syscall(SYS_futex, &x[a], FUTEX_WAKE_PRIVATE, b < 9 ? b : INT_MAX, nullptr,
                           nullptr, 0);
      log_value(t, value);
      return 0;

    case OP_loop:
      log_value(t, bounded(a, b, o.c));
      return 0;
    case OP_aw:
      await(&x[a], b);
      return 0;
    case OP_awx:
      await_exchange(&x[a]);
      return 0;
    case OP_awc:
      await_compare(&x[a], b, o.c);
      return 0;
    case OP_awt:
      await_try(&m[a]);
      return 0;
    case OP_ch:
      log_value(t, (int)mc_choose((unsigned)a));
      return 0;

    case OP_ks:
      pthread_kill(id[a], SIGUSR1);
      return 0;
    case OP_swt:
      sigwait(&usr1, &value);
      return 0;
    case OP_stm:
      log_char(t, name_of(sigtimedwait(&usr1, nullptr, &moment) < 0 ? errno : 0));
      return 0;
    case OP_spd: {
      sigset_t pending;
      sigpending(&pending);
      log_value(t, sigismember(&pending, SIGUSR1));
      return 0;
    }

    case OP_ew: {
      const uint64_t more = (uint64_t)a;
      write(event, &more, sizeof more);
      return 0;
    }
    case OP_er: {
      uint64_t number = 0;
      if (read(event, &number, sizeof number) < 0)
        log_char(t, name_of(errno));
      else
        log_value(t, number < 10 ? (int)number : 10);
      return 0;
    }
    case OP_pw: {
      const char byte = (char)('0' + a);
      log_char(t, write(pipe_of[1], &byte, 1) == 1 ? '0' : 'x');
      return 0;
    }
    case OP_pr: {
      char byte = '?';
      const ssize_t n = read(pipe_of[0], &byte, 1);
      log_char(t, n == 1 ? byte : n < 0 ? name_of(errno) : '.');
      return 0;
    }
    case OP_po: {
      pollfd asked = {pipe_of[0], POLLIN, 0};
      log_value(t, poll(&asked, 1, 0));
      return 0;
    }
    case OP_pcw:
      close(pipe_of[1]);
      return 0;

    case OP_sl:
      log_value(t, fixed(t));
      return 0;
    case OP_wk:
      lock_weak(t);
      return 0;
    case OP_sr:
      own[t].reset();
      return 0;
    case OP_tk:
      pthread_setspecific(key, &key);
      sched_yield();
      return 0;
    case OP_tl:
      object.is_used = true;
      sched_yield();
      return 0;
    case OP_uo:
      gate_open(&the_gate);
      return 0;
    case OP_up:
      gate_pass(&the_gate);
      return 0;

    case OP_kh:
      pthread_kill(id[a], SIGUSR2);
      return 0;
    case OP_ku:
      pthread_kill(id[a], SIGURG);
      return 0;
    case OP_kp:
      kill(getpid(), SIGUSR2);
      return 0;
    case OP_bm:
      pthread_sigmask(SIG_BLOCK, &interrupting, nullptr);
      return 0;
    case OP_um:
      pthread_sigmask(SIG_UNBLOCK, &interrupting, nullptr);
      return 0;
    case OP_ssp: {
      sigset_t none;
      sigemptyset(&none);
      sigsuspend(&none);
      return 0;
    }

    case OP_ex:
      exit(a);
    case OP_qex:
      status_of_quick_exit = a;
      quick_exit(a);
    case OP_uex:
      record_end('U', a);
      _exit(a);
    case OP_egr:
      record_end('G', a);
      syscall(SYS_exit_group, a);
      return 0;
    case OP_ret:
      returned = a;
      return LENGTH;
    case OP_pex:
      pthread_exit(nullptr);
    case OP_aex:
      atexit(a ? handler1 : handler0);
      return 0;
    case OP_aqe:
      at_quick_exit(a ? handler1 : handler0);
      return 0;

    case OP_hx:
    case OP_mx: {
      int *mine = o.code == OP_hx ? (int *)malloc(sizeof(int)) : new_page();
      *mine = t;
      give_back(t, (o.code == OP_hx ? allocated : mapped)[a].exchange(mine), o.code == OP_mx);
      return 0;
    }
    case OP_ht:
    case OP_mt:
      give_back(t, (o.code == OP_ht ? allocated : mapped)[a].exchange(nullptr), o.code == OP_mt);
      return 0;
    case OP_hfr:
      free(everybodys);
      return 0;
    case OP_hrd:
      log_value(t, look(everybodys));
      return 0;
    case OP_mun:
      munmap(everybodys_page, 4096);
      return 0;
    case OP_mrd:
      log_value(t, look(everybodys_page));
      return 0;
    case OP_ms:
      log_value(t, shared_page->fetch_add(a));
      return 0;

    case OP_kw: {
      const char byte = (char)('0' + b);
      log_char(t, send(sockets[a], &byte, 1, MSG_NOSIGNAL) < 0 ? name_of(errno) : '0');
      return 0;
    }
    case OP_kr:
    case OP_kn: {
      char bytes[2];
      log_received(t, recv(sockets[a], bytes, sizeof bytes, o.code == OP_kn ? MSG_DONTWAIT : 0), bytes);
      return 0;
    }
    case OP_ksd:
      shutdown(sockets[a], SHUT_WR);
      return 0;

    case OP_eo: {
      const uint64_t most = UINT64_MAX - 1;
      log_char(t, write(event, &most, sizeof most) < 0 ? name_of(errno) : '0');
      return 0;
    }
    case OP_pbn:
      return poll_both(t, 0);
    case OP_pbt:
      return poll_both(t, delays ? 1 : 1000);
    case OP_pbw:
      return poll_both(t, -1);
    case OP_pot: {
      pollfd asked = {pipe_of[0], POLLIN, 0};
      log_value(t, poll(&asked, 1, delays ? 1 : 1000));
      return 0;
    }
    case OP_ea:
      log_ready(t, 0);
      return 0;
    case OP_eb:
      log_ready(t, -1);
      return 0;
    case OP_em: {
      epoll_event asked = {events(), {}};
      asked.data.u32 = a ? 2 : 1;
      epoll_ctl(epoll, EPOLL_CTL_MOD, a ? pipe_of[0] : event, &asked);
      return 0;
    }

    case OP_fmk:
      log_char(t, name_of(mkdir(path("d"), 0700) ? errno : 0));
      return 0;
    case OP_frm:
      log_char(t, name_of(rmdir(path("d")) ? errno : 0));
      return 0;
    case OP_fcr:
      value = open(path("f"), O_CREAT | O_EXCL | O_WRONLY, 0600);
      log_char(t, name_of(value < 0 ? errno : 0));
      if (value >= 0)
        close(value);
      return 0;
    case OP_ful:
      log_char(t, name_of(unlink(path("f")) ? errno : 0));
      return 0;
    case OP_frn: {
      char from[120];
      strcpy(from, path("f"));
      log_char(t, name_of(rename(from, path("g")) ? errno : 0));
      return 0;
    }
    case OP_fst:
      log_char(t, name_of(access(path("g"), F_OK) ? errno : 0));
      return 0;
    case OP_fwr: {
      const char byte = (char)('0' + a);
      write(written, &byte, 1);
      return 0;
    }
    case OP_frd: {
      char byte = '?';
      log_char(t, read(read_back, &byte, 1) == 1 ? byte : '.');
      return 0;
    }
    case OP_flk:
      log_value(t, (int)lseek(written, 0, SEEK_CUR));
      return 0;
    case OP_fdu:
      log_value(t, dup(0) - first_number);
      return 0;

    case OP_rnd: {
      const int number = rand();
      while (value < THREADS * LENGTH && random_numbers[value] != number)
        value++;
      log_value(t, value);
      return 0;
    }
    case OP_sev:
      setenv("DIFFERENTIAL", a == 1 ? "1" : "2", 1);
      return 0;
    case OP_uev:
      unsetenv("DIFFERENTIAL");
      return 0;
    case OP_gev: {
      const char *text = getenv("DIFFERENTIAL");
      log_char(t, text ? *text : '-');
      return 0;
    }

    case OP_slt:
      try {
        log_value(t, fixed_or_none(t));
      } catch (int) {
        log_char(t, 'e');
      }
      return 0;

    case OP_rlk:
      error = pthread_mutex_lock(&m[a]);
      log_char(t, name_of(error));
      return error == ENOTRECOVERABLE ? b : 0;
    case OP_con:
      pthread_mutex_consistent(&m[a]);
      return 0;
    case OP_la:
      std::lock(*(std::mutex *)&m[0], *(std::mutex *)&m[1]);
      return 0;
    case OP_sec:
      mc_atomic_begin();
      value = x[a].load();
      x[1 - a].store(b);
      mc_atomic_end();
      log_value(t, value);
      return 0;
    case OP_asm:
      value = x[a].load();
      log_value(t, value);
      mc_assume(value == b);
      return 0;
    case OP_frq:
      value = (int)syscall(SYS_futex, &x[0], FUTEX_CMP_REQUEUE_PRIVATE, 1, (void *)(intptr_t)INT_MAX,
                           &x[1], a);
      if (value < 0)
        log_char(t, name_of(errno));
      else
        log_value(t, value);
      return 0;
    case OP_xw:
      x[a].wait(b);
      return 0;
    case OP_xn:
      b == 1 ? x[a].notify_one() : x[a].notify_all();
      return 0;
    case OP_ltc:
      latch.count_down();
      return 0;
    case OP_ltw:
      latch.wait();
      return 0;
    case OP_ltt:
      log_value(t, latch.try_wait());
      return 0;
    case OP_lta:
      latch.arrive_and_wait();
      return 0;
    case OP_csr:
      counting.release();
      return 0;
    case OP_csa:
      counting.acquire();
      return 0;
    case OP_cst:
      log_char(t, counting.try_acquire() ? '0' : 'A');
      return 0;
    case OP_qld:
      log_both(t, __atomic_load_n(&numbers, __ATOMIC_SEQ_CST));
      return 0;
    case OP_qst:
      __atomic_store_n(&numbers, both(a, b), __ATOMIC_SEQ_CST);
      return 0;
    case OP_qxc:
      log_both(t, __atomic_exchange_n(&numbers, both(a, b), __ATOMIC_SEQ_CST));
      return 0;
    case OP_qcx: {
      unsigned __int128 old = both(a, a);
      __atomic_compare_exchange_n(&numbers, &old, both(b, b), false, __ATOMIC_SEQ_CST,
                                  __ATOMIC_SEQ_CST);
      log_both(t, old);
      return 0;
    }
    case OP_pcr:
      close(pipe_of[0]);
      return 0;
    case OP_ldb: {
      const uint64_t both = __atomic_load_n((uint64_t *)x, __ATOMIC_SEQ_CST);
      log_value(t, (int)(uint32_t)both);
      log_value(t, (int)(both >> 32));
      return 0;
    }
    case OP_stb:
      __atomic_store_n((uint64_t *)x, (uint64_t)b << 32 | (uint64_t)a, __ATOMIC_SEQ_CST);
      return 0;
    case OP_adb: {
      const uint64_t both =
          __atomic_fetch_add((uint64_t *)x, (uint64_t)a << 32 | (uint64_t)a, __ATOMIC_SEQ_CST);
      log_value(t, (int)(uint32_t)both);
      log_value(t, (int)(both >> 32));
      return 0;
    }
    case OP_ltr:
      log_value(t, bounded_attempts(&m[a], b));
      return 0;
    default:
      abort();
    }
    log_char(t, name_of(error));
    return error ? b : 0;
  }
  static inline int returned = -1;

  MCMINI_NO_CHECK static void operations(int t) {
    for (int i = 0; i < run_now.length[t]; i++) {
      wait_a_little(t);
      i += operate(t, run_now.ops[t][i]);
    }
  }
  static void *body(void *argument) {
    me = (int)(intptr_t)argument;
    operations((int)(intptr_t)argument);
    return nullptr;
  }

  MCMINI_NO_CHECK static bool is_claimed(int thread) {
    for (int t = 0; t < run_now.threads; t++)
      for (int i = 0; i < run_now.length[t]; i++)
        if ((run_now.ops[t][i].code == OP_j || run_now.ops[t][i].code == OP_det) &&
            run_now.ops[t][i].a == thread)
          return true;
    return false;
  }
  MCMINI_NO_CHECK static void finish() {
    char text[120];
    int n = 0;
    for (int t = 0; t < run_now.threads; t++) {
      if (t)
        text[n++] = '/';
      for (int i = 0; i < logged[t]; i++)
        text[n++] = logs[t][i];
      if (handler_logged[t])
        text[n++] = '\'';
      for (int i = 0; i < handler_logged[t]; i++)
        text[n++] = handler_logs[t][i];
    }
    // All have been joined; and no handler of a signal runs between two loads.
    const volatile int *values = (const volatile int *)x;
    snprintf(text + n, sizeof text - (size_t)n, ";%d,%d;%d,%d", values[0], values[1], p[0], p[1]);
    record_text(text);
  }
  MCMINI_NO_CHECK static int main() {
    for (int i = 0; i < OBJECTS; i++) {
      if (has_operation(run_now, OP_sp, OP_sv))
        sem_init(s[i], 0, (unsigned)run_now.sem[i]);
      if (has_operation(run_now, OP_spl, OP_spt))
        pthread_spin_init(&spin[i], 0);
      pthread_mutexattr_t attributes;
      pthread_mutexattr_init(&attributes);
      if (run_now.mutex_type[i] == 3)
        pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
      else
        pthread_mutexattr_settype(&attributes, run_now.mutex_type[i]);
      pthread_mutex_init(&m[i], &attributes);
      pthread_cond_init(&c[i], nullptr);
    }
    if (has_operation(run_now, OP_ks, OP_spd)) {
      id[0] = pthread_self();
      sigemptyset(&usr1);
      sigaddset(&usr1, SIGUSR1);
      pthread_sigmask(SIG_BLOCK, &usr1, nullptr);
    }
    const bool has_epoll = has_operation(run_now, OP_ea, OP_em);
    const bool has_both = has_operation(run_now, OP_pbn, OP_pbw);
    if (has_epoll || has_both || has_operation(run_now, OP_ew, OP_er) || has_operation(run_now, OP_eo, OP_eo))
      event = eventfd(0, (run_now.event_flags & 1 ? EFD_SEMAPHORE : 0) |
                             (run_now.event_flags & 2 ? EFD_NONBLOCK : 0));
    if (has_epoll || has_both || has_operation(run_now, OP_pw, OP_pcw) || has_operation(run_now, OP_pot, OP_pot) ||
        has_operation(run_now, OP_pcr, OP_pcr))
      pipe2(pipe_of, run_now.event_flags & 2 ? O_NONBLOCK : 0);
    if (has_epoll) {
      epoll = epoll_create1(0);
      epoll_event asked = {events(), {}};
      asked.data.u32 = 1;
      epoll_ctl(epoll, EPOLL_CTL_ADD, event, &asked);
      asked.data.u32 = 2;
      epoll_ctl(epoll, EPOLL_CTL_ADD, pipe_of[0], &asked);
    }
    if (has_operation(run_now, OP_pcr, OP_pcr))
      signal(SIGPIPE, run_now.broken_pipe ? at_sigpipe : SIG_IGN);
    if (has_operation(run_now, OP_ltc, OP_lta))
      new (latch_memory) std::latch(run_now.latch);
    if (has_operation(run_now, OP_csr, OP_cst))
      new (counting_memory) counting_semaphore(run_now.counting);
    if (has_operation(run_now, OP_kw, OP_ksd))
      socketpair(AF_UNIX,
                 run_now.sockets == 0   ? SOCK_STREAM
                 : run_now.sockets == 1 ? SOCK_DGRAM
                                        : SOCK_SEQPACKET,
                 0, sockets);
    if (has_operation(run_now, OP_hfr, OP_hrd))
      everybodys = (int *)calloc(1, sizeof(int));
    if (has_operation(run_now, OP_mun, OP_mrd))
      everybodys_page = new_page();
    if (has_operation(run_now, OP_ms, OP_ms))
      shared_page = (std::atomic<int> *)mmap(nullptr, 4096, PROT_READ | PROT_WRITE,
                                             MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (has_operation(run_now, OP_fmk, OP_fdu))
      make_files();
    if (has_operation(run_now, OP_rnd, OP_rnd)) {
      srand(1);
      for (int &number : random_numbers)
        number = rand();
      srand(1);
    }
    if (has_operation(run_now, OP_kh, OP_ssp)) {
      id[0] = pthread_self();
      sigemptyset(&interrupting);
      sigaddset(&interrupting, SIGUSR2);
      sigaddset(&interrupting, SIGURG);
      struct sigaction action = {};
      action.sa_handler = at_usr2;
      action.sa_flags = SA_RESTART;
      sigaction(SIGUSR2, &action, nullptr);
      action.sa_handler = at_urg;
      sigaction(SIGURG, &action, nullptr);
    }
    if (run_now.named) {
      const std::string name = "/differential-" + std::to_string(getpid());
      s[0] = sem_open(name.c_str(), O_CREAT | O_EXCL, 0600, (unsigned)run_now.sem[0]);
      sem_unlink(name.c_str());
    }
    if (has_operation(run_now, OP_wk, OP_sr)) {
      own[0] = std::make_shared<counted>();
      for (int i = 1; i < run_now.threads; i++)
        own[i] = own[0];
      weak = own[0];
    }
    if (has_operation(run_now, OP_tk, OP_tk))
      pthread_key_create(&key, end_of_key);
    pthread_barrier_init(&barrier, nullptr, run_now.barrier ? (unsigned)run_now.barrier : 1);
    if (has_ends(run_now)) {
      on_exit(at_exit, nullptr);
      at_quick_exit(at_quick_exit_);
    }
    operations(0);
    if (returned >= 0)
      return returned;
    for (int i = 1; i < run_now.threads; i++)
      if (created[i] && !joined[i] && !is_claimed(i))
        pthread_join(id[i], nullptr);
    if (!has_ends(run_now))
      finish();
    return 0;
  }

  static void make_files() {
    const char *below = getenv("DIFFERENTIAL_FOLDER");
    snprintf(folder, sizeof folder, "%s/files", below ? below : "/tmp");
    mkdir(folder, 0700);
    written = open(path("data"), O_CREAT | O_TRUNC | O_WRONLY, 0600);
    read_back = open(path("data"), O_RDONLY);
    first_number = dup(0);
    close(first_number);
  }
};

int main(int argc, char **argv) {
  const char *seed = getenv("DIFFERENTIAL_DELAYS");
  delays = seed ? (unsigned)atoi(seed) : 0;
  return run_one<native, 16>(argc, argv, parse_program, run_now);
}
