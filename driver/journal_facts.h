// driver/journal_facts.h - who a search is: what must be the same where it goes on.
#ifndef MC_DRIVER_JOURNAL_FACTS_H
#define MC_DRIVER_JOURNAL_FACTS_H

#include "options.h"
#include "program.h"

struct fact {
  const char *name, *what;
  char *value;        ///< NULL: it is not known
  bool is_of_machine; ///< and need not be the same where several take part
};

enum { FACTS = 8 };

void facts_collect(struct fact facts[FACTS], const struct options *options,
                   const struct program *program);
/// The value of one, for a message [own: free].
char *facts_on_one_line(const char *value);

#endif // MC_DRIVER_JOURNAL_FACTS_H
