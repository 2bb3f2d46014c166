// driver/doctor.h - what `mcmini doctor` says, line by line.
#ifndef MC_DRIVER_DOCTOR_H
#define MC_DRIVER_DOCTOR_H

#include "result.h"
#include "view.h"

enum doctor_mark {
  DOCTOR_OK,
  DOCTOR_LESS, ///< slower, or a tool is missing; results are the same
  DOCTOR_LOST, ///< results are less
};

/// "  ok    fixed addresses". Of the other marks: what is lost by it, and how to get it, as
/// sentences without their full stop, or "".
void doctor_say(enum doctor_mark mark, const char *what, const char *loss, const char *remedy);

/// What the machine allows; `view` is of lib/mcmini-probe.
void doctor_machine(const struct result *result, const struct result_view *view);

/// What the program allows, of which one trace has run.
void doctor_program(const struct result *result, const struct result_view *view);

#endif // MC_DRIVER_DOCTOR_H
