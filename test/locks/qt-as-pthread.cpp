// Qt's conditions, read-write locks and semaphores: each has the traces of the same program with pthread's (a read-write lock
// that prefers writers), preloaded, by the plugin and by -fsanitize=thread. The numbers are those of -DPTHREAD; `transitions`
// too, as each call is one operation there and here. So a schedule that one has and the other one hides would show.
//
// RUN: pkg-config --cflags --libs Qt5Core > %t.flags
// RUN: %gxx -g -w -DPTHREAD %s -o %t.pthread && %gxx -g -w -fPIC %s -o %t.qt @%t.flags
// RUN: %mcmini-c++ -g -w -fPIC %s -o %t.plugin @%t.flags && %mcmini-c++ --from-tsan -g -w -fPIC %s -o %t.tsan @%t.flags
// RUN: python3 %S/Inputs/same_traces.py %mcmini %t.pthread %t.qt %t.plugin %t.tsan -- "wait wait signal" \
// RUN:   "wait timed broadcast" "read read write write" "tryread write trywrite" "acquire acquire release release" \
// RUN:   "acquire tryacquire release" "timedacquire release available" | FileCheck %s
// CHECK: wait wait signal: {{[1-9][0-9]*}} traces
// CHECK-NEXT: wait timed broadcast: {{[1-9][0-9]*}} traces
// CHECK-NEXT: read read write write: {{[1-9][0-9]*}} traces
// CHECK-NEXT: tryread write trywrite: {{[1-9][0-9]*}} traces
// CHECK-NEXT: acquire acquire release release: {{[1-9][0-9]*}} traces
// CHECK-NEXT: acquire tryacquire release: {{[1-9][0-9]*}} traces
// CHECK-NEXT: timedacquire release available: {{[1-9][0-9]*}} traces
//
// QSemaphore::available is a function of 4 bytes, into which the jump goes with what fills the code behind it.
//
// Several are released at once: who looks finds none or both. That is a section, which is ordered with each step of the other
// thread and of main, not only with the look: 5 traces.
// RUN: %mcmini %t.qt both | FileCheck %s --check-prefix=BOTH
// RUN: %mcmini %t.plugin both | FileCheck %s --check-prefix=BOTH
// BOTH: mcmini: ok
// BOTH: {{^}}5 traces: 5 completed
// A reader that locks again while a writer waits never goes on.
// RUN: not %mcmini %t.qt again write | FileCheck %s --check-prefix=AGAIN
// RUN: not %mcmini %t.plugin again write | FileCheck %s --check-prefix=AGAIN
// AGAIN: deadlock: 3 threads wait
// More than one at once: the search says that it ends.
// RUN: not %mcmini %t.qt two | FileCheck %s --check-prefix=TWO
// TWO: mcmini: incomplete
#include <cassert>
#include <cstring>
#include <pthread.h>
#include <string>
#include <unistd.h>
#ifdef PTHREAD
#include <semaphore.h>
#include <time.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static sem_t semaphore;
static timespec soon() {
  timespec end;
  clock_gettime(CLOCK_MONOTONIC, &end);
  end.tv_nsec += 1000000;
  return end;
}
static void prepare() { sem_init(&semaphore, 0, 0); }
static void lock() { pthread_mutex_lock(&mutex); }
static void unlock() { pthread_mutex_unlock(&mutex); }
static void wait() { pthread_cond_wait(&condition, &mutex); }
static void wait_a_while() {
  const timespec end = soon();
  pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &end);
}
static void wake_one() { pthread_cond_signal(&condition); }
static void wake_all() { pthread_cond_broadcast(&condition); }
static void read_lock() { pthread_rwlock_rdlock(&rwlock); }
static void write_lock() { pthread_rwlock_wrlock(&rwlock); }
static bool try_read() { return !pthread_rwlock_tryrdlock(&rwlock); }
static bool try_write() { return !pthread_rwlock_trywrlock(&rwlock); }
static void unlock_both() { pthread_rwlock_unlock(&rwlock); }
static void acquire(int) { sem_wait(&semaphore); }
static void release(int n) {
  while (n--)
    sem_post(&semaphore);
}
static bool try_acquire() { return !sem_trywait(&semaphore); }
static bool acquire_soon() {
  const timespec end = soon();
  return !sem_clockwait(&semaphore, CLOCK_MONOTONIC, &end);
}
static int available() {
  int value;
  sem_getvalue(&semaphore, &value);
  return value;
}
#else
#include <QMutex>
#include <QReadWriteLock>
#include <QSemaphore>
#include <QWaitCondition>
// Never destroyed: pthread's are not.
static QMutex &mutex = *new QMutex;
static QWaitCondition &condition = *new QWaitCondition;
static QReadWriteLock &rwlock = *new QReadWriteLock;
static QSemaphore &semaphore = *new QSemaphore;
static void prepare() {}
static void lock() { mutex.lock(); }
static void unlock() { mutex.unlock(); }
static void wait() { condition.wait(&mutex); }
static void wait_a_while() { condition.wait(&mutex, 1ul); }
static void wake_one() { condition.wakeOne(); }
static void wake_all() { condition.wakeAll(); }
static void read_lock() { rwlock.lockForRead(); }
static void write_lock() { rwlock.lockForWrite(); }
static bool try_read() { return rwlock.tryLockForRead(); }
static bool try_write() { return rwlock.tryLockForWrite(); }
static void unlock_both() { rwlock.unlock(); }
static void acquire(int n) { semaphore.acquire(n); }
static void release(int n) { semaphore.release(n); }
static bool try_acquire() { return semaphore.tryAcquire(); }
static bool acquire_soon() { return semaphore.tryAcquire(1, 1); }
static int available() { return semaphore.available(); }
#endif

static int items, number;

static void *run(void *argument) {
  const std::string what = static_cast<const char *>(argument);
  if (what == "wait") {
    lock();
    while (!items)
      wait();
    items--;
    unlock();
  } else if (what == "timed") {
    lock();
    if (!items)
      wait_a_while();
    unlock();
  } else if (what == "signal" || what == "broadcast") {
    for (int i = 0; i < 2; i++) {
      lock();
      items++;
      what == "signal" ? wake_one() : wake_all();
      unlock();
    }
  } else if (what == "read") {
    read_lock();
    assert(number < 10);
    unlock_both();
  } else if (what == "write") {
    write_lock();
    number++;
    unlock_both();
  } else if (what == "again") {
    read_lock();
    read_lock();
    unlock_both();
    unlock_both();
  } else if (what == "tryread" || what == "trywrite") {
    if (what == "tryread" ? try_read() : try_write())
      unlock_both();
  } else if (what == "acquire") {
    acquire(1);
  } else if (what == "release") {
    release(1);
  } else if (what == "tryacquire") {
    try_acquire();
  } else if (what == "timedacquire") {
    acquire_soon();
  } else if (what == "available") {
    assert(available() <= 1);
  } else if (what == "both") {
    release(2);
  } else if (what == "looks") {
    assert(available() != 1);
  } else {
    acquire(2);
  }
  return nullptr;
}

int main(int count, char **argument) {
  pthread_t thread[4];
  prepare();
  if (strcmp(argument[1], "both") == 0) {
    static char looks[] = "looks";
    argument[count++] = looks;
  }
  for (int i = 1; i < count; i++)
    pthread_create(&thread[i - 1], nullptr, run, argument[i]);
  for (int i = 1; i < count; i++)
    pthread_join(thread[i - 1], nullptr);
  _exit(0); // what Qt's libraries do at an exit is no step of pthread's program
}
