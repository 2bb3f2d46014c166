// main.c - random_races print|expect|rules FIRST COUNT: the random programs of the seeds FIRST,
// FIRST + 1, ...: as one C program, whose last argument says which one runs; the races that brute
// force finds, one line of JSON each; for each rule of happens-before, in how many programs it
// decides which locations are racy.
#include "brute_force.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char head[] =
    "#define _GNU_SOURCE\n"
    "#include <pthread.h>\n"
    "#include <semaphore.h>\n"
    "#include <stdint.h>\n"
    "#include <stdlib.h>\n"
    "static uint8_t a1;\n"
    "static uint16_t a2;\n"
    "static uint32_t a4, x;\n"
    "static uint64_t a8, y;\n"
    "static union { uint8_t b[4]; uint16_t h[2]; uint32_t w; } u;\n"
    "static struct s { int a, b; long c; } s;\n"
    "struct bytes { uint8_t b[3]; };\n"
    "static struct { unsigned p : 3, q : 5, : 0, r : 4; } f;\n"
    "static pthread_mutex_t mutex[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};\n"
    "static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;\n"
    "static sem_t semaphore;\n"
    "static pthread_t thread[3];\n";

static struct program program;

static void print(uint64_t first, uint64_t end) {
  fputs(head, stdout);
  for (uint64_t seed = first; seed < end; seed++) {
    make_program(&program, seed);
    print_program(&program);
  }
  puts("#line 1 \"main\"\nint main(int argc, char **argv) {\n  switch (atoi(argv[argc - 1])) {");
  for (uint64_t seed = first; seed < end; seed++)
    printf("  case %u:\n    program_%u();\n    break;\n", (unsigned)seed, (unsigned)seed);
  puts("  }\n  return 0;\n}");
}

static void expect(uint64_t first, uint64_t end) {
  for (uint64_t seed = first; seed < end; seed++) {
    make_program(&program, seed);
    run_program(&program);
    print_result();
  }
}

static void rules(uint64_t first, uint64_t end) {
  uint32_t programs[RULES] = {0};
  for (uint64_t seed = first; seed < end; seed++) {
    make_program(&program, seed);
    left_out = RULES;
    run_program(&program);
    const uint32_t racy = racy_units();
    for (uint32_t rule = 0; rule < RULES; rule++) {
      left_out = (enum rule)rule;
      run_program(&program);
      programs[rule] += racy_units() != racy;
    }
  }
  for (uint32_t rule = 0; rule < RULES; rule++)
    printf("%u programs: %s\n", programs[rule], rule_names[rule]);
}

int main(int argc, char **argv) {
  if (argc != 4)
    return 2;
  const uint64_t first = strtoull(argv[2], NULL, 10), end = first + strtoull(argv[3], NULL, 10);
  if (!strcmp(argv[1], "print"))
    print(first, end);
  else if (!strcmp(argv[1], "expect"))
    expect(first, end);
  else
    rules(first, end);
  return 0;
}
