// restricted.c - restricted COMMAND...: runs it as in a container that forbids what it can: the system
// calls of the table fail with EPERM, also for root. With --dispatch first: only Syscall User
// Dispatch, as on a kernel that lacks it (EINVAL). With --keys, --sigaltstack, --clone3: only that.
// With --old-clone: clone3, as on a kernel that lacks it (ENOSYS). With --kill=NUMBER, --errno=NUMBER: that
// call kills, or fails with ENOSYS.
#include <errno.h>
#include <linux/filter.h>
#include <linux/prctl.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define RETURN(what) BPF_STMT(BPF_RET | BPF_K, what)
#define FORBID(number)                                                                             \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##number, 0, 1), RETURN(SECCOMP_RET_ERRNO | EPERM)

int main(int argc, char **argv) {
  enum { ASKS = 0xffffffff };
  struct sock_filter dispatch[] = {
      LOAD(nr),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prctl, 0, 3),
      LOAD(args),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_SYSCALL_USER_DISPATCH, 0, 1),
      RETURN(SECCOMP_RET_ERRNO | EINVAL),
      RETURN(SECCOMP_RET_ALLOW),
  };
  struct sock_filter keys[] = {
      LOAD(nr),
      FORBID(pkey_alloc),
      RETURN(SECCOMP_RET_ALLOW),
  };
  struct sock_filter stack[] = {
      LOAD(nr),
      FORBID(sigaltstack),
      RETURN(SECCOMP_RET_ALLOW),
  };
  struct sock_filter clone3[] = {
      LOAD(nr),
      FORBID(clone3),
      RETURN(SECCOMP_RET_ALLOW),
  };
  struct sock_filter old_clone[] = {
      LOAD(nr),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1),
      RETURN(SECCOMP_RET_ERRNO | ENOSYS),
      RETURN(SECCOMP_RET_ALLOW),
  };
  struct sock_filter all[] = {
      LOAD(nr),
      FORBID(userfaultfd),
      FORBID(process_vm_readv),
      FORBID(process_vm_writev),
      FORBID(ptrace),
      FORBID(perf_event_open),
      FORBID(pkey_alloc),
      FORBID(pkey_mprotect),
      FORBID(io_uring_setup),
      FORBID(unshare),
      FORBID(mount),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_personality, 0, 3),
      LOAD(args),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)ASKS, 1, 0),
      RETURN(SECCOMP_RET_ERRNO | EPERM),
      LOAD(nr),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prctl, 0, 3),
      LOAD(args),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_SYSCALL_USER_DISPATCH, 0, 1),
      RETURN(SECCOMP_RET_ERRNO | EPERM),
      RETURN(SECCOMP_RET_ALLOW),
  };
  const bool kills = argc > 1 && !strncmp(argv[1], "--kill=", 7);
  const bool fails = argc > 1 && !strncmp(argv[1], "--errno=", 8);
  const unsigned number = kills || fails ? (unsigned)atoi(strchr(argv[1], '=') + 1) : 0;
  struct sock_filter one[] = {
      LOAD(nr),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1),
      RETURN(kills ? SECCOMP_RET_KILL_PROCESS : SECCOMP_RET_ERRNO | ENOSYS),
      RETURN(SECCOMP_RET_ALLOW),
  };
  const struct sock_fprog chosen = {sizeof one / sizeof *one, one};
  const struct sock_fprog everything = {sizeof all / sizeof *all, all};
  const struct {
    const char *option;
    struct sock_fprog program;
  } only[] = {{"--dispatch", {sizeof dispatch / sizeof *dispatch, dispatch}},
              {"--keys", {sizeof keys / sizeof *keys, keys}},
              {"--sigaltstack", {sizeof stack / sizeof *stack, stack}},
              {"--clone3", {sizeof clone3 / sizeof *clone3, clone3}},
              {"--old-clone", {sizeof old_clone / sizeof *old_clone, old_clone}}};
  const struct sock_fprog *program = &everything;
  char **command = argv + 1;
  if (kills || fails) {
    program = &chosen;
    command++;
  }
  for (unsigned i = 0; i < sizeof only / sizeof *only; i++)
    if (argc > 1 && !strcmp(argv[1], only[i].option)) {
      program = &only[i].program;
      command++;
    }
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, program))
    perror("seccomp");
  else if (execvp(command[0], command))
    perror(command[0]);
  return 99;
}
