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
#define _GNU_SOURCE
#include "Inputs/places.h"
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <unistd.h>

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
  if (is(name, "kills") && (kill(getppid(), 0) || kill(getppid(), SIGUSR1)))
    abort();
}
