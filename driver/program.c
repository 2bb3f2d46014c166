// driver/program.c - see program.h. Reads the ELF file with libelf.
#include "program.h"
#include "commands.h"
#include "diagnose.h"
#include "names.h"
#include "quote.h"
#include "symbol_table.h"
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/// What a file's symbols tell about it.
enum mark { RUNTIME = 1, TSAN = 2, STACKS = 4, ASAN = 8, LSAN = 16 };
static const char *const marks[] = {
    "__mcmini_runtime",
    "__tsan_init", // files compiled with -fsanitize=thread refer to it
    "__sanitizer_print_stack_trace",
    "__asan_init",
    "__lsan_init",
};
enum { MARKS = sizeof marks / sizeof *marks };

static bool is_runnable(const char *path) {
  struct stat info;
  return !stat(path, &info) && S_ISREG(info.st_mode) && !access(path, X_OK);
}

/// The file that a shell would run for `name`, which has no slash [own: free], or NULL.
static char *find_on_path(const char *name) {
  const char *path = getenv("PATH");
  for (const char *part = path ? path : "/usr/bin:/bin"; part;) {
    size_t length = strcspn(part, ":");
    char *file = format_text("%.*s/%s", length ? (int)length : 1, length ? part : ".", name);
    if (is_runnable(file))
      return file;
    free(file);
    part = part[length] ? part + length + 1 : NULL;
  }
  return NULL;
}

static char *find_file(const char *name) {
  struct stat info;
  if (!strchr(name, '/')) {
    char *found = find_on_path(name);
    if (found)
      return found;
    if (is_runnable(name))
      usage_error("%s: no such program on PATH; did you mean ./%s?", name, name);
    if (!stat(name, &info) && S_ISDIR(info.st_mode))
      usage_error("%s: is a directory", name);
    const char *meant = command_nearest(name);
    usage_error("%s: no such program on PATH%s%s%s", name,
                meant ? "; did you mean the command " : "", meant ? meant : "", meant ? "?" : "");
  }
  if (stat(name, &info))
    usage_error("%s: %s", name, strerror(errno));
  if (S_ISDIR(info.st_mode))
    usage_error("%s: is a directory", name);
  if (!is_runnable(name))
    usage_error("%s: is not executable", name);
  return format_text("%s", name);
}

static bool has_segment(Elf *elf, unsigned type) {
  size_t count = 0;
  elf_getphdrnum(elf, &count);
  for (size_t i = 0; i < count; i++) {
    GElf_Phdr header;
    if (gelf_getphdr(elf, (int)i, &header) && header.p_type == type)
      return true;
  }
  return false;
}

/// The shared sanitizer of memory that the program is linked with [own: free], or NULL.
static char *find_sanitizer(Elf *elf) {
  for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
    GElf_Shdr header;
    GElf_Dyn entry;
    if (!gelf_getshdr(section, &header) || header.sh_type != SHT_DYNAMIC)
      continue;
    Elf_Data *data = elf_getdata(section, NULL);
    for (int i = 0; data && gelf_getdyn(data, i, &entry) && entry.d_tag != DT_NULL; i++) {
      const char *name =
          entry.d_tag == DT_NEEDED ? elf_strptr(elf, header.sh_link, entry.d_un.d_val) : NULL;
      if (name && (!strncmp(name, "libasan.so", 10) || !strncmp(name, "liblsan.so", 10)))
        return format_text("%s", name);
    }
  }
  return NULL;
}

static void examine(struct program *program, Elf *elf, const struct stat *info) {
  GElf_Ehdr header;
  const char *path = program->path;
  if (elf_kind(elf) != ELF_K_ELF || !gelf_getehdr(elf, &header))
    usage_error("%s: is not an ELF program (a script?); give the program that it runs", path);
  if (header.e_machine != EM_X86_64 || header.e_ident[EI_CLASS] != ELFCLASS64)
    usage_error("%s: is not a program for x86-64", path);
  if (header.e_type != ET_EXEC && header.e_type != ET_DYN)
    usage_error("%s: is not a program but an object file; link it first", path);
  const struct symbols_found found = symbol_table_find(elf, marks, MARKS);
  program->instrumented = found.defined & RUNTIME;
  program->looks_for_leaks = found.named & (ASAN | LSAN);
  if (program->instrumented)
    return;
  if (found.named & TSAN)
    usage_error("%s: has ThreadSanitizer's runtime; link it with mcmini-cc --from-tsan instead of "
                "-fsanitize=thread",
                path);
  if (!has_segment(elf, PT_INTERP))
    usage_error("%s: is a static program without McMini's runtime; link it dynamically", path);
  if ((info->st_mode & (S_ISUID | S_ISGID)) && geteuid() != 0)
    usage_error("%s: is set-user-ID, so nothing can be preloaded; check a copy of it", path);
  program->sanitizer = find_sanitizer(elf);
  program->looks_for_leaks |= program->sanitizer != NULL;
}

char *program_find_primitives(const char *file) {
  static const char how[] = "build it with: mcmini-cc -g -shared -fPIC rwwlock.c -o rwwlock.so";
  char *path = realpath(file, NULL);
  if (!path)
    usage_error("--primitives=%s: %s", file, strerror(errno));
  if (strpbrk(path, " :")) // LD_PRELOAD would take it for two
    usage_error("--primitives=%s: nothing can be loaded from a path with a blank or a colon", file);
  static const char *const registers[] = {"mc_register"};
  struct elf_file library = elf_file_open(path);
  GElf_Ehdr header;
  if (!library.elf || elf_kind(library.elf) != ELF_K_ELF || !gelf_getehdr(library.elf, &header) ||
      header.e_type != ET_DYN || header.e_machine != EM_X86_64)
    usage_error("--primitives=%s: is no shared object for x86-64; %s", file, how);
  if (!symbol_table_find(library.elf, registers, 1).named)
    usage_error("--primitives=%s: defines no primitive: its C file needs MC_REGISTER(variable)",
                file);
  elf_file_close(&library);
  return path;
}

bool program_uses_futex(const char *path) {
  static const char call[] = "\xbf\xca\0\0"; // mov $SYS_futex, %edi: before syscall()
  struct stat info;
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  const bool is_there = fd >= 0 && !fstat(fd, &info) && info.st_size;
  const size_t size = is_there ? (size_t)info.st_size : 0;
  void *bytes = is_there ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
  const bool uses = bytes != MAP_FAILED && memmem(bytes, size, call, sizeof call);
  if (bytes != MAP_FAILED)
    munmap(bytes, size);
  if (fd >= 0)
    close(fd);
  return uses;
}

/// Part of every program, and known to us through the primitives.
static bool is_system_library(const char *name) {
  static const char *const names[] = {
      "libc.so",  "libm.so",     "ld-linux-",    "libpthread.so", "librt.so",
      "libdl.so", "libgcc_s.so", "libstdc++.so", "libmcmini-",    "libZydis.so",
      "[vdso]",   "libc++.so",   "libc++abi.so", "libresolv.so",  "libanl.so"};
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    if (!strncmp(name, names[i], strlen(names[i])))
      return true;
  return false;
}

bool program_has_unseen(const struct program *program, const char *path) {
  const char *name = last_part(path);
  return *path == '/' && !is_system_library(name) && strcmp(name, last_part(program->path)) != 0 &&
         !strstr(path, " (deleted)") && !program_mentions_runtime(path);
}

/// Eight bytes at a time: byte by byte it was a fifth of a short search.
uint64_t program_hash(const unsigned char *bytes, size_t size) {
  uint64_t hash = size, word;
  size_t i = 0;
  for (; i + sizeof word <= size; i += sizeof word) {
    memcpy(&word, bytes + i, sizeof word);
    hash = (hash ^ word) * 0x9e3779b97f4a7c15ull;
    hash ^= hash >> 32;
  }
  if (i == size)
    return hash;
  word = 0;
  memcpy(&word, bytes + i, size - i);
  hash = (hash ^ word) * 0x9e3779b97f4a7c15ull;
  return hash ^ hash >> 32;
}

/// See mcmini/test_explore.h.
static unsigned check_call(void) {
  const char *call = getenv("MC_CHECK_CALL");
  return call ? (unsigned)strtoul(call, NULL, 10) : 0;
}

char *program_arguments(const struct program *program) {
  char *call = quote_check_call(program->check_call), *words = quote_words(program->argv + 1);
  char *arguments = format_text("%s%s", call, words);
  free(call);
  free(words);
  return arguments;
}

void program_find(struct program *program, char **argv) {
  *program = (struct program){.path = find_file(argv[0]), .argv = argv, .check_call = check_call()};
  struct stat info;
  struct elf_file file = elf_file_open(program->path);
  if (file.fd < 0 || fstat(file.fd, &info))
    usage_error("%s: %s", program->path, strerror(errno));
  if (!info.st_size)
    usage_error("%s: is empty", program->path);
  if (!file.elf)
    usage_error("%s: %s", program->path, elf_errmsg(-1));
  examine(program, file.elf, &info);
  elf_end(file.elf);
  program->file = file.fd;
  program->size = (size_t)info.st_size;
}

uint64_t program_identity(const struct program *program) {
  void *bytes = mmap(NULL, program->size, PROT_READ, MAP_PRIVATE, program->file, 0);
  if (bytes == MAP_FAILED)
    usage_error("%s: %s", program->path, strerror(errno));
  const uint64_t hash = program_hash(bytes, program->size);
  munmap(bytes, program->size);
  return hash;
}

/// Of the file's marks, those that it names.
static unsigned marks_of(const char *path) {
  struct elf_file file = elf_file_open(path);
  const unsigned named = symbol_table_find(file.elf, marks, MARKS).named;
  elf_file_close(&file);
  return named;
}

bool program_mentions_runtime(const char *path) { return marks_of(path) & (RUNTIME | TSAN); }

// A sanitizer brings functions of its own along.
bool program_has_marks(const char *path) {
  return (marks_of(path) & (RUNTIME | TSAN | STACKS)) == RUNTIME;
}
