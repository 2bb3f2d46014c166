// runtime/foreign/lock_functions.c - see lock_functions.h. The first bytes of such a function are a
// jump to a stub, from the start of the program on, so that a lock that is taken before there are
// two threads is seen, too. The stub calls what the function stands for, and returns to the
// function's caller: nothing else of the function runs.
//
// Only what a module exports is found. No snapshot puts code back.
#include "lock_functions.h"
#include "exports.h"
#include "loaded.h"
#include "machine_code.h"
#include "patches.h"
#include "runtime/heap/heap.h"
#include "runtime/record/leave.h"
#include "runtime/record/record.h"
#include "runtime/schedule/schedule.h"
#include "runtime/spinloop/unwinder.h"
#include <fnmatch.h>
#include <string.h>

enum { MOST_ENTRIES = 1024, STUB_BYTES = 16, JUMP_BYTES = 5 };

static struct lock_functions {
  bool begins[1 << 12]; // by a hash: there is one whose name begins so
  bool begins_anyhow;   // or any
  uint32_t count, modules;
  struct module {
    uint64_t base, start, end;
    bool is_instrumented;
    bool is_users;                // no library of the system
  } module[MC_MAX_MODULE_RANGES]; // that were looked at
  struct entry {
    uint64_t start, end;
    uint32_t function;
  } of[MOST_ENTRIES];
} * known MC_KEPT;

// In the order of an array: rdi, rsi, rdx, rcx, r8, r9.
void mc_lock_enter(void);
uint64_t mc_lock_entered(uint64_t function, const uint64_t argument[6], uint64_t caller);
__asm__(".text\n"
        ".globl mc_lock_enter\n"
        ".hidden mc_lock_enter\n"
        ".type mc_lock_enter, @function\n"
        "mc_lock_enter:\n"
        ".cfi_startproc\n"
        "  push %rbp\n"
        ".cfi_def_cfa_offset 16\n"
        ".cfi_offset rbp, -16\n"
        "  mov %rsp, %rbp\n"
        ".cfi_def_cfa_register rbp\n"
        "  push %r9; push %r8; push %rcx; push %rdx; push %rsi; push %rdi\n"
        "  mov %eax, %edi\n"
        "  mov %rsp, %rsi\n"
        "  mov 8(%rbp), %rdx\n"
        "  call mc_lock_entered\n"
        "  leave\n"
        ".cfi_def_cfa rsp, 8\n"
        "  ret\n"
        ".cfi_endproc\n"
        ".size mc_lock_enter, .-mc_lock_enter\n");

static const struct module *module_at(uint64_t code) {
  for (uint32_t i = 0; i < known->modules; i++)
    if (code >= known->module[i].start && code < known->module[i].end)
      return &known->module[i];
  return NULL;
}

static _Unwind_Reason_Code find_users(struct _Unwind_Context *context, void *argument) {
  const uint64_t code = mc_unwinder.ip(context);
  const struct module *module = mc_is_runtime(code) ? NULL : module_at(code);
  if (!module || !module->is_users)
    return _URC_NO_REASON;
  *(uint64_t *)argument = code;
  return _URC_NORMAL_STOP;
}

/// Where the user's own code has called a library of the system, which has called the lock.
static uint64_t users_caller(uint64_t caller) {
  const struct module *module = module_at(caller);
  uint64_t found = caller;
  if (module && !module->is_users && mc_unwinder.backtrace && !mc_unwind(find_users, &found))
    return caller;
  return found;
}

uint64_t mc_lock_entered(uint64_t function, const uint64_t argument[6], uint64_t caller) {
  const struct module *module = module_at(caller);
  const uint64_t place = mc_is_checking() ? users_caller(caller) : caller;
  return mc_lock_function_call((unsigned)function, argument,
                               (const struct mc_site *)(place | MC_SITE_IS_CODE),
                               module && module->is_instrumented);
}

bool mc_lock_functions_have(uint64_t code) {
  for (uint32_t i = 0; i < known->count; i++)
    if (code >= known->of[i].start && code < known->of[i].end)
      return true;
  return false;
}

void mc_end_at_lock(void) { mc_end_outside(MC_WARN_LOCKS_MEMORY, NULL, NULL); }

bool mc_is_static(const volatile void *address) {
  return !mc_heap_has((const void *)address) && !mc_may_be_on_stack((uintptr_t)address);
}

//===- Which functions are locks --------------------------------------------------------------===//

static bool matches(const char *name, const char *pattern) {
  return strncmp(name, pattern, strcspn(pattern, "*")) == 0 && fnmatch(pattern, name, 0) == 0;
}

enum { BEGINNING = 6 };

static uint32_t hash_of_beginning(const char *name) {
  uint32_t hash = 0;
  for (unsigned i = 0; i < BEGINNING && name[i]; i++)
    hash = hash * 0x9e3779b1u + (unsigned char)name[i];
  return hash * 0x9e3779b1u >> 20;
}

/// Most names are no lock's, and there are many of both.
static void note_beginnings(void) {
  for (unsigned i = 0; i < mc_lock_functions(); i++) {
    const char *pattern = mc_lock_function(i);
    known->begins[hash_of_beginning(pattern)] = true;
    known->begins_anyhow |= strcspn(pattern, "*?[") < BEGINNING && pattern[strcspn(pattern, "*?[")];
  }
}

static uint32_t function_named(const char *name) {
  const unsigned count = mc_lock_functions();
  if (!known->begins_anyhow && !known->begins[hash_of_beginning(name)])
    return MC_NONE;
  for (unsigned i = 0; i < count; i++) {
    const char *pattern = mc_lock_function(i);
    if (pattern[0] == name[0] && pattern[1] == name[1] && matches(name, pattern))
      return i;
  }
  return MC_NONE;
}

static bool is_seen(const struct dl_phdr_info *module, uint64_t function) {
  for (int i = 0; i < module->dlpi_phnum; i++) {
    const uint64_t start = module->dlpi_addr + module->dlpi_phdr[i].p_vaddr;
    if (module->dlpi_phdr[i].p_type == PT_LOAD && function - start < module->dlpi_phdr[i].p_memsz)
      return mc_code_is_seen(function, start);
  }
  return false;
}

/// A short function has it with what fills the code up to the next one's place: a nop, or int3.
static bool has_room(uint64_t start, uint64_t size) {
  enum {
    ALIGNED = 16,
    NOP = 0x90,
    INT3 = 0xcc,
    OPERAND = 0x66,
    CODE_SEGMENT = 0x2e,
    LONG_NOP = 0x0f
  };
  if (size >= JUMP_BYTES || size == 0 || start % ALIGNED)
    return size >= JUMP_BYTES;
  const uint8_t fill = *(const uint8_t *)(start + size);
  return fill == NOP || fill == INT3 || fill == OPERAND || fill == CODE_SEGMENT || fill == LONG_NOP;
}

static void add_lock(const struct dl_phdr_info *module, uint64_t start, uint64_t size,
                     uint32_t function) {
  if (known->count == MOST_ENTRIES || !has_room(start, size) || mc_lock_functions_have(start) ||
      mc_is_runtime(start) || (is_seen(module, start) && !mc_lock_function_is_users(function)))
    return;
  known->of[known->count++] = (struct entry){start, start + size, function};
}

static void look_at_symbol(const char *name, uint64_t start, uint64_t size, void *module) {
  const uint32_t function = function_named(name);
  if (function != MC_NONE)
    add_lock(module, start, size, function);
}

/// The number there, hexadecimal; goes on behind it and a space.
static uint64_t take_number(const char **item) {
  uint64_t number = 0;
  for (; **item && **item != ' '; ++*item)
    number = number * 16 + (uint64_t)(**item <= '9' ? **item - '0' : **item - 'a' + 10);
  *item += **item == ' ';
  return number;
}

/// Of the program's file the driver has read those that it does not export.
static void look_at_program(const struct dl_phdr_info *module) {
  const char *item = mc_session->strings + mc_session->config.lock_symbols;
  while (*item) {
    char name[512];
    const uint64_t start = take_number(&item), size = take_number(&item);
    const size_t length = strcspn(item, ",");
    if (length < sizeof name) {
      memcpy(name, item, length);
      name[length] = 0;
      const uint32_t function = function_named(name);
      if (function != MC_NONE)
        add_lock(module, module->dlpi_addr + start, size, function);
    }
    item += length + (item[length] == ',');
  }
}

//===- Stubs ----------------------------------------------------------------------------------===//

static void make_stub(const struct entry *entry, uint64_t enter, uint64_t at) {
  uint8_t code[STUB_BYTES] = {0xb8, 0, 0, 0, 0, 0xff, 0x25}; // mov $, %eax; jmp *
  const int32_t distance = (int32_t)(enter - (at + 11));
  memcpy(code + 1, &entry->function, sizeof entry->function);
  memcpy(code + 7, &distance, sizeof distance);
  memcpy((void *)at, code, sizeof code);
}

static void enter_by_stubs(const struct dl_phdr_info *module, uint32_t first) {
  const uint64_t count = known->count - first;
  const uint64_t pool = mc_code_map_near(module, (count + 1) * STUB_BYTES);
  if (!pool) {
    known->count = first;
    return;
  }
  *(uint64_t *)pool = (uintptr_t)mc_lock_enter;
  for (uint64_t i = 0; i < count; i++) {
    const struct entry *entry = &known->of[first + i];
    const uint64_t stub = pool + (i + 1) * STUB_BYTES;
    const int32_t distance = (int32_t)(stub - (entry->start + JUMP_BYTES));
    uint8_t jump[JUMP_BYTES] = {0xe9};
    memcpy(jump + 1, &distance, sizeof distance);
    make_stub(entry, pool, stub);
    mc_code_put(entry->start, jump, sizeof jump);
  }
  mc_code_map_close(pool, (count + 1) * STUB_BYTES);
}

static void look_at(const struct dl_phdr_info *module) {
  const uint32_t first = known->count;
  for (uint32_t i = 0; i < known->modules; i++)
    if (known->module[i].base == module->dlpi_addr)
      return;
  if (known->modules == MC_MAX_MODULE_RANGES || !mc_code_is_program(module))
    return;
  struct module *m = &known->module[known->modules++];
  m->base = module->dlpi_addr;
  m->is_instrumented = mc_code_is_instrumented(module);
  m->is_users = m->is_instrumented || !mc_is_of_system(module->dlpi_name);
  mc_code_bounds(module, &m->start, &m->end);
  if (!*module->dlpi_name)
    look_at_program(module);
  mc_exports_visit(module, look_at_symbol, (void *)(uintptr_t)module);
  if (known->count != first)
    enter_by_stubs(module, first);
}

void mc_lock_functions_look(void) {
  mc_loaded_ask();
  for (unsigned i = 0; i < mc_loaded_count; i++)
    look_at(&mc_loaded[i]);
}

void mc_lock_functions_report(void) {
  for (unsigned i = 0; mc_lock_function_is_users(i); i++) {
    uint32_t k = 0;
    while (k < known->count && known->of[k].function != i)
      k++;
    if (k == known->count)
      mc_record_warning(MC_WARN_UNKNOWN_LOCK, mc_lock_function(i), NULL);
  }
}

void mc_lock_functions_begin(void) {
  known = mc_guarded_memory(sizeof *known);
  if (!mc_lock_functions_take(mc_session->strings + mc_session->config.locks))
    mc_refuse(
        "--locks has too many lines, at most 256 are possible, or one that is not understood");
  note_beginnings();
  mc_lock_functions_look();
}
