// Poco::NotificationQueue: who waits gets what another thread gives, not only a wake-up. Preloaded.
//
// RUN: %gxx -std=c++17 -w -g -O1 %s -o right -pthread -lPocoFoundation
// RUN: not %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found, but plain loads and stores of libPocoFoundation.so.80 are not seen
// RIGHT: {{^}}32 traces: 32 completed
// RUN: %gxx -std=c++17 -DWAKEALL -w -g -O1 %s -o mutant.wakeall -pthread -lPocoFoundation
// RUN: not %mcmini ./mutant.wakeall | FileCheck --check-prefix=WAKEALL %s
// WAKEALL: assertion failed
// REQUIRES: real, libpoco-dev
#include <Poco/NotificationQueue.h>
#include <Poco/Thread.h>
#include <cassert>
static Poco::NotificationQueue queue;
static void push() {
#ifdef WAKEALL
  queue.wakeUpAll();
#else
  queue.enqueueNotification(new Poco::Notification);
#endif
}
int main() {
  Poco::Thread t;
  t.startFunc(&push);
  Poco::AutoPtr<Poco::Notification> got(queue.waitDequeueNotification());
  assert(got);
  t.join();
}
