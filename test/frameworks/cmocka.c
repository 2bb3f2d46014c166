// Each test of CMocka has its own result; a failed assertion in an explored function is a finding
// with CMocka's text.
// REQUIRES: cmocka
// RUN: %mcmini-cc -g %s -lcmocka -o %t
// RUN: not %t >out 2>&1
// RUN: FileCheck %s <out
// RUN: gcc -I%root/include -DWITHOUT %s -lcmocka -pthread -o plain
// RUN: ./plain
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include <mcmini/test.h>
#include "Inputs/bank.h"

static void same(void *unused) {
  (void)unused;
  run(forth, forth);
  assert_int_equal(balance % 2, 0);
}

static void opposite(void *unused) {
  (void)unused;
  run(forth, back);
}

static void loses(void *unused) {
  (void)unused;
  run(forth, hasty);
  assert_int_equal(balance, 2);
}

// CHECK: [       OK ] passes
static void passes(void **state) {
  (void)state;
  const struct mc_result result = mc_check("", same, NULL);
  assert_string_equal(result.kind, "");
  assert_int_equal(result.verdict, MC_OK);
#ifdef WITHOUT
  assert_false(result.explored);
#else
  assert_true(result.explored);
#endif
}

#ifndef WITHOUT
// CHECK: deadlock: 3 threads wait
// CHECK: [  FAILED  ] deadlocks
static void deadlocks(void **state) {
  (void)state;
  const struct mc_result result = mc_check("", opposite, NULL);
  if (result.verdict != MC_OK)
    fail_msg("%s: %s", result.kind, result.message);
}

// CHECK: [       OK ] lost_update
static void lost_update(void **state) {
  (void)state;
  const struct mc_result result = mc_check("", loses, NULL);
  print_message("%s\n", result.message);
  assert_int_equal(result.verdict, MC_FAILED);
  assert_string_equal(result.kind, "assertion");
  assert_non_null(strstr(result.message, "0x1 != 0x2"));
  assert_non_null(strstr(result.message, __FILE__ ":33: error: Failure!"));
}
#endif

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(passes),
#ifndef WITHOUT
      cmocka_unit_test(deadlocks),
      cmocka_unit_test(lost_update),
#endif
  };
  (void)opposite, (void)loses;
  return cmocka_run_group_tests(tests, NULL, NULL);
}
