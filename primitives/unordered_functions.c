// primitives/unordered_functions.c - functions of libc on what the kernel keeps for all threads that
// are no steps (runtime/unordered.c). Where the program's system calls are seen these are seen there,
// too, but not with their place.
#include "calls.h"
#include <sys/syscall.h>

#define TOLD(name, where)                                                                          \
  MC_INTERPOSED long name(long a, long b, long c, long d, long e, long f) {                        \
    if (where)                                                                                     \
      mc_unordered_call(#name, MC_CALLER_SITE);                                                    \
    return ((long (*)(long, long, long, long, long, long))mc_real(#name))(a, b, c, d, e, f);       \
  }
#define UNORDERED(name) TOLD(name, true)
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

// The process's number is the program's; and McMini's memory is not to be written.
#define OF_PROCESS(name)                                                                           \
  MC_INTERPOSED long name(long a, long b, long c, long d, long e, long f) {                        \
    long arguments[6] = {a, b, c, d, e, f};                                                        \
    mc_unordered_call(#name, MC_CALLER_SITE);                                                      \
    mc_process_numbers(SYS_##name, arguments);                                                     \
    mc_release_by_system_call(SYS_##name, arguments, MC_CALLER_SITE);                              \
    return ((long (*)(long, long, long, long, long, long))mc_real(#name))(arguments[0], b, c, d,   \
                                                                          e, f);                   \
  }
OF_PROCESS(process_vm_readv)
OF_PROCESS(process_vm_writev)

// What these do to files, terminals and descriptors is steps, by the system calls that they make: only where those
// are seen.
#define BY_SYSTEM_CALLS(name) TOLD(name, !mc_sees_system_calls())
BY_SYSTEM_CALLS(isatty)
BY_SYSTEM_CALLS(tcgetattr)
BY_SYSTEM_CALLS(tcsetattr)
BY_SYSTEM_CALLS(tcflush)
BY_SYSTEM_CALLS(tcdrain)
BY_SYSTEM_CALLS(tcflow)
BY_SYSTEM_CALLS(tcsendbreak)
BY_SYSTEM_CALLS(tcgetpgrp)
BY_SYSTEM_CALLS(tcsetpgrp)
BY_SYSTEM_CALLS(tcgetsid)
BY_SYSTEM_CALLS(ptsname_r)
BY_SYSTEM_CALLS(unlockpt)
BY_SYSTEM_CALLS(grantpt)
BY_SYSTEM_CALLS(ttyname_r)
BY_SYSTEM_CALLS(statvfs)
BY_SYSTEM_CALLS(statvfs64)
BY_SYSTEM_CALLS(fstatvfs)
BY_SYSTEM_CALLS(fstatvfs64)
BY_SYSTEM_CALLS(statfs)
BY_SYSTEM_CALLS(statfs64)
BY_SYSTEM_CALLS(fstatfs)
BY_SYSTEM_CALLS(fstatfs64)
BY_SYSTEM_CALLS(pathconf)
BY_SYSTEM_CALLS(fpathconf)
BY_SYSTEM_CALLS(posix_fallocate)
BY_SYSTEM_CALLS(posix_fallocate64)
BY_SYSTEM_CALLS(posix_fadvise)
BY_SYSTEM_CALLS(posix_fadvise64)
BY_SYSTEM_CALLS(lockf)
BY_SYSTEM_CALLS(lockf64)
BY_SYSTEM_CALLS(fsync)
BY_SYSTEM_CALLS(fdatasync)
BY_SYSTEM_CALLS(syncfs)
BY_SYSTEM_CALLS(sync_file_range)
BY_SYSTEM_CALLS(readahead)
BY_SYSTEM_CALLS(getwd)
BY_SYSTEM_CALLS(get_current_dir_name)
BY_SYSTEM_CALLS(canonicalize_file_name)
BY_SYSTEM_CALLS(eaccess)
BY_SYSTEM_CALLS(euidaccess)
BY_SYSTEM_CALLS(ftok)
BY_SYSTEM_CALLS(futimes)
BY_SYSTEM_CALLS(lutimes)
BY_SYSTEM_CALLS(futimesat)
BY_SYSTEM_CALLS(lchmod)
BY_SYSTEM_CALLS(mknodat)
BY_SYSTEM_CALLS(creat64)
BY_SYSTEM_CALLS(fallocate64)
BY_SYSTEM_CALLS(sendfile64)
BY_SYSTEM_CALLS(preadv64)
BY_SYSTEM_CALLS(pwritev64)
BY_SYSTEM_CALLS(fts_open)
BY_SYSTEM_CALLS(fts_read)
BY_SYSTEM_CALLS(fts_children)
BY_SYSTEM_CALLS(fts64_open)
BY_SYSTEM_CALLS(fts64_read)
BY_SYSTEM_CALLS(fts64_children)
BY_SYSTEM_CALLS(wordexp)
BY_SYSTEM_CALLS(scandirat)
BY_SYSTEM_CALLS(scandirat64)
BY_SYSTEM_CALLS(getsockname)
BY_SYSTEM_CALLS(getpeername)
BY_SYSTEM_CALLS(getsockopt)
BY_SYSTEM_CALLS(posix_openpt)
BY_SYSTEM_CALLS(getpt)
BY_SYSTEM_CALLS(openpty)
BY_SYSTEM_CALLS(getpass)
BY_SYSTEM_CALLS(glob)
BY_SYSTEM_CALLS(glob64)
BY_SYSTEM_CALLS(ftw)
BY_SYSTEM_CALLS(ftw64)
BY_SYSTEM_CALLS(nftw)
BY_SYSTEM_CALLS(nftw64)
