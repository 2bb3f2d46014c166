#!/usr/bin/env python3
"""protocol_mutants.py ROOT RUNS MUTANTS COMPILER - runs protocol.c with the driver's own files, which must be right; then breaks what they
tell a database in known ways, one at a time, and shows that each is found. A mutant is (name, file, text, what it becomes); the
text must be there exactly once. MUTANTS: so many of them, or all."""
import subprocess
import sys

from server import Server

PG, SHARED = "store_postgresql.c", "store_postgresql_shared.c"
FILES = ["items.c", "share.c", "store.c", PG, SHARED, "postgresql.c"]
MUTANTS = [
    ("a commit does not look at the lease", PG, "WHERE id = $1 AND lease IS NOT NULL RETURNING id),\"\n          \" gone",
     "WHERE id = $1 RETURNING id),\"\n          \" gone"),
    ("a commit leaves what was claimed", PG, "pq_array_add_integer(&of(store)->removed, row);", ";"),
    ("a commit does not bring what came of it", PG, "AS new(id, content) RETURNING 1)", "AS new(id, content) WHERE new.id < 0 RETURNING 1)"),
    ("a commit does not bring the counts", PG, "counts = coalesce($3, counts)", "counts = coalesce(counts, $3)"),
    ("a commit does not bring what was noted", PG, "noted = coalesce($7, noted)", "noted = coalesce(noted, $7)"),
    ("classes are not told", PG, 'CHANGE(d, "INSERT INTO class', 'if (bytes > 99) CHANGE(d, "INSERT INTO class'),
    ("the last end that was told is the earliest", PG, "least(run.value, excluded.value)", "excluded.value"),
    ("what a command gives away stays its own", SHARED, "UPDATE item SET owner = NULL WHERE id = ANY($2) AND owner = $1",
     "UPDATE item SET owner = $1 WHERE id = ANY($2) AND owner = $1"),
    ("what is claimed is not one's own", SHARED, "UPDATE item SET owner = me.id FROM", "UPDATE item SET owner = NULL FROM"),
    ("what others have claimed is claimed", SHARED, "FROM item WHERE owner IS NULL ORDER BY id LIMIT $3",
     "FROM item ORDER BY id LIMIT $3"),
    ("a lease that is over begins again", SHARED, " WHERE id = $1 AND lease IS NOT NULL\"\n      \" RETURNING floor",
     " WHERE id = $1\"\n      \" RETURNING floor"),
    ("a lease that is not over ends", SHARED, "(SELECT id FROM worker WHERE lease < now() FOR", "(SELECT id FROM worker WHERE random() < 0.5 FOR"),
    ("what those had claimed who are gone stays theirs", SHARED, "UPDATE item SET owner = NULL WHERE owner = ANY(ARRAY(SELECT id FROM gone))",
     "UPDATE item SET owner = NULL WHERE owner = ANY(ARRAY(SELECT id FROM gone)) AND false"),
    ("what others have claimed is open", SHARED, "UPDATE item SET owner = NULL WHERE owner = ANY(ARRAY(SELECT id FROM gone))",
     "UPDATE item SET owner = NULL WHERE owner IS NOT NULL"),
    ("the search is over where nothing is open", SHARED, "(SELECT FROM item ORDER BY id LIMIT 1)", "(SELECT FROM item WHERE owner IS NULL ORDER BY id LIMIT 1)"),
    ("the counts of those who are gone do not count", PG, "WHERE counts IS NOT NULL ORDER BY id", "WHERE counts IS NOT NULL AND lease IS NOT NULL ORDER BY id"),
    ("what those have noted who are gone is forgotten", PG, "WHERE noted IS NOT NULL ORDER BY id", "WHERE noted IS NOT NULL AND lease IS NOT NULL ORDER BY id"),
    ("where rows become one, counts are forgotten", SHARED, "      sum->add(sum->counts, counts);", "      ;"),
    ("where rows become one, they stay as well", SHARED, "DELETE FROM worker WHERE id IN (SELECT id FROM worker WHERE lease IS NULL AND is_settled\"",
     "UPDATE worker SET waits = 0 WHERE id IN (SELECT id FROM worker WHERE lease IS NULL AND is_settled\""),
    ("a command that leaves keeps its lease", PG, "UPDATE worker SET lease = NULL, waits = 0 WHERE id = $1", "UPDATE worker SET waits = 0 WHERE id = $1"),
    ("what is given away is forgotten, and not told", "share.c", "    does(share)->release(share->store, row, given);", "    ;"),
    ("nobody looks for those who are gone", "share.c", "  does(share)->reclaim(share->store);\n", ""),
]


def build(root, compiler, changed=None, text=None):
    sources = []
    for name in FILES:
        if name == changed:
            with open("mutant.c", "w") as out:
                out.write(text.replace('#include "', f'#include "{root}/driver/'))
            sources.append("mutant.c")
        else:
            sources.append(f"{root}/driver/{name}")
    subprocess.run([*compiler, "-w", "-D_GNU_SOURCE", "-DMC_WITH_POSTGRESQL", '-DMC_VERSION="x"', f"-I{root}", f"-I{root}/include",
                    f"-I{root}/driver", "-I/usr/include/postgresql", f"{root}/test/jobs/Inputs/protocol.c", *sources, "-o", "protocol"],
                   check=True)


def verdict(url, runs, seed):
    try:
        run = subprocess.run(["./protocol", url, str(runs), str(seed)], stdout=subprocess.PIPE, text=True, timeout=60)
    except subprocess.TimeoutExpired:
        return "no end"
    return run.stdout.strip() or f"status {run.returncode}"


def main():
    root, runs, most, *compiler = sys.argv[1:]
    mutants = MUTANTS if most == "all" else MUTANTS[:int(most)]
    escaped = 0
    with Server("fsync = off\nsynchronous_commit = off") as server:
        build(root, compiler)
        print("as it is:", verdict(server.url("whole"), runs, 1), flush=True)
        for number, (name, file, text, other) in enumerate(mutants):
            with open(f"{root}/driver/{file}") as source:
                whole = source.read()
            if whole.count(text) != 1:
                sys.exit(f"the text of a mutant is not there, or more than once: {name}")
            build(root, compiler, file, whole.replace(text, other))
            found = verdict(server.url(f"m{number}"), runs, 1)
            caught = not found[0].isdigit()
            escaped += not caught
            print(f"{'caught' if caught else 'ESCAPED'}: {name}: {found.splitlines()[-1]}", flush=True)
    print(f"{len(mutants)} mutants, {escaped} not caught")


main()
