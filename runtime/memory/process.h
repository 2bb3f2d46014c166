// runtime/memory/process.h - what each process has for itself, and a trace changes: the model of
// the program, its threads, its objects. A snapshot puts it back.
#ifndef MC_RUNTIME_MEMORY_PROCESS_H
#define MC_RUNTIME_MEMORY_PROCESS_H

#include "thread_info.h"

enum { MC_MAX_MODULE_RANGES = 512 };

/// An object of this process, beside what the model has.
struct mc_object_info {
  uint32_t size;
  uint32_t record;   ///< index into session->object, or MC_NO_RECORD
  uint32_t since;    ///< step by which the owner got it; MC_NONE: in the trunk
  mc_thread owner;   ///< or MC_NO_THREAD
  bool sited;        ///< the record knows a place
  bool policy_asked; ///< an operation has asked for its wakeup policy: it stays as it is
};

enum { MC_SETTING_SLOTS = 4096, MC_SETTING_POLICIES = 4, MC_SETTING_NAME = 24 };

/// What the source says of an object at that address.
struct mc_setting {
  uint64_t address; ///< 0: nothing
  struct {
    char operation[MC_SETTING_NAME]; ///< "": of all that have none of their own
    const struct mc_policy *policy;  ///< NULL: no more
  } of[MC_SETTING_POLICIES];
  bool limits_spurious;
  uint32_t spurious;
};

/// What most traces write lies together: a snapshot copies whole pages.
struct mc_process {
  struct mc_arena arena;
  uint32_t idle; ///< steps in a row that changed nothing but locks, of all threads
  bool exits;    ///< some thread stands at the exit of the process
  bool has_objects_on_stacks, has_objects_in_heaps; ///< some object lies there, or may
  uint32_t changed; ///< how many steps there were up to the last that changed more than locks;
  uint32_t hidden;  ///< up to the last behind which a thread may have changed what no step shows
  uint64_t calls;   ///< system calls of the program
  uint64_t left_at; ///< mc_ticks of the last hand-over
  uint32_t dying;   ///< tid of a thread that is on its way out, 0: none
  int32_t pid;
  struct mc_model model;
  struct mc_thread_info thread[MC_MAX_THREADS];
  struct mc_object_info object[MC_MAX_OBJECTS]; ///< by mc_object
  struct mc_idling idling[MC_MAX_THREADS];
  volatile uint32_t hand_over[MC_MAX_THREADS]; ///< futex words: 1 = go on
  struct mc_module_range {
    uint64_t start, end;
    const char *name;             ///< the path
    bool library;                 ///< code in it, called by the program, is the C++ library's
  } module[MC_MAX_MODULE_RANGES]; ///< segments: what lies there is global
  uint32_t modules;
  struct {
    uint64_t start, end;
  } constant[MC_MAX_MODULE_RANGES]; ///< their parts that nobody writes: code, texts, vtables
  uint32_t constants;
  uint32_t settings;
  struct mc_setting setting[MC_SETTING_SLOTS]; ///< by address, open addressing
};
extern struct mc_process *mc_process MC_HIDDEN;
#define MC_PROCESS_BYTES ((uint64_t)24 << 20)

#endif // MC_RUNTIME_MEMORY_PROCESS_H
