// Its status is 0 if each argument has come as CMakeLists.txt has it.
#include <string.h>

int main(int argc, char **argv) {
  static const char *const words[] = {"one",     "",       "two;three", "four \"five\"",
                                      "$HOME\\n", "--help", ""};
  enum { WORDS = sizeof words / sizeof *words };
  if (argc != 1 + WORDS)
    return 99;
  for (int i = 0; i < WORDS; i++)
    if (strcmp(argv[1 + i], words[i]))
      return 1 + i;
  return 0;
}
