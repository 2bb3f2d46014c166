// A function of the program's own takes libc's mutex in a way that McMini does not see.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py own-functions %mcmini %t
#define _GNU_SOURCE
#include "Inputs/idle_thread.h"
#include <dlfcn.h>
#include <unistd.h>

int usleep(useconds_t time) { return ((int (*)(useconds_t))dlsym(RTLD_NEXT, "usleep"))(time); }

static void act(void) { usleep(1); }
