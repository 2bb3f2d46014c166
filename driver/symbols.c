// driver/symbols.c - names of addresses, with libdwfl. The frames of a thread are in unwind.c, the
// paths of variables in variable.c.
#include "symbols.h"
#include "diagnose.h"
#include "symbols_internal.h"
#include <dwarf.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *__cxa_demangle(const char *name, char *buffer, size_t *length, int *status); // <cxxabi.h>

/// Where the parameters begin: the first parenthesis outside of < > and { }.
static char *find_parameters(char *name) {
  static const char anonymous[] = "(anonymous namespace)", call[] = "operator()";
  int depth = 0;
  for (char *at = name; *at; at++) {
    if (!strncmp(at, anonymous, strlen(anonymous)))
      at += strlen(anonymous) - 1;
    else if (!strncmp(at, call, strlen(call)))
      at += strlen(call) - 1;
    else if (*at == '<' || *at == '{')
      depth++;
    else if (*at == '>' || *at == '}')
      depth--;
    else if (*at == '(' && depth == 0)
      return at;
  }
  return name + strlen(name);
}

/// Rust's names end in "::h" and a hash of 16 digits, and have words for what C++ has no characters.
static void take_rusts_off(char *name) {
  static const struct {
    const char *word, *text;
  } words[] = {{"$LT$", "<"}, {"$GT$", ">"},   {"$RF$", "&"},   {"$C$", ","},
               {"$u20$", " "}, {"$u7b$", "{"}, {"$u7d$", "}"}, {"..", "::"}};
  enum { HASH = 19 };
  const size_t length = strlen(name);
  char *hash = length > HASH ? name + length - HASH : NULL;
  if (!hash || strncmp(hash, "::h", 3) || hash[3 + strspn(hash + 3, "0123456789abcdef")])
    return;
  *hash = '\0';
  for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
    for (char *at = name; (at = strstr(at, words[i].word)); at += strlen(words[i].text)) {
      char *rest = at + strlen(words[i].word);
      memcpy(at, words[i].text, strlen(words[i].text));
      memmove(at + strlen(words[i].text), rest, strlen(rest) + 1);
    }
}

static const char *demangle(const char *name) {
  int status;
  char *plain =
      name && strncmp(name, "_Z", 2) == 0 ? __cxa_demangle(name, NULL, NULL, &status) : NULL;
  if (!plain)
    return name;
  *find_parameters(plain) = '\0';
  take_rusts_off(plain);
  return plain;
}

const char *symbols_function(const char *symbol) {
  const char *name = demangle(symbol), *suffix = name && *name != '.' ? strchr(name, '.') : NULL;
  return suffix ? strndup(name, (size_t)(suffix - name)) : name;
}

/// Not that of the C library, where it is installed: it takes longer to read than all others, and a
/// report names the program's lines. What it exports has its names without.
static int find_debuginfo(Dwfl_Module *module, void **user, const char *name, Dwarf_Addr base,
                          const char *file, const char *link, GElf_Word sum, char **found) {
  static const char *const of_libc[] = {"/libc.so.6", "/libm.so.6", "/ld-linux-x86-64.so.2"};
  for (unsigned i = 0; i < sizeof of_libc / sizeof *of_libc; i++) {
    const size_t length = strlen(name), end = strlen(of_libc[i]);
    if (length >= end && !strcmp(name + length - end, of_libc[i]))
      return -1;
  }
  return dwfl_standard_find_debuginfo(module, user, name, base, file, link, sum, found);
}

struct symbols *symbols_open(const char *maps, size_t size) {
  static char no_path[] = "", *path = no_path;
  static const Dwfl_Callbacks callbacks = {
      .find_elf = dwfl_linux_proc_find_elf,
      .find_debuginfo = find_debuginfo,
      .debuginfo_path = &path,
  };
  struct symbols *symbols = allocate(sizeof *symbols);
  unsetenv("DEBUGINFOD_URLS"); // a report does not wait for the network
  path = NULL;                 // where distributions keep debug information
  FILE *file = size ? fmemopen((void *)maps, size, "r") : NULL;
  if (!file)
    return symbols;
  symbols->dwfl = dwfl_begin(&callbacks);
  if (!symbols->dwfl || dwfl_linux_proc_maps_report(symbols->dwfl, file) ||
      dwfl_report_end(symbols->dwfl, NULL, NULL))
    symbols->dwfl = NULL;
  fclose(file);
  return symbols;
}

struct looked_for {
  GElf_Addr address;
  Dwfl_Module *found;
};

static int has_data(Dwfl_Module *module, void **user, const char *name, Dwarf_Addr start,
                    void *context) {
  (void)user, (void)name, (void)start;
  struct looked_for *l = context;
  GElf_Addr bias;
  size_t count = 0;
  Elf *elf = dwfl_module_getelf(module, &bias);
  if (!elf || elf_getphdrnum(elf, &count))
    return DWARF_CB_OK;
  for (size_t i = 0; i < count; i++) {
    GElf_Phdr segment;
    if (gelf_getphdr(elf, (int)i, &segment) && segment.p_type == PT_LOAD &&
        l->address - bias - segment.p_vaddr < segment.p_memsz) {
      l->found = module;
      return DWARF_CB_ABORT;
    }
  }
  return DWARF_CB_OK;
}

/// What begins as zeroes (.bss) is mapped from no file, but for its first page: libdwfl does not
/// know whose the rest is.
static Dwfl_Module *module_of(struct symbols *symbols, uint64_t address) {
  if (!symbols->dwfl)
    return NULL;
  struct looked_for l = {address, dwfl_addrmodule(symbols->dwfl, address)};
  if (!l.found)
    dwfl_getmodules(symbols->dwfl, has_data, &l, 0);
  return l.found;
}

static const char *module_path(Dwfl_Module *module) {
  const char *file = NULL;
  const char *name = dwfl_module_info(module, NULL, NULL, NULL, NULL, NULL, &file, NULL);
  return file ? file : name;
}

/// The line table's entry for `at`. Clang writes no .debug_aranges, without which libdwfl finds no
/// compilation unit: then all are asked.
static const char *find_line(Dwfl_Module *module, Dwarf_Addr at, int *number) {
  Dwfl_Line *line = dwfl_module_getsrc(module, at);
  Dwarf_Addr bias;
  if (line)
    return dwfl_lineinfo(line, NULL, number, NULL, NULL, NULL);
  for (Dwarf_Die *unit = NULL; (unit = dwfl_module_nextcu(module, unit, &bias));) {
    Dwarf_Line *entry =
        dwarf_haspc(unit, at - bias) == 1 ? dwarf_getsrc_die(unit, at - bias) : NULL;
    if (entry && !dwarf_lineno(entry, number))
      return dwarf_linesrc(entry, NULL, NULL);
  }
  return NULL;
}

static bool is_system_header(const char *file) {
  return file && (!strncmp(file, "/usr/include/", 13) || !strncmp(file, "/usr/lib/", 9));
}

/// From what is inlined of a library's header to the line that the user knows.
static void leave_headers(Dwfl_Module *module, Dwarf_Addr at, struct code_place *place) {
  Dwarf_Addr bias;
  Dwarf_Die *unit =
      is_system_header(place->file) ? dwfl_module_addrdie(module, at, &bias) : NULL, *scope = NULL;
  Dwarf_Files *files;
  const int scopes = unit ? dwarf_getscopes(unit, at - bias, &scope) : 0;
  if (scopes <= 0 || dwarf_getsrcfiles(unit, &files, NULL))
    return;
  for (int i = 0; i < scopes && is_system_header(place->file); i++) {
    Dwarf_Attribute attribute;
    Dwarf_Word file, line;
    if (dwarf_tag(&scope[i]) != DW_TAG_inlined_subroutine ||
        !dwarf_attr(&scope[i], DW_AT_call_file, &attribute) ||
        dwarf_formudata(&attribute, &file) ||
        !dwarf_attr(&scope[i], DW_AT_call_line, &attribute) || dwarf_formudata(&attribute, &line))
      continue;
    place->file = dwarf_filesrc(files, file, NULL, NULL);
    place->line = (unsigned)line;
  }
  free(scope);
}

struct code_place symbols_code(struct symbols *symbols, uint64_t address, bool is_return) {
  Dwarf_Addr at = address - is_return;
  struct code_place place = {.address = at};
  Dwfl_Module *module = module_of(symbols, at);
  if (!module)
    return place;
  place.module = module_path(module);
  Dwarf_Addr start = 0;
  dwfl_module_info(module, NULL, &start, NULL, NULL, NULL, NULL, NULL);
  place.offset = at - start;
  place.function = symbols_function(dwfl_module_addrname(module, at));
  int number = 0;
  place.file = find_line(module, at, &number);
  place.line = (unsigned)number;
  leave_headers(module, at, &place);
  return place;
}

bool symbols_data(struct symbols *symbols, uint64_t address, struct data_place *place) {
  Dwfl_Module *module = module_of(symbols, address);
  GElf_Sym symbol;
  GElf_Off offset;
  const char *name =
      module ? dwfl_module_addrinfo(module, address, &offset, &symbol, NULL, NULL, NULL) : NULL;
  if (!name || (symbol.st_size && offset >= symbol.st_size))
    return false;
  *place = (struct data_place){
      .symbol = demangle(name), .offset = offset, .symbol_size = symbol.st_size};
  return true;
}

char *symbols_path(struct symbols *symbols, uint64_t address, uint64_t size) {
  struct data_place place;
  if (!symbols_data(symbols, address, &place))
    return NULL;
  Dwfl_Module *module = module_of(symbols, address);
  return variable_path(module, address - place.offset, place.offset, size);
}

enum number_kind symbols_number(struct symbols *symbols, uint64_t address, uint64_t size) {
  struct data_place place;
  if (!symbols_data(symbols, address, &place))
    return NUMBER_BITS;
  Dwfl_Module *module = module_of(symbols, address);
  return variable_number(module, address - place.offset, place.offset, size);
}

const char *symbols_directory(struct symbols *symbols, const char *file) {
  Dwarf_Addr bias;
  for (Dwarf_Die *unit = NULL; symbols->dwfl && (unit = dwfl_nextcu(symbols->dwfl, unit, &bias));) {
    const char *name = dwarf_diename(unit);
    Dwarf_Attribute attribute;
    if (name && !strcmp(name, file))
      return dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
  }
  return NULL;
}

/// Does the command line that DW_AT_producer has contain the option `prefix``feature`? Where.
static const char *find_option(const char *producer, const char *prefix, const char *feature) {
  const char *last = NULL;
  char *option = format_text(" %s%s", prefix, feature);
  for (const char *at = producer; (at = strstr(at, option)); at++)
    last = at;
  free(option);
  return last;
}

struct option {
  const char *feature;
  void (*visit)(void *context, const char *file);
  void *context;
};

static int visit_units(Dwfl_Module *module, void **user, const char *module_name, Dwarf_Addr start,
                       void *data) {
  (void)user, (void)module_name, (void)start;
  const struct option *option = data;
  Dwarf_Addr bias;
  for (Dwarf_Die *unit = NULL; (unit = dwfl_module_nextcu(module, unit, &bias));) {
    Dwarf_Attribute attribute;
    const char *name = dwarf_diename(unit);
    const char *producer = dwarf_formstring(dwarf_attr(unit, DW_AT_producer, &attribute));
    if (name && producer &&
        find_option(producer, "-f", option->feature) >
            find_option(producer, "-fno-", option->feature))
      option->visit(option->context, name);
  }
  return DWARF_CB_OK;
}

void symbols_compiled_with(struct symbols *symbols, const char *feature,
                           void (*visit)(void *context, const char *file), void *context) {
  struct option option = {feature, visit, context};
  if (symbols->dwfl)
    dwfl_getmodules(symbols->dwfl, visit_units, &option, 0);
}

struct visitor {
  void (*visit)(void *context, const char *path);
  void *context;
};

static int visit_module(Dwfl_Module *module, void **user, const char *name, Dwarf_Addr start,
                        void *data) {
  (void)user, (void)name, (void)start;
  struct visitor *visitor = data;
  const char *path = module_path(module);
  GElf_Addr bias;
  if (path && dwfl_module_getelf(module, &bias)) // not a file of data
    visitor->visit(visitor->context, path);
  return DWARF_CB_OK;
}

void symbols_modules(struct symbols *symbols, void (*visit)(void *context, const char *path),
                     void *context) {
  struct visitor visitor = {visit, context};
  if (symbols->dwfl)
    dwfl_getmodules(symbols->dwfl, visit_module, &visitor, 0);
}

static int visit_without_lines(Dwfl_Module *module, void **user, const char *name, Dwarf_Addr start,
                               void *data) {
  Dwarf_Addr bias;
  return dwfl_module_getdwarf(module, &bias) ? DWARF_CB_OK
                                             : visit_module(module, user, name, start, data);
}

void symbols_without_lines(struct symbols *symbols, void (*visit)(void *context, const char *path),
                           void *context) {
  struct visitor visitor = {visit, context};
  if (symbols->dwfl)
    dwfl_getmodules(symbols->dwfl, visit_without_lines, &visitor, 0);
}
