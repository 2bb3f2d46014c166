// Each test case of Catch2 has its own result; a failed CHECK or REQUIRE in an explored function
// is a finding with Catch2's text.
// REQUIRES: catch2
// RUN: echo '#define CATCH_CONFIG_MAIN' >main.cpp && echo '#include <catch2/catch.hpp>' >>main.cpp
// RUN: %clangxx -std=c++17 -c main.cpp
// RUN: %mcmini-c++ -g -std=c++17 %s main.o -o %t
// RUN: not %t >out 2>&1
// RUN: FileCheck %s <out
// RUN: %t right,passes
// RUN: g++ -std=c++17 -I%root/include -DWITHOUT %s main.o -o plain
// RUN: ./plain passes
#define CATCH_CONFIG_EXTERNAL_INTERFACES
#include <catch2/catch.hpp>
#include <mcmini/test.h>
#include "Inputs/bank.h"

TEST_CASE("passes") {
  const mc_result result = mc_check("", [] { run(forth, forth); REQUIRE(balance == 2); });
  INFO(result.message);
  REQUIRE(result.verdict == MC_OK);
#ifdef WITHOUT
  REQUIRE(!result.explored);
#else
  REQUIRE(result.explored);
  REQUIRE(result.traces == 2);
#endif
}

// CHECK: deadlocks
// CHECK: FAILED:
// CHECK-NEXT: CHECK( result.verdict == MC_OK )
// CHECK: 3 threads wait
TEST_CASE("deadlocks") {
  const mc_result result = mc_check("", [] { run(forth, back); });
  INFO(result.message << "\n" << result.report);
  CHECK(result.verdict == MC_OK);
}

TEST_CASE("lost update") {
  const mc_result result = mc_check("", [] {
    run(forth, hasty);
    INFO("an update was lost");
    CHECK(balance == 2);
  });
#ifndef WITHOUT
  REQUIRE(result.verdict == MC_FAILED);
  REQUIRE(std::string(result.message) ==
          __FILE__ ":43: FAILED:\n  CHECK( balance == 2 )\nwith expansion:\n  1 == 2\nan update was lost");
#endif
}

TEST_CASE("required") {
  const mc_result result = mc_check("", [] {
    run(forth, hasty);
    REQUIRE(balance == 2);
  });
#ifndef WITHOUT
  REQUIRE(result.verdict == MC_FAILED);
  REQUIRE_THAT(result.message, Catch::Contains("REQUIRE( balance == 2 )\nwith expansion:\n  1 == 2"));
#endif
}

TEST_CASE("right") { REQUIRE(mc_check("", [] { run(back, back); }).verdict == MC_OK); }

// CHECK: test cases: 5 | 4 passed | 1 failed
