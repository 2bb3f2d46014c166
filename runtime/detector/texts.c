// runtime/detector/texts.c - how much of a text a function of the C library has read. Called by
// instrumented code after that function, for its arguments.
#include <mcmini/hooks.h>
#include "primitives/builtin.h"
#include <stddef.h>
#include <string.h>
#include <wchar.h>

uint64_t __mcmini_text(const char *text, uint64_t most) {
  enum { PAGE = 4096 };
  if (!mc_checking())
    return 0;
  for (uint64_t i = 0; i < most; i++) {
    // The function may have refused it.
    if ((i == 0 || (uintptr_t)(text + i) % PAGE == 0) && !mc_may_read(text + i, 1))
      return i;
    if (!text[i])
      return i + 1;
  }
  return most;
}

uint64_t __mcmini_compared(const char *a, const char *b, uint64_t most) {
  for (uint64_t i = 0; i < most; i++)
    if (!a[i] || a[i] != b[i])
      return i + 1;
  return most;
}

uint64_t __mcmini_wide_text(const void *text) {
  const wchar_t *character = text;
  if (!mc_checking() || !text)
    return 0;
  while (*character)
    character++;
  return (uint64_t)(character + 1 - (const wchar_t *)text) * sizeof *character;
}

uint64_t __mcmini_room(const uint32_t *bytes) {
  return mc_may_read(bytes, sizeof *bytes) ? *bytes : 0;
}

uint64_t __mcmini_number(const char *text) {
  uint64_t length = strspn(text, " \t\n\v\f\r");
  length += text[length] == '+' || text[length] == '-';
  return length + strspn(text + length, "0123456789") + 1;
}
