"""300 variables that two threads write, or 300 places of which each trace crashes at one."""
import sys

NUMBER = 300
lines = ["#include <mcmini/mcmini.h>", "#include <pthread.h>"]
if sys.argv[1] == "races":
    lines += [f"static int v{i};" for i in range(NUMBER)]
    lines += ["static void *act(void *argument) {"]
    lines += [f"  v{i} = argument != 0;" for i in range(NUMBER)]
else:
    lines += ["static void *act(void *argument) {", "  if (!argument) return argument;",
              f"  switch (mc_choose({NUMBER})) {{"]
    for i in range(NUMBER):
        lines += [f"  case {i}:", "    __builtin_trap();"]
    lines += ["  }"]
lines += ["  return argument;", "}", "int main(void) {", "  pthread_t thread[2];",
          "  for (int i = 0; i < 2; i++)", "    pthread_create(&thread[i], 0, act, i ? thread : 0);",
          "  for (int i = 0; i < 2; i++)", "    pthread_join(thread[i], 0);", "  return 0;", "}"]
print("\n".join(lines))
