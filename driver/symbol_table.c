// driver/symbol_table.c - see symbol_table.h. A program with McMini's runtime has 5,000 symbols,
// and the tables are looked through a few times before the search and after it: so libelf gives the
// tables, and not one symbol after the other.
#include "symbol_table.h"
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

struct elf_file elf_file_open(const char *path) {
  elf_version(EV_CURRENT);
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  return (struct elf_file){fd, fd < 0 ? NULL : elf_begin(fd, ELF_C_READ_MMAP, NULL)};
}

void elf_file_close(struct elf_file *file) {
  elf_end(file->elf);
  if (file->fd >= 0)
    close(file->fd);
}

static bool visit_section(Elf *elf, Elf_Scn *section, const GElf_Shdr *header, symbol_visit *visit,
                          void *context) {
  const Elf_Data *symbols = elf_getdata(section, NULL);
  Elf_Scn *const text_section = elf_getscn(elf, header->sh_link);
  const Elf_Data *text = text_section ? elf_getdata(text_section, NULL) : NULL;
  if (!symbols || !text || !text->d_size || ((const char *)text->d_buf)[text->d_size - 1])
    return true;
  const Elf64_Sym *symbol = symbols->d_buf, *end = symbol + symbols->d_size / sizeof *symbol;
  for (; symbol < end; symbol++)
    if (symbol->st_name < text->d_size &&
        !visit(context, (const char *)text->d_buf + symbol->st_name, symbol))
      return false;
  return true;
}

void symbol_table_visit(Elf *elf, unsigned type, symbol_visit *visit, void *context) {
  GElf_Shdr header;
  if (!elf || gelf_getclass(elf) != ELFCLASS64)
    return;
  for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));)
    if (gelf_getshdr(section, &header) && header.sh_type == type &&
        !visit_section(elf, section, &header, visit, context))
      return;
}

struct looked_for {
  const char *const *names;
  unsigned count;
  size_t alike; ///< so many letters do all begin with
  struct symbols_found found;
};

static bool compare(void *context, const char *name, const Elf64_Sym *symbol) {
  struct looked_for *l = context;
  if (name[0] != l->names[0][0] || strncmp(name, l->names[0], l->alike) != 0)
    return true;
  for (unsigned i = 0; i < l->count; i++)
    if (!strcmp(name, l->names[i])) {
      l->found.named |= 1u << i;
      l->found.defined |= (symbol->st_shndx != SHN_UNDEF) * (1u << i);
    }
  return true;
}

struct symbols_found symbol_table_find(Elf *elf, const char *const names[], unsigned count) {
  struct looked_for l = {names, count, strlen(names[0]), {0, 0}};
  for (unsigned i = 1; i < count; i++)
    while (strncmp(names[0], names[i], l.alike) != 0)
      l.alike--;
  symbol_table_visit(elf, SHT_DYNSYM, compare, &l);
  symbol_table_visit(elf, SHT_SYMTAB, compare, &l);
  return l.found;
}
