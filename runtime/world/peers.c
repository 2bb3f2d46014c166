// runtime/world/peers.c - what the kernel would do with an address that the program gives a socket
// of streams. The program's own sockets have no address in the kernel (primitives/descriptors/).
#include "world.h"
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/time.h>

static int open_socket(const struct sockaddr *address) {
  return (int)mc_sys(SYS_socket, address->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
}

int mc_kernel_option(int fd, int level, int option) {
  int value = 0, length = sizeof value;
  return mc_sys(SYS_getsockopt, fd, level, option, &value, &length) ? -1 : value;
}

uint64_t mc_kernel_timeout(int fd, int option) {
  struct timeval value = {0, 0};
  int length = sizeof value;
  mc_sys(SYS_getsockopt, fd, SOL_SOCKET, option, &value, &length);
  return (uint64_t)value.tv_sec * 1000000000 + (uint64_t)value.tv_usec * 1000;
}

bool mc_kernel_is_connected(int fd) {
  char name[128];
  int length = sizeof name;
  return mc_sys(SYS_getpeername, fd, name, &length) == 0;
}

const char *mc_recorded_peers(void) {
  return mc_session->config.peers ? mc_session->strings + mc_session->config.peers : "";
}

bool mc_kernel_waits(int fd) { return !(mc_sys(SYS_fcntl, fd, F_GETFL) & O_NONBLOCK); }

int mc_kernel_bind(const struct sockaddr *address, unsigned length) {
  const int fd = open_socket(address), on = 1;
  if (fd < 0)
    return -fd;
  mc_sys(SYS_setsockopt, fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  const long result = mc_sys(SYS_bind, fd, address, length);
  mc_sys(SYS_close, fd);
  return (int)-result;
}

bool mc_kernel_listens(const struct sockaddr *address, unsigned length) {
  const int fd = open_socket(address);
  const bool listens = fd >= 0 && mc_sys(SYS_connect, fd, address, length) == 0;
  if (fd >= 0)
    mc_sys(SYS_close, fd);
  return listens;
}
