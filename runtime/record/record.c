// runtime/record/record.c - names and places: strings, sites, threads and objects in the session,
// each numbered once for all traces. The tables only grow, so a worker's death leaves them whole.
#include "record.h"
#include <link.h>
#include <string.h>

void mc_record_fault(const char *text) {
  if (mc_tokens_are_broken())
    atomic_store(&mc_session->overwritten, 1);
  if (!mc_session->fault)
    mc_session->fault = mc_record_string(text);
}

mc_string mc_record_string(const char *text) {
  if (!text || !*text)
    return 0;
  uint64_t hash = 5381;
  for (const char *c = text; *c; c++)
    hash = hash * 33 + (unsigned char)*c;
  const size_t length = strlen(text) + 1;
  const uint32_t first = (uint32_t)mc_mix(hash);
  for (uint32_t i = 0; i < MC_STRING_SLOTS; i++) {
    uint32_t *slot = &mc_shared->tables.string_slot[(first + i) % MC_STRING_SLOTS];
    if (*slot && !strcmp(mc_session->strings + *slot, text))
      return *slot;
    if (*slot)
      continue;
    if (mc_session->strings_used + length > MC_SESSION_STRINGS)
      break;
    const uint32_t at = mc_session->strings_used ? mc_session->strings_used : 1;
    mc_session_write();
    mc_tables_write();
    memcpy(mc_session->strings + at, text, length);
    mc_session->strings_used = at + (uint32_t)length;
    return *slot = at;
  }
  return 0; // a name less in the report
}

static void fill_place(struct mc_place *place, const struct mc_site *site) {
  if ((uintptr_t)site & MC_SITE_IS_CODE) {
    place->code = (uintptr_t)site & ~MC_SITE_IS_CODE;
    return;
  }
  place->file = mc_record_string(site->file);
  place->function = mc_record_string(site->function);
  place->expression = mc_record_string(site->expression);
  place->line = site->line;
  place->column = site->column;
}

static uint32_t add_place(const struct mc_place *place) {
  if (mc_session->site_count == MC_SESSION_MAX_SITES)
    return MC_SESSION_MAX_SITES - 1; // full: all further places look alike
  mc_session_write();
  mc_session->site[mc_session->site_count] = *place;
  return mc_session->site_count++;
}

uint32_t mc_record_place(const struct mc_place *place) {
  for (uint32_t i = 0; i < mc_session->site_count; i++)
    if (memcmp(&mc_session->site[i], place, sizeof *place) == 0)
      return i;
  return add_place(place);
}

uint32_t mc_record_passing_site(const struct mc_site *site) {
  struct mc_place place = {0};
  mc_session_write();
  fill_place(&place, site);
  return mc_record_place(&place);
}

/// Where the site is in the table, or is to be.
static uint32_t slot_of(const struct mc_site *site) {
  const uint64_t key = (uintptr_t)site;
  uint32_t i = (uint32_t)(key >> 3) % MC_SITE_SLOTS;
  while (mc_shared->tables.site_key[i] && mc_shared->tables.site_key[i] != key)
    i = (i + 1) % MC_SITE_SLOTS;
  return i;
}

uint32_t mc_site_index(const struct mc_site *site) {
  const uint32_t slot = slot_of(site);
  return mc_shared->tables.site_key[slot] ? mc_shared->tables.site_index[slot] : MC_NONE;
}

uint32_t mc_record_site(const struct mc_site *site) {
  const uint32_t slot = slot_of(site);
  if (mc_shared->tables.site_key[slot])
    return mc_shared->tables.site_index[slot];
  struct mc_place place = {0};
  mc_session_write();
  mc_tables_write();
  fill_place(&place, site);
  const uint32_t index = add_place(&place);
  mc_shared->tables.site_index[slot] = index;
  mc_shared->tables.site_key[slot] = (uintptr_t)site;
  return index;
}

mc_thread mc_record_thread(mc_thread parent, uint32_t child, uint64_t start) {
  for (uint32_t i = 1; i < mc_session->thread_count; i++)
    if (mc_session->thread[i].parent == parent && mc_session->thread[i].child == child)
      return (mc_thread)i;
  const uint32_t index = mc_session->thread_count;
  if (index == MC_SESSION_MAX_THREADS)
    return MC_NO_THREAD;
  struct mc_thread_record *record = &mc_session->thread[index];
  mc_session_write();
  char name[256];
  if (index == 0)
    mc_format(name, sizeof name, "0");
  else
    mc_format(name, sizeof name, "%s.%u", mc_session->strings + mc_session->thread[parent].name,
              child);
  *record = (struct mc_thread_record){mc_record_string(name), parent, child, start};
  mc_session->thread_count = index + 1;
  return (mc_thread)index;
}

static mc_string program_path(void) {
  char path[4096];
  const long length = mc_sys(SYS_readlink, "/proc/self/exe", path, sizeof path - 1);
  path[length < 0 ? 0 : length] = '\0';
  return mc_record_string(path);
}

static void add_constant(const ElfW(Phdr) *header, uint64_t start) {
  const bool is_constant = header->p_type == PT_GNU_RELRO ||
                           (header->p_type == PT_LOAD && !(header->p_flags & PF_W));
  if (!is_constant || mc_is_constant(start) || mc_process->constants == MC_MAX_MODULE_RANGES)
    return;
  mc_process->constant[mc_process->constants].start = start;
  mc_process->constant[mc_process->constants++].end = start + header->p_memsz;
}

static int add_modules(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size, (void)data;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[i];
    const uint64_t start = info->dlpi_addr + header->p_vaddr;
    add_constant(header, start);
    if (header->p_type != PT_LOAD || mc_is_global(start) ||
        mc_process->modules == MC_MAX_MODULE_RANGES)
      continue;
    mc_process->module[mc_process->modules].start = start;
    mc_process->module[mc_process->modules].end = start + header->p_memsz;
    mc_process->module[mc_process->modules].name =
        *info->dlpi_name ? info->dlpi_name : mc_session->strings + program_path();
    mc_process->module[mc_process->modules++].library = mc_is_library(info->dlpi_name);
  }
  return 0;
}

void mc_record_modules(void) { dl_iterate_phdr(add_modules, NULL); }

static const struct mc_module_range *range_of(uint64_t address) {
  for (uint32_t i = 0; i < mc_process->modules; i++)
    if (address >= mc_process->module[i].start && address < mc_process->module[i].end)
      return &mc_process->module[i];
  return NULL;
}

bool mc_is_global(uint64_t address) { return range_of(address); }

uint64_t mc_module_end(uint64_t address) {
  const struct mc_module_range *range = range_of(address);
  return range ? range->end : address;
}

bool mc_is_constant(uint64_t address) {
  for (uint32_t i = 0; i < mc_process->constants; i++)
    if (address >= mc_process->constant[i].start && address < mc_process->constant[i].end)
      return true;
  return false;
}

const char *mc_module_of(uint64_t address) {
  const struct mc_module_range *range = range_of(address);
  return range ? range->name : "";
}

bool mc_is_in_libc(uint64_t address) {
  const char *module = mc_module_of(address);
  return strstr(module, "/libc.so.") || strstr(module, "/ld-linux-");
}

uint32_t mc_record_object(const struct mc_primitive *primitive, uint64_t address, uint32_t size,
                          mc_thread creator, uint32_t site) {
  const bool global = mc_is_global(address);
  uint32_t number = 0;
  uint64_t key = address;
  // Signals have no address: they are a thread's, or the process's; or a thread's cancellation.
  if (mc_has_trait(primitive, MC_OF_SIGNALS)) {
    creator = address ? (mc_thread)((address - 1) % MC_MAX_THREADS) : 0;
    key = (uint64_t)1 << 62 | address;
  } else if (!global) {
    number = ++mc_process->thread[creator].objects;
    key = (uint64_t)1 << 63 | (uint64_t)creator << 40 | number;
  }
  const uint32_t start = mc_first_slot(global ? address >> 3 : key);
  key = mc_mix(key) ^ mc_mix((uintptr_t)primitive); // one address can be an atomic and a futex
  for (uint32_t i = start;; i++) {
    const uint32_t slot = i % MC_NAME_SLOTS;
    if (mc_shared->tables.record_key[slot] == key)
      return mc_shared->tables.record_index[slot];
    if (mc_shared->tables.record_key[slot])
      continue;
    if (mc_session->object_count == MC_SESSION_MAX_OBJECTS)
      return MC_SESSION_MAX_OBJECTS - 1;
    const uint32_t index = mc_session->object_count;
    mc_session_write();
    mc_tables_write();
    mc_session->object[index] = (struct mc_object_record){
        .primitive = mc_record_string(primitive->name),
        .address = address,
        .size = size,
        .place = global ? MC_OBJECT_GLOBAL : MC_OBJECT_OTHER,
        .creator = creator,
        .number = number,
        .site = site,
    };
    mc_session->object_count = index + 1;
    mc_shared->tables.record_index[slot] = index;
    mc_shared->tables.record_key[slot] = key;
    return index;
  }
}

/// What interrupts it is the thread's cancellation.
static bool is_cancelled(const struct mc_operation *step) {
  return mc_is_interrupt(step) &&
         (uintptr_t)mc_process->model.object[step->object[mc_first_signals(step)]].address >
             MC_MAX_THREADS;
}

const char *mc_alternative_name(const struct mc_operation *step) {
  const struct mc_primitive *p = step->primitive;
  if (is_cancelled(step))
    return "cancelled";
  if (mc_is_interrupt(step))
    return step->alternative == MC_CUT_SHORT ? "cut short by a signal" : "interrupted";
  const char *name = p->alternative_name ? p->alternative_name(step) : NULL;
  return name ? name : "";
}

static struct mc_step_record resolve(const struct mc_operation *operation,
                                     const struct mc_site *site, const uint32_t record[2]) {
  const struct mc_primitive *p = operation->primitive;
  return (struct mc_step_record){
      .thread = operation->thread,
      .operation = mc_record_string(p->operations[operation->kind]),
      .primitive = mc_record_string(p->name),
      .alternative = mc_record_string(mc_alternative_name(operation)),
      .object = {record[0], record[1]},
      .site = mc_record_site(site),
  };
}

struct mc_step_record mc_record_operation(const struct mc_operation *operation,
                                          const struct mc_site *site) {
  uint32_t record[2] = {MC_NONE, MC_NONE};
  for (int i = 0; i < mc_named_objects(operation); i++)
    record[i] = mc_process->object[operation->object[i]].record;
  return resolve(operation, site, record);
}

struct mc_step_record mc_record_step(const struct mc_logged_step *step) {
  struct mc_step_record record = resolve(&step->operation, step->site, step->record);
  if (step->shown)
    record.site = step->shown - 1;
  record.has_value = step->has_value;
  record.before = step->before;
  record.after = step->after;
  memcpy(record.state_before, step->state_before, sizeof record.state_before);
  memcpy(record.state_after, step->state_after, sizeof record.state_after);
  return record;
}

void mc_record_count(const struct mc_operation *operation) {
  uint32_t i = 0;
  while (
      i < mc_shared->search.executed.kinds &&
      (mc_shared->search.executed.of[i].kind != operation->kind ||
       mc_shared->search.executed.of[i].primitive->operations != operation->primitive->operations))
    i++;
  if (i == MC_MAX_OPERATION_KINDS)
    return;
  if (i == mc_shared->search.executed.kinds) {
    mc_shared->search.executed.of[i].primitive = operation->primitive;
    mc_shared->search.executed.of[i].kind = operation->kind;
    mc_shared->search.executed.of[i].transitions = 0;
    mc_shared->search.executed.kinds++;
  }
  mc_shared->search.executed.of[i].transitions++;
}

void mc_record_counts(void) {
  struct mc_observed *o = &mc_session->observed;
  for (uint32_t i = 0; i < mc_shared->search.executed.kinds; i++) {
    const struct mc_primitive *p = mc_shared->search.executed.of[i].primitive;
    o->operation[i].primitive = mc_record_string(p->name);
    o->operation[i].operation =
        mc_record_string(p->operations[mc_shared->search.executed.of[i].kind]);
    o->operation[i].transitions = mc_shared->search.executed.of[i].transitions;
  }
  o->operation_kinds = mc_shared->search.executed.kinds;
}
