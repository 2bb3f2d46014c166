// driver/names_places.c - see names.h: addresses and sites as places in the source.
#include "names.h"
#include "diagnose.h"
#include "launch.h"
#include "source.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/// Of a place with a line.
static void find_source(const struct names *names, struct place *place) {
  const char *file = place->file;
  const char *slash = strrchr(names->program, '/');
  char *folder = slash ? strndup(names->program, (size_t)(slash - names->program)) : strdup(".");
  const char *compiled = *file == '/' ? NULL : symbols_directory(names->symbols, file);
  const char *folders[] = {folder, compiled, NULL};
  place->source = source_line(file, place->line, folders);
  place->path = source_path(file, folders);
  free(folder);
}

static const char *or_empty(const char *text) { return text ? text : ""; }

/// Code without a line: "lock_all in libx.so", "libx.so+0x1234", or "".
static char *describe_code(const struct code_place *code) {
  if (!code->module)
    return format_text("%s", "");
  const char *module = last_part(code->module);
  return code->function ? format_text("%s in %s", code->function, module)
                        : format_text("%s+0x%" PRIx64, module, code->offset);
}

static struct place *keep_place(const struct names *names, const char *file, const char *function,
                                const char *expression, unsigned line) {
  struct place *place = allocate(sizeof *place);
  *place = (struct place){.file = file,
                          .function = function,
                          .expression = expression,
                          .line = line,
                          .source = "",
                          .path = "",
                          .inside = ""};
  if (line)
    find_source(names, place);
  return place;
}

struct place *names_code(struct names *names, const struct code_place *code) {
  const bool has_both = code->file && code->function;
  return keep_place(names, or_empty(code->file), has_both ? code->function : describe_code(code),
                    "", code->line);
}

/// Where the thread's own end or the program's is called from tells nothing.
static bool is_libc(const char *module) { return !strncmp(last_part(module), "libc.so", 7); }

/// What the user's line calls is said there.
static bool is_cpp_library(const char *module) {
  const char *name = last_part(module);
  return !strncmp(name, "libstdc++.so", 12) || !strncmp(name, "libc++.so", 9);
}

/// The line in the user's code from which a library's was called; NULL: not known.
static struct place *make_calling_place(struct names *names, const struct mc_place *recorded,
                                        const struct code_place *code) {
  for (unsigned i = 0; i < MC_SESSION_MOST_CALLERS && recorded->from[i]; i++) {
    const struct code_place caller = symbols_code(names->symbols, recorded->from[i], true);
    if (!caller.file || !caller.line || symbols_is_of_library(caller.file))
      continue;
    struct place *place = names_code(names, &caller);
    if (code->module && !is_cpp_library(code->module))
      place->inside = describe_code(code);
    return place;
  }
  return NULL;
}

static struct place *make_place(struct names *names, const struct mc_place *recorded) {
  if (!recorded->file && recorded->code) {
    struct code_place code = symbols_code(names->symbols, recorded->code, true);
    const bool is_users = code.file && code.line && !symbols_is_of_library(code.file);
    struct place *caller = is_users ? NULL : make_calling_place(names, recorded, &code);
    if (caller)
      return caller;
    return code.module && is_libc(code.module) ? keep_place(names, "", "", "", 0)
                                               : names_code(names, &code);
  }
  return keep_place(names, session_text(names->session, recorded->file),
                    session_text(names->session, recorded->function),
                    session_text(names->session, recorded->expression), recorded->line);
}

const struct place *names_place(struct names *names, uint32_t site) {
  static const struct place unknown = {"", "", "", 0, "", "", ""};
  if (site >= names->session->site_count || site >= MC_SESSION_MAX_SITES)
    return &unknown;
  if (!names->site[site])
    names->site[site] = make_place(names, &names->session->site[site]);
  return names->site[site];
}

const struct place *names_step_place(struct names *names, const struct mc_step_record *step) {
  const struct mc_session *session = names->session;
  if (step->site < session->site_count || step->thread >= session->thread_count ||
      !session->thread[step->thread].start)
    return names_place(names, step->site);
  struct code_place code = symbols_code(names->symbols, session->thread[step->thread].start, false);
  return names_code(names, &code);
}
