// runtime/foreign/patches.c - see patches.h. The driver decodes (driver/machine_code.c), here code
// is written. Only bytes of the instruction itself are, so that nothing need be known of jumps
// elsewhere.
//
// All is done in the trunk, before the first worker. No snapshot puts code back.
#include "patches.h"
#include "patch_puns.h"
#include "runtime/record/record.h"
#include <fnmatch.h>
#include <string.h>
#include <sys/mman.h>

enum {
  MOST_PATCHES = 1 << 16,
  STUB_BYTES = 64,
  BEFORE_COPY = 25,
  JUMP_BYTES = 5,
  PAGE = 4096,
  NOP = 0x90
};

static struct patches {
  uint64_t base; // of the module that was asked of last
  uint32_t next; // of its sites
  uint32_t count, prepared;
  bool cannot;
  struct mc_patch of[MOST_PATCHES];
} * patches MC_KEPT;

void mc_patches_start(void) {
  patches = mc_guarded_memory(sizeof *patches);
  mc_puns_start();
  patches->cannot = !mc_patch_enter_start();
}

const struct mc_patch *mc_patch_of(uint32_t patch) { return &patches->of[patch - 1]; }

//===- What the driver knows ------------------------------------------------------------------===//

static bool begins_with(const char *text, const char *word) {
  return strncmp(text, word, strlen(word)) == 0;
}

/// lib:PATTERN, up to a comma.
static bool matches(const char *item, const char *path) {
  const char *name = strrchr(path, '/');
  char pattern[256];
  item += strlen("lib:");
  const size_t length = strcspn(item, ",");
  if (length >= sizeof pattern)
    return false;
  memcpy(pattern, item, length);
  pattern[length] = 0;
  return fnmatch(pattern, path, 0) == 0 || fnmatch(pattern, name ? name + 1 : path, 0) == 0;
}

/// As --atomics says: what comes later counts.
static bool is_wanted(const char *path) {
  bool wanted = true, is_list = false;
  for (const char *item = mc_session->strings + mc_session->config.atomics; *item;
       item += strcspn(item, ","), item += *item == ',') {
    const bool goes_on = is_list;
    is_list = begins_with(item, "lib:");
    if (is_list)
      wanted = (goes_on && wanted) || matches(item, path);
    else
      wanted = begins_with(item, "auto");
  }
  return wanted;
}

bool mc_patches_are_wanted(const char *path) {
  return !patches->cannot && !mc_has_sanitizer() && is_wanted(path);
}

bool mc_patches_ask(const struct dl_phdr_info *module, bool is_plain) {
  enum { AGAIN = 100 };                 // milliseconds
  const char *path = module->dlpi_name; // the program's is ""
  struct mc_code_question *question = &mc_session->code;
  mc_session_write();
  patches->base = module->dlpi_addr;
  patches->next = 0;
  question->sites = 0;
  question->is_plain = is_plain;
  if (patches->cannot || strlen(path) >= sizeof question->path)
    return false;
  strcpy(question->path, path);
  const uint32_t before = question->answered;
  atomic_store(&question->asked, before + 1);
  while (atomic_load(&question->answered) == before) {
    mc_futex_wake((const volatile uint32_t *)&mc_session->phase, 1);
    mc_futex_wait((const volatile uint32_t *)&question->answered, before, AGAIN, 1);
  }
  return true;
}

uint32_t mc_patch_plan(uint64_t address, uint32_t record) {
  const struct mc_code_question *question = &mc_session->code;
  uint32_t i = patches->next;
  while (i < question->sites && i < MC_SESSION_MAX_CODE_SITES &&
         patches->base + question->site[i].address < address)
    i++;
  patches->next = i;
  if (i >= question->sites || i >= MC_SESSION_MAX_CODE_SITES ||
      patches->base + question->site[i].address != address || patches->count == MOST_PATCHES)
    return 0;
  if (question->site[i].action == MC_CODE_FENCE)
    return MC_PATCH_NOTHING;
  struct mc_patch *patch = &patches->of[patches->count];
  *patch = (struct mc_patch){.site = question->site[i], .record = record};
  patch->site.address = address;
  if (patch->site.flags & MC_CODE_IS_RELATIVE)
    patch->site.displacement += (int64_t)patches->base;
  return ++patches->count;
}

//===- Stubs ----------------------------------------------------------------------------------===//

static uint64_t whole_pages(uint64_t bytes) { return (bytes + PAGE - 1) & ~(uint64_t)(PAGE - 1); }

/// Near the module, so that a jump reaches it: rather below it, as heaps grow above.
static uint64_t map_near(uint64_t start, uint64_t end, uint64_t bytes) {
  enum { STEP = 1 << 20, FARTHEST = 0x70000000 };
  for (uint64_t away = STEP; end - start + away + bytes < FARTHEST; away += STEP) {
    const uint64_t at[] = {start - away - bytes, (end + away) & ~(uint64_t)(PAGE - 1)};
    for (unsigned i = 0; i < 2; i++)
      if ((i || start > away + bytes + (1 << 16)) &&
          mc_sys(SYS_mmap, at[i], bytes, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) == (long)at[i])
        return at[i];
  }
  return 0;
}

static void put(uint8_t **to, const void *bytes, size_t size) {
  memcpy(*to, bytes, size);
  *to += size;
}

static void put_distance(uint8_t **to, uint64_t target) {
  const int32_t distance = (int32_t)(target - (uint64_t)(*to + sizeof distance));
  put(to, &distance, sizeof distance);
}

/// The instruction is to be executed at that address.
static void set_distance(uint8_t *code, const struct mc_code_site *site, uint64_t address) {
  const int32_t distance = (int32_t)((uint64_t)site->displacement - (address + site->length));
  if (site->flags & MC_CODE_IS_RELATIVE)
    memcpy(code + site->displaced_at, &distance, sizeof distance);
}

/// `enter`: where the address of mc_patch_enter lies. BEFORE_COPY bytes come before the
/// instruction.
static void make_stub(struct mc_patch *patch, uint32_t number, uint64_t enter, uint8_t *to) {
  const struct mc_code_site *site = &patch->site;
  patch->stub = (uintptr_t)to;
  put(&to, "\x48\x8d\x64\x24\x80\x68", 6); // lea -128(%rsp), %rsp; push
  put(&to, &number, sizeof number);
  put(&to, "\x55\xff\x15", 3); // push %rbp; call *
  put_distance(&to, enter);
  put(&to, "\x48\x8d\xa4\x24\x90\0\0\0", 8); // lea 144(%rsp), %rsp
  uint8_t *copy = to;
  put(&to, (const void *)site->address, site->length);
  set_distance(copy, site, (uintptr_t)copy);
  put(&to, "\xe9", 1); // jmp
  put_distance(&to, site->address + site->length);
}

void mc_code_bounds(const struct dl_phdr_info *module, uint64_t *start, uint64_t *end) {
  *start = UINT64_MAX, *end = 0;
  for (int i = 0; i < module->dlpi_phnum; i++) {
    const uint64_t from = module->dlpi_addr + module->dlpi_phdr[i].p_vaddr;
    const uint64_t to = from + module->dlpi_phdr[i].p_memsz;
    if (module->dlpi_phdr[i].p_type != PT_LOAD)
      continue;
    *start = from < *start ? from : *start;
    *end = to > *end ? to : *end;
  }
}

uint64_t mc_code_map_near(const struct dl_phdr_info *module, uint64_t bytes) {
  uint64_t start, end;
  mc_code_bounds(module, &start, &end);
  return map_near(start & ~(uint64_t)(PAGE - 1), end, whole_pages(bytes));
}

void mc_code_map_close(uint64_t pool, uint64_t bytes) {
  mc_sys(SYS_mprotect, pool, whole_pages(bytes), PROT_READ | PROT_EXEC);
}

bool mc_patches_prepare(const struct dl_phdr_info *module) {
  const uint32_t first = patches->prepared, count = patches->count - first;
  const uint64_t bytes = ((uint64_t)count + 1) * STUB_BYTES;
  const uint64_t pool = count ? mc_code_map_near(module, bytes) : 0;
  if (!pool) {
    patches->count = first;
    return !count;
  }
  *(uint64_t *)pool = (uintptr_t)mc_patch_enter;
  for (uint32_t i = first; i < patches->count; i++)
    make_stub(&patches->of[i], i, pool, (uint8_t *)pool + (i - first + 1) * STUB_BYTES);
  mc_code_map_close(pool, bytes);
  patches->prepared = patches->count;
  return true;
}

//===- Writing code ---------------------------------------------------------------------------===//

/// In pages with code of our own, which runs meanwhile, all can be done for a moment.
static void open_pages(uint64_t start, uint64_t end, bool open) {
  const uint64_t first = start & ~(uint64_t)(PAGE - 1);
  const int ours = mc_is_preloaded() ? 0 : PROT_EXEC;
  mc_sys(SYS_mprotect, first, whole_pages(end - first),
         open ? PROT_READ | PROT_WRITE | ours : PROT_READ | PROT_EXEC);
}

static struct {
  uint64_t start, end;
} opened MC_PER_TRACE; // by mc_code_open: the module's segment of code

void mc_code_open(const struct dl_phdr_info *module) {
  for (int i = 0; module && i < module->dlpi_phnum && !opened.end; i++) {
    const ElfW(Phdr) *header = &module->dlpi_phdr[i];
    if (header->p_type != PT_LOAD || !(header->p_flags & PF_X) || header->p_flags & PF_W)
      continue;
    opened.start = module->dlpi_addr + header->p_vaddr;
    opened.end = opened.start + header->p_memsz;
    open_pages(opened.start, opened.end, true);
  }
}

void mc_code_close(void) {
  if (opened.end)
    open_pages(opened.start, opened.end, false);
  opened.end = 0;
}

void mc_code_put(uint64_t address, const uint8_t *bytes, size_t size) {
  const bool is_open = address >= opened.start && address + size <= opened.end;
  if (!is_open)
    open_pages(address, address + size, true);
  for (size_t i = 0; i < size; i++)
    *(volatile uint8_t *)(address + i) = bytes[i];
  if (!is_open)
    open_pages(address, address + size, false);
}

bool mc_patch_jumps(uint32_t number, bool may_borrow) {
  const struct mc_patch *patch = mc_patch_of(number);
  const struct mc_code_site *site = &patch->site;
  uint64_t target = patch->stub;
  uint8_t code[15] = {0xe9}, *to = code + 1;
  if (site->length < JUMP_BYTES)
    target = may_borrow ? mc_pun(site->address, site->length, patch->stub) : 0;
  if (!target)
    return false;
  const int32_t distance = (int32_t)(target - (site->address + JUMP_BYTES));
  put(&to, &distance, sizeof distance);
  memset(to, NOP, sizeof code - JUMP_BYTES);
  mc_code_put(site->address, code, site->length);
  return true;
}

void mc_patches_done(void) { mc_puns_close(); }

bool mc_patch_borrows(uint32_t number, uint64_t address) {
  const struct mc_code_site *site = &mc_patch_of(number)->site;
  return address >= site->address + site->length && address < site->address + JUMP_BYTES;
}

void mc_patch_take_back(uint32_t number) {
  const struct mc_patch *patch = mc_patch_of(number);
  const struct mc_code_site *site = &patch->site;
  uint8_t code[15];
  memcpy(code, (const uint8_t *)patch->stub + BEFORE_COPY, site->length);
  set_distance(code, site, site->address);
  mc_code_put(site->address, code, site->length);
}
