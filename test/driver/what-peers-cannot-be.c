// What cannot be recorded is told, with the command. A server that nobody asks for its port is one of
// those, and so is a program that does not listen.
//
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: not %mcmini --peer="true" %t 2>&1 | FileCheck --check-prefix=PORT %s
// RUN: not %mcmini --peer="true {port}" %t 2>&1 | FileCheck --check-prefix=SILENT %s
// RUN: not %mcmini --peer="false {port}" %t 2>&1 | FileCheck --check-prefix=FAILED %s
// RUN: not %mcmini --peer="true {port}" %t end 2>&1 | FileCheck --check-prefix=ENDS %s
// RUN: not %mcmini --journal=%t.journal --peer="true {port}" %t 2>&1 | FileCheck --check-prefix=JOURNAL %s
// PORT: --peer=true: expected a command with {port}, where the program's socket is to come
// SILENT: --peer=true {port}: has not connected to {port}
// FAILED: --peer=false {port}: has failed, with status 1
// ENDS: --peer: the program ends before it listens for a client
// JOURNAL: --peer: not with --journal
#include "../socket/Inputs/loopback.h"

int main(int count, char **argument) {
  if (count < 2)
    accept(listening(), NULL, NULL);
}
