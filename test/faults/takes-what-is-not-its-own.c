// What the program does to the runtime's memory, signals and process is a finding, or does no harm: never a fault of
// McMini's, a finding that is none, or a process that nobody controls.
// RUN: %mcmini-cc -g -O1 -w %s -o %t.instrumented && %gcc -g -O1 -w -pthread %s -o %t.plain
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented unmaps | FileCheck %s --check-prefix=UNMAPS
// UNMAPS: trunk: 1 mcmini: crash: SIGSEGV at address 0x200000000000 (a stray access to McMini's own memory); replayed; nothing left
// UNMAPS-NEXT: main: 1 mcmini: crash: SIGSEGV at address 0x200000000000 (a stray access to McMini's own memory); replayed; nothing left
// UNMAPS-NEXT: thread: 1 mcmini: crash: SIGSEGV at address 0x200000000000 (a stray access to McMini's own memory); replayed; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented blocks | FileCheck %s --check-prefix=BLOCKS
// RUN: %S/Inputs/everywhere %mcmini %t.plain blocks | FileCheck %s --check-prefix=BLOCKS
// BLOCKS: trunk: 3 mcmini: incomplete: nothing found, but what rt_sigprocmask as a system call does to the signals of threads; nothing left
// BLOCKS-NEXT: main: 3 mcmini: incomplete: nothing found, but what rt_sigprocmask as a system call does to the signals of threads; nothing left
// BLOCKS-NEXT: thread: 3 mcmini: incomplete: nothing found, but what rt_sigprocmask as a system call does to the signals of threads; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented clones | FileCheck %s --check-prefix=CLONES
// RUN: %S/Inputs/everywhere %mcmini %t.plain clones | FileCheck %s --check-prefix=CLONES
// CLONES: trunk: 3 mcmini: incomplete: nothing found, but the child of fork is not explored; nothing left
// CLONES-NEXT: main: 3 mcmini: incomplete: nothing found, but the child of fork is not explored; nothing left
// CLONES-NEXT: thread: 3 mcmini: incomplete: nothing found, but the child of fork is not explored; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented traced | FileCheck %s --check-prefix=TRACED
// RUN: %S/Inputs/everywhere --threads=kernel %mcmini %t.instrumented traced | FileCheck %s --check-prefix=TRACED
// TRACED: trunk: 0 mcmini: ok: nothing found; nothing left
// TRACED-NEXT: main: 0 mcmini: ok: nothing found; nothing left
// TRACED-NEXT: thread: 0 mcmini: ok: nothing found; nothing left
//
// RUN: %S/Inputs/everywhere --races=off %mcmini %t.instrumented traced-raw | FileCheck %s --check-prefix=RAW
// RAW: trunk: 0 mcmini: ok: nothing found; nothing left
// RAW-NEXT: main: 3 mcmini: incomplete: nothing found, but other orders of what threads do by ptrace; nothing left
// RAW-NEXT: thread: 3 mcmini: incomplete: nothing found, but other orders of what threads do by ptrace; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented returns | FileCheck %s --check-prefix=RETURNS
// RETURNS: trunk: 1 mcmini: crash: SIGSEGV at address 0x0; replayed; nothing left
// RETURNS-NEXT: main: 1 mcmini: crash: SIGSEGV at address 0x0; replayed; nothing left
// RETURNS-NEXT: thread: 1 mcmini: crash: SIGSEGV at address 0x0; replayed; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented aligns | FileCheck %s --check-prefix=ALIGNS
// RUN: %S/Inputs/everywhere %mcmini %t.plain aligns | FileCheck %s --check-prefix=ALIGNS
// ALIGNS: trunk: 1 mcmini: crash: SIGBUS at address 0x0; replayed; nothing left
// ALIGNS-NEXT: main: 1 mcmini: crash: SIGBUS at address 0x0; replayed; nothing left
// ALIGNS-NEXT: thread: 1 mcmini: crash: SIGBUS at address 0x0; replayed; nothing left
//
// Another process has the number that the program sees as its parent's; the one that it sees as its own thread's.
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented kills | FileCheck %s --check-prefix=KILLS
// RUN: %S/Inputs/everywhere %mcmini %t.plain kills | FileCheck %s --check-prefix=KILLS
// KILLS: trunk: 3 mcmini: incomplete: nothing found, but what kill of the parent does to the signals of threads; nothing left
// KILLS-NEXT: main: 3 mcmini: incomplete: nothing found, but what kill of the parent does to the signals of threads; nothing left
// KILLS-NEXT: thread: 3 mcmini: incomplete: nothing found, but what kill of the parent does to the signals of threads; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented direction | FileCheck %s --check-prefix=DIRECTION
// RUN: %S/Inputs/everywhere %mcmini %t.plain direction | FileCheck %s --check-prefix=DIRECTION
// DIRECTION: trunk: 1 mcmini: misuse of a primitive: a function is called with the processor's direction flag set, where the ABI wants it clear; replayed; nothing left
// DIRECTION-NEXT: main: 1 mcmini: misuse of a primitive: a function is called with the processor's direction flag set, where the ABI wants it clear; replayed; nothing left
// DIRECTION-NEXT: thread: 1 mcmini: misuse of a primitive: a function is called with the processor's direction flag set, where the ABI wants it clear; replayed; nothing left
//
// What runs beside McMini, in its memory.
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented beside | FileCheck %s --check-prefix=BESIDE
// RUN: %S/Inputs/everywhere %mcmini %t.plain beside | FileCheck %s --check-prefix=BESIDE
// RUN: %S/Inputs/everywhere --isolation=fork %mcmini %t.plain beside | FileCheck %s --check-prefix=BESIDE
// RUN: %S/Inputs/everywhere --threads=kernel %mcmini %t.plain beside | FileCheck %s --check-prefix=BESIDE
// BESIDE: trunk: 3 mcmini: incomplete: nothing found, but what the program does with a thread or process that clone makes; nothing left
// BESIDE-NEXT: main: 3 mcmini: incomplete: nothing found, but what the program does with a thread or process that clone makes; nothing left
// BESIDE-NEXT: thread: 3 mcmini: incomplete: nothing found, but what the program does with a thread or process that clone makes; nothing left
//
// Past the functions of libc, and the pages of code in which McMini's lies, too.
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented unmaps-raw | FileCheck %s --check-prefix=UNMAPS
// RUN: %S/Inputs/everywhere --threads=kernel %mcmini %t.instrumented unmaps-raw | FileCheck %s --check-prefix=UNMAPS
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented code | FileCheck %s --check-prefix=CODE
// RUN: %S/Inputs/everywhere --isolation=fork %mcmini %t.instrumented code | FileCheck %s --check-prefix=CODE
// CODE: trunk: 1 mcmini: crash: SIGSEGV at address 0x{{[0-9a-f]+}} (a stray access to McMini's own memory); replayed; nothing left
// CODE-NEXT: main: 1 mcmini: crash: SIGSEGV at address 0x{{[0-9a-f]+}} (a stray access to McMini's own memory); replayed; nothing left
// CODE-NEXT: thread: 1 mcmini: crash: SIGSEGV at address 0x{{[0-9a-f]+}} (a stray access to McMini's own memory); replayed; nothing left
//
// A group of processes, in which it is itself.
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented group | FileCheck %s --check-prefix=GROUP
// RUN: %S/Inputs/everywhere --isolation=fork %mcmini %t.plain group | FileCheck %s --check-prefix=GROUP
// GROUP: trunk: 1 mcmini: crash: the program sends SIGKILL to itself; replayed; nothing left
// GROUP-NEXT: main: 1 mcmini: crash: the program sends SIGKILL to itself; replayed; nothing left
// GROUP-NEXT: thread: 1 mcmini: crash: the program sends SIGKILL to itself; replayed; nothing left
//
// All that is not a stack: McMini's memory, libc's variables, the program's. Where all of it is gone, nobody knows who
// has done it.
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented all | FileCheck %s --check-prefix=ALL
// RUN: %S/Inputs/everywhere --isolation=fork %mcmini %t.instrumented all | FileCheck %s --check-prefix=ALL
// ALL: trunk: 1 mcmini: {{crash: |the program wrote into McMini's memory: }}
// ALL-NEXT: main: 1 mcmini: {{crash: |the program wrote into McMini's memory: }}
// ALL-NEXT: thread: 1 mcmini: {{crash: |the program wrote into McMini's memory: }}
#define _GNU_SOURCE
#include "Inputs/places.h"
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <unistd.h>

extern const char __start_mc_runtime[] __attribute__((weak)); // of a program that is linked with it

static int leave(void *unused) {
  syscall(SYS_exit, 0);
  return unused != NULL;
}

/// Zero over all private and shared memory that can be written, from above.
static void overwrite(void) {
  static struct { unsigned long start, end; } range[1000];
  static char text[1 << 17];
  const unsigned long here = (unsigned long)__builtin_frame_address(0);
  const int fd = open("/proc/self/maps", O_RDONLY);
  char writes;
  int count = 0, length = 0, got;
  while ((got = read(fd, text + length, sizeof text - 1 - length)) > 0)
    length += got;
  for (char *line = text; *line; line = strchr(line, '\n') + 1)
    if (sscanf(line, "%lx-%lx r%c", &range[count].start, &range[count].end, &writes) == 3 && writes == 'w' &&
        !(range[count].start <= here && here < range[count].end) && range[count].end - range[count].start < 1ul << 33 &&
        !(range[count].start <= (unsigned long)range && (unsigned long)range < range[count].end))
      count++;
  while (count--)
    for (unsigned long at = range[count].start; at < range[count].end; at += sizeof at)
      *(volatile unsigned long *)at = 0;
}

static void fault(const char *name) {
  const unsigned long all = ~0ul;
  if (is(name, "unmaps"))
    munmap((void *)0x200000000000, 4096); // its session
  if (is(name, "blocks"))
    syscall(SYS_rt_sigprocmask, SIG_BLOCK, &all, NULL, sizeof all);
  if (is(name, "clones"))
    syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  if (is(name, "traced"))
    ptrace(PTRACE_TRACEME, 0, 0, 0);
  if (is(name, "traced-raw")) {
    signal(SIGUSR1, SIG_IGN);
    syscall(SYS_ptrace, PTRACE_TRACEME, 0, 0, 0);
    syscall(SYS_tgkill, syscall(SYS_getpid), syscall(SYS_gettid), SIGUSR1);
  }
  if (is(name, "returns"))
    syscall(SYS_rt_sigreturn);
  if (is(name, "aligns"))
    __asm__ volatile("pushf; orl $0x40000, (%%rsp); popf" : : : "memory", "cc");
  if (is(name, "direction"))
    __asm__ volatile("std" : : : "cc");
  if (is(name, "beside")) {
    static char stack[1 << 16];
    const int flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM;
    clone(leave, stack + sizeof stack, flags, NULL);
  }
  if (is(name, "unmaps-raw"))
    syscall(SYS_munmap, 0x200000000000, 4096);
  if (is(name, "code"))
    mprotect((void *)((unsigned long)__start_mc_runtime & ~4095ul), 4096, PROT_READ);
  if (is(name, "group"))
    killpg(getpgrp(), SIGKILL);
  if (is(name, "all"))
    overwrite();
  if (is(name, "kills") && (kill(getppid(), 0) || kill(getppid(), SIGUSR1)))
    abort();
}
