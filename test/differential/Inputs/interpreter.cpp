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

struct thread {
  uint8_t status, at, phase, n, logged, joined, pending, at_end;
  int8_t last;
  char log[LOG];
};

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
  uint8_t queue[2 * OBJECTS][THREADS]; // with a policy: who waits for a mutex, for a semaphore
  bool operator==(const state &o) const { return !memcmp(this, &o, sizeof o); }
};

struct hash_of_state {
  size_t operator()(const state &s) const {
    uint64_t h = 0xcbf29ce484222325u;
    const auto *bytes = (const unsigned char *)&s;
    for (size_t i = 0; i < sizeof s; i++)
      h = (h ^ bytes[i]) * 0x100000001b3u;
    return h ^ h >> 29;
  }
};

class interpreter {
public:
  interpreter(const program &p, size_t most) : p(p), most(most) {}

  std::string run() {
    state s;
    memset(&s, 0, sizeof s);
    for (int i = 0; i < OBJECTS; i++)
      s.sem[i] = (int8_t)p.sem[i];
    s.t[0].status = RUNNING;
    s.owners = (uint8_t)p.threads;
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
      if (o.code != OP_if)
        return;
      if (self.last != '0' + o.a)
        self.at = (uint8_t)(self.at + o.b);
    }
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
    return !s.owner[m] || (s.owner[m] == t + 1 && p.mutex_type[m] != 0);
  }
  /// Recursive: once more. Errorcheck: EDEADLK, which the program does not look at.
  void take(state &s, int m, int t) const {
    if (s.owner[m] == t + 1 && p.mutex_type[m] == 2)
      return;
    s.owner[m] = (uint8_t)(t + 1);
    s.held[m]++;
  }
  static void give(state &s, int m) {
    if (--s.held[m] == 0)
      s.owner[m] = 0;
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
    while (p.policy == 2 && i < THREADS - 1 && s.queue[q][i + 1])
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
    if (self.status != RUNNING)
      return;
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
        emit(n, false);
        return;
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
      return;
    }
    operate(s, t, current(s, t), emit);
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
      if (s.owner[a] == t + 1 && p.mutex_type[a] == 0)
        return emit(misused(n)); // waits for itself
      if (p.policy && self.phase == 0)
        return emit(enqueued(n, t, a));
      if (can_take(s, a, t) && is_served(s, t, a)) {
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
        n.t[t].phase = 1;
        return emit(n);
      }
      if (self.phase == 1) { // waits: it can only leave by itself
        n.t[t].phase = 2;
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
          state m = s;
          m.t[u].phase = 2;
          emit(done(m, t));
        }
      if (!is_any)
        emit(done(n, t));
      return;
    }
    case OP_bc:
      for (int u = 0; u < p.threads; u++)
        if (waits_at_condition(s, u, a))
          n.t[u].phase = 2;
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
      if (s.sem[a] > 0) {
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
      n.event = (uint8_t)(s.event + a);
      return emit(done(n, t));
    case OP_er:
      if (s.event) {
        log_value(n, t, s.event);
        n.event = 0;
        emit(done(n, t));
      }
      return;
    case OP_pw:
      if (s.writer_closed)
        return emit(done_with(n, t, 'x'));
      n.byte[n.bytes++] = (char)('0' + a);
      return emit(done_with(n, t, '0'));
    case OP_pr:
      if (s.bytes) {
        memmove(n.byte, s.byte + 1, sizeof n.byte - 1);
        n.byte[--n.bytes] = 0;
        return emit(done_with(n, t, s.byte[0]));
      }
      if (s.writer_closed)
        emit(done_with(n, t, '.'));
      return;
    case OP_po:
      return emit(done_with(n, t, s.bytes || s.writer_closed ? '1' : '0'));
    case OP_pcw:
      n.writer_closed = 1;
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
    return s.t[t].status == RUNNING && !is_at_end(s, t) && s.t[t].phase == 1 &&
           (current(s, t).code == OP_fw || current(s, t).code == OP_ftw) && current(s, t).a == x;
  }
  bool loops(const state &s, int t) const {
    if (s.t[t].status != RUNNING || is_at_end(s, t))
      return false;
    const int code = current(s, t).code;
    return code == OP_aw || code == OP_awx || code == OP_awc || code == OP_awt;
  }
  bool is_final(const state &s) const {
    if (!is_at_end(s, 0))
      return false;
    for (int i = 1; i < p.threads; i++)
      if (s.t[i].status != NONE && !s.t[i].joined && !is_claimed(i))
        return false;
    return true;
  }

  std::string final_text(const state &s) const {
    std::string text;
    for (int t = 0; t < p.threads; t++)
      text += std::string(t ? "/" : "") + std::string(s.t[t].log, s.t[t].logged);
    char values[64];
    snprintf(values, sizeof values, ";%d,%d;%d,%d", s.x[0], s.x[1], s.p[0], s.p[1]);
    return text + values;
  }

  /// Returns how many executions begin in that state.
  double explore(const state &s) {
    const auto known = seen.find(s);
    if (known != seen.end())
      return known->second;
    if (too_many || seen.size() >= most) {
      too_many = true;
      return 0;
    }
    seen[s] = 0;
    double executions = 0;
    if (s.failed || s.misuse) {
      outcomes.insert(s.failed ? "fail" : "misuse");
      return seen[s] = 1;
    }
    if (has_race(s))
      outcomes.insert("race");
    if (is_final(s)) {
      outcomes.insert(final_text(s));
      return seen[s] = 1;
    }
    bool goes_on = false;
    for (int t = 0; t < p.threads; t++)
      steps(s, t, [&](const state &n, bool is_spurious) {
        if (n == s) // a turn in vain
          return;
        goes_on |= !is_spurious;
        executions += explore(n);
      });
    if (!goes_on) {
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
