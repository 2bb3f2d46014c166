// Each test case of GoogleTest has its own result; a failed EXPECT or ASSERT in an explored
// function, also of another thread, is a finding with GoogleTest's text; the rest goes on.
// REQUIRES: googletest
// RUN: %mcmini-c++ -g -std=c++17 %s -lgtest -lgtest_main -o %t
// RUN: not %t >out 2>&1
// RUN: FileCheck %s <out
// RUN: %t --gtest_filter=Bank.*right:Bank.passes | FileCheck %s --check-prefix=RIGHT
// RUN: g++ -std=c++17 -I%root/include -DWITHOUT %s -lgtest -lgtest_main -o plain
// RUN: ./plain --gtest_filter=Bank.passes | FileCheck %s --check-prefix=PLAIN
#include <gtest/gtest.h>
#include <mcmini/test.h>
#include "Inputs/bank.h"

static void counts() {
  run(forth, hasty);
  EXPECT_EQ(balance, 2) << "an update was lost";
}

// PLAIN: [       OK ] Bank.passes
// RIGHT: [       OK ] Bank.passes
// CHECK: [       OK ] Bank.passes
TEST(Bank, passes) {
  const mc_result result = mc_check("", [] { run(forth, forth); EXPECT_EQ(balance, 2); });
  EXPECT_EQ(result.verdict, MC_OK) << result.message;
#ifdef WITHOUT
  EXPECT_FALSE(result.explored);
#else
  EXPECT_TRUE(result.explored);
  EXPECT_EQ(result.traces, 2U);
#endif
}

// CHECK: [ RUN      ] Bank.deadlocks
// CHECK: MC_OK
// CHECK: 3 threads wait
// CHECK: [  FAILED  ] Bank.deadlocks
TEST(Bank, deadlocks) {
  const mc_result result = mc_check("", [] { run(forth, back); });
  EXPECT_EQ(result.verdict, MC_OK) << result.message << "\nMC_OK: " << result.report;
}

// CHECK: [       OK ] Bank.lostUpdate
TEST(Bank, lostUpdate) {
  const mc_result result = mc_check("", counts);
#ifndef WITHOUT
  EXPECT_EQ(result.verdict, MC_FAILED);
  EXPECT_STREQ(result.kind, "assertion");
  const std::string here = __FILE__ ":16: Failure\n"
                           "Expected equality of these values:\n  balance\n    Which is: 1\n  2\n"
                           "an update was lost";
  EXPECT_EQ(result.message, here);
#endif
}

// CHECK: [       OK ] Bank.inAThread
TEST(Bank, inAThread) {
  const mc_result result = mc_check("", [] {
    run([](void *) -> void * { ADD_FAILURE() << "in a thread"; return nullptr; }, forth);
  });
#ifndef WITHOUT
  EXPECT_EQ(result.verdict, MC_FAILED);
  EXPECT_NE(std::string(result.message).find("in a thread"), std::string::npos) << result.message;
#endif
}

// RIGHT: [       OK ] Bank.right
// CHECK: [       OK ] Bank.right
// CHECK: 1 FAILED TEST
TEST(Bank, right) {
  EXPECT_EQ(mc_check("", [] { run(back, back); }).verdict, MC_OK);
}
