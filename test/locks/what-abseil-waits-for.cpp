// Abseil's waits, whose state is seen by any code: a Notification's HasBeenNotified is inline, an Await looks at memory of the
// program below the lock. Preloaded and by the plugin the same traces, but for the inline look, which only the plugin sees.
// RUN: pkg-config --cflags --libs absl_synchronization absl_time > %t.flags
// RUN: %gxx -g %s -o %t.plain @%t.flags && %mcmini-c++ -g %s -o %t.plugin @%t.flags
//
// The waiting thread goes on behind the notification: one class; two with the look of the main thread, before it or behind it.
// RUN: %mcmini %t.plain notification | FileCheck %s --check-prefix=ONE
// RUN: %mcmini %t.plugin notification | FileCheck %s --check-prefix=TWO
// Two decrements, of which either is the last.
// RUN: %mcmini %t.plain counter | FileCheck %s --check-prefix=TWO
// RUN: %mcmini %t.plugin counter | FileCheck %s --check-prefix=TWO
// One waits below the lock until another has changed something, a third takes the lock: before or between or behind them (3! orders;
// in two of them the waiting thread may look once more, behind the third).
// RUN: %mcmini %t.plain await | FileCheck %s --check-prefix=EIGHT
// RUN: %mcmini %t.plugin await | FileCheck %s --check-prefix=EIGHT
// With a time: it is over before the other one's change, or not, or the change was there before.
// RUN: %mcmini %t.plain timed | FileCheck %s --check-prefix=THREE
// RUN: %mcmini %t.plugin timed | FileCheck %s --check-prefix=THREE
// MutexLock with a condition.
// RUN: %mcmini %t.plain when | FileCheck %s --check-prefix=TWO
// RUN: %mcmini %t.plugin when | FileCheck %s --check-prefix=TWO
// A CondVar's Signal that wakes the one for which it is not meant.
// RUN: not %mcmini -k %t.plain condition | FileCheck %s --check-prefix=LOST
// RUN: not %mcmini -k %t.plugin condition | FileCheck %s --check-prefix=LOST
// Who waits for what nobody does is blocked: to the program there is no loop. The right twins are `await` and `notification`.
// What changed is only the word for the end, so no schedule can be hidden; a loop of the program's own beside it stays a livelock.
// RUN: not %mcmini -k %t.plain never | FileCheck %s --check-prefix=NEVER
// RUN: not %mcmini -k %t.plugin never | FileCheck %s --check-prefix=NEVER
// RUN: not %mcmini -k %t.plain untold | FileCheck %s --check-prefix=UNTOLD
// RUN: not %mcmini -k %t.plugin untold | FileCheck %s --check-prefix=UNTOLD
// RUN: not %mcmini -k %t.plugin beside | FileCheck %s --check-prefix=BESIDE
// By the second door too.
// RUN: %mcmini-c++ --from-tsan -g %s -o %t.door @%t.flags
// RUN: not %mcmini -k %t.door never | FileCheck %s --check-prefix=NEVER
// RUN: not %mcmini -k %t.door untold | FileCheck %s --check-prefix=UNTOLD
// ONE: {{^}}1 traces: 1 completed
// TWO: {{^}}2 traces: 2 completed
// THREE: {{^}}3 traces: 3 completed
// EIGHT: {{^}}8 traces: 8 completed
// LOST: mcmini: deadlock: 2 threads wait and none can ever go on
// LOST: {{^}}20 traces: 18 completed, 2 deadlocked
// NEVER: mcmini: deadlock: 2 threads wait and none can ever go on
// NEVER: thread 0.1 waits to lock mutex, until another thread has changed something below it: free
// NEVER: {{^}}1 traces: 0 completed, 1 deadlocked, 0 failed
// UNTOLD: mcmini: deadlock: 2 threads wait and none can ever go on
// UNTOLD: thread 0.1 waits to load untold{{.*}}, until it is not 0: 0
// UNTOLD: {{^}}1 traces: 0 completed, 1 deadlocked, 0 failed
// BESIDE: mcmini: livelock: 1 thread waits in {{.*}}, and 2 for something else
#include <absl/synchronization/blocking_counter.h>
#include <absl/synchronization/mutex.h>
#include <absl/synchronization/notification.h>
#include <absl/time/time.h>
#include <atomic>
#include <cstdlib>
#include <string>
#include <thread>

static int data;
static bool ready;
static absl::Mutex mutex;
static absl::CondVar condition;

static void change() {
  absl::MutexLock lock(&mutex);
  data = 1;
  ready = true;
  condition.Signal();
}

static void expect(bool good) {
  if (!good)
    abort();
}

static void wait_below() {
  absl::MutexLock lock(&mutex);
  mutex.Await(absl::Condition(&ready));
  expect(data == 1);
}

static void wait_timed() {
  absl::MutexLock lock(&mutex);
  expect(mutex.AwaitWithTimeout(absl::Condition(&ready), absl::Milliseconds(5)) == (data == 1));
}

static void lock_when() {
  absl::MutexLock lock(&mutex, absl::Condition(&ready));
  expect(data == 1);
}

static void wait_condition() {
  absl::MutexLock lock(&mutex);
  while (!ready)
    condition.Wait(&mutex);
}

static void wait_once() {
  absl::MutexLock lock(&mutex);
  if (!condition.WaitWithTimeout(&mutex, absl::Milliseconds(3)))
    expect(data == 1);
}

static void take() { absl::MutexLock lock(&mutex); }

static void notification() {
  absl::Notification notification;
  std::thread one([&] { data = 1, notification.Notify(); });
  std::thread other([&] { notification.WaitForNotification(), expect(data == 1); });
  if (notification.HasBeenNotified())
    expect(data == 1);
  one.join(), other.join();
}

static void counter() {
  absl::BlockingCounter counter(2);
  int done[2] = {0, 0};
  std::thread one([&] { done[0] = 1, counter.DecrementCount(); });
  std::thread other([&] { done[1] = 1, counter.DecrementCount(); });
  counter.Wait();
  expect(done[0] && done[1]);
  one.join(), other.join();
}

static absl::Notification untold;
static std::atomic<bool> never_set;

static void wait_untold() { untold.WaitForNotification(); }

static void spin() {
  while (!never_set)
    ;
}

template <typename... Functions> static void run(Functions... functions) {
  std::thread threads[] = {std::thread(functions)...};
  for (std::thread &thread : threads)
    thread.join();
}

int main(int, char **argv) {
  const std::string what = argv[1];
  what == "notification" ? notification()
  : what == "counter"    ? counter()
  : what == "await"      ? run(wait_below, change, take)
  : what == "timed"      ? run(wait_timed, change)
  : what == "when"       ? run(lock_when, change)
  : what == "condition"  ? run(wait_condition, change, wait_once)
  : what == "untold"     ? run(wait_untold)
  : what == "beside"     ? run(wait_untold, spin)
                         : run(wait_below);
}
