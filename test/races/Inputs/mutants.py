# mutants.py ROOT SOURCE...: breaks the race detector in known ways, one at a time, and shows that the
# oracle, built of the sources by $COMPILER, finds each. A mutant is (name, file of races/, text, what
# it becomes); the text must be there exactly once.
import os
import resource
import shutil
import subprocess
import sys

MUTANTS = [
    ("a relaxed load acquires", "clocks.c",
     "acquires(order) ? &races->now[step->thread]", "true ? &races->now[step->thread]"),
    ("a store of another thread ends no release sequence", "clocks.c",
     "if (ends_sequences)", "if (false && ends_sequences)"),
    ("a plain write of another thread ends no release sequence", "clocks.c",
     "    drop_others(races, &races->object[step->object[0] % OBJECT_SLOTS], step->thread);\n", ""),
    ("a read-modify-write ends release sequences", "clocks.c",
     "store(races, step, order, step->kind == MC_ATOMIC_STORE);", "store(races, step, order, true);"),
    ("a thread's own store ends its release sequence", "clocks.c",
     "if (m->what == thread) {", "if (m->what == thread && false) {"),
    ("an acquire fence acquires nothing", "clocks.c",
     "if (acquires(order) && races->loaded[thread])", "if (false)"),
    ("a release fence releases nothing", "clocks.c",
     "  if (races->fenced[thread])\n    join(races, &m->clock, races->fenced[thread]);", ""),
    ("a release fence releases what comes after it", "clocks.c",
     "    join_all_of(races, fenced, thread);\n  pass_fence(races);",
     "    join_all_of(races, fenced, thread);"),
    ("a failed compare-exchange has the order of a successful one", "clocks.c",
     "load(races, step, on_failure);", "load(races, step, order);"),
    ("a failed compare-exchange stores", "clocks.c",
     "on_failure);\n    return;", "on_failure);"),
    ("a consume load acquires nothing", "clocks.c",
     "return order == __ATOMIC_CONSUME || order", "return order"),
    ("a step releases what comes after it", "clocks.c",
     "to->position[thread] = position_after(races, races->steps);",
     "to->position[thread] = position_after(races, races->steps + 1);"),
    ("every kind of message is acquired", "clocks.c",
     "return m->what & kinds &&", "return (m->what || kinds) &&"),
    ("what does not say what it releases does so to all", "clocks.c",
     "(!m->by || races->config.dependent(m->by, step))", "true"),
    ("what others have released is acquired, but not passed on", "clocks.c",
     "join(races, to, &races->now[thread]);", "(void)join;"),
    ("an atomic access comes after its own release", "shadow.c",
     "return flags & MC_IS_ATOMIC ? epoch_after - 1 : epoch_after;",
     "(void)flags;\n  return epoch_after;"),
    ("the clocks are not brought up to date", "shadow.c",
     "  races->config.catch_up(races);\n", ""),
    ("atomic and plain accesses never meet", "shadow.c", "  if (other_cells)\n",
     "  if (!other_cells)\n"),
    ("a quick access overwrites what it races with", "shadow.c",
     "!is_before(races, cell->write, thread) || !is_before(races, cell->read, thread))",
     "!is_before(races, cell->write, thread))"),
    ("quarters that differ are united", "shadow.c",
     "if (memcmp(&quarter[i], quarter, sizeof *quarter) != 0)", "if (quarter[i].write_site != quarter->write_site)"),
    ("a split cell is one access", "shadow.c",
     "if (bytes >> i & 1) {", "if (bytes) {"),
    ("to forget a byte is to forget four", "shadow.c",
     "    clear(races, &quarters_of(races, cell)[i % MC_CELL_BYTES]);",
     "    for (int j = 0; j < 4; j++)\n      clear(races, &quarters_of(races, cell)[j]);"),
    ("the last read hides those of other threads", "lists.c",
     "} else if (*epoch && !is_before(", "} else if (!*epoch && !is_before("),
    ("all but one of the reads are dropped at the third", "lists.c",
     "    if (is_before(races, e->epoch, thread)) {", "    if (e->next || is_before(races, e->epoch, thread)) {"),
    ("quarters share a list", "lists.c",
     "  if (!(site & MC_CELL_SPECIAL))\n    return site;\n  const", "  return site;\n  const"),
    ("a write repeats a read", "races.h", "(!is_write && cell->read == epoch)",
     "(is_write || cell->read == epoch)"),
    ("an access to a byte repeats one to its neighbour", "races.h",
     "             address % MC_CELL_BYTES;\n      cells = size;", "             0;\n      cells = size;"),
]
SEEDS = 1500
RUNS_AWAY = 3  # times what the detector takes that is whole


def main():
    root, *sources = sys.argv[1:]
    command = [os.environ["COMPILER"], "-std=gnu17", "-O1", "-w", "-I.", f"-I{os.path.dirname(__file__)}", f"-I{root}/include"]

    def compiled(source, name=""):
        out = name + os.path.basename(source) + ".o"
        subprocess.run([*command, "-c", source, "-o", out], check=True)
        return out

    def seconds_of_children():
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime

    def finds(objects, inputs, seconds=resource.RLIM_INFINITY):
        def limit():  # a list that has become a ring
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))

        subprocess.run([command[0], *objects.values(), *inputs, "-o", "oracle"], check=True)
        run = subprocess.run(["./oracle", "0", str(SEEDS), "1"], stdout=subprocess.PIPE,
                             preexec_fn=limit)
        return run.returncode != 0

    shutil.copytree(f"{root}/races", "races")
    inputs = [compiled(s) for s in sources]
    objects = {f: compiled(f"races/{f}") for f in os.listdir("races") if f.endswith(".c")}
    start = seconds_of_children()
    if finds(objects, inputs):
        sys.exit("the oracle finds something without a mutant")
    seconds = RUNS_AWAY * int(1 + seconds_of_children() - start)
    escaped = 0
    for name, file, text, other in MUTANTS:
        original = open(f"races/{file}").read()
        if original.count(text) != 1:
            sys.exit(f"the text of a mutant is not there, or more than once: {name}")
        with open(f"races/{file}", "w") as out:
            out.write(original.replace(text, other))
        is_header = file.endswith(".h")
        changed = {f: compiled(f"races/{f}", "mutant-") for f in (objects if is_header else [file])}
        found = finds({**objects, **changed},
                      [compiled(s, "mutant-") for s in sources] if is_header else inputs, seconds)
        with open(f"races/{file}", "w") as out:
            out.write(original)
        escaped += not found
        print(f"{'caught' if found else 'ESCAPED'}: {name}", flush=True)
    print(f"{len(MUTANTS)} mutants, {escaped} not caught")


main()
