// runtime/foreign/code_sections.c - see code_sections.h. Without libc: a sanitizer's functions have
// breakpoints, which are being set.
#include "code_sections.h"
#include "runtime/base/sys.h"
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>

static bool read_at(long fd, uint64_t offset, void *to, size_t size) {
  return mc_sys(SYS_pread64, fd, to, size, offset) == (long)size;
}

/// Does the file have the program headers that lie in memory?
static bool is_loaded(long fd, const ElfW(Ehdr) * file, const struct dl_phdr_info *module) {
  if (file->e_phnum != module->dlpi_phnum || file->e_phentsize != sizeof(ElfW(Phdr)))
    return false;
  for (int i = 0; i < module->dlpi_phnum; i++) {
    ElfW(Phdr) header;
    if (!read_at(fd, file->e_phoff + (uint64_t)i * sizeof header, &header, sizeof header) ||
        memcmp(&header, &module->dlpi_phdr[i], sizeof header) != 0)
      return false;
  }
  return true;
}

static bool read_sections(long fd, const struct dl_phdr_info *module,
                          struct mc_code_sections *sections) {
  ElfW(Ehdr) file;
  if (!read_at(fd, 0, &file, sizeof file) || memcmp(file.e_ident, ELFMAG, SELFMAG) != 0 ||
      !is_loaded(fd, &file, module) || !file.e_shnum || file.e_shentsize != sizeof(ElfW(Shdr)))
    return false;
  for (unsigned i = 0; i < file.e_shnum; i++) {
    ElfW(Shdr) header;
    if (!read_at(fd, file.e_shoff + i * sizeof header, &header, sizeof header))
      return false;
    if (!(header.sh_flags & SHF_ALLOC) || !(header.sh_flags & SHF_EXECINSTR))
      continue;
    if (sections->count == MC_MOST_CODE_SECTIONS)
      return false;
    const uint64_t start = module->dlpi_addr + header.sh_addr;
    sections->of[sections->count].start = start;
    sections->of[sections->count++].end = start + header.sh_size;
  }
  return sections->count > 0;
}

bool mc_code_sections_read(const struct dl_phdr_info *module, struct mc_code_sections *sections) {
  const char *path = *module->dlpi_name ? module->dlpi_name : "/proc/self/exe"; // the program
  const long fd = mc_sys(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
  sections->count = 0;
  if (fd < 0)
    return false;
  const bool is_read = read_sections(fd, module, sections);
  mc_sys(SYS_close, fd);
  return is_read;
}
