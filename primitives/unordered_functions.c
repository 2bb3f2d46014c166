// primitives/unordered_functions.c - functions of libc on what the kernel keeps for all threads that
// are no steps (runtime/unordered.c). Where the program's system calls are seen these are seen there,
// too, but not with their place.
#include "calls.h"

#define UNORDERED(name)                                                                            \
  MC_INTERPOSED long name(long a, long b, long c, long d, long e, long f) {                        \
    mc_unordered_call(#name, MC_CALLER_SITE);                                                      \
    return ((long (*)(long, long, long, long, long, long))mc_real(#name))(a, b, c, d, e, f);       \
  }
UNORDERED(semget)
UNORDERED(semop)
UNORDERED(semtimedop)
UNORDERED(semctl)
UNORDERED(msgget)
UNORDERED(msgsnd)
UNORDERED(msgrcv)
UNORDERED(msgctl)
UNORDERED(bind)
UNORDERED(listen)
UNORDERED(connect)
UNORDERED(accept)
UNORDERED(accept4)
UNORDERED(timerfd_settime)
UNORDERED(timerfd_gettime)
UNORDERED(inotify_add_watch)
UNORDERED(inotify_rm_watch)
UNORDERED(splice)
UNORDERED(tee)
UNORDERED(vmsplice)
UNORDERED(preadv2)
UNORDERED(pwritev2)
UNORDERED(sbrk)
UNORDERED(brk)
UNORDERED(chroot)
UNORDERED(setfsuid)
UNORDERED(setfsgid)
UNORDERED(mincore)
UNORDERED(process_vm_readv)
UNORDERED(process_vm_writev)
