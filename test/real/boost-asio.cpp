// boost::asio: two threads run a context; a strand keeps two handlers apart. A bound. Preloaded.
//
// RUN: %gxx -std=c++17 -w -g -O1 %s -o right -pthread -lboost_system
// RUN: %mcmini -k --max-traces=100 ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found
// RIGHT: {{^}}100 traces: 100 completed
// RUN: %gxx -std=c++17 -DNOSTRAND -w -g -O1 %s -o mutant.nostrand -pthread -lboost_system
// RUN: not %mcmini ./mutant.nostrand | FileCheck --check-prefix=NOSTRAND %s
// NOSTRAND: assertion failed
// REQUIRES: real, libboost-dev
#include <boost/asio.hpp>
#include <cassert>
#include <thread>
#include <atomic>
static std::atomic<int> count;
int main() {
  boost::asio::io_context context;
  boost::asio::strand<boost::asio::io_context::executor_type> strand(context.get_executor());
  auto add = [] { count = count + 1; };
  for (int i = 0; i < 2; i++)
#ifdef NOSTRAND
    boost::asio::post(context, add);
#else
    boost::asio::post(strand, add);
#endif
  std::thread t([&] { context.run(); });
  context.run();
  t.join();
  assert(count == 2);
}
