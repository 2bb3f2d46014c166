// Two connections of sqlite with one shared cache count. Read in a transaction of its own, a count is lost.
// At most one preemption. Preloaded.
//
// RUN: %gcc -w -g -O1 %s -o right -pthread -lsqlite3
// RUN: %mcmini -k --preemptions=1 ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found, but preemptions were bounded by --preemptions
// RIGHT: {{^}}13 traces: 13 completed
// RUN: %gcc -DAPART -w -g -O1 %s -o mutant.apart -pthread -lsqlite3
// RUN: not %mcmini --preemptions=1 ./mutant.apart | FileCheck --check-prefix=APART %s
// APART: assertion failed
// REQUIRES: real, libsqlite3-dev
#include <assert.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
static int number(sqlite3 *db, const char *sql) {
  sqlite3_stmt *s;
  int n = -1;
  sqlite3_prepare_v2(db, sql, -1, &s, 0);
  if (sqlite3_step(s) == SQLITE_ROW) n = sqlite3_column_int(s, 0);
  sqlite3_finalize(s);
  return n;
}
static sqlite3 *open_it(void) {
  sqlite3 *db;
  assert(!sqlite3_open_v2("file:m?mode=memory&cache=shared", &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_URI | SQLITE_OPEN_CREATE, 0));
  return db;
}
static sqlite3 *connections[2];
static void *add(void *me) {
  sqlite3 *db = connections[(long)me];
#ifdef APART
  char sql[60];
  int n;
  while ((n = number(db, "select n from t")) < 0)
    ;
  snprintf(sql, sizeof sql, "update t set n = %d", n + 1);
  while (sqlite3_exec(db, sql, 0, 0, 0) == SQLITE_LOCKED)
    ;
#else
  while (sqlite3_exec(db, "update t set n = n + 1", 0, 0, 0) == SQLITE_LOCKED)
    ;
#endif
  return 0;
}
int main(void) {
  pthread_t t;
  sqlite3 *db = connections[0] = open_it();
  sqlite3_exec(db, "create table t(n); insert into t values (0)", 0, 0, 0);
  connections[1] = open_it();
  number(connections[1], "select n from t");
  pthread_create(&t, 0, add, (void *)1);
  add(0);
  pthread_join(t, 0);
  assert(number(db, "select n from t") == 2);
  return 0;
}
