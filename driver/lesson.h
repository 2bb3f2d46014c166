// driver/lesson.h - a worker's trace that has shown of the program what others would have to know:
// it is handed to the first trunk (runtime/executor/divide_lesson.c).
#ifndef MC_DRIVER_LESSON_H
#define MC_DRIVER_LESSON_H

#include "runtime/session_work.h"
#include <stdbool.h>

/// false: there is no such trace in the mailbox.
bool lesson_take(struct mc_work *work, const struct mc_mailbox *box);
/// The first trunk has it: what the workers have done until then counts no more.
void lesson_begin_anew(struct mc_work *work);

#endif // MC_DRIVER_LESSON_H
