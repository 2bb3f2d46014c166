// interpreter.cpp - what a program of program.h can do: all interleavings, by what the C standard,
// POSIX and the Linux manual pages say of each operation. Shares nothing with primitives/.
//
//   interpreter STATES < PROGRAMS      a line for each program: how many executions it has, then
//   what
//                                      they end with; "-1" where it has more than STATES states
//
// A state is what memory, libc and the kernel hold for the program. A step is what no other thread
// can look into. Timeouts can come whenever a thread waits; so can spurious wakeups, as often as
// "spur:" allows, but nobody can rely on them: a state with no other step is a deadlock.
#include "program.h"
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

enum status : uint8_t { NONE, CREATED, RUNNING, ENDED };
enum ending : uint8_t { GOES_ON, DESTRUCTORS, HANDLERS, LAST }; // of the process

struct thread {
  uint8_t status, at, phase, n, logged, joined, pending, at_end;
  int8_t last;
  uint8_t ending, how, exit_status, handler;
  // Bit 0: SIGUSR2, bit 1: SIGURG. Pending, blocked; one must come next; frames of handlers: which
  // signal, where it is, what is blocked after it
  uint8_t signals, mask, must, frames, handled[2], in_handler[2], saved[2], handler_logged;
  char log[LOG], handler_log[HANDLER_LOG];
};

enum { FULL = 200, NUMBERS = 16 };

struct state {
  thread t[THREADS];
  int8_t x[OBJECTS], p[OBJECTS];
  uint8_t owner[OBJECTS], held[OBJECTS]; // mutexes; owner is the thread's number + 1
  int8_t sem[OBJECTS];
  uint8_t writer[OBJECTS], readers[OBJECTS][THREADS];
  uint8_t spin[OBJECTS];
  uint8_t arrived, once[OBJECTS], spurious[OBJECTS];
  uint8_t failed, misuse;
  uint8_t event, bytes, writer_closed, fixed, owners, gate;
  char byte[12];
  // With a policy: who waits for a mutex, for a semaphore, at a condition variable.
  uint8_t queue[3 * OBJECTS][THREADS];
  uint8_t robust[OBJECTS]; // enum robustness
  uint8_t process_signals;
  uint8_t main_ends, exiting, handlers[2][8]; // a handler's number + 1: of exit, of quick_exit
  uint8_t of_no_interest, crashed, freed, freed_twice, used_after_free, unmapped;
  uint8_t slot[2][OBJECTS]; // allocated, mapped: the thread's number + 1
  uint8_t shared;
  uint8_t sent[2][12], sends[2], has_no_more[2]; // by a socket
  uint8_t listed[2], is_asked[2], is_scanned;    // of epoll
  uint8_t folder, file, renamed, data[12], offset, read_offset, numbers[NUMBERS];
  uint8_t randoms, variable, fixed_or_none;
  uint8_t latch, counting, pair[2], reader_closed;
  bool operator==(const state &o) const { return !memcmp(this, &o, sizeof o); }
};
enum robustness : uint8_t { SOUND, OWNER_DIED, INCONSISTENT, LOST };

struct hash_of_state {
  size_t operator()(const state &s) const {
    uint64_t h = 0xcbf29ce484222325u;
    const auto *bytes = (const unsigned char *)&s;
    for (size_t i = 0; i < sizeof s; i += 8) {
      uint64_t word = 0;
      memcpy(&word, bytes + i, sizeof s - i < 8 ? sizeof s - i : 8);
      h = (h ^ word) * 0x9e3779b97f4a7c15u;
      h ^= h >> 32;
    }
    return h;
  }
};

class interpreter {
public:
  interpreter(const program &p, size_t most) : p(p), most(most), has_ends(::has_ends(p)) {}

  std::string run() {
    state s;
    memset(&s, 0, sizeof s);
    for (int i = 0; i < OBJECTS; i++)
      s.sem[i] = (int8_t)p.sem[i];
    s.t[0].status = RUNNING;
    s.owners = (uint8_t)p.threads;
    s.is_asked[0] = s.is_asked[1] = 1;
    s.latch = (uint8_t)p.latch;
    s.counting = (uint8_t)p.counting;
    settle(s, 0);
    const double executions = explore(s);
    if (too_many)
      return "-1";
    std::string text = std::to_string((long long)(executions > 1e15 ? 1e15 : executions));
    for (const std::string &o : outcomes)
      text += " " + o;
    return text;
  }

private:
  const program &p;
  const size_t most;
  const bool has_ends;
  bool too_many = false;
  std::set<std::string> outcomes;
  std::unordered_map<state, double, hash_of_state> seen;

  const op &current(const state &s, int t) const { return p.ops[t][s.t[t].at]; }
  bool is_at_end(const state &s, int t) const { return s.t[t].at >= p.length[t]; }

  static void log(state &s, int t, char c) {
    thread &self = s.t[t];
    if (self.logged < LOG - 1)
      self.log[self.logged++] = c;
    self.last = c;
  }
  static void log_value(state &s, int t, int v) {
    log(s, t, v >= 0 && v < 10 ? (char)('0' + v) : v < 0 ? '-' : '+');
  }

  /// What no other thread can see: up to the thread's next operation.
  void settle(state &s, int t) const {
    for (thread &self = s.t[t]; !is_at_end(s, t); self.at++) {
      const op &o = current(s, t);
      if (o.code == OP_fail) {
        s.failed = 1;
        return;
      }
      if (o.code == OP_uex || o.code == OP_egr)
        return end_at_once(s, t, o.code == OP_uex ? 'U' : 'G', o.a);
      if (o.code == OP_pex) {
        self.at = (uint8_t)p.length[t];
        s.main_ends |= t == 0;
        return;
      }
      if (o.code != OP_if)
        return;
      if (self.last != '0' + o.a)
        self.at = (uint8_t)(self.at + o.b);
    }
  }

  /// Ends of the process. From then on it can end with what its thread has logged; the others go on.
  static void end_at_once(state &s, int t, char how, int status) {
    s.t[t].ending = LAST;
    s.t[t].how = (uint8_t)how;
    s.t[t].exit_status = (uint8_t)status;
  }
  void begin_exit(state &s, int t, char how, int status) const {
    end_at_once(s, t, how, status);
    s.exiting = (uint8_t)(t + 1);
    const bool has_destructor = how == 'E' && s.t[t].status == RUNNING && s.t[t].at_end & 2;
    s.t[t].ending = has_destructor ? DESTRUCTORS : HANDLERS;
  }
  /// Looks for the next handler, which others may register until then.
  static void next_handler(state &s, int t) {
    uint8_t *registered = s.handlers[s.t[t].how == 'Q'];
    int n = 0;
    while (n < 8 && registered[n])
      n++;
    s.t[t].handler = n ? registered[n - 1] : 0;
    if (n)
      registered[n - 1] = 0;
    else
      s.t[t].ending = LAST;
  }
  static void add_handler(state &s, int list, int a) {
    if (s.exiting && s.t[s.exiting - 1].ending == LAST)
      return; // none is looked for any more
    int n = 0;
    while (s.handlers[list][n])
      n++;
    s.handlers[list][n] = (uint8_t)(a + 1);
  }

  static bool has_signal(const state &s, int t) {
    return (s.t[t].signals | s.process_signals) & ~s.t[t].mask;
  }
  /// A thread takes a signal: its own first, the lower first. The kernel puts a frame on its stack, and
  /// another one upon it for what is pending and still not blocked.
  static state taken(state s, int t) {
    thread &self = s.t[t];
    uint8_t &from = self.signals & ~self.mask ? self.signals : s.process_signals;
    const int signal = from & ~self.mask & 1 ? 0 : 1;
    from = (uint8_t)(from & ~(1 << signal));
    self.saved[self.frames] = self.mask;
    self.handled[self.frames] = (uint8_t)signal;
    self.in_handler[self.frames++] = 1;
    self.mask = (uint8_t)(self.mask | 1 << signal);
    self.must = has_signal(s, t);
    return s;
  }
  static bool is_alive(const state &s, int t) {
    return s.t[t].status == CREATED || s.t[t].status == RUNNING;
  }

  /// The operation is over.
  state done(state s, int t, int skip = 0) const {
    s.t[t].at = (uint8_t)(s.t[t].at + 1 + skip);
    s.t[t].phase = s.t[t].n = 0;
    settle(s, t);
    return s;
  }
  state done_with(state s, int t, char c, int skip = 0) const {
    log(s, t, c);
    return done(s, t, skip);
  }
  static state misused(state s) {
    s.misuse = 1;
    return s;
  }

  bool can_take(const state &s, int m, int t) const {
    return !s.owner[m] ||
           (s.owner[m] == t + 1 && (p.mutex_type[m] == 1 || p.mutex_type[m] == 2));
  }
  /// Recursive: once more. Errorcheck: EDEADLK, which the program does not look at.
  void take(state &s, int m, int t) const {
    if (p.mutex_type[m] == 3 && s.robust[m] == OWNER_DIED)
      s.robust[m] = INCONSISTENT;
    if (s.owner[m] == t + 1 && p.mutex_type[m] == 2)
      return;
    s.owner[m] = (uint8_t)(t + 1);
    s.held[m]++;
  }
  static void give(state &s, int m) {
    if (--s.held[m] == 0) {
      s.owner[m] = 0;
      if (s.robust[m] == INCONSISTENT)
        s.robust[m] = LOST;
    }
  }
  /// The thread is gone; robust mutexes that it has are free.
  void end(state &s, int t) const {
    s.t[t].signals = 0;
    for (int m = 0; m < OBJECTS; m++)
      if (p.mutex_type[m] == 3 && s.owner[m] == t + 1) {
        s.owner[m] = s.held[m] = 0;
        s.robust[m] = s.robust[m] == INCONSISTENT || s.robust[m] == SOUND ? OWNER_DIED : LOST;
      }
    bool is_last = true;
    for (int u = 0; u < p.threads; u++)
      is_last &= u == t || !is_alive(s, u);
    if (is_last) // exit is called in it
      begin_exit(s, t, 'E', 0);
  }
  static state enqueued(state s, int t, int q) {
    int i = 0;
    while (s.queue[q][i])
      i++;
    s.queue[q][i] = (uint8_t)(t + 1);
    s.t[t].phase = 1;
    return s;
  }
  bool is_served(const state &s, int t, int q) const {
    if (p.policy == 0)
      return true;
    int i = 0;
    const bool is_lifo = q / OBJECTS == 1; // of semaphores
    while (is_lifo && i < THREADS - 1 && s.queue[q][i + 1])
      i++;
    return s.queue[q][i] == t + 1;
  }
  static void dequeue(state &s, int t, int q) {
    int kept = 0;
    uint8_t rest[THREADS] = {};
    for (int i = 0; i < THREADS; i++)
      if (s.queue[q][i] && s.queue[q][i] != t + 1)
        rest[kept++] = s.queue[q][i];
    memcpy(s.queue[q], rest, sizeof rest);
  }
  static state timed_out(state s, int t, int q) {
    dequeue(s, t, q);
    return s;
  }
  static bool may_read(const state &s, int r) { return !s.writer[r]; }
  static bool may_write(const state &s, int r) {
    for (int t = 0; t < THREADS; t++)
      if (s.readers[r][t])
        return false;
    return !s.writer[r];
  }

  bool is_claimed(int thread) const {
    for (int t = 0; t < p.threads; t++)
      for (int i = 0; i < p.length[t]; i++)
        if ((p.ops[t][i].code == OP_j || p.ops[t][i].code == OP_det) && p.ops[t][i].a == thread)
          return true;
    return false;
  }

  using emitter = std::function<void(const state &, bool is_spurious)>;

  /// All that thread t can do next.
  void steps(const state &s, int t, const emitter &emit) const {
    const thread &self = s.t[t];
    if (self.status == CREATED) {
      state n = s;
      n.t[t].status = RUNNING;
      settle(n, t);
      emit(n, false);
      return;
    }
    if (self.ending != GOES_ON)
      return go_on_ending(s, t, emit);
    if (self.status != RUNNING)
      return;
    if (self.must && has_signal(s, t)) {
      if (!self.frames && !is_at_end(s, t) && current(s, t).code == OP_ssp)
        return interrupt(s, t, emit);
      return emit(taken(s, t), false);
    }
    if (self.frames) {
      if (has_signal(s, t))
        emit(taken(s, t), false);
      return handle(s, t, emit);
    }
    if (has_signal(s, t) && !is_final(s))
      interrupt(s, t, emit);
    if (is_at_end(s, t)) {
      if (t > 0) {
        state n = s;
        if (self.at_end) { // its destructors: thread-local objects, then keys
          const bool is_object = self.at_end & 2;
          n.x[1] = (int8_t)(n.x[1] + (is_object ? 2 : 1));
          n.t[t].at_end = self.at_end & (is_object ? 1 : 0);
          return emit(n, false);
        }
        n.t[t].status = ENDED;
        end(n, t);
        emit(n, false);
        return;
      }
      if (s.main_ends) {
        state n = s;
        n.t[0].status = ENDED;
        end(n, 0);
        return emit(n, false);
      }
      for (int i = 1; i < p.threads; i++)
        if (s.t[i].status != NONE && !s.t[i].joined && !is_claimed(i)) {
          if (s.t[i].status == ENDED) {
            state n = s;
            n.t[i].joined = 1;
            emit(n, false);
          }
          return;
        }
      if (has_ends && !s.exiting) { // returns
        state n = s;
        begin_exit(n, 0, 'E', 0);
        emit(n, false);
      }
      return;
    }
    operate(s, t, current(s, t), emit);
  }

  void go_on_ending(const state &s, int t, const emitter &emit) const {
    state n = s;
    if (s.t[t].ending == DESTRUCTORS) {
      n.x[1] = (int8_t)(n.x[1] + 2);
      n.t[t].ending = HANDLERS;
      emit(n, false);
    } else if (s.t[t].ending == HANDLERS && s.t[t].handler) {
      const int a = s.t[t].handler - 1;
      log_value(n, t, s.x[a]);
      n.x[a]++;
      n.t[t].handler = 0;
      emit(n, false);
    } else if (s.t[t].ending == HANDLERS) {
      next_handler(n, t);
      emit(n, false);
    }
  }

  /// A signal comes before the operation, or while it waits. Those of the kernel that begin anew after a
  /// handler (SA_RESTART) have left their queue meanwhile; those with a timeout end with EINTR.
  void interrupt(const state &s, int t, const emitter &emit) const {
    const op *o = is_at_end(s, t) ? nullptr : &current(s, t);
    state n = taken(s, t);
    if (o && (o->code == OP_fw || o->code == OP_ftw) && s.t[t].phase == 1) {
      n.t[t].phase = 3;
      return emit(n, false);
    }
    if (o && o->code == OP_ssp) {
      if (s.t[t].phase == 1) {
        n.t[t].saved[0] = s.t[t].n;
        n.t[t].phase = 2;
      }
      return emit(n, false);
    }
    emit(n, false);
    if (o && ((o->code == OP_stw && s.sem[o->a] == 0))) {
      n.t[t].phase = 3;
      emit(n, false);
    }
  }
  void handle(const state &s, int t, const emitter &emit) const {
    state n = s;
    thread &self = n.t[t];
    const int top = self.frames - 1;
    if (self.in_handler[top] == 1) {
      if (self.handler_logged < HANDLER_LOG)
        self.handler_log[self.handler_logged++] = (char)((self.handled[top] ? 'a' : '0') + s.x[1]);
      n.x[1]++;
      self.in_handler[top] = 2;
      return emit(n, false);
    }
    self.mask = self.saved[top];
    self.handled[top] = self.in_handler[top] = self.saved[top] = 0;
    self.frames--;
    self.must = has_signal(n, t);
    if (self.frames)
      return emit(n, false);
    const int code = is_at_end(n, t) ? -1 : current(n, t).code;
    if (code == OP_fw && self.phase == 3)
      self.phase = 0;
    else if ((code == OP_ftw || code == OP_stw) && self.phase == 3)
      n = done_with(n, t, 'i');
    else if (code == OP_ssp && self.phase == 2)
      n = done(n, t);
    emit(n, false);
  }

  /// What is not there any more.
  static state failed_by(state s, uint8_t state::*what) {
    s.*what = 1;
    return s;
  }
  static bool is_ready(const state &s, int i) {
    return i == 0 ? s.event > 0 : s.bytes || s.writer_closed;
  }
  static void tell(state &s, int i) { s.listed[i] = 1; }

  /// One is looked at after the other. Where nothing was found it waits, and looks anew; so it does at
  /// a timeout. The phase: 1 and what was found, 4 behind the first look, 8 the second time, 16 it waits.
  void poll_both(const state &s, int t, int code, const emitter &emit) const {
    enum { FOUND = 3, SECOND_LOOK = 4, SECOND_TIME = 8, WAITS = 16 };
    const int phase = s.t[t].phase ? s.t[t].phase - 1 : 0, i = phase & SECOND_LOOK ? 1 : 0;
    const auto is_there = [&](int k) { return is_ready(s, k) || (k == 1 && s.reader_closed); };
    state n = s;
    if (phase & WAITS && !is_there(0) && !is_there(1))
      return;
    if (phase & WAITS) {
      n.t[t].phase = 1;
      return emit(n, false);
    }
    const int found = (phase & FOUND) | (is_there(i) ? 1 << i : 0);
    if (i == 0)
      n.t[t].phase = (uint8_t)(1 + (found | SECOND_LOOK | (phase & SECOND_TIME)));
    else if (found || code == OP_pbn || (code == OP_pbt && phase & SECOND_TIME))
      n = done_with(n, t, (char)('0' + found));
    else
      n.t[t].phase = 1 + (code == OP_pbt ? SECOND_TIME : WAITS);
    emit(n, false);
  }

  /// Those that may be ready are taken from the list, and each is looked at, in any order; meanwhile
  /// nobody else gets at the epoll. The phase: 1, which are left, which were told of. One is in the
  /// list again where something happens, or if it is to be told of as long as it is ready.
  void wait_for_epoll(const state &s, int t, bool waits, const emitter &emit) const {
    state n = s;
    const int bits = s.t[t].phase - 1, left = bits & 3, told = bits >> 2;
    if (s.t[t].phase == 0) {
      int list = 0;
      for (int i = 0; i < 2; i++)
        if (s.is_asked[i] && s.listed[i]) {
          list |= 1 << i;
          n.listed[i] = 0;
        }
      if (s.is_scanned || (waits && !list))
        return;
      n.is_scanned = list != 0;
      n.t[t].phase = (uint8_t)(1 + list);
      emit(list ? n : done_with(n, t, '0'), false);
    } else if (left == 0) {
      n.is_scanned = 0;
      n.t[t].phase = 0;
      emit(told || !waits ? done_with(n, t, (char)('0' + told)) : n, false);
    } else
      for (int i = 0; i < 2; i++)
        if (left >> i & 1) {
          state m = s;
          const bool is_told = is_ready(s, i);
          if (is_told) {
            m.listed[i] |= p.epoll == 0;
            m.is_asked[i] = p.epoll != 2;
          }
          m.t[t].phase = (uint8_t)(1 + ((left & ~(1 << i)) | (told | is_told << i) << 2));
          emit(m, false);
        }
  }

  static int lowest(const state &s) {
    int i = 0;
    while (s.numbers[i])
      i++;
    return i;
  }

  void operate(const state &s, int t, const op &o, const emitter &emit_) const {
    const auto emit = [&](const state &n) { emit_(n, false); };
    const thread &self = s.t[t];
    const int a = o.a, b = o.b, c = o.c;
    state n = s;
    switch (o.code) {
    case OP_ld:
      log_value(n, t, s.x[a]);
      return emit(done(n, t));
    case OP_st:
      n.x[a] = (int8_t)b;
      return emit(done(n, t));
    case OP_add:
    case OP_adq:
      if (o.code == OP_add)
        log_value(n, t, s.x[a]);
      n.x[a] = (int8_t)(s.x[a] + b);
      return emit(done(n, t));
    case OP_orq:
      n.x[a] = (int8_t)(s.x[a] | b);
      return emit(done(n, t));
    case OP_xch:
      log_value(n, t, s.x[a]);
      n.x[a] = (int8_t)b;
      return emit(done(n, t));
    case OP_cas:
      log_value(n, t, s.x[a]);
      if (s.x[a] == b)
        n.x[a] = (int8_t)c;
      return emit(done(n, t));
    case OP_rd:
      log_value(n, t, s.p[a]);
      return emit(done(n, t));
    case OP_wr:
      n.p[a] = (int8_t)b;
      return emit(done(n, t));

    case OP_lk:
      if (p.policy && self.phase == 0)
        return emit(enqueued(n, t, a));
      if (s.owner[a] == t + 1 && p.mutex_type[a] == 0)
        return emit(misused(n)); // waits for itself
      if (can_take(s, a, t) && (s.owner[a] == t + 1 || is_served(s, t, a))) {
        dequeue(n, t, a);
        take(n, a, t);
        emit(done(n, t));
      }
      return;
    case OP_ul:
      if (s.owner[a] != t + 1)
        return emit(p.mutex_type[a] == 0 ? misused(n) : done(n, t)); // EPERM
      give(n, a);
      return emit(done(n, t));
    case OP_try:
    case OP_tlk:
      if (p.policy && o.code == OP_tlk && self.phase == 0)
        return emit(enqueued(n, t, a));
      if (self.phase == 1 && !s.owner[a] && !is_served(s, t, a))
        return emit(done_with(timed_out(n, t, a), t, 'T', b));
      dequeue(n, t, a);
      // An errorcheck mutex of the caller's own: EBUSY of trylock, EDEADLK of timedlock.
      if (s.owner[a] && !(s.owner[a] == t + 1 && p.mutex_type[a] == 1))
        return emit(done_with(n, t,
                              o.code == OP_try                              ? 'B'
                              : s.owner[a] == t + 1 && p.mutex_type[a] == 2 ? 'D'
                                                                            : 'T',
                              b));
      take(n, a, t);
      return emit(done_with(n, t, '0'));

    case OP_cw:
    case OP_ctw:
      if (self.phase == 0) { // enters the queue and gives the mutex
        if (s.owner[b] != t + 1)
          return emit(misused(n));
        give(n, b);
        if (p.policy)
          return emit(enqueued(n, t, 2 * OBJECTS + a));
        n.t[t].phase = 1;
        return emit(n);
      }
      if (self.phase == 1) { // waits: it can only leave by itself
        n.t[t].phase = 2;
        dequeue(n, t, 2 * OBJECTS + a);
        if (o.code == OP_ctw) {
          n.t[t].n = 1;
          emit(n);
          n.t[t].n = 0;
        }
        if (s.spurious[a] < p.spurious) {
          n.spurious[a]++;
          emit_(n, true);
        }
        return;
      }
      if (!s.owner[b]) { // takes the mutex again
        take(n, b, t);
        emit(o.code == OP_ctw ? done_with(n, t, self.n ? 'T' : '0') : done(n, t));
      }
      return;
    case OP_sg: {
      bool is_any = false;
      for (int u = 0; u < p.threads; u++)
        if (waits_at_condition(s, u, a)) {
          is_any = true;
          if (!is_served(s, u, 2 * OBJECTS + a))
            continue;
          state m = s;
          m.t[u].phase = 2;
          dequeue(m, u, 2 * OBJECTS + a);
          emit(done(m, t));
        }
      if (!is_any)
        emit(done(n, t));
      return;
    }
    case OP_bc:
      for (int u = 0; u < p.threads; u++)
        if (waits_at_condition(s, u, a)) {
          n.t[u].phase = 2;
          dequeue(n, u, 2 * OBJECTS + a);
        }
      return emit(done(n, t));

    case OP_sp:
      n.sem[a]++;
      return emit(done(n, t));
    case OP_sw:
      if (p.policy && self.phase == 0)
        return emit(enqueued(n, t, OBJECTS + a));
      if (s.sem[a] > 0 && is_served(s, t, OBJECTS + a)) {
        dequeue(n, t, OBJECTS + a);
        n.sem[a]--;
        emit(done(n, t));
      }
      return;
    case OP_stry:
    case OP_stw:
      if (p.policy && o.code == OP_stw && self.phase == 0)
        return emit(enqueued(n, t, OBJECTS + a));
      dequeue(n, t, OBJECTS + a);
      if (s.sem[a] > 0 && (o.code == OP_stry || is_served(s, t, OBJECTS + a))) {
        n.sem[a]--;
        return emit(done_with(n, t, '0'));
      }
      return emit(done_with(n, t, o.code == OP_stry ? 'A' : 'T'));
    case OP_sv:
      log_value(n, t, s.sem[a]);
      return emit(done(n, t));

    case OP_rl:
      if (may_read(s, a)) {
        n.readers[a][t]++;
        emit(done(n, t));
      }
      return;
    case OP_wl:
      if (may_write(s, a)) {
        n.writer[a] = (uint8_t)(t + 1);
        emit(done(n, t));
      }
      return;
    case OP_ru:
      if (s.writer[a] == t + 1)
        n.writer[a] = 0;
      else if (s.readers[a][t])
        n.readers[a][t]--;
      else
        return emit(misused(n));
      return emit(done(n, t));
    case OP_rt:
    case OP_rtm:
      if (!may_read(s, a))
        return emit(done_with(n, t, o.code == OP_rt ? 'B' : 'T', b));
      n.readers[a][t]++;
      return emit(done_with(n, t, '0'));
    case OP_wt:
    case OP_wtm:
      if (!may_write(s, a))
        return emit(done_with(n, t, o.code == OP_wt ? 'B' : 'T', b));
      n.writer[a] = (uint8_t)(t + 1);
      return emit(done_with(n, t, '0'));

    case OP_spl:
      if (!s.spin[a]) {
        n.spin[a] = (uint8_t)(t + 1);
        emit(done(n, t));
      }
      return;
    case OP_spu:
      n.spin[a] = 0;
      return emit(done(n, t));
    case OP_spt:
      if (s.spin[a])
        return emit(done_with(n, t, 'B', b));
      n.spin[a] = (uint8_t)(t + 1);
      return emit(done_with(n, t, '0'));

    case OP_bw:
      if (self.phase == 0) {
        n.t[t].phase = 1;
        if (++n.arrived == p.barrier) {
          n.arrived = 0;
          for (int u = 0; u < p.threads; u++)
            if (n.t[u].status == RUNNING && !is_at_end(n, u) && current(n, u).code == OP_bw &&
                n.t[u].phase == 1)
              n.t[u].phase = 2;
        }
        return emit(n);
      }
      if (self.phase == 2)
        emit(done(n, t));
      return;

    case OP_once:
      switch (self.phase) {
      case 0:
        if (s.once[a] == 2)
          return emit(done(n, t));
        if (s.once[a] == 1)
          return; // waits for the one who runs it
        n.once[a] = 1;
        n.t[t].phase = 1;
        return emit(n);
      case 1:
        n.t[t].n = (uint8_t)s.x[a];
        n.t[t].phase = 2;
        return emit(n);
      case 2:
        n.x[a] = (int8_t)(self.n + 1);
        n.t[t].phase = 3;
        return emit(n);
      default:
        n.once[a] = 2;
        return emit(done(n, t));
      }

    case OP_cr:
      n.t[a].status = CREATED;
      n.t[a].mask = self.mask;
      return emit(done(n, t));
    case OP_j:
      if (s.t[a].status == ENDED) {
        n.t[a].joined = 1;
        emit(done(n, t));
      }
      return;
    case OP_jt:
    case OP_jtm:
      if (s.t[a].status != ENDED)
        return emit(done_with(n, t, o.code == OP_jt ? 'B' : 'T'));
      n.t[a].joined = 1;
      return emit(done_with(n, t, '0'));
    case OP_det:
      n.t[a].joined = 1;
      return emit(done(n, t));
    case OP_yl:
      return emit(done(n, t));

    case OP_fw:
    case OP_ftw:
      if (self.phase == 0) {
        if (s.x[a] != b)
          return emit(done_with(n, t, 'A'));
        n.t[t].phase = 1;
        return emit(n);
      }
      if (self.phase == 2)
        return emit(done_with(n, t, '0'));
      if (o.code == OP_ftw)
        emit(done_with(n, t, 'T'));
      return;
    case OP_fk: {
      std::vector<int> waiting;
      for (int u = 0; u < p.threads; u++)
        if (waits_at_futex(s, u, a))
          waiting.push_back(u);
      if ((int)waiting.size() <= b) {
        for (int u : waiting)
          n.t[u].phase = 2;
        return emit(done_with(n, t, (char)('0' + waiting.size())));
      }
      for (int u : waiting) { // one of them: b is 1
        state m = s;
        m.t[u].phase = 2;
        emit(done_with(m, t, '1'));
      }
      return;
    }

    case OP_loop:
      n.t[t].n++;
      if (s.x[a] == b || n.t[t].n == c)
        return emit(done_with(n, t, (char)('0' + n.t[t].n)));
      return emit(n);
    case OP_aw:
      return emit(s.x[a] == b ? done(n, t) : n);
    case OP_awx:
      n.x[a] = 1;
      return emit(s.x[a] == 0 ? done(n, t) : n);
    case OP_awc:
      if (s.x[a] != b)
        return emit(n);
      n.x[a] = (int8_t)c;
      return emit(done(n, t));
    case OP_awt:
      if (!can_take(s, a, t) || s.owner[a] == t + 1)
        return emit(n);
      take(n, a, t);
      return emit(done(n, t));
    case OP_ch:
      for (int i = 0; i < a; i++)
        emit(done_with(s, t, (char)('0' + i)));
      return;

    case OP_ks:
      n.t[a].pending = 1;
      return emit(done(n, t));
    case OP_swt:
    case OP_stm:
      if (self.pending) {
        n.t[t].pending = 0;
        return emit(o.code == OP_stm ? done_with(n, t, '0') : done(n, t));
      }
      if (o.code == OP_stm)
        emit(done_with(n, t, 'A'));
      return;
    case OP_spd:
      log_value(n, t, self.pending);
      return emit(done(n, t));

    case OP_ew:
    case OP_eo: {
      const int more = o.code == OP_eo ? FULL : a;
      const bool fits = s.event + more <= FULL;
      if (fits) {
        n.event = (uint8_t)(s.event + more);
        tell(n, 0);
        emit(o.code == OP_eo ? done_with(n, t, '0') : done(n, t));
      } else if (p.event_flags & 2) {
        emit(o.code == OP_eo ? done_with(n, t, 'A') : done(n, t));
      }
      return;
    }
    case OP_er:
      if (s.event) {
        const int got = p.event_flags & 1 ? 1 : s.event;
        log_value(n, t, got);
        n.event = (uint8_t)(s.event - got);
        emit(done(n, t));
      } else if (p.event_flags & 2) {
        emit(done_with(n, t, 'A'));
      }
      return;
    case OP_pw:
      if (s.reader_closed && !s.writer_closed && p.broken_pipe)
        log(n, t, '!');
      if (s.reader_closed || s.writer_closed)
        return emit(done_with(n, t, 'x'));
      n.byte[n.bytes++] = (char)('0' + a);
      tell(n, 1);
      return emit(done_with(n, t, '0'));
    case OP_pr:
      if (s.reader_closed)
        return emit(done_with(n, t, '?'));
      if (s.bytes) {
        memmove(n.byte, s.byte + 1, sizeof n.byte - 1);
        n.byte[--n.bytes] = 0;
        return emit(done_with(n, t, s.byte[0]));
      }
      if (s.writer_closed)
        emit(done_with(n, t, '.'));
      else if (p.event_flags & 2)
        emit(done_with(n, t, 'A'));
      return;
    case OP_po:
    case OP_pot:
      return emit(done_with(n, t, s.bytes || s.writer_closed || s.reader_closed ? '1' : '0'));
    case OP_pcw:
      n.writer_closed = 1;
      tell(n, 1);
      return emit(done(n, t));
    case OP_pbn:
    case OP_pbt:
    case OP_pbw:
      return poll_both(s, t, o.code, emit_);
    case OP_ea:
    case OP_eb:
      return wait_for_epoll(s, t, o.code == OP_eb, emit_);
    case OP_em:
      if (s.is_scanned)
        return;
      n.listed[a] = (s.is_asked[a] && s.listed[a]) || is_ready(s, a);
      n.is_asked[a] = 1;
      return emit(done(n, t));

    case OP_sl: // fixed: 1 while it is initialised, then 2 + the thread's number
      if (self.phase == 1) {
        n.x[1]++;
        n.t[t].phase = 2;
        return emit(n);
      }
      if (self.phase == 2) {
        n.fixed = (uint8_t)(2 + t);
        return emit(done_with(n, t, (char)('0' + t)));
      }
      if (s.fixed == 0) {
        n.fixed = 1;
        n.t[t].phase = 1;
        return emit(n);
      }
      if (s.fixed >= 2)
        emit(done_with(n, t, (char)('0' + s.fixed - 2)));
      return;

    case OP_wk:
    case OP_sr:
      if (self.phase == 0 && o.code == OP_wk) {
        if (!s.owners)
          return emit(done_with(n, t, '0'));
        log(n, t, '1');
        n.owners++;
        n.t[t].phase = 1;
        return emit(n);
      }
      if (self.phase == 2) { // the destructor
        n.x[1]++;
        return emit(done(n, t));
      }
      n.owners--;
      if (n.owners)
        return emit(done(n, t));
      n.t[t].phase = 2;
      return emit(n);

    case OP_tk:
    case OP_tl:
      n.t[t].at_end |= o.code == OP_tk ? 1 : 2;
      return emit(done(n, t));
    case OP_uo:
      n.gate++;
      return emit(done(n, t));
    case OP_up:
      if (s.gate) {
        n.gate--;
        emit(done(n, t));
      }
      return;

    case OP_kh:
    case OP_ku: {
      const int signal = o.code == OP_kh ? 1 : 2;
      if (is_alive(s, a)) {
        n.t[a].signals = (uint8_t)(n.t[a].signals | signal);
        n.t[t].must = a == t && !(self.mask & signal);
      }
      return emit(done(n, t));
    }
    case OP_kp: {
      n.process_signals = 1;
      bool others = false;
      for (int u = 0; u < p.threads; u++)
        others |= u != t && is_alive(s, u) && !s.t[u].mask;
      n.t[t].must = !self.mask && !others;
      return emit(done(n, t));
    }
    case OP_bm:
      n.t[t].mask = 3;
      return emit(done(n, t));
    case OP_um:
      n.t[t].mask = 0;
      n.t[t].must = has_signal(n, t);
      return emit(done(n, t));
    case OP_ssp:
      if (self.phase == 0) {
        n.t[t].n = self.mask;
        n.t[t].mask = 0;
        n.t[t].phase = 1;
        n.t[t].must = has_signal(n, t);
        emit(n);
      }
      return;

    case OP_ex:
    case OP_qex:
    case OP_ret:
      if (s.exiting)
        return; // waits for the end
      begin_exit(n, t, o.code == OP_qex ? 'Q' : 'E', a);
      return emit(n);
    case OP_aex:
    case OP_aqe:
      add_handler(n, o.code == OP_aqe, a);
      return emit(done(n, t));

    case OP_hx:
    case OP_ht:
    case OP_mx:
    case OP_mt: {
      uint8_t &slot = n.slot[o.code == OP_mx || o.code == OP_mt][a];
      log(n, t, slot ? (char)('0' + slot - 1) : '-');
      slot = o.code == OP_hx || o.code == OP_mx ? (uint8_t)(t + 1) : 0;
      return emit(done(n, t));
    }
    case OP_hfr:
      if (s.freed)
        return emit(failed_by(n, &state::freed_twice));
      n.freed = 1;
      return emit(done(n, t));
    case OP_hrd:
      return emit(s.freed ? failed_by(n, &state::used_after_free) : done_with(n, t, '0'));
    case OP_mun:
      n.unmapped = 1;
      return emit(done(n, t));
    case OP_mrd:
      return emit(s.unmapped ? failed_by(n, &state::crashed) : done_with(n, t, '0'));
    case OP_ms:
      log_value(n, t, s.shared);
      n.shared = (uint8_t)(s.shared + a);
      return emit(done(n, t));

    case OP_kw:
      if (s.has_no_more[a])
        return emit(done_with(n, t, 'x'));
      n.sent[a][n.sends[a]++] = (uint8_t)('0' + b);
      return emit(done_with(n, t, '0'));
    case OP_kr:
    case OP_kn: {
      const int from = 1 - a;
      int got = s.sends[from] < 2 ? s.sends[from] : 2;
      if (got) {
        got = p.sockets == 0 ? got : 1; // one message
        log(n, t, '=');
        for (int i = 0; i < got; i++)
          log(n, t, (char)s.sent[from][i]);
        n.sends[from] = (uint8_t)(s.sends[from] - got);
        memset(n.sent[from], 0, sizeof n.sent[from]);
        memcpy(n.sent[from], s.sent[from] + got, n.sends[from]);
        return emit(done(n, t));
      }
      if (s.has_no_more[from] && p.sockets != 1) // nobody is told of the end of datagrams
        return emit(done_with(n, t, '.'));
      if (o.code == OP_kn)
        emit(done_with(n, t, 'A'));
      return;
    }
    case OP_ksd:
      n.has_no_more[a] = 1;
      return emit(done(n, t));

    case OP_fmk:
      n.folder = 1;
      return emit(done_with(n, t, s.folder ? 'E' : '0'));
    case OP_frm:
      n.folder = 0;
      return emit(done_with(n, t, s.folder ? '0' : 'N'));
    case OP_fcr: // opens it, then closes the descriptor
      if (self.phase == 1) {
        n.numbers[self.n] = 0;
        return emit(done(n, t));
      }
      if (s.file)
        return emit(done_with(n, t, 'E'));
      n.file = 1;
      n.t[t].n = (uint8_t)lowest(s);
      n.numbers[n.t[t].n] = 1;
      n.t[t].phase = 1;
      log(n, t, '0');
      return emit(n);
    case OP_ful:
      n.file = 0;
      return emit(done_with(n, t, s.file ? '0' : 'N'));
    case OP_frn:
      n.file = 0;
      n.renamed |= s.file;
      return emit(done_with(n, t, s.file ? '0' : 'N'));
    case OP_fst:
      return emit(done_with(n, t, s.renamed ? '0' : 'N'));
    case OP_fwr:
      n.data[n.offset++] = (uint8_t)('0' + a);
      return emit(done(n, t));
    case OP_frd:
      if (s.read_offset == s.offset)
        return emit(done_with(n, t, '.'));
      n.read_offset++;
      return emit(done_with(n, t, (char)s.data[s.read_offset]));
    case OP_flk:
      log_value(n, t, s.offset);
      return emit(done(n, t));
    case OP_fdu: {
      const int number = lowest(s);
      log_value(n, t, number);
      n.numbers[number] = 1;
      return emit(done(n, t));
    }

    case OP_rnd:
      log_value(n, t, s.randoms);
      n.randoms++;
      return emit(done(n, t));
    case OP_sev:
      n.variable = (uint8_t)a;
      return emit(done(n, t));
    case OP_uev:
      n.variable = 0;
      return emit(done(n, t));
    case OP_gev:
      return emit(done_with(n, t, s.variable ? (char)('0' + s.variable) : '-'));

    case OP_slt: // fixed_or_none: as fixed
      switch (self.phase) {
      case 0:
        if (s.fixed_or_none >= 2)
          return emit(done_with(n, t, (char)('0' + s.fixed_or_none - 2)));
        if (s.fixed_or_none == 1)
          return;
        n.fixed_or_none = 1;
        n.t[t].phase = 1;
        return emit(n);
      case 1:
        n.x[0]++;
        n.t[t].phase = s.x[0] == 0 ? 3 : 2;
        return emit(n);
      case 2:
        n.fixed_or_none = (uint8_t)(2 + t);
        return emit(done_with(n, t, (char)('0' + t)));
      default:
        n.fixed_or_none = 0;
        return emit(done_with(n, t, 'e'));
      }

    case OP_rlk: {
      if (s.robust[a] == LOST)
        return emit(done_with(n, t, 'R', b));
      if (p.policy && self.phase == 0)
        return emit(enqueued(n, t, a));
      if (s.owner[a] || !is_served(s, t, a))
        return;
      dequeue(n, t, a);
      const bool has_died = s.robust[a] == OWNER_DIED;
      take(n, a, t);
      return emit(done_with(n, t, has_died ? 'O' : '0'));
    }
    case OP_con:
      if (s.robust[a] == INCONSISTENT && s.owner[a] == t + 1)
        n.robust[a] = SOUND;
      return emit(done(n, t));
    case OP_la:
      if (s.owner[0] || s.owner[1])
        return;
      take(n, 0, t);
      take(n, 1, t);
      return emit(done(n, t));
    case OP_sec:
      log_value(n, t, s.x[a]);
      n.x[1 - a] = (int8_t)b;
      return emit(done(n, t));
    case OP_asm:
      log_value(n, t, s.x[a]);
      return emit(s.x[a] == b ? done(n, t) : failed_by(n, &state::of_no_interest));
    case OP_frq: {
      if (s.x[0] != a)
        return emit(done_with(n, t, 'A'));
      std::vector<int> waiting;
      for (int u = 0; u < p.threads; u++)
        if (waits_at_futex(s, u, 0))
          waiting.push_back(u);
      if (waiting.empty())
        return emit(done_with(n, t, '0'));
      for (int woken : waiting) {
        state m = s;
        for (int u : waiting)
          m.t[u].phase = u == woken ? 2 : 4;
        emit(done_with(m, t, (char)('0' + waiting.size())));
      }
      return;
    }

    case OP_xw:
      if (self.phase == 1)
        return;
      if (s.x[a] != b)
        return emit(done(n, t));
      n.t[t].phase = 1;
      return emit(n);
    case OP_xn: {
      std::vector<int> waiting;
      for (int u = 0; u < p.threads; u++)
        if (s.t[u].status == RUNNING && !is_at_end(s, u) && current(s, u).code == OP_xw &&
            current(s, u).a == a && s.t[u].phase == 1)
          waiting.push_back(u);
      if ((int)waiting.size() <= b) {
        for (int u : waiting)
          n.t[u].phase = 0; // looks again
        return emit(done(n, t));
      }
      for (int u : waiting) {
        state m = s;
        m.t[u].phase = 0;
        emit(done(m, t));
      }
      return;
    }
    case OP_ltc:
      n.latch--;
      return emit(done(n, t));
    case OP_ltw:
      if (!s.latch)
        emit(done(n, t));
      return;
    case OP_ltt:
      return emit(done_with(n, t, s.latch ? '0' : '1'));
    case OP_lta:
      if (self.phase == 0) {
        n.latch--;
        n.t[t].phase = 1;
        return emit(n);
      }
      if (!s.latch)
        emit(done(n, t));
      return;
    case OP_csr:
      n.counting++;
      return emit(done(n, t));
    case OP_csa:
      if (s.counting) {
        n.counting--;
        emit(done(n, t));
      }
      return;
    case OP_cst: // fails where another one comes between, which the standard allows
      if (self.phase == 0) {
        if (!s.counting)
          return emit(done_with(n, t, 'A'));
        n.t[t].n = s.counting;
        n.t[t].phase = 1;
        return emit(n);
      }
      if (s.counting != self.n)
        return emit(done_with(n, t, 'A'));
      n.counting--;
      return emit(done_with(n, t, '0'));

    case OP_qld:
    case OP_qst:
    case OP_qxc:
    case OP_qcx:
      if (o.code != OP_qst) {
        log_value(n, t, s.pair[0]);
        log_value(n, t, s.pair[1]);
      }
      if (o.code == OP_qst || o.code == OP_qxc) {
        n.pair[0] = (uint8_t)a;
        n.pair[1] = (uint8_t)b;
      } else if (o.code == OP_qcx && s.pair[0] == a && s.pair[1] == a) {
        n.pair[0] = n.pair[1] = (uint8_t)b;
      }
      return emit(done(n, t));
    case OP_pcr:
      n.reader_closed = 1;
      return emit(done(n, t));

    case OP_ldb:
      log_value(n, t, s.x[0]);
      log_value(n, t, s.x[1]);
      return emit(done(n, t));
    case OP_stb:
      n.x[0] = (int8_t)a;
      n.x[1] = (int8_t)b;
      return emit(done(n, t));
    case OP_adb:
      log_value(n, t, s.x[0]);
      log_value(n, t, s.x[1]);
      n.x[0] = (int8_t)(s.x[0] + a);
      n.x[1] = (int8_t)(s.x[1] + a);
      return emit(done(n, t));
    case OP_ltr:
      if (self.phase == 1) { // has it
        give(n, a);
        return emit(done_with(n, t, (char)('0' + self.n)));
      }
      n.t[t].n++;
      if (!s.owner[a]) {
        take(n, a, t);
        n.t[t].phase = 1;
        return emit(n);
      }
      if (n.t[t].n == b)
        return emit(done_with(n, t, (char)('0' + b + 1)));
      return emit(n);
    default:
      return;
    }
  }

  /// Two threads are about to access plain memory, one of them writes. Where each operation that
  /// can come between two accesses orders them or could be elsewhere, this is all data races.
  bool has_race(const state &s) const {
    for (int t = 0; t < p.threads; t++)
      for (int u = 0; u < t; u++) {
        if (s.t[t].status != RUNNING || s.t[u].status != RUNNING || is_at_end(s, t) ||
            is_at_end(s, u))
          continue;
        const op &a = current(s, t), &b = current(s, u);
        if (a.a == b.a && ((a.code == OP_wr && (b.code == OP_wr || b.code == OP_rd)) ||
                           (a.code == OP_rd && b.code == OP_wr)))
          return true;
      }
    return false;
  }

  bool waits_at_condition(const state &s, int t, int c) const {
    return s.t[t].status == RUNNING && !is_at_end(s, t) && s.t[t].phase == 1 &&
           (current(s, t).code == OP_cw || current(s, t).code == OP_ctw) && current(s, t).a == c;
  }
  bool waits_at_futex(const state &s, int t, int x) const {
    if (s.t[t].status != RUNNING || is_at_end(s, t) ||
        (current(s, t).code != OP_fw && current(s, t).code != OP_ftw))
      return false;
    return (s.t[t].phase == 1 && current(s, t).a == x) || (s.t[t].phase == 4 && x == 1);
  }
  bool loops(const state &s, int t) const {
    if (s.t[t].status != RUNNING || is_at_end(s, t))
      return false;
    const int code = current(s, t).code;
    return code == OP_aw || code == OP_awx || code == OP_awc || code == OP_awt;
  }
  bool is_final(const state &s) const {
    if (!is_at_end(s, 0) || has_ends || s.t[0].frames || (s.t[0].must && has_signal(s, 0)))
      return false;
    for (int i = 1; i < p.threads; i++)
      if (s.t[i].status != NONE && !s.t[i].joined && !is_claimed(i))
        return false;
    return true;
  }

  std::string final_text(const state &s) const {
    std::string text;
    for (int t = 0; t < p.threads; t++)
      text += std::string(t ? "/" : "") + std::string(s.t[t].log, s.t[t].logged) +
              (s.t[t].handler_logged ? "'" : "") +
              std::string(s.t[t].handler_log, s.t[t].handler_logged);
    char values[64];
    snprintf(values, sizeof values, ";%d,%d;%d,%d", s.x[0], s.x[1], s.p[0], s.p[1]);
    return text + values;
  }

  static const char *failure(const state &s) {
    return s.failed            ? "fail"
           : s.misuse          ? "misuse"
           : s.crashed         ? "crash"
           : s.freed_twice     ? "freed-twice"
           : s.used_after_free ? "used-after-free"
                               : nullptr;
  }

  /// Returns how many executions begin in that state.
  double explore(state s) {
    for (int t = 0; t < p.threads; t++) // another thread may have taken it
      s.t[t].must = s.t[t].must && has_signal(s, t);
    const auto known = seen.find(s);
    if (known != seen.end())
      return known->second;
    if (too_many || seen.size() >= most) {
      too_many = true;
      return 0;
    }
    seen[s] = 0;
    double executions = 0;
    if (s.of_no_interest)
      return seen[s] = 1;
    if (const char *name = failure(s)) {
      outcomes.insert(name);
      return seen[s] = 1;
    }
    if (has_race(s))
      outcomes.insert("race");
    if (is_final(s)) {
      outcomes.insert(final_text(s));
      return seen[s] = 1;
    }
    bool goes_on = false, ends = false;
    for (const thread &t : s.t)
      if (t.ending == LAST) {
        outcomes.insert((char)t.how + std::to_string(t.exit_status) + ":" +
                        std::string(t.log, t.logged));
        ends = true;
      }
    for (int t = 0; t < p.threads; t++)
      steps(s, t, [&](const state &n, bool is_spurious) {
        if (n == s) // a turn in vain
          return;
        goes_on |= !is_spurious;
        executions += explore(n);
      });
    if (!goes_on && ends) {
      executions += 1;
    } else if (!goes_on) {
      bool is_livelock = false;
      for (int t = 0; t < p.threads; t++)
        is_livelock |= loops(s, t);
      outcomes.insert(is_livelock ? "livelock" : "deadlock");
      executions += 1;
    }
    return seen[s] = executions;
  }
};

int main(int argc, char **argv) {
  const size_t most = argc > 1 ? strtoul(argv[1], nullptr, 10) : 100000;
  static char line[4096];
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = 0;
    const program p = parse_program(line);
    puts(interpreter(p, most).run().c_str());
    fflush(stdout);
  }
}
