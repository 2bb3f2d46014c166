// driver/code_answer.h - what the runtime asks of machine code (struct mc_code_question).
#ifndef MC_DRIVER_CODE_ANSWER_H
#define MC_DRIVER_CODE_ANSWER_H

#include "launch.h"

/// Does a question stand?
bool code_is_asked(const struct launch *launch);
/// Answers it, if one does.
void code_answer(const struct launch *launch);

#endif // MC_DRIVER_CODE_ANSWER_H
