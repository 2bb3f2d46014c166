// primitives/descriptors/descriptor_calls.c - the system calls that are operations on descriptors
// between threads: made by syscall(), and inside of libc where the runtime sees them there.
#define _GNU_SOURCE
#include "descriptors.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>

static struct iovec buffer_of(const long a[6]) {
  return (struct iovec){(void *)a[1], (size_t)a[2]};
}

static long call_read(const struct mc_site *site, const long a[6]) {
  const struct iovec buffer = buffer_of(a);
  return mc_pipe_read((int)a[0], &buffer, 1, 0, site);
}
static long call_write(const struct mc_site *site, const long a[6]) {
  const struct iovec buffer = buffer_of(a);
  return mc_pipe_write((int)a[0], &buffer, 1, 0, site);
}
static long call_readv(const struct mc_site *site, const long a[6]) {
  return mc_pipe_read((int)a[0], (const struct iovec *)a[1], (int)a[2], 0, site);
}
static long call_writev(const struct mc_site *site, const long a[6]) {
  return mc_pipe_write((int)a[0], (const struct iovec *)a[1], (int)a[2], 0, site);
}
static long call_recvfrom(const struct mc_site *site, const long a[6]) {
  const struct iovec buffer = buffer_of(a);
  if (!mc_descriptor_is_socket((int)a[0]))
    return mc_descriptor_refuses((int)a[0], ENOTSOCK, site);
  return mc_pipe_read((int)a[0], &buffer, 1, (int)a[3], site);
}
static long call_sendto(const struct mc_site *site, const long a[6]) {
  const struct iovec buffer = buffer_of(a);
  if (!mc_descriptor_is_socket((int)a[0]))
    return mc_descriptor_refuses((int)a[0], ENOTSOCK, site);
  return mc_pipe_write((int)a[0], &buffer, 1, (int)a[3], site);
}
static long call_sendfile(const struct mc_site *site, const long a[6]) {
  return mc_pipe_send_file((int)a[0], (int)a[1], (off_t *)a[2], (size_t)a[3], site);
}
static long call_close(const struct mc_site *site, const long a[6]) {
  return mc_descriptor_close((int)a[0], site);
}
static long call_shutdown(const struct mc_site *site, const long a[6]) {
  return mc_descriptor_shutdown((int)a[0], (int)a[1], site);
}
static long call_dup(const struct mc_site *site, const long a[6]) {
  return mc_descriptor_control((int)a[0], F_DUPFD, 0, site);
}
static long call_fcntl(const struct mc_site *site, const long a[6]) {
  return mc_descriptor_control((int)a[0], (int)a[1], a[2], site);
}
static long call_ioctl(const struct mc_site *site, const long a[6]) {
  return mc_descriptor_device((int)a[0], (unsigned long)a[1], (void *)a[2], site);
}

enum { MOVES_NONE = -1 };

static const struct {
  long number;
  long (*function)(const struct mc_site *site, const long a[6]);
  int side; // of the bytes that it moves
} calls[] = {{SYS_read, call_read, MC_READER},          {SYS_write, call_write, MC_WRITER},
             {SYS_readv, call_readv, MC_READER},        {SYS_writev, call_writev, MC_WRITER},
             {SYS_sendfile, call_sendfile, MC_WRITER},  {SYS_recvfrom, call_recvfrom, MC_READER},
             {SYS_sendto, call_sendto, MC_WRITER},      {SYS_close, call_close, MOVES_NONE},
             {SYS_shutdown, call_shutdown, MOVES_NONE}, {SYS_dup, call_dup, MOVES_NONE},
             {SYS_fcntl, call_fcntl, MOVES_NONE},       {SYS_ioctl, call_ioctl, MOVES_NONE}};
enum { CALLS = sizeof calls / sizeof *calls };

static bool leads_outside(unsigned call, int fd) {
  return call < CALLS && calls[call].side != MOVES_NONE &&
         mc_descriptor_leads_outside(fd, calls[call].side);
}

static bool is_modelled(int command) {
  return command == F_GETFL || command == F_SETFL || command == F_GETPIPE_SZ ||
         command == F_SETPIPE_SZ;
}

static bool reads_nothing(long number, const long a[6]) {
  const struct iovec buffer = buffer_of(a);
  return number == SYS_readv ? mc_reads_nothing((int)a[0], (const struct iovec *)a[1], (int)a[2])
                             : number == SYS_read && mc_reads_nothing((int)a[0], &buffer, 1);
}

/// CALLS: it is none, or the kernel's.
static unsigned find_call(long number, const long a[6]) {
  unsigned i = 0;
  const bool is_kernels = (number == SYS_fcntl && !is_modelled((int)a[1])) ||
                          reads_nothing(number, a) ||
                          (number == SYS_ioctl && a[1] != FIONREAD && a[1] != FIONBIO) ||
                          (number == SYS_sendto && mc_descriptor_sends_to((int)a[0], (void *)a[4]));
  if (a[0] != (int)a[0] || !mc_descriptor_is_open((int)a[0]) || is_kernels)
    return CALLS;
  while (i < CALLS && calls[i].number != number)
    i++;
  return leads_outside(i, (int)a[0]) ? CALLS : i;
}

bool mc_descriptor_is_call(long number, const long a[6]) {
  return find_call(number, a) < CALLS;
}

long mc_descriptor_call(const struct mc_site *site, long number, const long a[6]) {
  return calls[find_call(number, a)].function(site, a);
}
