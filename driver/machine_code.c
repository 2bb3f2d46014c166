// driver/machine_code.c - see machine_code.h. Functions are where .eh_frame says; those that have a
// byte of an atomic instruction, or all, are decoded by Zydis, each from its start.
#include "machine_code.h"
#include "frames.h"
#include <Zydis/Zydis.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_SECTIONS = 64 };

struct code {
  ZydisDecoder decoder;
  bool is_plain, is_partial; ///< see machine_code_find
  struct mc_code_site *site;
  uint64_t *run; ///< of each: where the instructions begin that lead to it
  uint32_t sites, most;
  uint32_t targets, target_room;
  uint64_t *target; ///< of the function's jumps
  uint64_t byte_room;
  bool *begins; ///< of the function's bytes: does an instruction begin there?
  unsigned sections;
  struct section {
    uint64_t start, end;
    const uint8_t *bytes;
  } section[MOST_SECTIONS]; ///< of code
};

//===- One instruction ------------------------------------------------------------------------===//

static bool is_atomic(const ZydisDecodedInstruction *d) {
  return d->attributes & ZYDIS_ATTRIB_HAS_LOCK ||
         (d->mnemonic == ZYDIS_MNEMONIC_XCHG && d->attributes & ZYDIS_ATTRIB_HAS_MODRM &&
          d->raw.modrm.mod != 3);
}

static int8_t number_of(ZydisRegister r) {
  if (r == ZYDIS_REGISTER_NONE || r == ZYDIS_REGISTER_RIP)
    return -1;
  if (r >= ZYDIS_REGISTER_AH && r <= ZYDIS_REGISTER_BH)
    return (int8_t)(r - ZYDIS_REGISTER_AH);
  return (int8_t)(ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, r) -
                  ZYDIS_REGISTER_RAX);
}

static enum mc_code_action action_of(ZydisMnemonic mnemonic) {
  switch (mnemonic) {
  case ZYDIS_MNEMONIC_XCHG:
    return MC_CODE_EXCHANGE;
  case ZYDIS_MNEMONIC_XADD:
  case ZYDIS_MNEMONIC_ADD:
  case ZYDIS_MNEMONIC_INC:
    return MC_CODE_ADD;
  case ZYDIS_MNEMONIC_SUB:
  case ZYDIS_MNEMONIC_DEC:
    return MC_CODE_SUB;
  case ZYDIS_MNEMONIC_AND:
    return MC_CODE_AND;
  case ZYDIS_MNEMONIC_OR:
    return MC_CODE_OR;
  case ZYDIS_MNEMONIC_XOR:
    return MC_CODE_XOR;
  case ZYDIS_MNEMONIC_CMPXCHG:
    return MC_CODE_COMPARE_EXCHANGE;
  default:
    return MC_CODE_MODIFY;
  }
}

static void take_address(struct mc_code_site *site, const ZydisDecodedInstruction *d,
                         const ZydisDecodedOperand *o) {
  site->size = (uint8_t)(o->size / 8);
  site->base = number_of(o->mem.base);
  site->index = number_of(o->mem.index);
  site->scale = o->mem.scale;
  site->displacement = o->mem.disp.value;
  if (o->mem.base == ZYDIS_REGISTER_RIP) {
    site->flags |= MC_CODE_IS_RELATIVE;
    site->displacement += (int64_t)(site->address + d->length);
    site->displaced_at = d->raw.disp.offset;
  }
  if (o->mem.segment == ZYDIS_REGISTER_FS)
    site->flags |= MC_CODE_IS_LOCAL;
}

static void take_operand(struct mc_code_site *site, const ZydisDecodedOperand *o) {
  if (o->type == ZYDIS_OPERAND_TYPE_IMMEDIATE)
    site->operand = o->imm.value.u;
  if (o->type != ZYDIS_OPERAND_TYPE_REGISTER)
    return;
  site->register_operand = number_of(o->reg.value);
  if (o->reg.value >= ZYDIS_REGISTER_AH && o->reg.value <= ZYDIS_REGISTER_BH)
    site->flags |= MC_CODE_IS_HIGH;
  const ZydisRegisterClass class = ZydisRegisterGetClass(o->reg.value);
  if (class < ZYDIS_REGCLASS_GPR8 || class > ZYDIS_REGCLASS_GPR64)
    site->flags |= MC_CODE_IS_UNKNOWN;
}

/// False: it is not known what it does.
static bool describe(struct mc_code_site *site, const ZydisDecoder *decoder, uint64_t address,
                     const ZydisDecodedInstruction *d, const ZydisDecoderContext *context) {
  ZydisDecodedOperand o[ZYDIS_MAX_OPERAND_COUNT];
  if (!ZYAN_SUCCESS(ZydisDecoderDecodeOperands(decoder, context, d, o, d->operand_count_visible)))
    return false;
  const ZydisMnemonic m = d->mnemonic;
  const bool is_bit = m == ZYDIS_MNEMONIC_BT || m == ZYDIS_MNEMONIC_BTS ||
                      m == ZYDIS_MNEMONIC_BTR || m == ZYDIS_MNEMONIC_BTC;
  *site = (struct mc_code_site){.address = address,
                                .length = d->length,
                                .action = (uint8_t)action_of(m),
                                .operand = m == ZYDIS_MNEMONIC_INC || m == ZYDIS_MNEMONIC_DEC,
                                .base = -1,
                                .index = -1,
                                .register_operand = -1};
  bool has_address = false, is_by_gs = false;
  for (unsigned i = 0; i < d->operand_count_visible; i++)
    if (o[i].type == ZYDIS_OPERAND_TYPE_MEMORY) {
      take_address(site, d, &o[i]);
      has_address = true;
      is_by_gs = o[i].mem.segment == ZYDIS_REGISTER_GS;
    } else {
      take_operand(site, &o[i]);
    }
  if (is_bit && site->register_operand >= 0)
    site->flags |= MC_CODE_IS_BIT;
  if (site->base == 4 && site->register_operand < 0 && site->operand == 0 &&
      (site->action == MC_CODE_OR || site->action == MC_CODE_ADD)) // lock orq $0, (%rsp)
    site->action = MC_CODE_FENCE;
  return has_address && !is_by_gs && d->address_width == 64;
}

//===- One without a lock ---------------------------------------------------------------------===//

/// Reads the pointer that it jumps to, which is a constant nearly always; or accesses nothing.
static bool is_left_out(const ZydisDecodedInstruction *d) {
  switch (d->meta.category) {
  case ZYDIS_CATEGORY_CALL:
  case ZYDIS_CATEGORY_UNCOND_BR:
  case ZYDIS_CATEGORY_NOP:
  case ZYDIS_CATEGORY_WIDENOP:
  case ZYDIS_CATEGORY_PREFETCH:
  case ZYDIS_CATEGORY_PREFETCHWT1:
    return true;
  default:
    return is_atomic(d);
  }
}

static bool is_memory(const ZydisDecodedOperand *o) {
  return o->type == ZYDIS_OPERAND_TYPE_MEMORY && o->mem.type != ZYDIS_MEMOP_TYPE_AGEN;
}

/// What the thread's own block keeps, from its address on: the canary of stacks, errno's address.
static bool is_threads_block(const ZydisDecodedOperand *o) {
  return o->mem.segment == ZYDIS_REGISTER_FS && o->mem.base == ZYDIS_REGISTER_NONE &&
         o->mem.index == ZYDIS_REGISTER_NONE && o->mem.disp.value >= 0;
}

static uint8_t plain_action(const ZydisDecodedOperand *o) {
  const bool reads = o->actions & ZYDIS_OPERAND_ACTION_MASK_READ;
  return o->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE
             ? reads ? MC_CODE_LOAD_AND_STORE : MC_CODE_STORE
             : MC_CODE_LOAD;
}

/// Nothing is moved as it is but by mov.
static bool is_move(const ZydisDecodedInstruction *d) {
  return d->mnemonic == ZYDIS_MNEMONIC_MOV || d->mnemonic == ZYDIS_MNEMONIC_MOVNTI;
}

/// One that does not end before its count does.
static bool describe_string(struct mc_code_site *site, uint64_t address,
                            const ZydisDecodedInstruction *d, const ZydisDecodedOperand *o) {
  const ZydisMnemonic m = d->mnemonic;
  const bool moves = m == ZYDIS_MNEMONIC_MOVSB || m == ZYDIS_MNEMONIC_MOVSW ||
                     m == ZYDIS_MNEMONIC_MOVSD || m == ZYDIS_MNEMONIC_MOVSQ;
  const bool stores = m == ZYDIS_MNEMONIC_STOSB || m == ZYDIS_MNEMONIC_STOSW ||
                      m == ZYDIS_MNEMONIC_STOSD || m == ZYDIS_MNEMONIC_STOSQ;
  if ((!moves && !stores) || d->address_width != 64)
    return false;
  *site = (struct mc_code_site){
      .address = address,
      .length = d->length,
      .action = moves ? MC_CODE_LOAD_AND_STORE : MC_CODE_STORE,
      .size = (uint8_t)(o[0].size / 8),
      .flags = MC_CODE_IS_STRING | (d->attributes & ZYDIS_ATTRIB_HAS_REP ? MC_CODE_REPEATS : 0),
      .base = -1,
      .index = -1,
      .register_operand = -1};
  return true;
}

static bool describe_plain(struct code *code, uint64_t address, const ZydisDecodedInstruction *d,
                           const ZydisDecoderContext *context) {
  enum { LARGEST = 64 };
  ZydisDecodedOperand o[ZYDIS_MAX_OPERAND_COUNT];
  const ZydisDecodedOperand *memory = NULL;
  unsigned accesses = 0;
  if (is_left_out(d) ||
      !ZYAN_SUCCESS(ZydisDecoderDecodeOperands(&code->decoder, context, d, o, d->operand_count)))
    return false;
  for (unsigned i = 0; i < d->operand_count_visible; i++)
    if (is_memory(&o[i])) {
      accesses += !is_threads_block(&o[i]);
      memory = &o[i];
    }
  struct mc_code_site *site = &code->site[code->sites];
  if (d->meta.category == ZYDIS_CATEGORY_STRINGOP && describe_string(site, address, d, o))
    return true;
  if (!accesses)
    return false;
  if (!describe(site, &code->decoder, address, d, context) || accesses > 1 ||
      memory->mem.type != ZYDIS_MEMOP_TYPE_MEM || !site->size || memory->size / 8 > LARGEST) {
    code->is_partial = true;
    return false;
  }
  site->action = plain_action(memory);
  if (!is_move(d))
    site->flags |= MC_CODE_IS_UNKNOWN;
  return true;
}

//===- One function ---------------------------------------------------------------------------===//

static void note_target(struct code *code, uint64_t target) {
  if (code->targets == code->target_room) {
    code->target_room = code->target_room ? 2 * code->target_room : 1 << 10;
    uint64_t *larger = realloc(code->target, code->target_room * sizeof *larger);
    if (!larger)
      abort();
    code->target = larger;
  }
  code->target[code->targets++] = target;
}

static void forget_instructions(struct code *code, uint64_t size) {
  if (size > code->byte_room) {
    code->byte_room = 2 * size;
    free(code->begins);
    code->begins = malloc(code->byte_room);
    if (!code->begins)
      abort();
  }
  memset(code->begins, false, size);
}

/// Else there are constants between instructions, and what follows may be none.
static bool jumps_to_instructions(const struct code *code, uint64_t start, uint64_t size) {
  for (uint32_t i = 0; i < code->targets; i++)
    if (code->target[i] - start < size && !code->begins[code->target[i] - start])
      return false;
  return true;
}

static bool is_entered(const struct code *code, const struct mc_code_site *site) {
  for (uint32_t i = 0; i < code->targets; i++)
    if (code->target[i] > site->address && code->target[i] < site->address + site->length)
      return true;
  return false;
}

static bool may_have_any(const uint8_t *bytes, uint64_t size) {
  enum { LOCK = 0xf0, EXCHANGE = 0x87, EXCHANGE_BYTE = 0x86 };
  return memchr(bytes, LOCK, size) || memchr(bytes, EXCHANGE, size) ||
         memchr(bytes, EXCHANGE_BYTE, size) || memmem(bytes, size, "\x0f\x05", 2);
}

/// The next instruction is reached by a jump only.
static bool is_end_of_run(const ZydisDecodedInstruction *d) {
  return d->meta.category == ZYDIS_CATEGORY_UNCOND_BR || d->meta.category == ZYDIS_CATEGORY_RET ||
         d->mnemonic == ZYDIS_MNEMONIC_UD2 || d->mnemonic == ZYDIS_MNEMONIC_HLT ||
         d->mnemonic == ZYDIS_MNEMONIC_INT3;
}

/// Else it may be data.
static bool is_reached(const struct code *code, uint64_t start, uint32_t i) {
  bool is_reached = code->run[i] == start;
  for (uint32_t k = 0; k < code->targets && !is_reached; k++)
    is_reached = code->target[k] >= code->run[i] && code->target[k] <= code->site[i].address;
  return is_reached;
}

/// One with a lock, or a system call.
static bool describe_other(struct code *code, uint64_t address, const ZydisDecodedInstruction *d,
                           const ZydisDecoderContext *context) {
  struct mc_code_site *site = &code->site[code->sites];
  if (d->mnemonic == ZYDIS_MNEMONIC_SYSCALL) {
    *site = (struct mc_code_site){.address = address,
                                  .length = d->length,
                                  .action = MC_CODE_SYSTEM_CALL,
                                  .base = -1,
                                  .index = -1,
                                  .register_operand = -1};
    return true;
  }
  if (!is_atomic(d))
    return false;
  const bool is_known = describe(site, &code->decoder, address, d, context);
  code->is_partial |= !is_known;
  return is_known;
}

static void decode_function(struct code *code, uint64_t start, const uint8_t *bytes, uint64_t size,
                            bool catches) {
  ZydisDecodedInstruction d;
  ZydisDecoderContext context;
  const uint32_t first = code->sites;
  uint64_t run = start;
  bool jumps_by_table = false;
  code->targets = 0;
  forget_instructions(code, size);
  for (uint64_t at = 0; at < size; at += d.length) {
    if (!ZYAN_SUCCESS(
            ZydisDecoderDecodeInstruction(&code->decoder, &context, bytes + at, size - at, &d))) {
      code->sites = first; // constants between instructions: none is certain
      code->is_partial = true;
      return;
    }
    code->begins[at] = true;
    if (d.attributes & ZYDIS_ATTRIB_IS_RELATIVE && d.raw.imm[0].is_relative)
      note_target(code, start + at + d.length + (uint64_t)d.raw.imm[0].value.s);
    code->run[code->sites] = run;
    if (is_end_of_run(&d))
      run = start + at + d.length;
    jumps_by_table |= d.meta.category == ZYDIS_CATEGORY_UNCOND_BR && !d.raw.imm[0].is_relative;
    if (code->sites == code->most)
      code->is_partial = true;
    else if (code->is_plain ? describe_plain(code, start + at, &d, &context)
                            : describe_other(code, start + at, &d, &context))
      code->sites++;
  }
  uint32_t left = first;
  if (!code->is_plain && !jumps_to_instructions(code, start, size)) {
    code->sites = first;
    code->is_partial = true;
  }
  for (uint32_t i = first; i < code->sites; i++)
    if (is_entered(code, &code->site[i]))
      code->is_partial = true;
    else if (catches || jumps_by_table || is_reached(code, start, i))
      code->site[left++] = code->site[i];
  code->sites = left;
}

static void look_at_function(void *context, uint64_t start, uint64_t size, bool catches) {
  struct code *code = context;
  for (unsigned i = 0; i < code->sections; i++) {
    const struct section *s = &code->section[i];
    if (start >= s->start && start < s->end && size <= s->end - start &&
        (code->is_plain || may_have_any(s->bytes + (start - s->start), size)))
      decode_function(code, start, s->bytes + (start - s->start), size, catches);
  }
}

//===- One file -------------------------------------------------------------------------------===//

static void add_section(struct code *code, Elf_Scn *section, const GElf_Shdr *header) {
  const Elf_Data *data = elf_rawdata(section, NULL);
  if (data && data->d_buf && code->sections < MOST_SECTIONS)
    code->section[code->sections++] = (struct section){
        .start = header->sh_addr, .end = header->sh_addr + data->d_size, .bytes = data->d_buf};
}

static int by_address(const void *a, const void *b) {
  const struct mc_code_site *x = a, *y = b;
  return x->address < y->address ? -1 : x->address > y->address;
}

/// False: it cannot be read.
static bool look_at_file(struct code *code, Elf *elf) {
  size_t names;
  Elf_Scn *frames = NULL;
  GElf_Shdr header;
  if (elf_getshdrstrndx(elf, &names))
    return false;
  for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
    const char *name =
        gelf_getshdr(section, &header) ? elf_strptr(elf, names, header.sh_name) : NULL;
    if (name && !strcmp(name, ".eh_frame"))
      frames = section;
    else if (name && header.sh_flags & SHF_EXECINSTR && header.sh_type == SHT_PROGBITS)
      add_section(code, section, &header);
  }
  if (frames)
    frames_visit(elf, frames, look_at_function, code);
  return frames;
}

uint32_t machine_code_find(const char *path, bool is_plain, struct mc_code_site *site,
                           uint32_t most, bool *is_partial) {
  struct code code = {.is_plain = is_plain, .site = site, .most = most};
  code.run = malloc((most + 1) * sizeof *code.run);
  if (!code.run)
    abort();
  elf_version(EV_CURRENT);
  ZydisDecoderInit(&code.decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  Elf *elf = fd < 0 ? NULL : elf_begin(fd, ELF_C_READ_MMAP, NULL);
  GElf_Ehdr header;
  code.is_partial |= !elf || !gelf_getehdr(elf, &header) || header.e_machine != EM_X86_64 ||
                     !look_at_file(&code, elf);
  elf_end(elf);
  if (fd >= 0)
    close(fd);
  free(code.target);
  free(code.begins);
  free(code.run);
  qsort(site, code.sites, sizeof *site, by_address);
  *is_partial = code.is_partial;
  return code.sites;
}
