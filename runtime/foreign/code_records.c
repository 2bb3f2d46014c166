// runtime/foreign/code_records.c - see code_records.h.
#include "code_records.h"
#include "runtime/record/record.h"

uint32_t mc_code_record(const char *path, bool is_hooked) {
  struct mc_observed *o = &mc_session->observed;
  const mc_string name = mc_record_string(path);
  uint32_t i = 0;
  while (i < o->code_modules && (o->code[i].module != name || o->code[i].is_hooked != is_hooked))
    i++;
  if (i == o->code_modules && i < MC_SESSION_MAX_CODE) {
    mc_session_write();
    o->code[i] = (struct mc_code_module){.module = name, .is_hooked = is_hooked};
    o->code_modules++;
  }
  return i;
}

void mc_code_note(uint32_t number, uint64_t address) {
  struct mc_code_module *record = &mc_session->observed.code[number];
  const uint32_t thread = 1u + mc_self_;
  const unsigned i = record->thread[0] != 0;
  if (record->thread[0] == thread || record->thread[1])
    return;
  mc_guard_open();
  mc_session_write();
  record->thread[i] = thread;
  record->code[i] = address;
  mc_guard_close();
}
