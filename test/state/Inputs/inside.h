// What inside.def needs beside pairs.c.
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <termios.h>

static struct termios settings, changed;
static struct winsize window;
static struct statvfs system_v;
static struct statfs file_system;
static struct sigaction action;
static const struct winsize seven = {7, 7};
static const struct timeval seconds[2] = {{7, 0}, {7, 0}};

QUIET void terminal(void) { fd = posix_openpt(O_RDWR | O_NOCTTY); }
QUIET void other_settings(void) {
  terminal();
  tcgetattr(fd, &settings);
  changed = settings;
  changed.c_lflag ^= ECHO;
}
