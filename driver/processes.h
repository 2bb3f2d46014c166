// driver/processes.h - the processes that the program makes, and their end.
#ifndef MC_DRIVER_PROCESSES_H
#define MC_DRIVER_PROCESSES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/// From now on orphans among our descendants become our children, and none outlives the command.
void processes_adopt(void);

/// Kills every descendant and waits for it. One that the system does not let go is given up.
void processes_end(void);

/// CPU time that the process has used, all threads, in nanoseconds; false: it is gone.
bool process_cpu_time(pid_t pid, uint64_t *time);

/// The letter of its state in /proc/PID/stat, 0: it is gone.
char process_state(pid_t pid);

/// 0: it is gone.
pid_t process_parent(pid_t pid);

/// All its threads wait for one of its own threads or processes, as far as that is to be seen.
bool process_waits_for_itself(pid_t pid);

/// Nanoseconds of a clock that only goes forward.
uint64_t wall_time(void);

#endif // MC_DRIVER_PROCESSES_H
