// The timed waits of std::condition_variable, std::condition_variable_any and cnd_t: each returns with a
// timeout although what it waits for has become true meanwhile, in the critical section that it must
// wait for. Asked with the predicate, it says true.
// RUN: %mcmini-c++ -std=c++20 -g %s -o %t && %gxx -std=c++20 -g -pthread %s -o %t.gcc
// RUN: not %mcmini %t for | FileCheck %s
// RUN: not %mcmini %t until | FileCheck %s
// RUN: not %mcmini %t past | FileCheck %s
// RUN: not %mcmini %t any | FileCheck %s
// RUN: not %mcmini %t c11 | FileCheck %s
// RUN: not %mcmini %t.gcc any | FileCheck %s
// RUN: not %mcmini %t.gcc c11 | FileCheck %s
// CHECK: assertion failed: assertion `!(timed_out && ready)' failed
//
// Four classes: the setter before the wait, in it, after the timeout and before the lock, after it. That of
// condition_variable_any waits with a lock of its own: the setter can have the lock, but not yet have
// signalled, when the waiter takes that of its own.
// RUN: %mcmini %t predicate | FileCheck %s --check-prefix=RIGHT --check-prefix=FOUR
// RUN: %mcmini %t any-predicate | FileCheck %s --check-prefix=RIGHT
// RIGHT: ok: nothing found
// FOUR: {{^}}4 traces: 4 completed
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <ctime>
#include <mutex>
#include <thread>
#include <threads.h>

using namespace std::chrono_literals;

static std::mutex lock;
static std::condition_variable changed;
static std::condition_variable_any changed_any;
static mtx_t c_lock;
static cnd_t c_changed;
static bool ready;
static const char *how;

static bool is(const char *name) { return std::strcmp(how, name) == 0; }

static void wait_in_c() {
  std::timespec deadline;
  std::timespec_get(&deadline, TIME_UTC);
  deadline.tv_sec++;
  mtx_lock(&c_lock);
  const bool timed_out = !ready && cnd_timedwait(&c_changed, &c_lock, &deadline) == thrd_timedout;
  assert(!(timed_out && ready));
  mtx_unlock(&c_lock);
}

static void wait() {
  std::unique_lock<std::mutex> guard(lock);
  bool timed_out = false;
  if (is("predicate"))
    timed_out = !changed.wait_for(guard, 1s, [] { return ready; });
  else if (is("any-predicate"))
    timed_out = !changed_any.wait_for(guard, 1s, [] { return ready; });
  else if (is("any"))
    timed_out = !ready && changed_any.wait_for(guard, 1s) == std::cv_status::timeout;
  else if (is("for"))
    timed_out = !ready && changed.wait_for(guard, 1s) == std::cv_status::timeout;
  else
    timed_out = !ready && changed.wait_until(guard, std::chrono::system_clock::now() +
                                                        (is("past") ? -1s : 1s)) ==
                              std::cv_status::timeout;
  assert(!(timed_out && ready));
}

static void set() {
  if (is("c11"))
    mtx_lock(&c_lock);
  else
    lock.lock();
  ready = true;
  changed.notify_one();
  changed_any.notify_one();
  cnd_signal(&c_changed);
  if (is("c11"))
    mtx_unlock(&c_lock);
  else
    lock.unlock();
}

int main(int count, char **argument) {
  how = argument[count - 1];
  mtx_init(&c_lock, mtx_plain);
  cnd_init(&c_changed);
  std::thread waiter(is("c11") ? wait_in_c : wait), setter(set);
  waiter.join();
  setter.join();
}
