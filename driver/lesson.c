// driver/lesson.c - see lesson.h.
#include "lesson.h"
#include <string.h>

bool lesson_take(struct mc_work *work, const struct mc_mailbox *box) {
  struct mc_noted_trace head; // a worker cannot change that
  memcpy(&head, box->cut, sizeof head);
  if (head.bytes < sizeof head || head.bytes > sizeof work->lesson)
    return false;
  memcpy(work->lesson, box->cut, head.bytes);
  return true;
}

void lesson_begin_anew(struct mc_work *work) {
  memset(&work->done, 0, sizeof work->done);
  work->noted = work->earlier = work->ended_by = work->has_found = 0;
  work->left = 0;
  work->verdict = MC_WORK_GOES_ON;
}
