// driver/processors.h - how many processors the command may use.
#ifndef MC_DRIVER_PROCESSORS_H
#define MC_DRIVER_PROCESSORS_H

#include <stdint.h>

/// What the affinity mask and the cgroup (cpu.max) allow, in whole ones: at least 1.
uint32_t processors_allowed(void);

#endif // MC_DRIVER_PROCESSORS_H
