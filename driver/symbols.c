// driver/symbols.c - names of addresses, with libdwfl. The frames of a thread are in unwind.c, the
// paths of variables in variable.c.
#include "symbols.h"
#include "diagnose.h"
#include "place.h"
#include "symbols_internal.h"
#include <dwarf.h>
#include <gelf.h>
#include <libiberty/demangle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

static const char *demangle(const char *name) {
  char *plain = name ? rust_demangle(name, 0) : NULL;
  if (plain)
    return plain;
  if (name && strncmp(name, "_Z", 2) == 0)
    plain = cplus_demangle_v3(name, DMGL_PARAMS | DMGL_TYPES);
  if (!plain)
    return name;
  *find_parameters(plain) = '\0';
  return plain;
}

const char *symbols_function(const char *symbol) {
  const char *name = demangle(symbol), *suffix = name && *name != '.' ? strchr(name, '.') : NULL;
  return suffix ? strndup(name, (size_t)(suffix - name)) : name;
}

static bool exists(char *path) {
  const bool is_there = !access(path, F_OK);
  free(path);
  return is_there;
}

/// Where libdwfl looks: by build id, beside the file, in .debug, below /usr/lib/debug.
static bool is_debuginfo_installed(Dwfl_Module *module, const char *file, const char *link) {
  static const char all[] = "/usr/lib/debug";
  const unsigned char *id;
  GElf_Addr at;
  const int bytes = dwfl_module_build_id(module, &id, &at);
  char hex[2 * 64 + 1] = "";
  for (int i = 0; i < bytes && i < 64; i++)
    sprintf(hex + 2 * i, "%02x", id[i]);
  if (*hex && exists(format_text("%s/.build-id/%.2s/%s.debug", all, hex, hex + 2)))
    return true;
  const char *slash = strrchr(file, '/');
  const int folder = slash ? (int)(slash - file) : 0;
  char *name = link ? format_text("%s", link) : format_text("%s.debug", last_part(file));
  bool found = exists(format_text("%.*s/%s", folder, file, name)) ||
               exists(format_text("%.*s/.debug/%s", folder, file, name)) ||
               exists(format_text("%s/%s", all, name));
  for (const char *from = file; !found && from < slash; from = strchr(from + 1, '/'))
    found = exists(format_text("%s%.*s/%s", all, (int)(slash - from), from, name));
  free(name);
  return found;
}

/// Not where none is installed: libdwfl would load libdebuginfod with all that it needs, 25
/// libraries for a third of a check of a small program of C++, and ask nobody. Not that of the C
/// library, where it is installed: it takes longer to read than all others, and a report names the
/// program's lines. What it exports has its names without.
static int find_debuginfo(Dwfl_Module *module, void **user, const char *name, Dwarf_Addr base,
                          const char *file, const char *link, GElf_Word sum, char **found) {
  static const char *const of_libc[] = {"/libc.so.6", "/libm.so.6", "/ld-linux-x86-64.so.2"};
  for (unsigned i = 0; i < sizeof of_libc / sizeof *of_libc; i++) {
    const size_t length = strlen(name), end = strlen(of_libc[i]);
    if (length >= end && !strcmp(name + length - end, of_libc[i]))
      return -1;
  }
  if (!file || !is_debuginfo_installed(module, file, link))
    return -1;
  return dwfl_standard_find_debuginfo(module, user, name, base, file, link, sum, found);
}

/// Without those of shared memory, whose names libdwfl would take for files [own: free].
static char *maps_of_files(const char *maps, size_t size) {
  char *kept = allocate(size + 1), *end = kept;
  for (const char *line = maps, *next; line < maps + size; line = next) {
    const char *newline = memchr(line, '\n', (size_t)(maps + size - line));
    next = newline ? newline + 1 : maps + size;
    const size_t length = (size_t)(next - line);
    if (!memmem(line, length, " /dev/zero (deleted)", 20) && !memmem(line, length, " /memfd:", 8))
      end = mempcpy(end, line, length);
  }
  return kept;
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
  char *files = maps_of_files(maps, size);
  FILE *file = *files ? fmemopen(files, strlen(files), "r") : NULL;
  if (!file) {
    free(files);
    return symbols;
  }
  symbols->dwfl = dwfl_begin(&callbacks);
  if (!symbols->dwfl || dwfl_linux_proc_maps_report(symbols->dwfl, file) ||
      dwfl_report_end(symbols->dwfl, NULL, NULL))
    symbols->dwfl = NULL;
  fclose(file);
  free(files);
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

/// Clang writes no .debug_aranges, without which libdwfl finds no compilation unit: then all are
/// asked. NULL: none is known.
static Dwarf_Die *find_unit(Dwfl_Module *module, Dwarf_Addr at, Dwarf_Addr *bias) {
  Dwarf_Die *unit = dwfl_module_addrdie(module, at, bias);
  if (unit)
    return unit;
  while ((unit = dwfl_module_nextcu(module, unit, bias)) && dwarf_haspc(unit, at - *bias) != 1)
    ;
  return unit;
}

/// A header, or Rust's standard library: not what the user has written.
bool symbols_is_of_library(const char *file) {
  static const char *const folders[] = {"/usr/include/", "/usr/lib/", "/usr/src/rustc-", "/rustc/",
                                        "library/"};
  for (unsigned i = 0; i < sizeof folders / sizeof *folders; i++)
    if (!strncmp(file, folders[i], strlen(folders[i])))
      return true;
  return strstr(file, "/lib/rustlib/");
}

struct call {
  Dwarf_Addr at;
  Dwarf_Files *files;
  const char *file; ///< NULL: not found
  int line;
};

static void look_at_call(Dwarf_Die *inlined, struct call *call) {
  Dwarf_Attribute attribute;
  Dwarf_Word file, line;
  if (dwarf_formudata(dwarf_attr(inlined, DW_AT_call_file, &attribute), &file) ||
      dwarf_formudata(dwarf_attr(inlined, DW_AT_call_line, &attribute), &line))
    return;
  const char *path = dwarf_filesrc(call->files, file, NULL, NULL);
  if (!path || symbols_is_of_library(path))
    return;
  call->file = path;
  call->line = (int)line;
}

/// The call of an inlined function that is nearest to the address and not in a library. In Rust,
/// functions lie in namespaces, into which dwarf_getscopes does not look.
static void find_call(Dwarf_Die *scope, struct call *call) {
  Dwarf_Die child;
  for (int error = dwarf_child(scope, &child); !error && !call->file;
       error = dwarf_siblingof(&child, &child)) {
    const int tag = dwarf_tag(&child);
    const bool has_code =
        tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block || tag == DW_TAG_inlined_subroutine;
    if (has_code ? dwarf_haspc(&child, call->at) != 1
                 : tag != DW_TAG_namespace && tag != DW_TAG_structure_type)
      continue;
    find_call(&child, call);
    if (!call->file && tag == DW_TAG_inlined_subroutine)
      look_at_call(&child, call);
  }
}

/// Of what a library's functions do that are inlined, the line is that of their call.
static const char *find_line(Dwfl_Module *module, Dwarf_Addr at, int *number) {
  Dwarf_Addr bias;
  Dwarf_Die *unit = find_unit(module, at, &bias);
  Dwarf_Line *entry = unit ? dwarf_getsrc_die(unit, at - bias) : NULL;
  if (!entry || dwarf_lineno(entry, number))
    return NULL;
  const char *file = dwarf_linesrc(entry, NULL, NULL);
  const char *of = dwarf_diename(unit);
  struct call call = {.at = at - bias};
  if (file && symbols_is_of_library(file) && of && !symbols_is_of_library(of) &&
      !dwarf_getsrcfiles(unit, &call.files, NULL))
    find_call(unit, &call);
  if (!call.file)
    return file;
  *number = call.line;
  return call.file;
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
