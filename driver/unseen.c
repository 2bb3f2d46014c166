// driver/unseen.c - see unseen.h. Reads the symbol tables with libelf.
#include "unseen.h"
#include "diagnose.h"
#include "launch.h"
#include "names.h"
#include "symbol_table.h"
#include <mcmini/mark.h>
#include <stdlib.h>
#include <string.h>

struct unseen {
  const struct program *program;
  const struct mc_session *session;
  char *names[3];
  unsigned count; ///< also of those that have no room
};

static void add(struct unseen *unseen, char *name) {
  if (unseen->count < sizeof unseen->names / sizeof *unseen->names)
    unseen->names[unseen->count] = name;
  else
    free(name);
  unseen->count++;
}

/// What compilers and libraries bring along has reserved names, or lies in namespaces that have. A
/// symbol of C++ begins with _Z; there S is std, n and d are new and delete, T and G are made beside
/// functions, Z is what lies in one.
static bool is_reserved(const char *name) {
  if (strncmp(name, "_Z", 2) != 0)
    return *name == '_';
  name += 2 + strspn(name + 2, "Z");
  if (*name == 'N')
    name += 1 + strspn(name + 1, "rVKRO");
  return strchr("SndTG", *name) || name[strspn(name, "0123456789")] == '_';
}

static bool has_mark(const Elf_Data *code, uint64_t behind) {
  const size_t size = sizeof MC_CODE_MARK;
  return behind >= size && behind <= code->d_size &&
         !memcmp((const char *)code->d_buf + behind - size, MC_CODE_MARK, size);
}

/// A function that others may call, and that the pass has not seen.
static bool is_unseen(Elf *elf, const Elf64_Sym *symbol) {
  GElf_Shdr header;
  Elf_Scn *section = elf_getscn(elf, symbol->st_shndx);
  if (ELF64_ST_TYPE(symbol->st_info) != STT_FUNC || ELF64_ST_BIND(symbol->st_info) == STB_LOCAL ||
      symbol->st_shndx == SHN_UNDEF || !section || !gelf_getshdr(section, &header))
    return false;
  size_t names;
  const char *name = elf_getshdrstrndx(elf, &names) ? NULL : elf_strptr(elf, names, header.sh_name);
  if (!name || strncmp(name, ".text", 5) != 0)
    return false;
  const Elf_Data *code = elf_getdata(section, NULL);
  const uint64_t at = symbol->st_value - header.sh_addr;
  return code && code->d_buf && !has_mark(code, at) && !has_mark(code, at - MC_CODE_TYPE_BYTES);
}

struct functions {
  struct unseen *unseen;
  Elf *elf;
};

static bool look_at_symbol(void *context, const char *name, const Elf64_Sym *symbol) {
  struct functions *functions = context;
  if (!is_reserved(name) && is_unseen(functions->elf, symbol))
    add(functions->unseen, format_text("%s()", symbols_function(name)));
  return true;
}

static void look_at_functions(struct unseen *unseen, const char *path) {
  struct elf_file file = elf_file_open(path);
  struct functions functions = {unseen, file.elf};
  symbol_table_visit(file.elf, SHT_SYMTAB, look_at_symbol, &functions);
  elf_file_close(&file);
}

static bool is_same_file(const char *a, const char *b) {
  char *real_a = realpath(a, NULL), *real_b = realpath(b, NULL);
  const bool is_same = real_a && real_b && !strcmp(real_a, real_b);
  free(real_a);
  free(real_b);
  return is_same;
}

bool code_is_seen(const struct mc_session *session, const char *path) {
  const struct mc_observed *o = &session->observed;
  for (uint32_t i = 0; i < o->code_modules && i < MC_SESSION_MAX_CODE; i++)
    if (o->code[i].plain == MC_PLAIN_SEEN &&
        is_same_file(session_text(session, o->code[i].module), path))
      return true;
  return false;
}

static void look_at(void *context, const char *path) {
  struct unseen *unseen = context;
  if (code_is_seen(unseen->session, path))
    return;
  if (program_has_unseen(unseen->program, path))
    add(unseen, format_text("%s", last_part(path)));
  else if (program_has_marks(path))
    look_at_functions(unseen, path);
}

char *unseen_code(const struct program *program, struct symbols *symbols,
                  const struct mc_session *session) {
  struct unseen unseen = {.program = program, .session = session};
  symbols_modules(symbols, look_at, &unseen);
  const unsigned most = sizeof unseen.names / sizeof *unseen.names;
  const unsigned shown = unseen.count < most ? unseen.count : most;
  char *text = NULL;
  for (unsigned i = 0; i < shown; i++) {
    const char *link = i == 0 ? "" : i + 1 == unseen.count ? " and " : ", ";
    char *longer = format_text("%s%s%s", text ? text : "", link, unseen.names[i]);
    free(unseen.names[i]);
    free(text);
    text = longer;
  }
  if (unseen.count > most) {
    char *longer = format_text("%s and %u more", text, unseen.count - most);
    free(text);
    text = longer;
  }
  return text;
}
