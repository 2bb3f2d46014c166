// driver/main.c - the command `mcmini`: options, program, session, run, verdict, report.
#include "diagnose.h"
#include "launch.h"
#include "options.h"
#include "processes.h"
#include "program.h"
#include "result.h"
#include "watch.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

extern char **environ;

int main(int argc, char **argv) {
  struct options options;
  struct program program;
  struct launch launch;
  options_parse(&options, argc, argv);
  options_check_environment(environ);
  program_find(&program, options.program);
  launch_prepare(&launch, &options);
  launch_start(&launch, &program, options.verbose);
  struct result result = {.options = &options,
                          .program = &program,
                          .launch = &launch,
                          .session = launch.session,
                          .ended = watch_search(&launch, &options)};
  result_judge(&result);
  struct mc_session *s = launch.session;
  printf("mcmini: %s\n", verdict_name(result.verdict));
  for (unsigned i = 0; i < s->finding_count; i++)
    printf("%s\n", session_text(s, s->finding[i].message));
  const uint64_t *t = s->counts.traces;
  printf("%" PRIu64 " traces: %" PRIu64 " completed, %" PRIu64 " deadlocked, %" PRIu64
         " failed, %" PRIu64 " bounded, %" PRIu64 " dropped, %" PRIu64 " sleep-set blocked\n",
         result_traces(&result), t[0], t[1], t[2], t[3], t[4], t[5]);
  processes_end();
  return result.status;
}
