// A cache of leveldb that holds one entry, from two threads; one reference given back twice. Preloaded.
//
// RUN: %gxx -std=c++17 -w -g -O1 %s -o right -pthread -lleveldb
// RUN: %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: ok: nothing found
// RIGHT: {{^}}6 traces: 6 completed
// RUN: %gxx -std=c++17 -DADD -w -g -O1 %s -o mutant.add -pthread -lleveldb
// RUN: not %mcmini ./mutant.add | FileCheck --check-prefix=ADD %s
// ADD: {{crash|abort|use after free|assertion}}
// REQUIRES: real, libleveldb-dev
#include <cassert>
#include <leveldb/cache.h>
#include <thread>
static int freed;
static void end(const leveldb::Slice &, void *) { freed++; }
int main() {
  leveldb::Cache *cache = leveldb::NewLRUCache(1);
  auto use = [&] {
    leveldb::Cache::Handle *h = cache->Insert("a", nullptr, 1, end);
    cache->Release(h);
#ifdef ADD
    cache->Release(h);
#endif
  };
  std::thread t(use);
  use();
  t.join();
  delete cache;
  assert(freed == 2);
}
