// Of two recorded clients one asks what the other changes: the answer is not always the recorded one.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py peer-answer %mcmini --peer="python3 %S/../socket/Inputs/ask.py {port} add" --peer="python3 %S/../socket/Inputs/ask.py {port} get" %t
#define LOCKED
#include "../socket/Inputs/counter.h"

int main(void) { serve_all(listening()); }
