// Readers of an absl::Mutex exclude each other: what two of them do at once is not explored.
// RUN: %gxx -g %s -o %t -labsl_synchronization
// RUN: python3 %S/../warnings/Inputs/shows.py shared-lock %mcmini %t
#include <absl/synchronization/mutex.h>
#include <thread>

static absl::Mutex mutex;

static void look() { absl::ReaderMutexLock lock(&mutex); }

int main() {
  std::thread one(look), other(look);
  one.join();
  other.join();
}
