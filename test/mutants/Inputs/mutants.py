# mutants.py LIBRARY MCMINI NATIVE INTERPRETER FUNCTIONS: each fault of functions.txt makes some program of
# its feature end otherwise than the interpreter says; without it none does. Each function that the
# library stands in for has a line.
import os
import random
import subprocess
import sys

inputs = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../differential/Inputs")
sys.path.insert(0, inputs)
sys.argv[0] = os.path.join(inputs, "differential.py")
import differential
import generate

MOST = 160  # programs of a feature


def interposed(library):
    names = {}
    for line in subprocess.check_output(["nm", "-g", "--defined-only", library], text=True).splitlines():
        words = line.split()
        if len(words) == 3:
            names[words[2]] = words[1]
    return {n for n in names if "__mcmini_" + n in names}


def read_table(path):
    table = {}
    for line in open(path):
        if line.strip() and not line.startswith("#"):
            name, rest = line.strip().split(" ", 1)
            table[name] = rest
    return table


class Programs:
    """Of a feature, in batches, with what the interpreter says."""

    def __init__(self, interpret):
        self.interpret, self.batches = interpret, {}

    def __call__(self, feature, i):
        batches = self.batches.setdefault(feature, [])
        while len(batches) <= i:
            batch, attempt = [], 0
            while len(batch) < differential.AT_ONCE:
                seed = (len(batches) * differential.AT_ONCE + len(batch)) * 1000 + attempt
                text, _ = generate.make(seed, feature)
                executions, ends = self.interpret(text)
                most = differential.MOST_FORKS if feature == "sigwait" else differential.MOST_TRACES
                if 0 <= executions <= most:
                    batch.append((text, ends))
                else:
                    attempt += 1
            batches.append(batch)
        return batches[i]


def is_found(check, programs, fault, feature):
    """The first program that shows it. What crashes or ends with another status shows nothing."""
    name = "default" if fault.startswith("drop") else "dfs"
    os.environ["MC_MUTANT"] = fault
    try:
        for i in range(MOST // differential.AT_ONCE):
            batch = programs(feature, i)
            got, wrong = check([text for text, _ in batch], name)
            if got is None:
                print(f"  {fault}: {wrong}")
                continue
            for (text, expected), ends in zip(batch, got):
                if ends != expected and not (ends | {"race"}) >= expected | ends | {"race"}:
                    return text
    finally:
        del os.environ["MC_MUTANT"]
    return None


def main():
    library, mcmini, native, interpreter, path = sys.argv[1:6]
    table = read_table(path)
    functions = interposed(library)
    wrong = 0
    for name in sorted(functions - set(table)):
        wrong += 1
        print(f"{name}: no line in {path}")
    check = differential.McMini(mcmini, os.path.abspath(native))
    programs = Programs(differential.Interpreter(os.path.abspath(interpreter)))
    faults = {}
    reasons = 0
    for name, rest in table.items():
        if rest[0] == "=":
            if rest[2:] not in table:
                wrong += 1
                print(f"{name}: no line of {rest[2:]}")
        elif rest[0] == "-":
            reasons += 1
        else:
            for word in rest.split(", "):
                fault, feature = word.rsplit(" ", 1)
                faults[fault, feature] = name
    survivors = 0
    for (fault, feature), name in faults.items():
        by = is_found(check, programs, fault, feature)
        if by is None:
            survivors += 1
            print(f"{name}: {fault} survives")
        elif "--verbose" in sys.argv:
            print(f"{name}: {fault} by {by}", flush=True)
    print(f"{len(table)} functions, {reasons} without a fault that could show, {wrong} lines wrong: "
          f"{len(faults)} mutants, {survivors} survive")
    sys.exit(survivors + wrong > 0)


main()
