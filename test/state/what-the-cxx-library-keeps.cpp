// What the C++ library keeps for all threads: one thread sets it, another one asks for it or uses it. Only one order
// is there, and the verdict says so. It was "every schedule", as the library's own loads are not seen.
// RUN: %mcmini-c++ -std=c++17 -g -O1 -w %s -o %t
// DEFINE: %{what} = NEW
// DEFINE: %{run} = not %mcmini --require-complete %t %{what} | FileCheck %s --check-prefix=%{what}
// RUN: %{run}
// REDEFINE: %{what} = TERMINATE
// RUN: %{run}
// REDEFINE: %{what} = RESOURCE
// RUN: %{run}
// REDEFINE: %{what} = LOCALE
// RUN: %{run}
// REDEFINE: %{what} = NUMBER
// RUN: %{run}
// The same where the library is linked into the program: nobody stands in for its functions there.
// RUN: %mcmini-c++ -std=c++17 -g -O1 -w -static-libstdc++ %s -o %t
// RUN: %{run}
// REDEFINE: %{what} = NEW
// RUN: %{run}
// REDEFINE: %{what} = TERMINATE
// RUN: %{run}
// REDEFINE: %{what} = RESOURCE
// RUN: %{run}
// REDEFINE: %{what} = LOCALE
// RUN: %{run}
// RUN: %mcmini --require-complete %t before | FileCheck %s --check-prefix=BEFORE
// RUN: %mcmini-c++ --from-tsan=clang++ -std=c++17 -g -O1 -w -static-libstdc++ %s -o %t.tsan
// RUN: not %mcmini --require-complete %t.tsan LOCALE | FileCheck %s --check-prefix=LOCALE
// NEW: Not every schedule of the program was explored: other orders of what threads do by std::set_new_handler.
// TERMINATE: Not every schedule of the program was explored: other orders of what threads do by std::set_terminate.
// RESOURCE: Not every schedule of the program was explored: other orders of what threads do by std::pmr::set_default_resource.
// LOCALE: Not every schedule of the program was explored: other orders of what threads do by std::locale::global.
// NUMBER: Not every schedule of the program was explored: other orders of what threads do by std::ios_base::xalloc.
// Before the threads there is one order.
// RUN: %mcmini --require-complete %t before | FileCheck %s --check-prefix=BEFORE
// BEFORE: Every schedule of the program was explored.
#include <exception>
#include <ios>
#include <locale>
#include <memory_resource>
#include <new>
#include <string>
#include <thread>

static void handler() {}
static std::string what;

static std::terminate_handler (*volatile taken)(std::terminate_handler) noexcept = std::set_terminate;

static void set() {
  if (what == "NEW" || what == "before")
    std::set_new_handler(handler);
  if (what == "TERMINATE" || what == "before")
    taken(handler);
  if (what == "RESOURCE" || what == "before")
    std::pmr::set_default_resource(std::pmr::null_memory_resource());
  if (what == "LOCALE" || what == "before")
    std::locale::global(std::locale::classic());
  if (what == "NUMBER" || what == "before")
    std::ios_base::xalloc();
}

static void use() {
  (void)std::get_new_handler();
  (void)std::get_terminate();
  (void)std::pmr::get_default_resource();
}

int main(int argc, char **argv) {
  what = argv[1];
  if (what == "before")
    set();
  std::thread user(use), setter([] { what == "before" ? use() : set(); });
  user.join();
  setter.join();
}
