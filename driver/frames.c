// driver/frames.c - see frames.h.
#include "frames.h"
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <string.h>

/// How the entries that belong to this one give addresses.
static uint8_t encoding_of(const Dwarf_CIE *cie) {
  const uint8_t *at = cie->augmentation_data;
  if (cie->augmentation[0] != 'z')
    return DW_EH_PE_absptr;
  for (const char *c = cie->augmentation + 1; *c; c++)
    if (*c == 'R')
      return *at;
    else if (*c == 'L')
      at++;
    else if (*c == 'P')
      at += 1 + ((*at & 7) == DW_EH_PE_udata4 ? 4 : 8);
  return DW_EH_PE_absptr;
}

/// One entry of .eh_frame, which lies at `section`.
static void look_at_entry(const Elf_Data *frames, uint64_t section, const unsigned char *ident,
                          const Dwarf_FDE *fde, frames_visitor *visit, void *context) {
  Dwarf_CFI_Entry of;
  Dwarf_Off next;
  if (dwarf_next_cfi(ident, (Elf_Data *)frames, true, fde->CIE_pointer, &next, &of) ||
      !dwarf_cfi_cie_p(&of))
    return;
  const uint8_t encoding = encoding_of(&of.cie);
  const uint64_t at = section + (uint64_t)(fde->start - (const uint8_t *)frames->d_buf);
  uint64_t start = 0, size = 0;
  if ((encoding & 7) == DW_EH_PE_udata4) { // or signed
    int32_t start32;
    uint32_t size32;
    memcpy(&start32, fde->start, sizeof start32);
    memcpy(&size32, fde->start + sizeof start32, sizeof size32);
    start = (uint64_t)(int64_t)start32;
    size = size32;
  } else {
    memcpy(&start, fde->start, sizeof start);
    memcpy(&size, fde->start + sizeof start, sizeof size);
  }
  if ((encoding & 0x70) == DW_EH_PE_pcrel)
    start += at;
  visit(context, start, size, strchr(of.cie.augmentation, 'L'));
}

void frames_visit(Elf *elf, Elf_Scn *frames, frames_visitor *visit, void *context) {
  GElf_Shdr header;
  const Elf_Data *data = elf_rawdata(frames, NULL);
  const unsigned char *ident = (const unsigned char *)elf_getident(elf, NULL);
  Dwarf_CFI_Entry entry;
  for (Dwarf_Off at = 0, next; data && ident && gelf_getshdr(frames, &header); at = next) {
    const int result = dwarf_next_cfi(ident, (Elf_Data *)data, true, at, &next, &entry);
    if (result > 0 || (result < 0 && next <= at))
      return;
    if (result == 0 && !dwarf_cfi_cie_p(&entry))
      look_at_entry(data, header.sh_addr, ident, &entry.fde, visit, context);
  }
}
