// A priority-inheriting futex has outcomes beside ENOSYS, which are not seen.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py futex-operation %mcmini %t
#define _GNU_SOURCE
#include "Inputs/idle_thread.h"
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

static int word;

static void act(void) { syscall(SYS_futex, &word, FUTEX_LOCK_PI, 0, NULL, NULL, 0); }
