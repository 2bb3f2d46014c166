// Functions are named with their scopes; objects through references, containers, smart pointers and
// captures as the source writes them; members of the object itself by its class. In the C++ library's own headers they have no name.
// RUN: %clangxx -std=c++17 -fplugin=%plugin -g -O0 -S -emit-llvm -o - %s | FileCheck %s
// RUN: %clangxx -std=c++17 -fplugin=%plugin -g -O1 -S -emit-llvm -o - %s | FileCheck %s
#include <array>
#include <memory>
#include <mutex>
#include <pthread.h>

namespace app {
struct Base {
  pthread_mutex_t inherited;
};
struct Pool : Base {
  pthread_mutex_t lock;
  void use() { pthread_mutex_lock(&inherited); }
  template <class T> void use_as(T) { pthread_mutex_lock(&lock); }
};
namespace {
void hidden(Pool &reference) { pthread_mutex_lock(&reference.lock); }
} // namespace
inline namespace v1 {
void versioned(std::unique_ptr<Pool> owned) { pthread_mutex_lock(&owned->lock); }
} // namespace v1
} // namespace app

void all(std::array<pthread_mutex_t, 3> &array, app::Pool &pool, std::mutex &standard) {
  pthread_mutex_lock(&array[1]);
  pool.use();
  pool.use_as(1.5f);
  app::hidden(pool);
  app::versioned(std::make_unique<app::Pool>());
  [&] { pthread_mutex_lock(&pool.lock); }();
  standard.lock();
}

// CHECK-DAG: c"array[1]\00"
// CHECK-DAG: c"app::Pool::use\00"
// CHECK-DAG: c"Base::inherited\00"
// CHECK-DAG: c"app::Pool::use_as<float>\00"
// CHECK-DAG: c"Pool::lock\00"
// CHECK-DAG: c"app::(anonymous namespace)::hidden\00"
// CHECK-DAG: c"reference.lock\00"
// CHECK-DAG: c"app::versioned\00"
// CHECK-DAG: c"owned->lock\00"
// CHECK-DAG: c"all::(lambda)::operator()\00"
// CHECK-DAG: c"pool.lock\00"
// CHECK-NOT: c"*__mutex\00"
