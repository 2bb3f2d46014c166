// On a kernel that does not show the system calls inside of libc's functions, what two threads do by such a function
// has one order: the verdict says so, and names it, for each of unordered_functions.c. Here are some of those that
// look up users, hosts and interfaces, work in threads of libc's own, fork, or open files of the system's.
// RUN: %mcmini-cc -g -O1 -w %s -o %t && %gcc %root/test/Inputs/restricted.c -o %t.restricted
// RUN: sh -c 'for name in newlocale iconv_open getaddrinfo getpwnam_r getgrnam_r if_nametoindex getifaddrs aio_read shmget; do %t.restricted --dispatch %mcmini %t $name > %t.text; test $? = 3 || echo $name: status $?; grep "explored:" %t.text; done; true' | FileCheck %s
// RUN: sh -c '%t.restricted --dispatch %mcmini %t forkpty > %t.text; test $? = 3'
// CHECK-NOT: status
// CHECK: Not every schedule of the program was explored: other orders of what threads do by newlocale.
// CHECK-NEXT: Not every schedule of the program was explored: other orders of what threads do by iconv_open.
// CHECK-NEXT: Not every schedule of the program was explored: other orders of what threads do by getaddrinfo.
// CHECK-NEXT: Not every schedule of the program was explored: other orders of what threads do by getpwnam_r.
// CHECK-NEXT: Not every schedule of the program was explored: other orders of what threads do by getgrnam_r.
// CHECK-NEXT: Not every schedule of the program was explored: other orders of what threads do by if_nametoindex.
// CHECK-NEXT: Not every schedule of the program was explored: other orders of what threads do by getifaddrs.
// CHECK-NEXT: Not every schedule of the program was explored: other orders of what threads do by aio_read.
// CHECK-NEXT: Not every schedule of the program was explored: other orders of what threads do by shmget.
#define _GNU_SOURCE
#include <aio.h>
#include <grp.h>
#include <iconv.h>
#include <ifaddrs.h>
#include <locale.h>
#include <net/if.h>
#include <netdb.h>
#include <pthread.h>
#include <pty.h>
#include <pwd.h>
#include <string.h>
#include <sys/shm.h>
#include <unistd.h>

static const char *name;

static int is(const char *word) { return strcmp(name, word) == 0; }

static void *calls(void *unused) {
  char text[1000];
  struct passwd user, *found_user;
  struct group group, *found_group;
  struct addrinfo *address;
  struct ifaddrs *addresses;
  struct aiocb request = {.aio_fildes = -1, .aio_buf = text, .aio_nbytes = 1};
  int terminal;
  if (is("newlocale"))
    newlocale(LC_CTYPE_MASK, "xx", (locale_t)0);
  if (is("iconv_open"))
    iconv_open("UTF-8", "none");
  if (is("getaddrinfo"))
    getaddrinfo("127.0.0.1", NULL, NULL, &address);
  if (is("getpwnam_r"))
    getpwnam_r("root", &user, text, sizeof text, &found_user);
  if (is("getgrnam_r"))
    getgrnam_r("root", &group, text, sizeof text, &found_group);
  if (is("if_nametoindex"))
    if_nametoindex("lo");
  if (is("getifaddrs"))
    getifaddrs(&addresses);
  if (is("aio_read"))
    aio_read(&request);
  if (is("shmget"))
    shmget(IPC_PRIVATE, 0, 0);
  if (is("forkpty") && forkpty(&terminal, NULL, NULL, NULL) == 0)
    _exit(0);
  return unused;
}

int main(int unused, char *argv[]) {
  pthread_t thread[2];
  (void)unused;
  name = argv[1];
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, calls, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
}
