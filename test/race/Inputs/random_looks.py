# random_looks.py MCMINI_CC MCMINI PROGRAMS - random programs of two threads over plain accesses, and operations and looks at
# a pipe, socketpairs, an eventfd and an epoll: what races by the default, and by source, is what races by dfs.
import json
import random
import re
import subprocess
import sys

mcmini_cc, mcmini, programs = sys.argv[1], sys.argv[2], int(sys.argv[3])

HEAD = r"""#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>
static int x, y, f[2], s[2], d[2], e, set;
static _Thread_local volatile int sink;
static int get(int fd) { char c; return read(fd, &c, 1); }
static int put(int fd) { return write(fd, "a", 1); }
static int peek(int fd) { char c; return recv(fd, &c, 1, MSG_PEEK); }
static int look(int fd, short events) {
  struct pollfd p = {fd, events, 0};
  return poll(&p, 1, 0) == 1 ? p.revents : 0;
}
static int look2(int a, int b) {
  struct pollfd p[2] = {{a, POLLIN, 0}, {b, POLLIN, 0}};
  return poll(p, 2, 0);
}
static int put8(uint64_t n) { return write(e, &n, 8); }
static int get8(void) { uint64_t n; return read(e, &n, 8); }
static int size(int fd) { int n = 0; ioctl(fd, FIONREAD, &n); return n; }
static int waits(void) { struct epoll_event v; return epoll_wait(set, &v, 1, 0); }
static int in(int fd) { struct epoll_event v = {.events = EPOLLIN}; return epoll_ctl(set, EPOLL_CTL_ADD, fd, &v); }
static int out(int fd) { return epoll_ctl(set, EPOLL_CTL_DEL, fd, NULL); }
static void begin(void) {
  (void)!pipe2(f, O_NONBLOCK);
  socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, s);
  socketpair(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0, d);
  e = eventfd(0, EFD_NONBLOCK);
  set = epoll_create1(0);
}
"""
PIPE = ["get(f[0])", "put(f[1])", "look(f[0], POLLIN)", "look(f[1], POLLOUT)", "fcntl(f[0], F_GETFL)", "size(f[0])",
        "close(f[1])", "fcntl(f[0], F_SETFL, O_NONBLOCK)", "dup(f[0])"]
SOCKET = ["get(s[0])", "get(s[1])", "put(s[1])", "peek(s[0])", "look(s[0], POLLIN)", "look(s[1], POLLIN | POLLRDHUP)",
          "shutdown(s[1], SHUT_WR)", "size(s[0])", "close(s[0])"]
DATAGRAM = ["get(d[0])", "put(d[1])", "look(d[0], POLLIN)", "close(d[0])", "peek(d[0])"]
EVENT = ["put8(1)", "put8(2)", "get8()", "look(e, POLLIN)", "look(e, POLLOUT)"]
EPOLL = ["waits()", "in(f[0])", "in(s[0])", "in(e)", "out(f[0])", "look2(f[0], e)"]
POOLS = [PIPE, SOCKET, DATAGRAM, EVENT, EPOLL + PIPE[:4] + EVENT, PIPE + SOCKET + DATAGRAM + EVENT + EPOLL]


def statement(rng, operations):
    variable = rng.choice("xxy")
    access = f"{variable} = 1;" if rng.random() < 0.65 else f"sink = {variable};"
    kind = rng.random()
    if kind < 0.4:
        return f"  {access}\n"
    operation = rng.choice(operations)
    return f"  (void)!{operation};\n" if kind < 0.7 else f"  if ({operation} > 0)\n    {access}\n"


def program(seed):
    rng = random.Random(seed)
    pool = rng.choice(POOLS)
    operations = [rng.choice(pool) for _ in range(rng.randint(2, 4))]
    other, own = ("".join(statement(rng, operations) for _ in range(rng.randint(2, 4))) for _ in range(2))
    first = "".join(s for s in ("  put(f[1]);\n", "  put(s[1]);\n", "  in(f[0]), in(e);\n") if rng.random() < 0.4)
    return (f"static void *t{seed}(void *a) {{\n{other}  return a;\n}}\n"
            f"static void p{seed}(void) {{\n  pthread_t t;\n  begin();\n{first}"
            f"  pthread_create(&t, 0, t{seed}, 0);\n{own}  pthread_join(t, 0);\n}}\n")


def findings(seed, algorithm):
    """Locations that race, and other findings."""
    options = ["-k", "-q", "--estimate=off", "--races=report", "--json=-", f"--algorithm={algorithm}"]
    run = subprocess.run([mcmini, *options, "./looks", str(seed)], stdout=subprocess.PIPE, text=True)
    found = json.loads(run.stdout)["findings"]
    return {re.sub(r":.*", "", f["message"]) if f["kind"] == "data-race" else f["kind"] for f in found}


with open("looks.c", "w") as file:
    file.write(HEAD + "".join(map(program, range(programs))))
    file.write("int main(int count, char **argument) {\n  switch (atoi(argument[count - 1])) {\n")
    file.write("".join(f"  case {seed}: p{seed}(); break;\n" for seed in range(programs)) + "  }\n}\n")
subprocess.run([mcmini_cc, "-g", "-w", "looks.c", "-o", "looks"], check=True)
racy = 0
for seed in range(programs):
    by_dfs = findings(seed, "dfs")
    racy += bool(by_dfs & {"x", "y"})
    for algorithm in "optimal", "source":
        if findings(seed, algorithm) != by_dfs:
            print(f"program {seed}: {sorted(by_dfs)} by dfs, {sorted(findings(seed, algorithm))} by {algorithm}")
print(f"{programs} programs, {racy} of them racy")
