// runtime/foreign/machine_code.c - see machine_code.h.
//
// The functions are those of the unwind tables (.eh_frame). A function that has the bytes of such
// an instruction anywhere is decoded from its start to its end, by Zydis. It counts as decoded if
// all of it is instructions and all of its jumps lead to the start of one: a table between
// instructions would show. A table behind them would show, too, as no jump leads to it; that is not
// asked if jumps go by a table, or if exceptions are caught. Code outside of functions is only
// searched for the bytes, in the sections of code: some linkers put constants into its segment.
#include "machine_code.h"
#include "code_sections.h"
#include "exports.h"
#include "lock_functions.h"
#include "unwind_table.h"
#include "runtime/record/record.h"
#include <mcmini/mark.h>
#include <Zydis/Zydis.h>
#include <dlfcn.h>
#include <string.h>

enum { MOST_TARGETS = 1 << 15, MOST_BYTES = 1 << 20, MOST_FOUND = 1 << 14 };

struct range {
  uint64_t start, end;
};

// Only for a while, at the start of the search or in dlopen.
static struct scratch {
  uint32_t targets, found;
  uint64_t target[MOST_TARGETS]; // of jumps inside the function
  struct {
    uint64_t address, run; ///< run: where the instructions begin that lead to it
    enum mc_instruction what;
  } of[MOST_FOUND];
  uint8_t is_start[MOST_BYTES / 8]; // an instruction begins there
} * scratch MC_KEPT;

static __typeof__(ZydisDecoderDecodeInstruction) *decode MC_PER_TRACE;
static ZydisDecoder decoder MC_PER_TRACE;

void mc_code_start(void) {
  scratch = mc_own_memory(sizeof *scratch);
  mc_linked_library_start();
}

// These call libc's functions: a sanitizer's have breakpoints, which are being set.
static void *open_library(const char *name, int flags) {
  return ((__typeof__(&dlopen))mc_real("dlopen"))(name, flags);
}
static void close_library(void *library) { ((__typeof__(&dlclose))mc_real("dlclose"))(library); }

// Few programs have code to be decoded, and a library that is loaded is written at the end of each trace.
static bool have_decoder(void) {
  char name[40];
  if (decode)
    return true;
  mc_format(name, sizeof name, "libZydis.so.%u.%u", (unsigned)ZYDIS_VERSION_MAJOR(ZYDIS_VERSION),
            (unsigned)ZYDIS_VERSION_MINOR(ZYDIS_VERSION));
  const mc_thread self = mc_self_;
  mc_self_ = MC_NO_THREAD; // no chunk of the trunk's heap, which each trace would write as it ends
  void *library = open_library(name, RTLD_NOW | RTLD_LOCAL);
  mc_self_ = self;
  __typeof__(ZydisDecoderInit) *init =
      library ? (__typeof__(init))dlsym(library, "ZydisDecoderInit") : NULL;
  if (init && ZYAN_SUCCESS(init(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64)))
    decode = (__typeof__(decode))dlsym(library, "ZydisDecoderDecodeInstruction");
  mc_guard_open(); // dlopen may have called what we interpose, and that closes it
  mc_session_write();
  return decode;
}

//===- Which modules --------------------------------------------------------------------------===//

static const char *last_part(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static bool begins_with_one_of(const char *name, const char *const words[], unsigned count) {
  for (unsigned i = 0; i < count; i++)
    if (strncmp(name, words[i], strlen(words[i])) == 0)
      return true;
  return false;
}

/// Parts of libc; our own; and what sanitizers bring.
static bool is_known_library(const char *name) {
  static const char *const known[] = {"libc.so",    "ld-linux-",   "libm.so",      "libpthread.so",
                                      "librt.so",   "libdl.so",    "libresolv.so", "libutil.so",
                                      "libanl.so",  "libnss_",     "libmvec.so",   "linux-vdso",
                                      "libmcmini-", "libZydis.so", "libasan.so",   "libubsan.so",
                                      "liblsan.so", "libtsan.so",  "libclang_rt."};
  return begins_with_one_of(name, known, sizeof known / sizeof *known);
}

/// Does a name of a symbol, or of another string there, begin with that?
static bool names(const struct dl_phdr_info *module, const char *prefix) {
  const char *strings = NULL;
  size_t size = 0;
  for (int i = 0; i < module->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &module->dlpi_phdr[i];
    if (header->p_type != PT_DYNAMIC)
      continue;
    const ElfW(Dyn) *entry = (const ElfW(Dyn) *)(module->dlpi_addr + header->p_vaddr);
    for (; entry->d_tag != DT_NULL; entry++) {
      if (entry->d_tag == DT_STRTAB) // the loader has made an address of it
        strings = (const char *)entry->d_un.d_ptr;
      if (entry->d_tag == DT_STRSZ)
        size = entry->d_un.d_val;
    }
  }
  const size_t length = strlen(prefix);
  for (const char *at = strings, *end = strings + size;
       at && (at = memmem(at, (size_t)(end - at), prefix, length)); at++)
    if (at == strings || !at[-1])
      return true;
  return false;
}

bool mc_code_is_instrumented(const struct dl_phdr_info *module) {
  if (!*module->dlpi_name) // the program itself
    return !mc_is_preloaded();
  return names(module, "__mcmini_") || names(module, "__tsan_init");
}

bool mc_code_is_program(const struct dl_phdr_info *module) {
  return !is_known_library(last_part(module->dlpi_name)) &&
         !(mc_code_is_instrumented(module) && names(module, "__sanitizer_"));
}

//===- Libraries of which few functions matter: library_code.def ------------------------------===//

static const struct {
  const char *library, *function;
} mattering[] = {
#define MC_MATTERS(library, function, reason) {library, function},
#define MC_MATTERS_NOT(library, pattern, reason)
#define MC_LINKED_MATTERS_NOT(name, reason)
#include "library_code.def"
#undef MC_MATTERS
#undef MC_MATTERS_NOT
#undef MC_LINKED_MATTERS_NOT
};

static const char *const in_table[] = {
#define MC_MATTERS(library, function, reason)
#define MC_MATTERS_NOT(library, pattern, reason) library,
#define MC_LINKED_MATTERS_NOT(name, reason)
#include "library_code.def"
#undef MC_MATTERS
#undef MC_MATTERS_NOT
#undef MC_LINKED_MATTERS_NOT
};

bool mc_code_is_in_table(const char *path) { // instrumented code announces what libatomic does
  return begins_with_one_of(last_part(path), in_table, sizeof in_table / sizeof *in_table) ||
         (!mc_is_preloaded() && !strncmp(last_part(path), "libatomic.so", 12));
}

/// The functions of such a library that matter; of any other all do.
struct choice {
  bool is_made;
  uint64_t address[sizeof mattering / sizeof *mattering];
};

static struct choice choice_of(const char *path) {
  struct choice choice = {.is_made = mc_code_is_in_table(path)};
  void *library = choice.is_made ? open_library(path, RTLD_NOW | RTLD_NOLOAD) : NULL;
  for (unsigned i = 0; library && i < sizeof mattering / sizeof *mattering; i++)
    if (begins_with_one_of(last_part(path), &mattering[i].library, 1))
      choice.address[i] = (uintptr_t)dlsym(library, mattering[i].function);
  if (library)
    close_library(library);
  return choice;
}

static bool matters(const struct choice *choice, uint64_t address) {
  bool is_one = !choice->is_made;
  for (unsigned i = 0; !is_one && i < sizeof mattering / sizeof *mattering; i++)
    is_one = choice->address[i] == address;
  return is_one;
}

static bool has_mark(uint64_t behind, uint64_t segment) {
  return behind >= segment + sizeof MC_CODE_MARK &&
         memcmp((const char *)behind - sizeof MC_CODE_MARK, MC_CODE_MARK, sizeof MC_CODE_MARK) == 0;
}

/// Where the mark of a function that the pass has seen begins; of others the function.
static uint64_t before_mark(uint64_t function, uint64_t segment) {
  for (unsigned type = 0; type <= MC_CODE_TYPE_BYTES; type += MC_CODE_TYPE_BYTES)
    if (has_mark(function - type, segment))
      return function - type - sizeof MC_CODE_MARK;
  return function;
}

bool mc_code_is_seen(uint64_t function, uint64_t segment) {
  return mc_is_runtime(function) ||
         (function >= (uintptr_t)__start_mc_system_calls &&
          function < (uintptr_t)__stop_mc_system_calls) ||
         before_mark(function, segment) < function;
}

//===- Bytes ----------------------------------------------------------------------------------===//

static bool takes_lock(const uint8_t *opcode) {
  switch (opcode[0]) {
  case 0x0f:
    return opcode[1] == 0xab || opcode[1] == 0xb0 || opcode[1] == 0xb1 || opcode[1] == 0xb3 ||
           opcode[1] == 0xba || opcode[1] == 0xbb || opcode[1] == 0xc0 || opcode[1] == 0xc1 ||
           opcode[1] == 0xc7;
  case 0x80:
  case 0x81:
  case 0x83:
  case 0x86:
  case 0x87:
  case 0xf6:
  case 0xf7:
  case 0xfe:
  case 0xff:
    return true;
  default:
    return opcode[0] < 0x34 && (opcode[0] & 7) < 2;
  }
}

/// May an instruction with a lock begin there, or its prefix be there?
static bool may_be_locked(const uint8_t *at) {
  if (*at++ != 0xf0)
    return false;
  while (*at == 0x66 || *at == 0xf2 || *at == 0xf3 || *at == 0x64 || *at == 0x65)
    at++;
  return takes_lock(at + ((*at & 0xf0) == 0x40));
}

/// The same, outside of functions.
static bool may_be_unseen(const uint8_t *at) {
  return may_be_locked(at) && !mc_is_runtime((uintptr_t)at);
}

/// Code has nothing of interest if this is false of all its bytes.
static bool may_matter(const uint8_t *at) {
  return (*at == 0xf0 && may_be_locked(at)) || (*at == 0x0f && at[1] == 0x05) ||
         ((*at & 0xfe) == 0x86 && at[1] < 0xc0);
}

enum { MARGIN = 16 };       // that is looked at behind an address
static uint64_t mapped_end MC_PER_TRACE; // of the segment's last page

static bool any(bool (*is_one)(const uint8_t *at), struct range code) {
  if (code.end + MARGIN > mapped_end)
    return true;
  for (uint64_t at = code.start; at < code.end; at++)
    if (is_one((const uint8_t *)at))
      return true;
  return false;
}

//===- Instructions ---------------------------------------------------------------------------===//

static bool is_atomic(const ZydisDecodedInstruction *d) {
  return d->attributes & ZYDIS_ATTRIB_HAS_LOCK ||
         (d->mnemonic == ZYDIS_MNEMONIC_XCHG && d->attributes & ZYDIS_ATTRIB_HAS_MODRM &&
          d->raw.modrm.mod != 3);
}

static bool note_found(uint64_t address, uint64_t run, enum mc_instruction what) {
  if (scratch->found == MOST_FOUND)
    return false;
  scratch->of[scratch->found].address = address;
  scratch->of[scratch->found].run = run;
  scratch->of[scratch->found++].what = what;
  return true;
}

/// The next instruction is reached by a jump only.
static bool is_end_of_run(const ZydisDecodedInstruction *d) {
  switch (d->mnemonic) {
  case ZYDIS_MNEMONIC_JMP:
  case ZYDIS_MNEMONIC_RET:
  case ZYDIS_MNEMONIC_UD2:
  case ZYDIS_MNEMONIC_HLT:
  case ZYDIS_MNEMONIC_INT3:
    return true;
  default:
    return false;
  }
}

/// Forgets instructions that no jump leads to.
static void forget_data(struct range code) {
  uint32_t left = 0;
  for (uint32_t i = 0; i < scratch->found; i++) {
    bool is_reached = scratch->of[i].run == code.start;
    for (uint32_t k = 0; k < scratch->targets && !is_reached; k++)
      is_reached = code.start + scratch->target[k] >= scratch->of[i].run &&
                   code.start + scratch->target[k] <= scratch->of[i].address;
    if (is_reached)
      scratch->of[left++] = scratch->of[i];
  }
  scratch->found = left;
}

/// Notes where the instruction jumps to, if that is inside the function.
static bool note_target(const ZydisDecodedInstruction *d, uint64_t next, struct range code) {
  if (!(d->attributes & ZYDIS_ATTRIB_IS_RELATIVE) || !d->raw.imm[0].is_relative)
    return true;
  const uint64_t target = next + (uint64_t)d->raw.imm[0].value.s;
  if (target < code.start || target >= code.end)
    return true;
  if (scratch->targets == MOST_TARGETS)
    return false;
  scratch->target[scratch->targets++] = target - code.start;
  return true;
}

static bool sweep(struct range code, bool catches) {
  ZydisDecodedInstruction d;
  uint64_t run = code.start;
  bool jumps_by_table = false;
  scratch->targets = scratch->found = 0;
  if (code.end - code.start > MOST_BYTES)
    return false;
  memset(scratch->is_start, 0, (code.end - code.start) / 8 + 1);
  for (uint64_t at = code.start; at < code.end; at += d.length) {
    const uint64_t offset = at - code.start;
    if (!ZYAN_SUCCESS(decode(&decoder, NULL, (const void *)at, code.end - at, &d)) ||
        !note_target(&d, at + d.length, code))
      return false;
    scratch->is_start[offset / 8] |= (uint8_t)(1 << offset % 8);
    if (is_atomic(&d) && !note_found(at, run, MC_ATOMIC_INSTRUCTION))
      return false;
    if (d.mnemonic == ZYDIS_MNEMONIC_SYSCALL && !note_found(at, run, MC_SYSTEM_CALL_INSTRUCTION))
      return false;
    if (is_end_of_run(&d))
      run = at + d.length;
    jumps_by_table |=
        d.mnemonic == ZYDIS_MNEMONIC_JMP && !(d.attributes & ZYDIS_ATTRIB_IS_RELATIVE);
  }
  for (uint32_t i = 0; i < scratch->targets; i++)
    if (!(scratch->is_start[scratch->target[i] / 8] >> scratch->target[i] % 8 & 1))
      return false;
  if (!catches && !jumps_by_table)
    forget_data(code);
  return true;
}

//===- Modules --------------------------------------------------------------------------------===//

static bool is_inside(struct range inner, struct range outer) {
  return inner.start >= outer.start && inner.start < inner.end && inner.end <= outer.end;
}

/// Decoded, it takes no lock: a byte of a number, as in crtbegin.o's functions, may look so.
static bool is_clear(struct range code) {
  bool clear = have_decoder() && sweep(code, true);
  for (uint32_t i = 0; clear && i < scratch->found; i++)
    clear = scratch->of[i].what != MC_ATOMIC_INSTRUCTION || mc_is_runtime(scratch->of[i].address);
  return clear;
}

/// May an atomic be there, outside of functions?
static bool may_be_unseen_in(struct range gap, const struct dl_phdr_info *module) {
  struct mc_code_sections sections;
  bool may_be = gap.start < gap.end && any(may_be_unseen, gap);
  if (!may_be || !mc_code_sections_read(module, &sections))
    return may_be;
  may_be = false;
  for (uint32_t i = 0; i < sections.count && !may_be; i++) {
    const uint64_t start = sections.of[i].start, end = sections.of[i].end;
    const struct range code = {start > gap.start ? start : gap.start,
                               end < gap.end ? end : gap.end};
    may_be = code.start < code.end && any(may_be_unseen, code) && !is_clear(code);
  }
  return may_be;
}

/// One segment of code. `is_known`: what is in functions is.
static bool visit_segment(const struct dl_phdr_info *module, const struct choice *choice,
                          bool is_known, struct range segment, const struct mc_functions *functions,
                          void (*visit)(uint64_t, enum mc_instruction, void *), void *context) {
  bool all = true;
  uint64_t covered = segment.start;
  for (uint32_t i = 0; i < functions->count; i++) {
    struct range code;
    bool catches = false;
    code.start = (uint64_t)(functions->header + functions->entry[i][0]);
    code.end = code.start + mc_function_bytes(functions->header + functions->entry[i][1], &catches);
    if (!is_inside(code, segment))
      continue;
    if (!choice->is_made && all)
      all = !may_be_unseen_in((struct range){covered, before_mark(code.start, segment.start)},
                              module);
    covered = code.end > covered ? code.end : covered;
    if (is_known || mc_code_is_seen(code.start, segment.start) ||
        mc_lock_functions_have(code.start) || !matters(choice, code.start) ||
        !any(may_matter, code) || mc_is_linked_library(i))
      continue;
    if (!have_decoder())
      return false;
    if (!sweep(code, catches)) {
      all &= !any(may_be_locked, code);
      continue;
    }
    for (uint32_t k = 0; k < scratch->found; k++)
      visit(scratch->of[k].address, scratch->of[k].what, context);
  }
  if (!choice->is_made && all)
    all = !may_be_unseen_in((struct range){covered, segment.end}, module);
  return all;
}

/// What the driver has found.
static void visit_known(const struct dl_phdr_info *module, const struct mc_functions *functions,
                        void (*visit)(uint64_t, enum mc_instruction, void *), void *context) {
  const struct mc_code_question *question = &mc_session->code;
  uint32_t function = 0;
  for (uint32_t i = 0; i < question->sites; i++) {
    const uint64_t address = module->dlpi_addr + question->site[i].address;
    while (function + 1 < functions->count &&
           (uint64_t)(functions->header + functions->entry[function + 1][0]) <= address)
      function++;
    if (!mc_lock_functions_have(address) && !mc_is_linked_library(function))
      visit(address,
            question->site[i].action == MC_CODE_SYSTEM_CALL ? MC_SYSTEM_CALL_INSTRUCTION
                                                            : MC_ATOMIC_INSTRUCTION,
            context);
  }
}

bool mc_code_visit(const struct dl_phdr_info *module, bool is_known,
                   void (*visit)(uint64_t address, enum mc_instruction what, void *context),
                   void *context) {
  const struct mc_functions functions = mc_functions_of(module);
  const struct choice choice = choice_of(module->dlpi_name);
  bool all = true;
  mc_linked_library_of(module, &functions);
  if (is_known)
    visit_known(module, &functions, visit, context);
  for (int i = 0; i < module->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &module->dlpi_phdr[i];
    if (header->p_type != PT_LOAD || !(header->p_flags & PF_X))
      continue;
    const uint64_t start = module->dlpi_addr + header->p_vaddr;
    const struct range segment = {start, start + header->p_memsz};
    mapped_end = mc_readable_end(module, i);
    if (is_known || any(may_matter, segment))
      all &= visit_segment(module, &choice, is_known, segment, &functions, visit, context);
  }
  return all;
}
