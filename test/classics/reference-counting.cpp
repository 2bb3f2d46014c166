// The last owner deletes what is shared, after all others have used it.
//
// In C++ as in H.-J. Boehm, S. V. Adve, "Foundations of the C++ Concurrency Memory Model", PLDI
// 2008, and implementations of std::shared_ptr: counted up relaxed, down with release, and acquired
// by the last.
//
// RUN: %mcmini-c++ -g -O1 -std=c++17 %s -o %t && %mcmini -k %t | FileCheck %s
// CHECK: mcmini: ok: nothing found
// CHECK: 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set blocked
//
// BUGGY, the last owner does not acquire: by C11 it may delete before others have ended their use.
// RUN: %mcmini-c++ -g -O1 -std=c++17 -DBUGGY %s -o %t && not %mcmini -k %t | FileCheck %s --check-prefix=BUGGY
// BUGGY: data race: (*this)->field[i]: write at reference-counting.cpp:[[@LINE+55]] and write at reference-counting.cpp:[[@LINE+25]], which nothing orders
//
// With SPLIT, counting down is two operations: one owner uses what another has deleted.
// RUN: %mcmini-c++ -g -O1 -std=c++17 -DSPLIT %s -o %t && not %mcmini -k %t | FileCheck %s --check-prefix=SPLIT
// SPLIT: use after free
#include <atomic>
#include <cassert>
#include <thread>
#include <utility>
#include <vector>

#ifndef THREADS
#define THREADS 2
#endif

template <class T> class Shared {
public:
  explicit Shared(T value) : block(new Block{std::move(value), {1}}) {}
  Shared(const Shared &other) : block(other.block) {
    block->count.fetch_add(1, std::memory_order_relaxed);
  }
  Shared &operator=(const Shared &) = delete;
  ~Shared() {
#ifdef BUGGY
    if (block->count.fetch_sub(1, std::memory_order_release) == 1)
      delete block;
#elif defined SPLIT
    block->count.store(block->count.load() - 1);
    if (block->count.load() == 0)
      delete block;
#else
    if (block->count.fetch_sub(1, std::memory_order_release) == 1) {
      std::atomic_thread_fence(std::memory_order_acquire);
      delete block;
    }
#endif
  }
  T *operator->() const { return &block->value; }

private:
  struct Block {
    T value;
    std::atomic<int> count;
  } * block;
};

struct Item {
  int field[3];
};

int main() {
  std::vector<std::thread> threads;
  {
    Shared<Item> item(Item{{0, 0, 0}});
    for (int i = 0; i < THREADS; i++)
      threads.emplace_back([item, i] { item->field[i] = i; });
  }
  for (std::thread &thread : threads)
    thread.join();
}
