// Two recorded clients of a server that accepts for ever, with a thread for each connection and a
// counter. Either connects first (2). The second connect is before or behind the first accept (2).
// Then the connections' threads take the mutex in either order, the first one's close before or behind
// the second accept, which may get its number: where it is before, the order of the mutex is given
// (3). 2 * 2 * 3 = 12 traces; the server waits for a third client at the end of each, and that is no deadlock. One client:
// nothing is ordered in two ways.
//
// The clients of the second search ask for what the other one changes: an answer that is not the
// recorded one makes the verdict "incomplete". Without the mutex there is a data race, which the trace file shows
// without the clients' commands.
//
// RUN: %mcmini-cc -g -O1 -w -DLOCKED %s -o %t.locked
// RUN: %mcmini --algorithm=optimal --peer="python3 %S/Inputs/ask.py {port} add" --peer="python3 %S/Inputs/ask.py {port} add" %t.locked | FileCheck %s
// RUN: %mcmini --algorithm=source --peer="python3 %S/Inputs/ask.py {port} add" --peer="python3 %S/Inputs/ask.py {port} add" %t.locked | FileCheck %s
// RUN: %mcmini -j2 --peer="python3 %S/Inputs/ask.py {port} add" --peer="python3 %S/Inputs/ask.py {port} add" %t.locked | FileCheck %s
// RUN: %mcmini --peer="python3 %S/Inputs/ask.py {port} add" %t.locked | FileCheck --check-prefix=ONE %s
// RUN: not %mcmini --peer="python3 %S/Inputs/ask.py {port} add" --peer="python3 %S/Inputs/ask.py {port} get" %t.locked | FileCheck --check-prefix=ANSWER %s
// RUN: %mcmini-cc -g -O1 -w %s -o %t.race
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: not %mcmini --output-dir=%t.dir --peer="python3 %S/Inputs/ask.py {port} add" --peer="python3 %S/Inputs/ask.py {port} add" %t.race | FileCheck --check-prefix=RACE %s
// RUN: not %mcmini replay %t.dir/*.trace -- %t.race | FileCheck --check-prefix=RACE %s
// CHECK: mcmini: incomplete: nothing found, but clients of --peer send the recorded bytes
// CHECK: {{^}}12 traces: 12 completed, 0 deadlocked, 0 failed
// ONE: {{^}}1 traces: 1 completed, 0 deadlocked, 0 failed
// ANSWER: incomplete: nothing found, but what a client of --peer does with another answer than the recorded one
// ANSWER: {{^}}12 traces: 12 completed, 0 deadlocked, 0 failed
// RACE: data race: counter
#include "Inputs/counter.h"

int main(void) { serve_all(listening()); }
