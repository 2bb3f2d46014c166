// runtime/tsan/formats.c - the memory that printf and its kin read, the texts of %s, and that scanf
// and its kin write. A format with numbered arguments (%1$s) is left alone, and so is what follows
// a conversion that libc does not document.
#include "runtime/tsan/calls.h"
#include <stddef.h>
#include <string.h>

/// One conversion, from behind its '%'.
struct conversion {
  bool has_precision;
  int precision;
  bool is_long;        ///< an integer of 8 bytes, a wide text
  unsigned shorts;     ///< how often it has an h
  bool is_long_double; ///< an L
  char letter;
};

/// Passes over a width or a precision, and takes the argument of a '*'.
static int number(const char **at, va_list *list) {
  int value = 0;
  if (**at == '*') {
    (*at)++;
    return va_arg(*list, int);
  }
  for (; **at >= '0' && **at <= '9'; (*at)++)
    value = value * 10 + (**at - '0');
  return value;
}

static struct conversion read_conversion(const char **at, va_list *list) {
  struct conversion c = {0};
  *at += strspn(*at, "-+ #0'");
  (void)number(at, list);
  if (**at == '.') {
    (*at)++;
    c.precision = number(at, list);
    c.has_precision = c.precision >= 0;
  }
  for (; **at && strchr("hlqjztL", **at); (*at)++) {
    c.is_long |= **at != 'h' && **at != 'L';
    c.shorts += **at == 'h';
    c.is_long_double |= **at == 'L';
  }
  c.letter = **at;
  *at += c.letter != 0;
  return c;
}

/// Takes the argument of the conversion. False: nothing is known of what follows.
static bool take_argument(const struct mc_call *call, const struct conversion *c, va_list *list) {
  switch (c->letter) {
  case '%':
  case 'm':
    return true;
  case 's': {
    const char *text = va_arg(*list, const char *);
    const uint64_t most = c->has_precision ? (uint64_t)c->precision : UINT64_MAX;
    if (!c->is_long)
      __mcmini_read_range(call->site, text, __mcmini_text(text, most));
    return true;
  }
  case 'p':
    (void)va_arg(*list, void *);
    return true;
  case 'n':
    __mcmini_write_range(call->site, va_arg(*list, void *), c->is_long ? 8 : 4 >> c->shorts);
    return true;
  default:
    break;
  }
  if (c->letter && strchr("diouxXc", c->letter))
    (void)(c->is_long ? va_arg(*list, long) : va_arg(*list, int));
  else if (c->letter && strchr("fFeEgGaA", c->letter) && c->is_long_double)
    (void)va_arg(*list, long double);
  else if (c->letter && strchr("fFeEgGaA", c->letter))
    (void)va_arg(*list, double);
  else
    return false;
  return true;
}

void mc_call_texts(const struct mc_call *call, const char *format, va_list list) {
  va_list rest;
  if (!mc_plain_epoch || !mc_tsan_is_program())
    return;
  va_copy(rest, list);
  for (const char *at = strchr(format, '%'); at; at = strchr(at, '%')) {
    at++;
    const struct conversion c = read_conversion(&at, &rest);
    if (!take_argument(call, &c, &rest))
      break;
  }
  va_end(rest);
}

//===- Scanning -------------------------------------------------------------------------------===//

/// Bytes of the number that a conversion stores; 0: it is none.
static uint64_t scanned_size(char letter, const char *width, size_t length) {
  const bool is_short = length && *width == 'h';
  if (strchr("diouxX", letter))
    return length == 0 ? 4 : !is_short ? 8 : length == 1 ? 2 : 1;
  if (strchr("aAeEfFgG", letter))
    return length == 0 ? 4 : *width == 'L' ? 10 : 8;
  return letter == 'p' ? 8 : 0;
}

/// The place behind the set that begins at `at`; a ] may be its first character.
static const char *end_of_set(const char *at) {
  at += *at == '^';
  const char *end = *at ? strchr(at + 1, ']') : NULL;
  return end ? end + 1 : at + strlen(at);
}

void mc_call_scanned(const struct mc_call *call, const char *format, va_list list) {
  int64_t left = (int64_t)call->result;
  va_list rest;
  if (!mc_plain_epoch || !mc_tsan_is_program())
    return;
  va_copy(rest, list);
  for (const char *at = strchr(format, '%'); at && left > 0; at = strchr(at, '%')) {
    at++;
    const size_t skipped = strspn(at, "*'");
    at += skipped;
    const bool has_most = *at >= '0' && *at <= '9';
    const uint64_t most = (uint64_t)number(&at, &rest);
    const bool is_allocated = *at == 'm';
    const char *const width = at += is_allocated;
    at += strspn(at, "hlqjztL");
    const size_t length = (size_t)(at - width);
    const char letter = *at;
    if (!letter || letter == '$')
      break;
    at++;
    if (letter == '[')
      at = end_of_set(at);
    if (letter == '%' || skipped)
      continue;
    char *const to = va_arg(rest, char *);
    if (letter == 'n') // does not count
      continue;
    uint64_t size = is_allocated ? sizeof to : scanned_size(letter, width, length);
    if (!size && (letter == 'C' || letter == 'S' || (length == 1 && *width == 'l')))
      size = sizeof(wchar_t);
    if (!size)
      size = letter != 'c' ? __mcmini_text(to, UINT64_MAX) : has_most ? most : 1;
    __mcmini_write_range(call->site, to, size);
    left--;
  }
  va_end(rest);
}
