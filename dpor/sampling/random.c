// dpor/sampling/random.c - random walk: each thread that can run is next with the same probability.
//
// Source: the baseline of Thomson, Donaldson, Betts, "Concurrency Testing Using Schedule Bounding",
//         PPoPP 2014. A thread's alternatives share its probability.
#include "dpor/strategy.h"

const struct mc_choice *mc_random_choose(struct mc_search *search, const struct mc_frame *frame) {
  uint32_t threads = 0;
  for (uint32_t i = 0; i < frame->choices; i++)
    threads += mc_is_first_of_thread(frame, i);
  uint64_t n = mc_random_below(search->strategy, threads);
  uint32_t i = 0;
  while (!mc_is_first_of_thread(frame, i) || n-- > 0)
    i++;
  return mc_random_alternative(search->strategy, frame, frame->choice[i].thread);
}
