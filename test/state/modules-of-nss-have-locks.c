// glibc holds a lock of its own while a module of NSS looks for users. The module's mutex is a step,
// at which another thread waits for that lock: it was "blocked in a system call", a false finding.
//
// RUN: %clang -DMODULE -g -shared -fPIC %s -o libnss_mine.so.2
// RUN: %mcmini-cc -g %s -o %t && env LD_LIBRARY_PATH=. %mcmini --output=all %t | FileCheck %s
// CHECK-DAG: user 1
// CHECK-DAG: user 2
// CHECK: ok: nothing found
// CHECK: 2 traces: 2 completed
// CHECK: Every schedule of the program was explored; what code without instrumentation does to memory is not seen
#include <pthread.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>

#ifdef MODULE
#include <nss.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned last;

enum nss_status _nss_mine_setpwent(int stays) { return (void)stays, NSS_STATUS_SUCCESS; }

enum nss_status _nss_mine_endpwent(void) {
  pthread_mutex_lock(&mutex);
  last = 0;
  pthread_mutex_unlock(&mutex);
  return NSS_STATUS_SUCCESS;
}

enum nss_status _nss_mine_getpwent_r(struct passwd *entry, char *text, size_t size, int *error) {
  pthread_mutex_lock(&mutex);
  (void)error;
  strncpy(text, "somebody", size);
  last++;
  *entry = (struct passwd){text, text, last, last, text, text, text};
  pthread_mutex_unlock(&mutex);
  return NSS_STATUS_SUCCESS;
}
#else
extern int __nss_configure_lookup(const char *, const char *);

static void *starts_anew(void *argument) {
  endpwent();
  return argument;
}

int main(void) {
  pthread_t thread;
  __nss_configure_lookup("passwd", "mine");
  getpwent();
  pthread_create(&thread, NULL, starts_anew, NULL);
  const unsigned user = getpwent()->pw_uid;
  pthread_join(thread, NULL);
  printf("user %u\n", user);
}
#endif
