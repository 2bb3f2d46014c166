// driver/jobserver.h - the tokens of a make above the command: one for each process beside the
// command itself that uses a processor.
#ifndef MC_DRIVER_JOBSERVER_H
#define MC_DRIVER_JOBSERVER_H

#include <stdint.h>

/// Looks for the jobserver (MAKEFLAGS). Before the command has opened files: make may have closed
/// the descriptors; and before it adopts processes.
void jobserver_find(void);
/// Takes up to so many tokens, without waiting, and returns how many. All, if there is no
/// jobserver.
uint32_t jobserver_take(uint32_t most);
/// Gives all back.
void jobserver_give_back(void);

#endif // MC_DRIVER_JOBSERVER_H
