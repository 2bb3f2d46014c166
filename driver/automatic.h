// driver/automatic.h - a search for which no -j is given is divided among the processors that there
// are, once it has lasted a second and its estimate says that this pays.
#ifndef MC_DRIVER_AUTOMATIC_H
#define MC_DRIVER_AUTOMATIC_H

#include "launch.h"

/// Before a file is opened: what make says of its descriptors may not be so any more. And before the
/// program starts.
void automatic_begin(const struct options *options);
/// To be called often while it runs, so many seconds after its start.
void automatic_look(const struct launch *launch, const struct options *options, double seconds);
/// The search is over.
void automatic_end(void);

#endif // MC_DRIVER_AUTOMATIC_H
