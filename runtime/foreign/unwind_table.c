// runtime/foreign/unwind_table.c - see unwind_table.h. The format is that of the Linux Standard
// Base (Core, 10.6).
#include "unwind_table.h"
#include <string.h>

static uint64_t read_uleb(const uint8_t **at) {
  uint64_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    const uint8_t byte = *(*at)++;
    value |= (uint64_t)(byte & 0x7f) << (shift & 63);
    if (!(byte & 0x80))
      return value;
  }
}

/// Bytes of a pointer in that encoding (DW_EH_PE_...); 0: not known.
static unsigned pointer_size(uint8_t encoding) {
  enum { ABSOLUTE = 0, UDATA4 = 3, UDATA8 = 4, SDATA4 = 11, SDATA8 = 12 };
  switch (encoding & 15) {
  case UDATA4:
  case SDATA4:
    return 4;
  case ABSOLUTE:
  case UDATA8:
  case SDATA8:
    return 8;
  default:
    return 0;
  }
}

/// How the entries that belong to this one give addresses; whether exceptions may be caught there.
static uint8_t encoding_of(const uint8_t *cie, bool *catches) {
  const uint8_t *at = cie + 8;
  const uint8_t version = *at++;
  const char *augmentation = (const char *)at;
  at += strlen(augmentation) + 1;
  *catches = strchr(augmentation, 'P');
  if (*augmentation != 'z')
    return 0;
  read_uleb(&at);
  read_uleb(&at); // signed, but only its bytes count
  if (version == 1)
    at++;
  else
    read_uleb(&at);
  read_uleb(&at);
  for (const char *c = augmentation + 1; *c; c++)
    if (*c == 'R')
      return *at;
    else if (*c == 'P')
      at += 1 + pointer_size(*at);
    else if (*c == 'L')
      at++;
  return 0;
}

uint64_t mc_function_bytes(const uint8_t *entry, bool *catches) {
  uint32_t offset, size32;
  uint64_t size;
  memcpy(&offset, entry + 4, sizeof offset);
  const unsigned bytes = pointer_size(encoding_of(entry + 4 - offset, catches));
  memcpy(&size32, entry + 8 + bytes, sizeof size32);
  memcpy(&size, entry + 8 + bytes, sizeof size);
  return bytes == 4 ? size32 : bytes == 8 ? size : 0;
}

struct mc_functions mc_functions_of(const struct dl_phdr_info *module) {
  enum { PCREL_SDATA4 = 0x1b, UDATA4 = 0x03, DATAREL_SDATA4 = 0x3b };
  struct mc_functions found = {0};
  for (int i = 0; i < module->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &module->dlpi_phdr[i];
    if (header->p_type != PT_GNU_EH_FRAME)
      continue;
    const uint8_t *at = (const uint8_t *)(module->dlpi_addr + header->p_vaddr);
    if (at[0] != 1 || at[1] != PCREL_SDATA4 || at[2] != UDATA4 || at[3] != DATAREL_SDATA4)
      continue;
    found.header = at;
    memcpy(&found.count, at + 8, sizeof found.count);
    found.entry = (const int32_t(*)[2])(at + 12);
  }
  return found;
}
