// runtime/foreign/patches.h - atomic instructions of machine code that call a hook, which makes a
// visible operation of each.
#ifndef MC_RUNTIME_FOREIGN_PATCHES_H
#define MC_RUNTIME_FOREIGN_PATCHES_H

#include "runtime/session.h"
#include <link.h>

struct mc_patch {
  struct mc_code_site site; ///< with addresses of this process
  uint64_t stub;            ///< calls the hook, makes the access, goes on behind the instruction
  uint32_t record;          ///< in session->observed.code
};

/// At the start: takes memory.
void mc_patches_start(void);

/// Does the user want them of that module? Of one with a sanitizer nobody does.
bool mc_patches_are_wanted(const char *path);
/// In the trunk: asks the driver of that module's atomic instructions, or of the others that access
/// memory. False: it was not asked.
bool mc_patches_ask(const struct dl_phdr_info *module, bool is_plain);
/// Plans one for the atomic instruction at that address of the module that was asked of last. They
/// are planned by address. Returns 1 + its number; MC_PATCH_NOTHING: the instruction is a fence and
/// no access; 0: what it does is not known, or there is no room.
enum { MC_PATCH_NOTHING = 0x7fffffff };
uint32_t mc_patch_plan(uint64_t address, uint32_t record);
/// Makes the stubs of those that were planned since the last call, of that module. False: there is
/// no room near it, and the plans are forgotten.
bool mc_patches_prepare(const struct dl_phdr_info *module);
/// Writes a jump to the stub over the instruction; over a short one only if `may_borrow`, as nobody
/// will write the bytes up to 5 from its start. Else a breakpoint is to lead there.
bool mc_patch_jumps(uint32_t patch, bool may_borrow);
/// All are written that were planned.
void mc_patches_done(void);
/// Is that address one of the bytes that the jump has borrowed from those behind its instruction?
bool mc_patch_borrows(uint32_t patch, uint64_t address);
/// The instruction stands there again, in the place of the jump.
void mc_patch_take_back(uint32_t patch);

const struct mc_patch *mc_patch_of(uint32_t patch);

/// Where the module's segments lie.
void mc_code_bounds(const struct dl_phdr_info *module, uint64_t *start, uint64_t *end);
/// Room for code that jumps from the module reach, or 0; it can be written until it is closed.
uint64_t mc_code_map_near(const struct dl_phdr_info *module, uint64_t bytes);
void mc_code_map_close(uint64_t pool, uint64_t bytes);
/// The module's code is about to be written at many places; it has been.
void mc_code_open(const struct dl_phdr_info *module);
void mc_code_close(void);
/// Writes these bytes over the code.
void mc_code_put(uint64_t address, const uint8_t *bytes, size_t size);

/// What the stubs call, on the program's stack: saves all registers, calls mc_patch_hook.
void mc_patch_enter(void);
void mc_patch_hook(uint64_t *registers, uint64_t number);
/// Before that, with the general registers alone: is there anything to do?
bool mc_patch_matters(uint64_t *registers, uint64_t number);
/// At the start. False: the processor cannot save its registers so.
bool mc_patch_enter_start(void);

#endif // MC_RUNTIME_FOREIGN_PATCHES_H
