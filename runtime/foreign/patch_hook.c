// runtime/foreign/patch_hook.c - from a patched instruction to the operation that it is.
//
// A stub leaves the red zone alone, pushes the number of its patch and rbp, and calls
// mc_patch_enter. What that needs of the stack, and how much of the processor's state it keeps
// there, does not depend on the schedule. For unwinders, and for who follows frame pointers, it is
// a function that the patched instruction has called: its return address, behind the instruction,
// takes the place of the number.
#include "patches.h"
#include "code_records.h"
#include "plain_code.h"
#include "runtime/detector/races.h"
#include "runtime/record/leave.h"
#include "runtime/record/record.h"
#include "runtime/spinloop/waiting.h"
#include <cpuid.h>
#include <mcmini/hooks.h>
#include <string.h>

enum {
  RSP = 4,
  FLAGS = 16,
  RETURN = 19, // of the words that are pushed: the number of the patch
  PUSHED = 20, // words, up to the red zone
  RED_ZONE = 128,
  TRAP_FLAG = 0x100,
  SEQ_CST = 5,
  MOST_PLAIN_HOOKS = 1 << 18, // of a trace
  ROUNDS = 8,                 // of a loop that changes nothing
  MORE_PLAIN_HOOKS = 1 << 12, // in which a loop that counts in its frame shows
  MOST_LOADS = 16,            // in one
  FRAME = 1 << 12,            // bytes
  // The x87's, SSE's, AVX's and AVX-512's registers. Not the rights to memory: they are ours.
  STATE = 0xe7,
};

// In the order of their numbers, from rax on; above them the flags, the return to the stub, rbp,
// the patch's number, the red zone.
__asm__(".text\n"
        ".globl mc_patch_enter\n"
        ".hidden mc_patch_enter\n"
        ".type mc_patch_enter, @function\n"
        "mc_patch_enter:\n"
        ".cfi_startproc\n"
        ".cfi_def_cfa rsp, 152\n"
        ".cfi_offset rip, -136\n"
        ".cfi_offset rbp, -144\n"
        "  pushfq\n"
        "  push %r15; push %r14; push %r13; push %r12; push %r11; push %r10; push %r9; push %r8\n"
        "  push %rdi; push %rsi; push %rbp; push %rsp; push %rbx; push %rdx; push %rcx; push %rax\n"
        "  lea 144(%rsp), %rbp\n"
        ".cfi_def_cfa rbp, 144\n"
        ".cfi_offset r15, -168\n"
        ".cfi_offset r14, -176\n"
        ".cfi_offset r13, -184\n"
        ".cfi_offset r12, -192\n"
        ".cfi_offset rbx, -264\n"
        "  cld\n"
        "  mov %rsp, %rdi\n"
        "  movslq 8(%rbp), %rsi\n"
        "  and $-64, %rsp\n"
        "  call mc_patch_matters\n"
        "  test %al, %al\n"
        "  jz 1f\n"
        "  lea -144(%rbp), %rdi\n"
        "  movslq 8(%rbp), %rsi\n"
        "  sub mc_patch_state_bytes(%rip), %rsp\n"
        "  xor %eax, %eax\n" // the header, whose first two words xsavec writes
        "  mov %rax, 528(%rsp); mov %rax, 536(%rsp); mov %rax, 544(%rsp)\n"
        "  mov %rax, 552(%rsp); mov %rax, 560(%rsp); mov %rax, 568(%rsp)\n"
        "  mov $0xe7, %eax; xor %edx, %edx\n"
        "  xsavec64 (%rsp)\n"
        "  call mc_patch_hook\n"
        "  mov $0xe7, %eax; xor %edx, %edx\n"
        "  xrstor64 (%rsp)\n"
        "1: lea -144(%rbp), %rsp\n"
        "  pop %rax; pop %rcx; pop %rdx; pop %rbx\n"
        "  lea 16(%rsp), %rsp\n" // rsp, rbp
        "  pop %rsi; pop %rdi; pop %r8; pop %r9; pop %r10; pop %r11\n"
        "  pop %r12; pop %r13; pop %r14; pop %r15\n"
        "  mov 0(%rbp), %rbp\n"
        ".cfi_def_cfa rsp, 160\n"
        "  popfq\n"
        ".cfi_def_cfa rsp, 152\n"
        "  ret\n"
        ".cfi_endproc\n"
        ".size mc_patch_enter, .-mc_patch_enter\n");

uint64_t mc_patch_state_bytes MC_KEPT;

static const uint32_t access_of[MC_CODE_ACTIONS] = {
    [MC_CODE_EXCHANGE] = MC_ATOMIC_EXCHANGE,
    [MC_CODE_ADD] = MC_ATOMIC_ADD,
    [MC_CODE_SUB] = MC_ATOMIC_SUB,
    [MC_CODE_AND] = MC_ATOMIC_AND,
    [MC_CODE_OR] = MC_ATOMIC_OR,
    [MC_CODE_XOR] = MC_ATOMIC_XOR,
    [MC_CODE_COMPARE_EXCHANGE] = MC_ATOMIC_COMPARE_EXCHANGE | SEQ_CST << 12,
    [MC_CODE_MODIFY] = MC_ATOMIC_MODIFY,
};

/// Rounded up to whole lines; what `xsavec` writes of those components lies behind the header.
static uint64_t state_bytes(void) {
  enum { FIRST_BYTES = 512 + 64, FIRST_COMPONENT = 2, COMPONENTS = 8, LINE = 64 };
  uint64_t bytes = FIRST_BYTES;
  for (unsigned i = FIRST_COMPONENT; i < COMPONENTS; i++) {
    unsigned size = 0, b, c, d;
    if (STATE >> i & 1)
      __cpuid_count(0xd, i, size, b, c, d);
    bytes += (size + LINE - 1) & ~(unsigned)(LINE - 1);
  }
  return bytes;
}

bool mc_patch_enter_start(void) {
  enum { OSXSAVE = 1 << 27, XSAVEC = 1 << 1 };
  unsigned a, b, c = 0, d;
  __cpuid(1, a, b, c, d);
  if (!(c & OSXSAVE))
    return false;
  __cpuid_count(0xd, 1, a, b, c, d);
  mc_patch_state_bytes = state_bytes();
  return a & XSAVEC;
}

static uint64_t mask_of(uint8_t size) {
  return size >= 8 ? UINT64_MAX : ((uint64_t)1 << 8 * size) - 1;
}

static uint64_t address_of(const struct mc_code_site *site, const uint64_t *r) {
  uint64_t address = (uint64_t)site->displacement;
  if (site->base >= 0)
    address += r[site->base];
  if (site->index >= 0)
    address += r[site->index] * site->scale;
  if (site->flags & MC_CODE_IS_LOCAL)
    address += (uint64_t)__builtin_thread_pointer();
  return address;
}

/// Of a string of bits, the word that has this one.
static int64_t bit_displacement(const struct mc_code_site *site, uint64_t bit) {
  const int64_t number = site->size == 8   ? (int64_t)bit
                         : site->size == 4 ? (int32_t)bit
                                           : (int16_t)bit;
  return (number >> 3) & -(int64_t)site->size;
}

static uint64_t operand_of(const struct mc_code_site *site, const uint64_t *r) {
  if (site->register_operand < 0)
    return site->operand;
  return r[site->register_operand] >> (site->flags & MC_CODE_IS_HIGH ? 8 : 0);
}

static uint64_t place_of(const struct mc_code_site *site, const uint64_t *r) {
  const uint64_t address = address_of(site, r);
  return site->flags & MC_CODE_IS_BIT
             ? address + (uint64_t)bit_displacement(site, operand_of(site, r))
             : address;
}

static bool is_plain(const struct mc_code_site *site) { return site->action >= MC_CODE_LOAD; }

static uint32_t plain_hooks MC_PER_TRACE;

/// Has the detector seen it already, in this step?
static bool repeats(const struct mc_code_site *site, uint64_t address) {
  return address - mc_freed.start >= mc_freed.size && (site->size & (site->size - 1)) == 0 &&
         mc_races_repeats((const struct mc_cell_directory *)MC_RACES_ADDRESS, mc_plain_epoch,
                          address, site->size, site->action != MC_CODE_LOAD) &&
         (site->action != MC_CODE_LOAD_AND_STORE ||
          mc_races_repeats((const struct mc_cell_directory *)MC_RACES_ADDRESS, mc_plain_epoch,
                           address, site->size, false));
}

/// A loop of loads that the thread has made before. Once a load finds all registers as they were,
/// and no store has changed anything, the loop goes on for ever: it waits for other threads. One
/// that counts in its own frame may have an end: it is taken for such a loop if its trace makes too
/// many accesses.
static struct {
  bool counts, is_found;
  uint64_t number, registers[RSP + 12];
  unsigned rounds, loads;
  struct {
    uint64_t address;
    unsigned size;
  } load[MOST_LOADS]; // since that load
} loop MC_PER_TRACE;

static bool waits(const struct mc_code_site *site, const uint64_t *r, uint64_t number,
                  uint64_t address) {
  if (number == loop.number && memcmp(loop.registers, r, sizeof loop.registers) == 0) {
    loop.is_found = ++loop.rounds >= ROUNDS && (!loop.counts || plain_hooks > MOST_PLAIN_HOOKS);
    if (loop.is_found)
      return true;
    loop.loads = 0;
  } else if (!loop.number || loop.loads == MOST_LOADS) {
    loop.number = number;
    memcpy(loop.registers, r, sizeof loop.registers);
    loop.rounds = loop.loads = 0;
    loop.counts = false;
  }
  loop.load[loop.loads].address = address;
  loop.load[loop.loads++].size = site->size;
  return false;
}

static bool is_in_frame(const uint64_t *r, uint64_t address) {
  return address - (r[RSP] - RED_ZONE) < FRAME;
}

/// In the thread's own frame, where the compiler may keep what it computes.
static bool stores_the_same(const struct mc_code_site *site, const uint64_t *r, uint64_t address) {
  const uint64_t value = operand_of(site, r);
  return site->action == MC_CODE_STORE && !(site->flags & MC_CODE_IS_UNKNOWN) &&
         site->size <= sizeof value && is_in_frame(r, address) &&
         memcmp((const void *)address, &value, site->size) == 0;
}

/// What the loop reads of memory that may be another thread's becomes operations.
static void learn_loop(const uint64_t *r) {
  bool any = false;
  loop.number = loop.rounds = loop.is_found = 0;
  for (unsigned i = 0; i < loop.loads; i++)
    if (!is_in_frame(r, loop.load[i].address))
      any |= mc_racy_is_waited_for(loop.load[i].address, loop.load[i].size);
  if (any)
    mc_restart_search();
}

static bool is_loop(const struct mc_code_site *site, const uint64_t *r, uint64_t number,
                    uint64_t address) {
  if (site->action == MC_CODE_LOAD)
    return mc_mode == MC_MODE_WORKER && !mc_session->config.replaying &&
           waits(site, r, number + 1, address);
  if (!is_in_frame(r, address))
    loop.number = 0;
  else
    loop.counts |= !stores_the_same(site, r, address);
  return false;
}

bool mc_patch_matters(uint64_t *r, uint64_t number) {
  const struct mc_code_site *site = &mc_patch_of(1 + (uint32_t)number)->site;
  r[RSP] = (uint64_t)(r + PUSHED) + RED_ZONE;
  if (!mc_is_checking() || mc_process->model.thread_count == 1) // then nothing races with it
    return false;
  if (!is_plain(site))
    return true;
  if (!mc_plain_epoch) // a thread in doubt makes its transitions, and has no races
    return mc_process->thread[mc_self_].doubt == MC_IN_DOUBT;
  plain_hooks++;
  if (site->flags & MC_CODE_IS_STRING)
    return true;
  const uint64_t address = place_of(site, r);
  return is_loop(site, r, number, address) || plain_hooks > MOST_PLAIN_HOOKS + MORE_PLAIN_HOOKS ||
         !repeats(site, address);
}

static void make_access(const struct mc_code_site *site, uint64_t code, uint64_t address,
                        uint32_t access, uint64_t operand, uint64_t expected) {
  loop.number = 0;
  __mcmini_access((const struct mc_site *)(code | MC_SITE_IS_CODE), (volatile void *)address,
                  site->size, access | SEQ_CST << 8, operand & mask_of(site->size),
                  expected & mask_of(site->size));
}

static void string_access(const struct mc_patch *patch, uint64_t code, const uint64_t *r) {
  enum { RCX = 1, RSI = 6, RDI = 7, BACKWARD = 0x400 };
  const struct mc_code_site *site = &patch->site;
  const struct mc_site *at = (const struct mc_site *)(code | MC_SITE_IS_CODE);
  const uint64_t size = site->size * (site->flags & MC_CODE_REPEATS ? r[RCX] : 1);
  loop.number = 0;
  if (r[FLAGS] & BACKWARD)
    mc_plain_code_is_not_whole(patch->record);
  if (!mc_plain_epoch || !size || r[FLAGS] & BACKWARD)
    return;
  if (site->action == MC_CODE_LOAD_AND_STORE)
    mc_plain_access(at, r[RSI], size, 0, NULL);
  mc_plain_access(at, r[RDI], size, MC_IS_WRITE, NULL);
}

/// In memory where loads and stores race it is atomic, whatever the source says.
static void plain_access(const struct mc_patch *patch, uint64_t code, uint64_t address,
                         uint64_t operand) {
  const struct mc_code_site *site = &patch->site;
  const bool loads = site->action != MC_CODE_STORE, stores = site->action != MC_CODE_LOAD;
  const bool is_known = !(site->flags & MC_CODE_IS_UNKNOWN) && site->size <= sizeof operand;
  const struct mc_site *at = (const struct mc_site *)(code | MC_SITE_IS_CODE);
  if (!mc_is_racy(address, site->size) || site->size > sizeof operand) {
    if (!mc_plain_epoch)
      return;
    const uint64_t value = operand & mask_of(site->size);
    if (loads)
      mc_plain_access(at, address, site->size, 0, NULL);
    if (stores)
      mc_plain_access(at, address, site->size, MC_IS_WRITE, is_known && !loads ? &value : NULL);
    return;
  }
  if (loads && stores)
    mc_plain_code_is_not_whole(patch->record);
  if (loads)
    make_access(site, code, address, MC_ATOMIC_LOAD, 0, 0);
  if (stores)
    make_access(site, code, address,
                MC_ATOMIC_STORE | (is_known && !loads ? 0 : MC_ACCESS_OF_UNKNOWN_VALUE),
                is_known && !loads ? operand : 0, 0);
}

void mc_patch_hook(uint64_t *r, uint64_t number) {
  const struct mc_patch *patch = mc_patch_of(1 + (uint32_t)number);
  const struct mc_code_site *site = &patch->site;
  const uint64_t code = site->address + site->length;
  const uint64_t address = place_of(site, r), operand = operand_of(site, r);
  mc_state_beside(r, PUSHED + RED_ZONE / sizeof *r); // live registers, and the red zone
  r[RETURN] = code;
  if (loop.is_found)
    learn_loop(r);
  if (plain_hooks > MOST_PLAIN_HOOKS + MORE_PLAIN_HOOKS && !mc_session->config.replaying)
    mc_plain_code_is_too_much(patch->record);
  if (site->flags & MC_CODE_IS_STRING) {
    string_access(patch, code, r);
  } else if (is_plain(site)) {
    plain_access(patch, code, address, operand);
  } else {
    mc_code_note(patch->record, site->address);
    mc_plain_code_wants(patch->record, address);
    make_access(site, code, address, access_of[site->action], operand,
                site->action == MC_CODE_COMPARE_EXCHANGE ? r[0] : 0);
  }
  mc_state_beside(NULL, 0);
  if (!(__builtin_ia32_readeflags_u64() & TRAP_FLAG))
    r[FLAGS] &= ~(uint64_t)TRAP_FLAG; // a suspect of a busy wait, run step by step, is none now
}
