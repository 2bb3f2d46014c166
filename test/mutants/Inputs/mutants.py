# mutants.py LIBRARY MCMINI NATIVE INTERPRETER FUNCTIONS PAIRS: each fault of functions.txt makes some program of
# its feature end otherwise than the interpreter says; without it none does. Each function that the
# library stands in for has a line, or a pair of calls in pairs.def: with its fault lost:FUNCTION, or those of
# its line that say "pair", what the calls return under mcmini is not what they return one after the other, in
# both orders; without it it is. "pair:ALGORITHM": with that one. With --without-faults only what there is to say of
# the table and of the pairs, in any build; NATIVE and INTERPRETER are not used.
import concurrent.futures
import ctypes
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading

inputs = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../differential/Inputs")
sys.path.insert(0, inputs)
sys.argv[0] = os.path.join(inputs, "differential.py")
import differential
import generate

MOST = 960  # programs of a feature


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
    """Two calls: what they return natively, and under mcmini, which may find something, or be incomplete."""

    def __init__(self, mcmini, program):
        self.mcmini, self.program, self.sets = mcmini, program, {}
        self.top = tempfile.mkdtemp(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else ".")
        self.own = threading.local()
        self.pool = concurrent.futures.ThreadPoolExecutor(2)
        lines = subprocess.check_output([program], text=True).splitlines()
        self.kinds = dict(line.split(" ", 1) for line in lines)

    def lacks(self, name):
        """What the pair needs, and is not there."""
        if self.kinds[name].endswith("-as-root"):
            return None if os.geteuid() == 0 else "only root may"
        if self.kinds[name].endswith("-with-attributes"):
            try:
                os.setxattr(self.top, "user.a", b"1")
            except OSError:
                return "the file system has no attributes"
        if name.startswith("process_vm_") and ctypes.CDLL(None).process_vm_readv(os.getpid(), None, 0, None, 0, 0):
            return "the system forbids it"
        return None

    def is_of_orders(self, name):
        return self.kinds[name].startswith("orders") or self.kinds[name] == "either"

    def fault(self, name):
        return "silent:unordered" if self.kinds[name].startswith("incomplete") else f"lost:{name}"

    def run(self, *command, fault=""):
        shutil.rmtree(getattr(self.own, "folder", ""), ignore_errors=True)
        folder = self.own.folder = tempfile.mkdtemp(dir=self.top)
        with open(folder + "/file", "w") as file:
            file.write("ab\ncd")
        # Not by a pipe, where threads would meet.
        with open(folder + ".output", "w+") as output:
            run = subprocess.run(command, cwd=folder, stdout=output, stderr=subprocess.PIPE, text=True,
                                 env={**os.environ, "MC_MUTANT": fault} if fault else None)
            output.seek(0)
            return run.returncode, set(output)

    def native(self, name):
        if self.kinds[name] == "either":
            self.sets[name] = {"outcome 0 1 \n", "outcome 1 0 \n"}
        if name not in self.sets:
            lines = self.run(self.program, name, "0")[1] | self.run(self.program, name, "1")[1]
            self.sets[name] = {line for line in lines if line.startswith("outcome")}
        return self.sets[name]

    def checked(self, name, algorithm, fault=""):
        """The exit status, whether all is as expected, the outcomes."""
        by = [f"--algorithm={algorithm}"] if algorithm else []
        status, lines = self.run(self.mcmini, "-q", "-k", "--output=all", *by, self.program, name,
                                 fault=fault)
        outcomes = {line for line in lines if line.startswith("outcome")}
        if self.is_of_orders(name):
            return status, status in (0, 1, 3) and outcomes == self.native(name), outcomes
        if self.kinds[name].startswith("incomplete"):
            return status, status == 3 and outcomes <= self.native(name), outcomes
        is_found = any(re.match(r"(mcmini|Finding \d+): " + self.kinds[name], line) for line in lines)
        return status, status == 1 and is_found, outcomes

    def is_wrong(self, name, algorithm=""):
        """Without a fault."""
        has_outcomes = self.is_of_orders(name) or self.kinds[name].startswith("incomplete")
        if has_outcomes and len(self.native(name)) != 2:
            return f"the two orders are the same: {self.native(name)}"
        status, is_right, outcomes = self.checked(name, algorithm)
        return None if is_right else f"{self.kinds[name]}, status {status}: {sorted(outcomes)}" + (
            f", natively {sorted(self.native(name))}" if has_outcomes else "")

    def is_found(self, name, fault, algorithm):
        """What is found, or explored in full, is not what it is."""
        status, is_right, outcomes = self.checked(name, algorithm, fault)
        if self.kinds[name].startswith("incomplete"):
            return status in (0, 1) and outcomes != self.native(name)
        return status in (0, 1, 3) and not is_right


def is_found(check, programs, fault, feature):
    """The first program that shows it. What crashes or ends with another status shows nothing."""
    name = "default" if fault.startswith("drop") else "dfs"
    os.environ["MC_MUTANT"] = fault
    try:
        for i in range(MOST // differential.AT_ONCE):
            batch = programs(feature, i)
            got, wrong = check([text for text, _ in batch], name)
            if got is None:
                if wrong != "unseen":
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
    whys = []
    for name in pairs.kinds:
        why = pairs.lacks(name)
        if why:
            table[name] = f"- {why}"
            continue
        table.setdefault(name, f"{pairs.fault(name)} pair")
        for algorithm in {""} | set(re.findall(r" pair:(\w+)", table[name])):
            whys.append((name, pairs.pool.submit(pairs.is_wrong, name, algorithm)))
    for name, why in whys:
        if why.result():
            wrong += 1
            print(f"{name}: {why.result()}", flush=True)
    for name in sorted(functions - set(table)):
        wrong += 1
        print(f"{name}: no line in {path}")
    if "--without-faults" in sys.argv:
        print(f"{len(pairs.kinds)} pairs, {wrong} lines wrong")
        sys.exit(wrong > 0)
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
                if feature.startswith("pair") and name not in pairs.kinds:
                    wrong += 1
                    print(f"{name}: no line in pairs.def")
                    continue
                faults[fault, feature, name if feature.startswith("pair") else ""] = name
    meets = {feature for _, feature, _ in faults} | {n[8:] for n in table if n.startswith("feature:")}
    for name in sorted(set(generate.FEATURES) - meets):
        wrong += 1
        print(f"feature:{name}: no line in {path}")
    survivors = 0
    of_pairs = {fault: pairs.pool.submit(pairs.is_found, name, fault[0], fault[1][5:])
                for fault, name in faults.items() if fault[1].startswith("pair")}
    for (fault, feature, of), name in faults.items():
        if feature.startswith("pair"):
            by = of_pairs[fault, feature, of].result() or None
        else:
            by = is_found(check, programs, fault, feature)
        if by is None:
            survivors += 1
            print(f"{name}: {fault} survives")
        elif "--verbose" in sys.argv:
            print(f"{name}: {fault} by {by}", flush=True)
    print(f"{len(table)} functions, {reasons} without a fault that could show, {wrong} lines wrong: "
          f"{len(faults)} mutants, {survivors} survive")
    shutil.rmtree(pairs.top)
    sys.exit(survivors + wrong > 0)


main()
