// driver/project.c - see project.h. The file may be of a folder that somebody else has written: it
// may choose what is searched, but load no code and write no file (options.c), and read only below
// its folder.
#include "project.h"
#include "diagnose.h"
#include "input_line.h"
#include "options_internal.h"
#include "origins.h"
#include "place.h"
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char file_name[] = ".mcmini";

struct project {
  FILE *file;
  char *path;   ///< for messages
  char *folder; ///< where it lies
};

//===- Where it is ----------------------------------------------------------------------------===//

/// Who may write the file may choose what is not looked at: that is for us, the system, and for
/// whom the folder in which we work belongs to.
static bool is_trusted(const struct project *project) {
  struct stat file, here;
  if (fstat(fileno(project->file), &file) || stat(".", &here))
    return false;
  const bool is_known = file.st_uid == geteuid() || file.st_uid == 0 || file.st_uid == here.st_uid;
  if (is_known && !(file.st_mode & S_IWOTH))
    return true;
  warn("%s: %s, so its options are not taken", project->path,
       is_known ? "everybody may write it" : "belongs to another user");
  return false;
}

static bool open_in(struct project *project, const char *folder, bool is_here) {
  struct stat info;
  char *path = format_text("%s/%s", strcmp(folder, "/") ? folder : "", file_name);
  if (stat(path, &info) || !S_ISREG(info.st_mode)) {
    free(path);
    return false;
  }
  project->path = is_here ? strdup(file_name) : path;
  project->folder = strdup(folder);
  project->file = fopen(path, "re");
  if (!project->file)
    usage_error("%s: %s; --no-project goes on without it", project->path, strerror(errno));
  return true;
}

/// A repository, the user's own folder and the root are where a project ends.
static bool is_last(const char *folder) {
  const char *home = getenv("HOME");
  char *repository = format_text("%s/.git", folder);
  const bool is_repository = !access(repository, F_OK);
  free(repository);
  return is_repository || (home && !strcmp(folder, home)) || !strcmp(folder, "/");
}

/// In the working folder, or the next one above it.
static bool find(struct project *project) {
  char folder[PATH_MAX];
  if (!getcwd(folder, sizeof folder))
    return false;
  for (bool is_here = true;; is_here = false) {
    if (open_in(project, folder, is_here))
      return true;
    if (is_last(folder))
      return false;
    char *slash = strrchr(folder, '/');
    slash[slash == folder] = '\0';
  }
}

//===- For which program ----------------------------------------------------------------------===//

/// The program's path below the project's folder, as it is called where it is not below [own:
/// free].
static char *path_in(const struct project *project, const char *program) {
  char *real = realpath(program, NULL);
  const size_t length = strlen(project->folder);
  if (real && !strncmp(real, project->folder, length) && real[length] == '/') {
    char *path = strdup(real + length + 1);
    free(real);
    return path;
  }
  free(real);
  return strdup(program);
}

/// A pattern with a slash is of the path, else of the name; one with a blank is of the arguments,
/// too.
static bool matches(const struct project *project, const char *pattern, char **argv) {
  const bool is_path = memchr(pattern, '/', strcspn(pattern, " "));
  char *text = is_path ? path_in(project, argv[0]) : strdup(last_part(argv[0]));
  for (unsigned i = 1; strchr(pattern, ' ') && argv[i]; i++) {
    char *longer = format_text("%s %s", text, argv[i]);
    free(text);
    text = longer;
  }
  const bool does = !fnmatch(pattern, text, 0);
  free(text);
  return does;
}

//===- Its lines ------------------------------------------------------------------------------===//

/// Without the comment and the blanks around it.
static char *bare(char *line) {
  static const char blanks[] = " \t\r\n";
  for (char *hash = strchr(line, '#'); hash; hash = strchr(hash + 1, '#'))
    if (hash == line || strchr(blanks, hash[-1])) {
      *hash = '\0';
      break;
    }
  line += strspn(line, blanks);
  size_t length = strlen(line);
  while (length && strchr(blanks, line[length - 1]))
    length--;
  line[length] = '\0';
  return line;
}

/// "max-traces = 5" -> "--max-traces=5" [own: free].
static char *option_of(const char *line) {
  const size_t name = strcspn(line, " \t=");
  const char *value = line + name + strspn(line + name, " \t");
  if (*value && *value != '=')
    usage_error("'%s': expected one option, as NAME or NAME=VALUE", line);
  value += *value == '=';
  const bool has_value = memchr(line, '=', (size_t)(value - line));
  value += strspn(value, " \t");
  return format_text("%s%.*s%s%s", *line == '-' ? "" : "--", (int)name, line, has_value ? "=" : "",
                     value);
}

/// A file that the project names lies below the project's folder, and is named from there.
static char *below(const struct project *project, const char *file) {
  char *dots = format_text("/%s/", file);
  if (*file == '/' || strstr(dots, "/../"))
    usage_error("%s: a project file names only files below its own folder", file);
  free(dots);
  return strchr(project->path, '/') ? format_text("%s/%s", project->folder, file) : strdup(file);
}

static void place_files(const struct project *project, option_list *list, unsigned from) {
  for (; from < list->count; from++)
    list->item[from] = below(project, list->item[from]);
}

/// Of rules "fun:f,@FILE": only a whole item, so that no comma of a pattern is taken for one of
/// ours.
static void place_rules(const struct project *project, option_list *list, unsigned from) {
  for (; from < list->count; from++) {
    const char *item = list->item[from];
    if (*item == '@')
      list->item[from] = format_text("@%s", below(project, item + 1));
    else if (strstr(item, ",@"))
      usage_error("%s: in a project file @FILE stands alone", item);
  }
}

static void take(struct options *o, const struct project *project, char *word) {
  const unsigned suppressions = o->suppressions.count, locks = o->locks.count,
                 ignored = o->ignore.count, focused = o->focus.count;
  char *words[] = {"mcmini", word, NULL};
  options_parse_words(o, SOURCE_PROJECT, 2, words);
  place_files(project, &o->suppressions, suppressions);
  place_files(project, &o->locks, locks);
  place_rules(project, &o->ignore, ignored);
  place_rules(project, &o->focus, focused);
}

static bool section(const struct project *project, char *line, char **program) {
  char *end = line + strlen(line) - 1;
  if (*end != ']' || end == line + 1)
    usage_error("%s: expected [PROGRAM], a name or a pattern of names", line);
  *end = '\0';
  return matches(project, line + 1, program);
}

char *project_read(struct options *o) {
  struct project project;
  char *said = NULL, *text = NULL;
  size_t size = 0;
  bool is_meant = true;
  if (!find(&project))
    return NULL;
  const bool is_read = is_trusted(&project);
  for (unsigned number = 1; is_read && input_line(project.file, project.path, &text, &size);
       number++) {
    origins_begin(format_text("%s:%u", project.path, number));
    char *line = bare(text);
    if (*line == '[') {
      is_meant = section(&project, line, o->program);
    } else if (*line && is_meant) {
      char *word = option_of(line);
      take(o, &project, word);
      char *longer = said ? format_text("%s %s", said, word)
                          : format_text("options of %s: %s", project.path, word);
      free(said);
      said = longer;
    }
    origins_begin(NULL);
  }
  free(text);
  fclose(project.file);
  return said;
}
