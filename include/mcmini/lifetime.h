// <mcmini/lifetime.h> - how long what a variable of McMini's holds is true. A worker with a
// snapshot puts its memory back after each trace; what is to survive one lies elsewhere, and a
// variable points to it.
//
//   MC_PER_TRACE   a trace may write it; it is put back
//   MC_KEPT        in a trace it is constant: the trunk writes it, before the first or between two
//
// MC_PER_TRACE_TABLE is for 1 KB and more: what is written often lies close together elsewhere.
// Each is a section of the object files: tools/check-lifetimes reads them. _SET: the variable
// begins with another value than 0.
#ifndef MCMINI_LIFETIME_H
#define MCMINI_LIFETIME_H

#define MC_PER_TRACE __attribute__((section(".bss.mc_trace")))
#define MC_PER_TRACE_TABLE __attribute__((section(".bss.mc_trace_table")))
#define MC_KEPT __attribute__((section(".bss.mc_kept")))
#define MC_PER_TRACE_SET __attribute__((section(".data.mc_trace")))
#define MC_KEPT_SET __attribute__((section(".data.mc_kept")))

#endif // MCMINI_LIFETIME_H
