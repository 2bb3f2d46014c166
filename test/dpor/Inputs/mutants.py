# mutants.py ROOT ORACLE COMPILE...: breaks the search in known ways, one at a time, and shows that the oracle
# finds each. COMPILE is with_search.py's: what a mutant defines is not taken from its library. A mutant is
# (name, file of dpor/, text, what it becomes); the text must be there exactly once. A fifth item is the family and
# the seeds of the programs in which it shows: too few have what it is about.
import resource
import subprocess
import sys

MUTANTS = [
    ("an operation is independent of all that were met before it", "dependence.c",
     "set(operation, MC_DEPENDENT, bit, mc_dependent(operation, other));", "(void)0;"),
    ("pending operations are not reversed", "reversal.c",
     "(reverse_pending(&r) && (!exit", "((!exit"),
    ("only the last race of an operation", "reversal.c",
     "    if (at_once && r->prune)\n      overtaken = i;", "    return true;"),
    ("the last race, also where it cannot be reversed, hides earlier ones", "reversal.c",
     "    if (at_once && r->prune)", "    if (r->prune)"),
    ("only the alternative that ran", "reversal.c",
     "    r->f.alternative = mc_nth_alternative(universe, n);\n",
     "    r->f.alternative = mc_nth_alternative(universe, n);\n"
     "    if (executed && r->f.alternative != f->alternative)\n"
     "      continue;\n"),
    ("nothing more is removed to make the operation enabled", "reversal.c",
     "  if (e->thread != r->f.thread && !mc_may_disable(e, &r->f))\n    return true;",
     "  return true;"),
    ("no more than one step is removed to make the operation enabled", "removals.c",
     "  if (a->sets == MOST) {", "  if (rest != NONE)\n    return true;\n  if (a->sets == MOST) {"),
    ("a removal hides larger ones also where it leads to other states", "removals.c",
     "    if (memcmp(state, a->state + n * a->state_size, a->state_size) == 0 &&\n        is_subset",
     "    if (is_subset"),
    ("an own step with another alternative is not removed", "reversal.c",
     ".steps = has_own_step(r)}", ".steps = has_own_step(r) && false}"),
    ("the sequence ends where the later operation was", "reversal.c",
     "  for (uint32_t j = r->i + 1; j < r->end_of_k; j++)\n    if (mc_survives(r, y, j))\n      survivor",
     "  for (uint32_t j = r->i + 1; j < r->end_of_k && j < r->own; j++)\n"
     "    if (mc_survives(r, y, j))\n      survivor"),
    ("known pairs are left out also where there are alternatives", "reversal.c",
     "->covered && (f->is_local || !has_alternatives(tree, f));", "->covered;"),
    ("an answer is good also after steps on the objects of the operation", "reversal.c",
     "    is = end_on(r->x, f->object[k]) <= r->branch;", "    is = true;"),
    ("an answer is good also for an operation that was not in the trace before", "execution.c",
     "  x->basis[number].end = 0;\n", ""),
    ("an answer is good also for an operation that is a step now", "reversal.c",
     " &&\n            (own < r->branch || own == r->x->depth);", ";"),
    ("a thread that waits is not asked after a step on its objects", "execution.c",
     "at->blocked == end_of_steps(x, model, pending) &&", "end_of_steps(x, model, pending) &&"),
    ("sleeping steps are not woken", "sleep.c",
     "  if (before->operation->thread == sleeper.thread)\n    return false;",
     "  return before->operation->thread != sleeper.thread;"),
    ("sleep sets forget what was asleep before", "sleep.c",
     "  for (uint32_t i = 0; i < before->sleepers; i++)",
     "  for (uint32_t i = 0; i < before->sleepers && false; i++)"),
    ("a step that sleeps is not known to fail", "sleep.c",
     "    choice->fatal |= sleeper.fatal;", "   "),
    ("what is asleep does not cover a sequence", "optimal.c",
     "mc_covered_by_sleep(search, point, v, prefix_covered) ||\n         insert", "insert"),
    ("a new sequence ignores the branches that are there", "optimal.c",
     "    if (!is_weak_initial) {", "    if (!is_weak_initial || v->length > 1) {"),
    ("weak initials cover a sequence of source sets", "source.c",
     "  if (!mc_is_weak_initial(step, v, &place) || place == v->length)\n    return false;",
     "  if (!mc_is_weak_initial(step, v, &place))\n    return false;"),
    ("what can race is local all the same", "local.c",
     "      note_race(search, use);\n      note_race(search, known);", "      (void)known;"),
    ("a race with a local step is seen too late", "local.c",
     "  search->tree->is_outdated |= use->was_local;", ""),
    ("an operation can race with the first alternative of another one only", "local.c",
     "k < universe_of_other + mc_interrupts_of(b)", "k < 1"),
    ("local steps wake what sleeps before them only", "sleep.c",
     "mc_point_at(tree, origin - 1);", "mc_point_before(search);"),
    ("what is local in the first trace is not taken before what is owed there", "optimal.c",
     "point->owed && !point->all ? local_choice(search, point) : NULL", "NULL"),
    ("what has two outcomes in the first trace is local", "choice.c",
     "    if (enabled > 1 && search->has_local && mc_is_first_trace(search))\n"
     "      mc_note_choice(search, pending);\n", ""),
    ("happens-before by dependence alone, not by program order", "clock.c",
     "  if (x->thread[thread].last != MC_NO_STEP)\n    join(",
     "  if (x->thread[thread].last == MC_NO_STEP - 1)\n    join("),
    ("pop: what sleeps is never woken", "pop_run.c",
     "    if (record->first[t] && clock[t] >= record->first[t])\n      return false;\n", ""),
    ("pop: nothing sleeps", "pop_choice.c",
     "    if (mc_pop_sleeps(record, clock, search->execution.threads))\n      return record;\n", ""),
    ("pop: a new item may begin with what sleeps", "pop_sets.c",
     "    if (mc_pop_sleeps(item->record[r], clock, item->threads))\n      return true;\n", ""),
    ("pop: all that is dependent sleeps, whatever its rank", "pop_choice.c",
     "    if (!mc_pop_concerns(record, step))", "    if (!mc_pop_dependent(record->step, step))"),
    ("pop: an item is found wherever its steps are, not at the first node", "pop_pairs.c",
     "  const uint32_t first = item->length ? item->length : 1;", "  const uint32_t first = 1;"),
    ("pop: heads need not be in a later schedule", "pop_sets.c",
     "    mc_pop_join(pair->base, mc_pop_at(item, item->record[r]->head));", "    ;"),
    ("pop: a step of a schedule may be reversed", "pop_pairs.c",
     "  if (!mc_pop_is_free(item, i) || e->operation", "  if (e->operation"),
    ("pop: pending operations are not reversed", "pop_run.c",
     "    if (mc_is_limited(search, t))\n      continue;", "    if (t < MC_MAX_THREADS)\n      continue;"),
    ("pop: only the largest set goes before f", "pop_sets.c",
     "  else if (!go_back(search, item, pair, &n))\n    return MC_POP_NONE;", "  else\n    return MC_POP_NONE;"),
    ("pop: a set may have more than what happens before f", "pop_sets.c",
     "    if (!is)\n      return false;", "    (void)is;"),
    ("pop: sets of which f is not enabled behind the largest are given up", "pop_sets.c",
     "    is_useless = at->chosens >= at->fruitful && !mc_may_disable(&step->operation, &pair->step);",
     "    is_useless = at->chosens >= at->fruitful && step;"),
    ("pop: a set may have a step that comes after one that was left out", "pop_sets.c",
     "    if (barrier[t] && mc_pop_clock(step, t) >= barrier[t])\n      return false;", "    (void)barrier;"),
    ("pop: items that were postponed are lost", "pop_pairs.c",
     "item->postponeds ? mc_pop_next_beyond(search, item, pair) : MC_POP_NONE", "MC_POP_NONE"),
    ("pop: reversals further out stop at a postponed item", "pop_postponed.c",
     "    return mc_pop_is_free(item, n);", "    return false;"),
    ("pop: an item is postponed also for what sleeps elsewhere", "pop_postponed.c",
     "    if (enabled && !mc_pop_is_asleep(pair, i, &step))", "    if (enabled)", ("opaque", range(3360, 3370))),
    ("pop: an item is postponed for what is not enabled", "pop_postponed.c",
     "    if (enabled && !mc_pop_is_asleep(pair, i, &step))", "    if (!mc_pop_is_asleep(pair, i, &step))"),
    ("pop: what was postponed is found with another alternative of its owner", "pop_postponed.c",
     "      mc_pop_at(item, owner.instance)->operation.alternative != owner.alternative ||\n", "", ("opaque", range(15790, 15800))),
    ("pop: what was postponed is found whatever comes before its owner", "pop_postponed.c",
     "      !has_past(&pair, mc_pop_at(item, owner.instance)))", "      false)", ("opaque", range(9840, 9850))),
    ("pop: what was postponed begins with what sleeps for it", "pop_postponed.c",
     "pair->through ? has_sleeper(pair) : has_all_heads(pair)", "!pair->through && has_all_heads(pair)", ("opaque", range(320, 330))),
    ("pop: what was postponed ends with what sleeps for it", "pop_sets.c",
     "pair->records + (pair->through != NULL)", "pair->records", ("opaque", range(4850, 4860))),
    ("pop: what is found in the usual way is found by way of postponed items, too", "pop_postponed.c",
     "pair->through ? has_sleeper(pair) : has_all_heads(pair)", "pair->through && has_sleeper(pair)", ("opaque", range(770, 780))),
    ("pop: a node need not have the owners of postponed items", "pop_postponed.c",
     "      if (!postponed)\n        return false;", "      if (!postponed)\n        break;", ("opaque", range(210, 220))),
    ("pop: a step that has failed sleeps for ever", "pop_run.c",
     "  for (uint32_t t = 0; t < threads && t < record->threads; t++)\n    if (record->first",
     "  for (uint32_t t = 0; t < threads && t < record->threads && mc_pop_has_head(record); t++)\n    if (record->first"),
    ("pop: items are postponed where some step has failed", "pop_postponed.c",
     "  if (search->pop->has_failed)\n    return MC_POP_NONE;\n", "",
     ("opaque", range(2240, 2250))),
    ("pop: what was postponed before some step failed is forgotten", "pop.c",
     " || pop->has_postponed || pop->is_doubtful ||", " || pop->is_doubtful ||",
     ("futex", range(1890, 1900))),
    ("pop: every step that sleeps counts as one that has failed", "pop_choice.c",
     "record && record->fails;", "record != NULL;"),
    ("pop: only the alternative that ran", "pop_pairs.c",
     "  if (i == pair->f) // another alternative of it\n", "  if (i == pair->f)\n    return false;\n  if (i == pair->f)\n"),
    ("pop: what sleeps before a free step sleeps behind it", "pop_choice.c",
     "  return !mc_pop_dependent(last, step) && !mc_waits_busily(last);", "  return last != NULL;"),
    ("handed over: what is explored at the root's point is awake", "pop.c",
     "    if (choice[i].done &&", "    if (choice[i].done && choice[i].asleep &&"),
    ("handed over late: what is asleep at the root's point is awake", "pop.c",
     "  for (uint32_t i = 0; i < point->sleepers; i++)", "  for (uint32_t i = 0; i < point->sleepers && false; i++)"),
    ("handed over: nothing that pop finds is owed before the root", "reversal.c",
     "  return i < r->limit && ", "  return i < r->limit && !r->search->pop && "),
    ("handed over: pop explores what it finds to be owed before the root", "pop.c",
     "mc_frame_at(&search->execution, i)->operation, true)", "mc_frame_at(&search->execution, i)->operation, false)"),
    ("handed over: behind f its thread does nothing", "wakers.c",
     "    set_pending(w, &w->state[0], of, later);\n", ""),
    ("handed over: no thread is created later", "wakers.c",
     "  if (thread >= w->threads)", "  if (thread >= w->threads && state == w->state)", ("input", range(200195, 200196))),
    ("handed over: what sleeps for a head is never woken", "wakers.c",
     "from->asleep & ~woken;", "from->asleep & ~(woken & w->wanted);"),
    ("handed over: an operation has one alternative behind a state", "wakers.c",
     "  if (!operation->primitive->universe)\n    return 1;", "  if (operation->primitive)\n    return 1;"),
    ("handed over: f wakes nothing", "pop_empty.c",
     "  if (mc_pop_dependent(record->step, &pair->step))\n    return false;\n", ""),
    ("handed over: the steps before f wake nothing", "pop_empty.c",
     "  return i < pair->from || (i <=", "  return pair->from == MC_NO_STEP || (i <="),
    ("handed over: an item that is not run owes nothing", "pop_empty.c",
     "may_wake(search, pair) || may_owe(search, pair)", "may_wake(search, pair)",
     ("opaque", range(810, 815))),
    ("handed over: items are postponed while a step sleeps for the root", "pop_postponed.c",
     "      mc_pop_root_sleeps(search, pair))", "      false)", ("opaque", range(20050, 20060))),
]
SEEDS = 150
RUNS_AWAY = 3  # times what the search takes that is whole


def seconds_of_children():
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime


def verdict(oracle, only, seconds=resource.RLIM_INFINITY, seeds=range(SEEDS)):
    """What the oracle's first complaint is about: a search that runs away is one, too."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))

    run = subprocess.Popen(["stdbuf", "-oL", oracle, str(seeds.start), str(seeds.stop), *only], stdout=subprocess.PIPE,
                           text=True, preexec_fn=limit)
    found = next((l for l in run.stdout if l.startswith("wrong: ") and l != "wrong: 0\n"), None)
    if found:
        run.kill()
    status = run.wait()
    return "caught" if found else "runs away" if status else None


def main():
    root, source_of_oracle, *compile_with_search = sys.argv[1:]
    folder = f"{root}/dpor"
    subprocess.run([*compile_with_search, "-w", "-c", source_of_oracle, "-o", "oracle.o"], check=True)

    def finds(mutant, *how):
        subprocess.run([*compile_with_search, *mutant, "oracle.o", "-o", "oracle"], check=True)
        return verdict("./oracle", *how)

    start = seconds_of_children()
    if finds([], []):
        sys.exit("the oracle finds something without a mutant")
    seconds = RUNS_AWAY * int(1 + seconds_of_children() - start)
    escaped = 0
    for name, file, text, other, *where in MUTANTS:
        source = open(f"{folder}/{file}").read()
        if source.count(text) != 1:
            sys.exit(f"the text of a mutant is not there, or more than once: {name}")
        with open("mutant.c", "w") as out:
            out.write(source.replace(text, other).replace('#include "', f'#include "{folder}/'))
        family, seeds = where[0] if where else ("all", range(SEEDS))
        part = name.partition(": ")[0]
        only = [family, part] if part in ("pop", "handed over", "handed over late") else []
        found = finds(["mutant.c"], only, seconds, seeds)
        escaped += not found
        print(f"{found or 'ESCAPED'}: {name}", flush=True)
    print(f"{len(MUTANTS)} mutants, {escaped} not caught")


main()
