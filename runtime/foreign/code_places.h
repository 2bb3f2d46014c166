// runtime/foreign/code_places.h - where the code of modules is changed: for code_traps.c and
// plain_code.c.
#ifndef MC_RUNTIME_FOREIGN_CODE_PLACES_H
#define MC_RUNTIME_FOREIGN_CODE_PLACES_H

#include "runtime/memory/memory.h"
#include "runtime/session.h"

enum { MC_MOST_CODE_PLACES = 1 << 16 };
#define MC_CODE_NOWHERE                                                                            \
  UINT64_MAX // base of a module that is unloaded, or whose other places are another's

struct code_place {
  uint64_t address;
  uint8_t original, module;
  bool is_set, jumps; // jumps: to the patch's stub
  uint16_t copy;      // 1 + its number, of a system call
  uint32_t patch;     // 1 + its number, of an instruction that calls a hook
};

struct code_traps {
  bool are_set, are_given_up;
  bool is_loader_changed; // since look_at_all
  uint8_t loader_byte;
  uint32_t lifted, lifted_by;
  uint32_t late, loader; // modules; 1 + the thread that loads one
  uint32_t modules, places, copies;
  uint32_t kept_modules, kept_places, kept_copies; // the trunk's
  struct code_module {
    uint64_t base;
    uint32_t first, places;
    uint32_t record; // in session->observed.code; MC_SESSION_MAX_CODE: it has no places
    uint32_t hooked; // the same, of those that call a hook
    bool is_settled, is_complete;
    bool is_closed; // nothing of it can be executed: entered.c
    bool is_late;   // a trace has loaded it: whether two threads come to it is asked
    uint32_t user;  // 1 + the first thread that has, or has loaded it
  } module[MC_SESSION_MAX_CODE];
  uint32_t lift[MC_MOST_CODE_PLACES];
  struct code_place place[MC_MOST_CODE_PLACES]; // of each module by address
};
extern struct code_traps *mc_traps MC_HIDDEN;

/// Sets or lifts `count` breakpoints, given by their numbers or, if that is NULL, from `first` on.
void mc_code_places_change(const uint32_t *number, uint32_t first, uint32_t count, bool set);
/// Jumps to the hooks of both modules' places, which lie in the same code; `other` may be NULL.
void mc_code_places_jump(const struct code_module *module, const struct code_module *other);
/// Notes in the session how many call a hook, and how many of them do so by a breakpoint.
void mc_code_places_count(void);

/// Our own code may lie there, too.
void mc_code_page_opens(uint64_t page, bool writable);
void mc_code_write(uint64_t address, uint8_t byte);

#endif // MC_RUNTIME_FOREIGN_CODE_PLACES_H
