// driver/trace_read.c - reads trace files; see trace_file.h.
#include "diagnose.h"
#include "input_line.h"
#include "launch.h"
#include "quote.h"
#include "rules.h"
#include "trace_file.h"
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reader {
  const char *path;
  unsigned line;
  FILE *stream;
  char *text; ///< the line
  size_t size;
};

_Noreturn static void refuse(const struct reader *reader, const char *word, const char *expected) {
  if (!word || !*word)
    usage_error("%s:%u: the line ends too early: expected %s", reader->path, reader->line,
                expected);
  usage_error("%s:%u: %s: expected %s", reader->path, reader->line, word, expected);
}

static bool next_line(struct reader *reader) {
  reader->line++;
  if (!input_line(reader->stream, reader->path, &reader->text, &reader->size))
    return false;
  reader->text[strcspn(reader->text, "\r\n")] = '\0';
  return true;
}

/// The rest of a line of the head that begins with `key`.
static char *read_head(struct reader *reader, const char *key) {
  char *rest = next_line(reader) ? reader->text : NULL;
  char *word = rest ? strsep(&rest, " ") : NULL;
  if (!word || strcmp(word, key))
    refuse(reader, word, format_text("\"%s\"", key));
  return rest ? rest : (char *)"";
}

static void check_program(struct reader *reader, const struct program *program, char *rest) {
  char *word = strsep(&rest, " "), *end;
  uint64_t hash = strtoull(word, &end, 16);
  if (!*word || *end)
    refuse(reader, word, "the program's hash");
  if (hash != program_identity(program))
    warn("%s: the program has changed since this trace was written", reader->path);
}

/// Returns the kind of the finding [own: free].
static char *read_program(struct reader *reader, const struct program *program) {
  char *version = read_head(reader, "mcmini-trace");
  if (strcmp(version, "1"))
    refuse(reader, version, "version 1 of the format");
  check_program(reader, program, read_head(reader, "program"));
  char *finding = read_head(reader, "finding"), *kind = format_text("%s", strsep(&finding, " "));
  char *arguments = program_arguments(program);
  char *recorded = read_head(reader, "arguments");
  if (strcmp(arguments, recorded))
    warn("%s: the trace was written with other arguments: %s", reader->path, recorded);
  free(arguments);
  return kind;
}

//===- Steps ------------------------------------------------------------------------------------//

static bool is_thread_name(const char *word) {
  if (word[0] != '0')
    return false;
  for (word++; *word; word++)
    if (!isdigit((unsigned char)*word) && !(*word == '.' && isdigit((unsigned char)word[1])))
      return false;
  return true;
}

/// Undoes the writing of blanks and marks, in place.
static char *decode(const struct reader *reader, char *word) {
  char *to = word;
  for (const char *from = word; *from; from++) {
    unsigned byte;
    if (*from == '%' && sscanf(from + 1, "%2x", &byte) == 1 && from[1] && from[2]) {
      *to++ = (char)byte;
      from += 2;
    } else if (*from == '%') {
      refuse(reader, word, "two hexadecimal digits after %");
    } else {
      *to++ = *from == '_' ? ' ' : *from;
    }
  }
  *to = '\0';
  return word;
}

/// Names of global objects hold for one way of loading the program: those are left to the
/// operation.
static mc_string object_of(struct mc_session *session, const char *name) {
  return strchr(name, '#') ? session_add(session, name) : 0;
}

static void read_step(struct reader *reader, struct mc_session *session, uint32_t number,
                      struct mc_replay_step *step) {
  char *rest = reader->text, *comment = strstr(rest, " # "), *end;
  if (comment)
    *comment = '\0';
  char *word = strsep(&rest, " ");
  if (strtoul(word, &end, 10) != number || *end || !isdigit((unsigned char)*word))
    refuse(reader, word, format_text("step %" PRIu32, number));
  word = strsep(&rest, " ");
  if (!word || !is_thread_name(word))
    refuse(reader, word, "a thread, such as 0.2.1");
  step->thread = session_add(session, word);
  word = strsep(&rest, " ");
  if (!word || !*word)
    refuse(reader, word, "an operation");
  step->operation = session_add(session, decode(reader, word));
  word = strsep(&rest, " ");
  if (!word || !*word)
    refuse(reader, word, "an object or -");
  char *alternative = strrchr(word, '=');
  if (alternative)
    *alternative++ = '\0';
  step->object = object_of(session, word);
  step->alternative = alternative ? session_add(session, decode(reader, alternative)) : 0;
  if (rest && rest[strspn(rest, " ")])
    refuse(reader, rest, "nothing more but a comment");
}

static unsigned long read_number(const struct reader *reader, const char *value,
                                 unsigned long most) {
  char *end;
  errno = 0;
  const unsigned long number = strtoul(value, &end, 10);
  if (*end || !isdigit((unsigned char)*value))
    refuse(reader, value, "a number");
  if (errno || number > most)
    refuse(reader, value, format_text("a number up to %lu", most));
  return number;
}

/// ADDRESS+BYTES,... as the runtime makes them.
static void check_racy(const struct reader *reader, const char *value) {
  enum { MOST_BYTES = 4096 };
  unsigned count = 0;
  uint64_t bytes = 0;
  for (const char *at = value; at; at = *at ? at + 1 : NULL) {
    char *end = (char *)at;
    const bool is_address = at[0] == '0' && at[1] == 'x' && isxdigit((unsigned char)at[2]);
    const uint64_t address = is_address ? strtoull(at, &end, 16) : 0;
    const bool has_size = *end == '+' && isdigit((unsigned char)end[1]);
    const uint64_t size = has_size ? strtoull(end + 1, &end, 10) : 0;
    if (!size || (*end && *end != ',') || size > MOST_BYTES || address > UINT64_MAX - size)
      refuse(reader, at, "0xADDRESS+BYTES, with at most 4096 bytes, and a comma between two");
    bytes += size;
    at = end;
    if (++count > MC_SESSION_MAX_RACY || bytes > MOST_BYTES)
      refuse(reader, value, "at most 4096 bytes in 1024 places");
  }
}

/// ADDRESS,...
static void check_anchors(const struct reader *reader, const char *value) {
  char *at = (char *)value;
  for (unsigned i = 0; i < MC_ANCHORS; i++) {
    const bool is_address =
        at[0] == '0' && at[1] == 'x' && isxdigit((unsigned char)at[2]) && strtoull(at, &at, 16);
    if (!is_address || *at != (i + 1 < MC_ANCHORS ? ',' : 0))
      refuse(reader, value, "three 0xADDRESS, with a comma between two");
    at += *at == ',';
  }
}

/// A line that is one sets it, whatever the command line says: the schedule was found with it.
static bool read_option(struct reader *reader, struct mc_session *session) {
  char *value = reader->text;
  if (strncmp(value, "option ", 7))
    return false;
  value += 7;
  const char *name = strsep(&value, " ");
  if (!value || !*value)
    refuse(reader, value, "the option's value");
  if (!strcmp(name, "racy"))
    check_racy(reader, value);
  if (!strcmp(name, "anchors"))
    check_anchors(reader, value);
#define MC_TRACE_TEXT(known, field)                                                                \
  if (!strcmp(name, known)) {                                                                      \
    session->config.field = session_add(session, value);                                           \
    return true;                                                                                   \
  }
#define MC_TRACE_NUMBER(known, field, most)                                                             \
  if (!strcmp(name, known)) {                                                                      \
    session->config.field = (__typeof__(session->config.field))read_number(reader, value, most);   \
    return true;                                                                                   \
  }
#include "trace_options.def"
#undef MC_TRACE_TEXT
#undef MC_TRACE_NUMBER
  refuse(reader, name, "an option that trace files have");
}

static void keep_steps(struct mc_session *session, const struct mc_replay_step *step,
                       uint32_t steps) {
  mc_string at = session_take(session, steps * sizeof *step);
  memcpy(session->strings + at, step, steps * sizeof *step);
  session->config.replay = (uint32_t)(offsetof(struct mc_session, strings) + at);
  session->config.replay_steps = steps;
  if (session->config.max_depth <= steps)
    session->config.max_depth = steps + 1;
  session->config.replaying = 1;
}

char *trace_file_read(const char *path, const struct program *program, struct mc_session *session) {
  FILE *stream = fopen(path, "re");
  if (!stream)
    usage_error("%s: %s", path, strerror(errno));
  char *kind = trace_file_scan(stream, path, program, session);
  fclose(stream);
  return kind;
}

char *trace_file_scan(FILE *stream, const char *name, const struct program *program,
                      struct mc_session *session) {
  struct reader reader = {.path = name, .stream = stream};
  char *kind = read_program(&reader, program);
  struct mc_replay_step *step = NULL;
  uint32_t steps = 0;
  while (next_line(&reader)) {
    if (!reader.text[strspn(reader.text, " \t")] || reader.text[0] == '#')
      continue;
    if (read_option(&reader, session))
      continue;
    if (steps % 1024 == 0)
      step = reallocarray(step, steps + 1024, sizeof *step);
    if (!step)
      internal_fault("out of memory");
    read_step(&reader, session, steps + 1, &step[steps]);
    steps++;
  }
  rules_enter_traced(session, name);
  keep_steps(session, step, steps);
  free(step);
  free(reader.text);
  return kind;
}
