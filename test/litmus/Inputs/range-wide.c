// RACE text, copy: wide texts have four bytes for each character, and a zero of four.
#include "litmus.h"
#include <wchar.h>

static wchar_t text[8] = L"abc", copy[8], behind[8] = L"abc";

THREAD(copies) {
  wmemcpy(copy, text, 3);
  use((long)wcslen(text));
  use((long)wcslen(behind));
  return NULL;
}
THREAD(writes) {
  copy[2] = 'x';
  text[3] = 0;
  copy[3] = behind[4] = 'x';
  return NULL;
}

int main(void) { run(copies, writes); }
