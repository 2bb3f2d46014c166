# worker_mutants.py ROOT WORKERS COMPILE...: breaks in known ways what the workers of a divided search tell each other, one
# way at a time, and shows that workers.c finds each. COMPILE is with_search.py's. A mutant is (name, file, text, what it
# becomes); the text must be there exactly once.
import os
import re
import resource
import subprocess
import sys

MUTANTS = [
    ("what a dead worker had claimed is lost", "driver/items.c",
     "  prepend_all(&items->of[worker].open, &items->of[worker].claimed);",
     "  free_list(&items->of[worker].claimed);"),
    ("what a worker gives away is lost", "driver/items.c",
     "  prepend_all(&items->of[worker].open, &open);", "  free_list(&open);"),
    ("an item that has run is counted again", "dpor/pop_items.c",
     ".has_run = has_run || item->has_run,", ".has_run = false,"),
    ("what an item has given is given again", "dpor/pop_items.c", ".owed = item->owed,", ".owed = 0,"),
    ("what was found in an item's execution is run again", "dpor/pop.c",
     "    answer = skip_found(search, item);", "    answer = MC_POP_NONE;"),
    ("the rank of a reversal is not told", "dpor/pop_items.c", "record->rank = read.rank;", "record->rank = 0;"),
    ("all steps of an item's path are free", "dpor/pop_items.c", "!mc_pop_is_free(item, i)};", "false};"),
    ("a reversal that has failed is like others", "dpor/pop_items.c", "record->fails = read.fails;",
     "record->fails = false;"),
    ("the way to a step that has failed is not told", "dpor/pop.c",
     "  for (item->length = item->told; item->length < at;)", "  for (item->length = item->told; item->length < 0 * at;)"),
    ("what is local may change", "dpor/local.c", "is_simple(operation) && !search->is_fixed;", "is_simple(operation);"),
    ("all items of an execution have one place", "dpor/pop.c", "    item->index = from->owed;", "    item->index = 1;"),
    ("the executions of an item have one place", "dpor/pop.c", "  item->failures++;\n", ""),
    ("what was counted is counted again", "dpor/items.c",
     "  search->tree->counts = (struct mc_search_counts){0};\n", ""),
    ("dfs: a step is not known to have failed", "dpor/dfs.c", "choice->fatal = dfs->is_explored[i].fails;", "choice->fatal = false;"),
    ("dfs: what is explored from a point is explored again", "dpor/dfs.c", "    choice->done = true;\n", ""),
    ("dfs: what was given away is kept, too", "dpor/dfs.c", "[i].done |= i != point->current;", "[i].done |= false;"),
    ("dfs: what is left of the deepest point is lost", "dpor/dfs.c", "uint32_t depth = search->tree->kept; depth-- >",
     "uint32_t depth = search->tree->kept - 1; depth-- >"),
    ("dfs: a search goes on above its item", "dpor/dfs.c", "  search->config.root = head->told;\n", ""),
    ("samples: what was given away is kept, too", "dpor/sampling/samples.c", "    strategy->end = from;\n", ""),
    ("samples: the lengths of later traces count", "dpor/sampling/pct.c", " && !search->is_fixed)", ")"),
    ("a commit has counts and not what is left", "driver/items.c",
     "  free_list(&items->of[worker].claimed);\n  items->of[worker].claimed = claimed;",
     "  if (!items->of[worker].claimed.count)\n    items->of[worker].claimed = claimed;\n  else\n    free_list(&claimed);"),
]
SEEDS = ["0", "60"]
SECONDS = 8  # a search that runs away is caught, too


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def verdict():
    run = subprocess.Popen(["stdbuf", "-oL", "./workers", *SEEDS], stdout=subprocess.PIPE, text=True, preexec_fn=limit)
    found = next((line for line in run.stdout if "differs" in line), None)
    if found:
        run.kill()
    status = run.wait()
    return "caught" if found else "runs away" if status else None


def main():
    root, workers, *compile_with_search = sys.argv[1:]
    subprocess.run([*compile_with_search, "-w", "-c", workers, "-o", "workers.o"], check=True)
    escaped = 0
    for name, file, text, other in MUTANTS:
        source = open(f"{root}/{file}").read()
        if source.count(text) != 1:
            sys.exit(f"the text of a mutant is not there, or more than once: {name}")
        folder = os.path.dirname(f"{root}/{file}")
        with open("mutant.c", "w") as out:
            out.write(re.sub('#include "(?!dpor/)', f'#include "{folder}/', source.replace(text, other)))
        items = [] if file == "driver/items.c" else [f"{root}/driver/items.c"]
        subprocess.run([*compile_with_search, "-w", "mutant.c", "workers.o", *items, "-o", "workers"], check=True)
        found = verdict()
        escaped += not found
        print(f"{found or 'ESCAPED'}: {name}", flush=True)
    print(f"{len(MUTANTS)} mutants, {escaped} not caught")


main()
