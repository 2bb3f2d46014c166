// Two transactions of lmdb count; one that reads in another transaction than it writes loses a count. Preloaded.
//
// RUN: %gcc -w -g -O1 %s -o right -pthread -llmdb
// RUN: not %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found, but the orders of accesses to a file that is mapped and calls that use it
// RIGHT: {{^}}2 traces: 2 completed
// RUN: %gcc -DONCE -w -g -O1 %s -o mutant.once -pthread -llmdb
// RUN: not %mcmini ./mutant.once | FileCheck --check-prefix=ONCE %s
// ONCE: assertion failed
// REQUIRES: real, liblmdb-dev
#include <assert.h>
#include <lmdb.h>
#include <pthread.h>
#include <sys/stat.h>
static MDB_env *env;
static void *add(void *nothing) {
  MDB_txn *txn;
  MDB_dbi db;
  MDB_val k = {1, "k"}, v;
  int n = 0;
#ifdef ONCE
  mdb_txn_begin(env, 0, MDB_RDONLY, &txn);
  mdb_dbi_open(txn, 0, 0, &db);
  if (!mdb_get(txn, db, &k, &v)) n = *(int *)v.mv_data;
  mdb_txn_abort(txn);
#endif
  mdb_txn_begin(env, 0, 0, &txn);
  mdb_dbi_open(txn, 0, 0, &db);
#ifndef ONCE
  if (!mdb_get(txn, db, &k, &v)) n = *(int *)v.mv_data;
#endif
  n++;
  v.mv_size = sizeof n, v.mv_data = &n;
  mdb_put(txn, db, &k, &v, 0);
  mdb_txn_commit(txn);
  return 0;
}
int main(void) {
  pthread_t t;
  mkdir("db", 0777);
  mdb_env_create(&env);
  mdb_env_open(env, "db", MDB_NOSYNC, 0666);
  pthread_create(&t, 0, add, 0);
  add(0);
  pthread_join(t, 0);
  MDB_txn *txn; MDB_dbi db; MDB_val k = {1, "k"}, v;
  mdb_txn_begin(env, 0, MDB_RDONLY, &txn);
  mdb_dbi_open(txn, 0, 0, &db);
  assert(!mdb_get(txn, db, &k, &v) && *(int *)v.mv_data == 2);
  return 0;
}
