// driver/quote.c - see quote.h.
#include "quote.h"
#include "diagnose.h"
#include <stdio.h>
#include <string.h>

static const char harmless[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                               "_-+./:=,@%";

static void quote_word(FILE *out, const char *word) {
  if (*word && !word[strspn(word, harmless)]) {
    fputs(word, out);
    return;
  }
  fputc('\'', out);
  for (; *word; word++)
    if (*word == '\'')
      fputs("'\\''", out);
    else
      fputc(*word, out);
  fputc('\'', out);
}

char *quote_words(char *const *words) {
  char *text;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  if (!out)
    internal_fault("out of memory");
  for (char *const *word = words; *word; word++) {
    if (word != words)
      fputc(' ', out);
    quote_word(out, *word);
  }
  fclose(out);
  return text;
}

char *quote_check_call(unsigned call) {
  return call ? format_text("MC_CHECK_CALL=%u ", call) : format_text("%s", "");
}
