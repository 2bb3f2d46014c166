// A recorded client sends the same bytes in each trace.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py peer %mcmini --peer="python3 %S/../socket/Inputs/ask.py {port} add" %t
#define LOCKED
#include "../socket/Inputs/counter.h"

int main(void) { serve_all(listening()); }
