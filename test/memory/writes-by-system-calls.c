// A write to /proc/self/mem, or by process_vm_writev, is no access that is seen: that `shared` is 1 only in one of two
// orders is missed, and the result incomplete. What is McMini's is not to be written so: that is the program's crash.
// RUN: %mcmini-cc -g -w -I %S/../Inputs %s -o %t
// RUN: sh -c 'ln -sf /proc/self/mem link; for way in pwrite write pwritev writev stream link early; do %mcmini -q -k %t $way own; echo status $?; done > own; grep -e ^mcmini -e ^status own' | FileCheck %s --check-prefix=OWN
// OWN-COUNT-7: {{^}}mcmini: incomplete: nothing found, but other orders of what threads do by /proc/self/mem{{[[:space:]]}}status 3
// RUN: sh -c 'for way in vm raw; do %mcmini -q -k %t $way own; echo status $?; done > vm; grep -e ^mcmini -e ^status vm' | FileCheck %s --check-prefix=VM
// VM-COUNT-2: {{^}}mcmini: incomplete: nothing found, but other orders of what threads do by process_vm_writev{{[[:space:]]}}status 3
// RUN: sh -c 'for way in pwrite write pwritev writev link early vm raw; do %mcmini -q %t $way theirs; echo status $?; done > theirs; grep -e ^mcmini -e ^status theirs' | FileCheck %s --check-prefix=THEIRS
// RUN: sh -c 'for way in pwrite write pwritev writev link early vm raw; do %mcmini -q --isolation=fork %t $way theirs; echo status $?; done > theirs; grep -e ^mcmini -e ^status theirs' | FileCheck %s --check-prefix=THEIRS
// RUN: sh -c 'for way in pwrite write pwritev writev link early vm raw; do %mcmini -q --threads=kernel %t $way theirs; echo status $?; done > theirs; grep -e ^mcmini -e ^status theirs' | FileCheck %s --check-prefix=THEIRS
// THEIRS-COUNT-8: {{^}}mcmini: crash: SIGSEGV at address 0x{{[0-9a-f]+}} (a stray access to McMini's own memory){{[[:space:]]}}status 1
// What a stream writes is seen where system calls are.
// RUN: %if dispatch %{ sh -c 'for how in --isolation=snapshot --isolation=fork --threads=kernel; do %mcmini -q $how %t stream theirs; echo status $?; done > stream; grep -e ^mcmini -e ^status stream' | FileCheck %s --check-prefix=STREAM %}
// STREAM-COUNT-3: {{^}}mcmini: crash: SIGSEGV at address 0x{{[0-9a-f]+}} (a stray access to McMini's own memory){{[[:space:]]}}status 1
#define _GNU_SOURCE
#include "threads.h"
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static int shared;
static const char *way;
static void *at = &shared;
static int early;

static int memory(void) { return open("/proc/self/mem", O_RDWR); }

static void put(int value) {
  const struct iovec from = {&value, sizeof value}, to = {at, sizeof value};
  const off_t place = (off_t)at;
  if (strcmp(way, "pwrite") == 0) {
    pwrite(memory(), &value, sizeof value, place);
  } else if (strcmp(way, "write") == 0) {
    const int fd = dup(memory());
    lseek(fd, place, SEEK_SET);
    write(fd, &value, sizeof value);
  } else if (strcmp(way, "pwritev") == 0) {
    pwritev(memory(), &from, 1, place);
  } else if (strcmp(way, "writev") == 0) {
    const int fd = openat(open("/proc/self", O_RDONLY | O_DIRECTORY), "mem", O_WRONLY);
    lseek(fd, place, SEEK_SET);
    writev(fd, &from, 1);
  } else if (strcmp(way, "stream") == 0) {
    FILE *stream = fopen("/proc/self/mem", "r+");
    fseek(stream, place, SEEK_SET);
    fwrite(&value, sizeof value, 1, stream);
    fclose(stream);
  } else if (strcmp(way, "link") == 0) {
    pwrite(open("link", O_RDWR), &value, sizeof value, place);
  } else if (strcmp(way, "early") == 0) {
    pwrite(early, &value, sizeof value, place);
  } else if (strcmp(way, "vm") == 0) {
    process_vm_writev(getpid(), &from, 1, &to, 1, 0);
  } else if (strcmp(way, "raw") == 0) {
    syscall(SYS_process_vm_writev, (long)getpid(), &from, 1L, &to, 1L, 0L);
  }
}

static void *writer(void *unused) {
  put(1);
  return unused;
}

static void *reader(void *unused) {
  return shared == 1 ? &shared : unused;
}

static void find_theirs(void) {
  char line[512];
  unsigned long start;
  FILE *maps = fopen("/proc/self/maps", "r");
  while (at == &shared && fgets(line, sizeof line, maps))
    if (strstr(line, "mcmini-session") && sscanf(line, "%lx", &start) == 1)
      at = (void *)start;
  fclose(maps);
}

int main(int argc, char **argv) {
  way = argv[argc - 2];
  if (strcmp(argv[argc - 1], "theirs") == 0)
    find_theirs();
  if (strcmp(way, "early") == 0)
    early = memory();
  in_threads(writer, reader);
  return 0;
}
