// driver/module_files.c - see module_files.h.
#include "module_files.h"
#include "diagnose.h"
#include <elfutils/libdwelf.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *hash_of(int fd) {
  unsigned char bytes[1 << 16];
  uint64_t hash = 0xcbf29ce484222325ull; // FNV-1a
  off_t at = 0;
  for (ssize_t got; (got = pread(fd, bytes, sizeof bytes, at)) > 0; at += got)
    for (ssize_t i = 0; i < got; i++)
      hash = (hash ^ bytes[i]) * 0x100000001b3ull;
  return format_text("hash %016" PRIx64, hash);
}

static char *identity_of(int fd) {
  enum { MOST = 64 };
  const void *id = NULL;
  elf_version(EV_CURRENT);
  Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
  const ssize_t size = elf ? dwelf_elf_gnu_build_id(elf, &id) : 0;
  char hex[2 * MOST + 1] = "";
  for (ssize_t i = 0; i < size && i < MOST; i++)
    snprintf(hex + 2 * i, 3, "%02x", ((const unsigned char *)id)[i]);
  elf_end(elf);
  return *hex ? format_text("build id %s", hex) : hash_of(fd);
}

static bool is_machine_code(int fd) {
  char magic[SELFMAG];
  return pread(fd, magic, SELFMAG, 0) == SELFMAG && !memcmp(magic, ELFMAG, SELFMAG);
}

static char *add_file(char *text, const char *path) {
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0 || !is_machine_code(fd)) {
    if (fd >= 0)
      close(fd);
    return text;
  }
  char *identity = identity_of(fd);
  char *line = format_text("%s %s\n", strrchr(path, '/') + 1, identity);
  char *longer = strstr(text, line) ? text : format_text("%s%s", text, line);
  if (longer != text)
    free(text);
  free(line);
  free(identity);
  close(fd);
  return longer;
}

char *module_files_of(pid_t process) {
  char path[64], program[4096] = "", *line = NULL, *text = format_text("%s", "");
  size_t room = 0;
  snprintf(path, sizeof path, "/proc/%d/exe", (int)process);
  if (readlink(path, program, sizeof program - 1) < 0)
    *program = 0;
  snprintf(path, sizeof path, "/proc/%d/maps", (int)process);
  FILE *maps = fopen(path, "re");
  while (maps && getline(&line, &room, maps) > 0) {
    char *file = strchr(line, '/');
    // A library that nothing of may be executed yet is one, too.
    if (!file || (!strstr(line, " r-xp ") && !strstr(line, " r--p ")))
      continue;
    file[strcspn(file, "\n")] = 0;
    if (strcmp(file, program))
      text = add_file(text, file);
  }
  if (maps)
    fclose(maps);
  free(line);
  return text;
}
