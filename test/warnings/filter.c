// What a program's own filter of system calls forbids is not forbidden: it would forbid McMini's calls too.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py filter %mcmini %t
// RUN: %gcc -g -w -pthread -DRAW %s -o %t.raw
// RUN: python3 %S/Inputs/shows.py filter %mcmini %t.raw
#define _GNU_SOURCE
#include "Inputs/idle_thread.h"
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static void act(void) {
  struct sock_filter nothing = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
  struct sock_fprog program = {1, &nothing};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
#ifdef RAW
  syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
#else
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
#endif
}
