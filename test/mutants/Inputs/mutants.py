# mutants.py LIBRARY MCMINI NATIVE INTERPRETER FUNCTIONS PAIRS: each fault of functions.txt makes some program of
# its feature end otherwise than the interpreter says; without it none does. Each function that the
# library stands in for has a line, or a pair of calls in pairs.def: with its fault lost:FUNCTION, or those of
# its line that say "pair", what the calls return under mcmini is not what they return one after the other, in
# both orders; without it it is.
import os
import random
import shutil
import subprocess
import sys
import tempfile

inputs = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../differential/Inputs")
sys.path.insert(0, inputs)
sys.argv[0] = os.path.join(inputs, "differential.py")
import differential
import generate

MOST = 480  # programs of a feature


def interposed(library):
    names = {}
    for line in subprocess.check_output(["nm", "-g", "--defined-only", library], text=True).splitlines():
        words = line.split()
        if len(words) == 3:
            names[words[2]] = words[1]
    return {n for n in names if "__mcmini_" + n in names or names[n] == "W" and "mcmini" not in n
            and not n.startswith("mc_")}


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
                text, used = generate.make(seed, feature)
                executions, ends = self.interpret(text)
                if not differential.is_too_large(text, executions, used):
                    batch.append((text, ends))
                else:
                    attempt += 1
            batches.append(batch)
        return batches[i]


class Pairs:
    """Two calls: what they return natively, and under mcmini."""

    def __init__(self, mcmini, program):
        self.mcmini, self.program, self.sets = mcmini, program, {}
        self.names = subprocess.check_output([program], text=True).split()
        self.folder = tempfile.mkdtemp(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else ".")

    def run(self, *command):
        shutil.rmtree(self.folder)
        os.mkdir(self.folder)
        with open(self.folder + "/file", "w") as file:
            file.write("ab\ncd")
        # Not by a pipe, where threads would meet.
        with open(self.folder + ".output", "w+") as output:
            run = subprocess.run(command, cwd=self.folder, stdout=output, stderr=subprocess.PIPE, text=True)
            output.seek(0)
            return run, {line for line in output if line.startswith("outcome")}

    def native(self, name):
        if name not in self.sets:
            self.sets[name] = self.run(self.program, name, "0")[1] | self.run(self.program, name, "1")[1]
        return self.sets[name]

    def checked(self, name):
        run, outcomes = self.run(self.mcmini, "-q", "-k", "--output=all", self.program, name)
        return run.returncode, outcomes

    def is_wrong(self, name):
        """Without a fault."""
        expected = self.native(name)
        status, outcomes = self.checked(name)
        if len(expected) != 2:
            return f"the two orders are the same: {expected}"
        if outcomes != expected or status not in (0, 1, 3):
            return f"status {status}: {sorted(outcomes)}, natively {sorted(expected)}"
        return None

    def is_found(self, name, fault):
        os.environ["MC_MUTANT"] = fault
        try:
            status, outcomes = self.checked(name)
            return status in (0, 1, 3) and outcomes != self.native(name)
        finally:
            del os.environ["MC_MUTANT"]


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
    library, mcmini, native, interpreter, path, pairs_program = sys.argv[1:7]
    table = read_table(path)
    functions = interposed(library)
    wrong = 0
    pairs = Pairs(mcmini, os.path.abspath(pairs_program))
    for name in pairs.names:
        table.setdefault(name, f"lost:{name} pair")
        why = pairs.is_wrong(name)
        if why:
            wrong += 1
            print(f"{name}: {why}", flush=True)
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
                faults[fault, feature, name if feature == "pair" else ""] = name
    meets = {feature for _, feature, _ in faults} | {n[8:] for n in table if n.startswith("feature:")}
    for name in sorted(set(generate.FEATURES) - meets):
        wrong += 1
        print(f"feature:{name}: no line in {path}")
    survivors = 0
    for (fault, feature, _), name in faults.items():
        by = pairs.is_found(name, fault) or None if feature == "pair" else \
            is_found(check, programs, fault, feature)
        if by is None:
            survivors += 1
            print(f"{name}: {fault} survives")
        elif "--verbose" in sys.argv:
            print(f"{name}: {fault} by {by}", flush=True)
    print(f"{len(table)} functions, {reasons} without a fault that could show, {wrong} lines wrong: "
          f"{len(faults)} mutants, {survivors} survive")
    shutil.rmtree(pairs.folder)
    sys.exit(survivors + wrong > 0)


main()
