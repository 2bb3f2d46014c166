# differential.py MCMINI NATIVE INTERPRETER FIRST COUNT [--table] [--least] [--one=PROGRAM
#                 [--config=NAME]]
#
# Programs FIRST .. FIRST + COUNT - 1 of generate.py: what they can end with by the interpreter is
# what they end with under mcmini, by dfs, the default and three of the other configurations. What
# differs is shrunk, and printed with both sets and the command that shows it again. --table: how
# often each feature has met each configuration; --least: the least of that. --one: this program
# alone, under this configuration.
import json
import os
import random
import resource
import shlex
import subprocess
import sys
import tempfile
from collections import Counter

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import generate

AT_ONCE = 8          # programs in one run
MOST_STATES = 30000  # of a program
MOST_DIFFERENCES = 5
MOST_FORKS = 40      # the same, where each trace is a process
MOST_TRACES = 700    # as the interpreter counts them
ROW, TEXT = 128, 120

# name: options, settings of the interpreter, all that can happen must?
CONFIGURATIONS = {
    "dfs": (["--algorithm=dfs"], "", True),
    "default": ([], "", True),
    "source-fork": (["--algorithm=source", "--isolation=fork"], "", True),
    "conditional": (["--algorithm=source", "--sleep-sets=conditional", "--heap=fast"], "", True),
    "dpor": (["--algorithm=dpor", "--sleep-sets=none", "--heap=libc"], "", True),
    "fifo": (["--policy=mutex.lock=fifo,sem.wait=fifo"], "pol:1", True),
    "kernel": (["--threads=kernel", "--isolation=fork"], "", True),
    "plain": (["--semaphore-dependence=plain", "--paranoid"], "", True),
    "numbered": (["--semaphore-dependence=numbered"], "", True),
    "spurious": (["--spurious-wakeups=1"], "spur:1", True),
    "pos": (["--algorithm=pos", "--max-traces=60"], "", False),
}
WITHOUT_POLICY = {"tlk", "stw", "cw", "ctw", "mt", "awt", "try", "stry"}
FINDINGS = {"deadlock": "deadlock", "livelock": "livelock", "assertion": "fail", "misuse": "misuse",
            "data-race": "race"}


class Interpreter:
    def __init__(self, path):
        self.process = subprocess.Popen([path, str(MOST_STATES)], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)

    def __call__(self, text, settings=""):
        """How many executions there are, or -1; and what they end with."""
        self.process.stdin.write(f"{settings} {text}\n")
        self.process.stdin.flush()
        words = self.process.stdout.readline().split()
        return int(words[0]), frozenset(words[1:])


class McMini:
    def __init__(self, mcmini, native):
        self.mcmini, self.native = mcmini, native
        self.folder = tempfile.mkdtemp(dir=".")
        # In memory: a disk that others use would hold up each trace that writes to it.
        memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else self.folder
        self.table_file = tempfile.NamedTemporaryFile(dir=memory)
        self.table = self.table_file.name

    def command(self, programs, name):
        options, _, is_exact = CONFIGURATIONS[name]
        return [self.mcmini, "-q", "-k", "--output=none", "--trace-dir=" + self.folder,
                *["--estimate=off"] * is_exact, *options, self.native, *programs]

    def __call__(self, programs, name):
        """What each program ends with; or None and what went wrong."""
        with open(self.table, "wb") as file:
            file.truncate(4096 * ROW)
        command = self.command(programs, name)
        command[1:1] = ["--json=" + self.folder + "/json"]
        environment = dict(os.environ, DIFFERENTIAL_TABLE=self.table)
        try:
            run = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120)
        except subprocess.TimeoutExpired:
            return None, "no end after 120 s"
        for file in os.listdir(self.folder):
            if file.endswith(".trace"):
                os.unlink(os.path.join(self.folder, file))
        if run.returncode not in (0, 1):
            return None, f"status {run.returncode}: {run.stderr[-300:]}{run.stdout[-300:]}"
        with open(self.folder + "/json") as file:
            result = json.load(file)
        got = [set() for _ in programs]
        wrong = ""
        with open(self.table, "rb") as file:
            rows = file.read()
        for at in range(0, len(rows), ROW):
            if rows[at]:
                k = int.from_bytes(rows[at + 4:at + 8], "little")
                got[k].add(rows[at + 8:at + ROW].split(b"\0")[0].decode())
        failed = [{"fail"} & g for g in got]
        for finding in result["findings"]:
            schedule = finding["schedule"]
            k = int(schedule[0]["alternative"]) if len(programs) > 1 and schedule else 0
            what = FINDINGS.get(finding["kind"])
            if what is None:
                wrong += f"{finding['kind']}: {finding['message']}; "
                got[k].add(finding["kind"])
            else:
                got[k].add(what)
                failed[k] -= {what}
        if any(failed):
            wrong += "a failed assertion is no finding; "
        is_exact = CONFIGURATIONS[name][2]
        if is_exact and result["verdict"] not in ("ok", "failed"):
            wrong += f"verdict {result['verdict']}; "
        traces = result["traces"]
        if name == "default" and traces["sleep_set_blocked"] and not result["findings"]:
            wrong += "sleep-set blocked; "
        return [frozenset(g) for g in got], wrong


def used_by_children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def differs(expected, got, is_exact):
    return got != expected if is_exact else not got <= expected


class Comparison:
    def __init__(self, mcmini, native, interpreter):
        self.interpret, self.check = Interpreter(interpreter), McMini(mcmini, native)
        self.met, self.seconds = Counter(), Counter()
        self.runs = self.differences = 0

    def settle(self, text, name):
        _, settings, is_exact = CONFIGURATIONS[name]
        if settings.startswith("pol") and WITHOUT_POLICY & {w.split(":")[0] for w in text.split()}:
            return None  # the interpreter has queues for plain lock and wait alone
        executions, expected = self.interpret(text, settings)
        return None if executions < 0 else (expected, is_exact)

    def is_different(self, text, name):
        """The program alone: None, or both sets and what else is wrong."""
        settled = self.settle(text, name)
        if not settled:
            return None
        expected, is_exact = settled
        got, wrong = self.check([text], name)
        if got is None:
            return expected, None, wrong
        if differs(expected, got[0], is_exact) or wrong:
            return expected, got[0], wrong
        return None

    @staticmethod
    def sort(found):
        """What sort of difference it is; shrinking must not change that."""
        if not found or found[1] is None:
            return found and found[2].split(":")[0]
        return bool(found[0] - found[1]), bool(found[1] - found[0]), found[2].split(":")[0]

    def shrink(self, text, name):
        sort = self.sort(self.is_different(text, name))
        settings, *threads = [part.split() for part in (text + " ").split("/")]
        changed = True
        while changed:
            changed = False
            for t in range(len(threads)):
                i = len(threads[t]) - 1
                while i >= 0:
                    fewer = [list(words) for words in threads]
                    del fewer[t][i]
                    smaller = " / ".join(" ".join(words) for words in [settings] + fewer).strip()
                    if self.is_sound(fewer) and self.sort(self.is_different(smaller, name)) == sort:
                        threads, changed = fewer, True
                    i -= 1
        return " / ".join(" ".join(words) for words in [settings] + threads).strip()

    @staticmethod
    def is_sound(threads):
        """Skips do not lead out of the thread, and what is unlocked is locked; who is joined is there."""
        created = {w.split(":")[1] for words in threads for w in words if w.startswith("cr:")}
        for words in threads:
            for i, w in enumerate(words):
                name, *n = w.split(":")
                if name in ("if", "try", "tlk", "rt", "wt", "rtm", "wtm", "spt") and \
                        i + int(n[1]) >= len(words):
                    return False
                if name in ("j", "jt", "jtm", "det") and n[0] not in created:
                    return False
        return True

    def report(self, seed, text, name, *beside):
        found = self.is_different(text, name)
        if not found:
            print(f"seed {seed}, {name}: differs beside others only: {text}\n"
                  f"  interpreter: {sorted(beside[0])}\n  mcmini: {sorted(beside[1] or ())}")
            return
        whole, text = text, self.shrink(text, name)
        expected, got, wrong = self.is_different(text, name)
        print(f"seed {seed}, {name}: {text}\n  shrunk from: {whole}")
        if got is not None:
            print(f"  only the interpreter: {' '.join(sorted(expected - got))}")
            print(f"  only mcmini:          {' '.join(sorted(got - expected))}")
        if wrong:
            print(f"  {wrong}")
        again = self.check.command([text], name)
        print(f"  again: {' '.join(map(shlex.quote, again))}", flush=True)

    def batch(self, programs, name):
        """programs: (seed, text, features)."""
        wanted = []
        for seed, text, used in programs:
            settled = self.settle(text, name)
            if settled:
                wanted.append((seed, text, used, *settled))
        if not wanted:
            return
        self.seconds[name] -= used_by_children()
        got, wrong = self.check([w[1] for w in wanted], name)
        self.seconds[name] += used_by_children()
        self.runs += 1
        for i, (seed, text, used, expected, is_exact) in enumerate(wanted):
            self.met.update((feature, name) for feature in used)
            if got is None or differs(expected, got[i], is_exact) or (wrong and i == 0):
                # Races of two programs at the same lines are one finding.
                if got is None or wrong or expected ^ got[i] == {"race"}:
                    if not self.is_different(text, name):
                        if i == 0 and wrong:
                            self.differences += 1
                            print(f"seeds {seed} and following, {name}: {wrong}")
                        continue
                self.differences += 1
                self.report(seed, text, name, expected, got and got[i])


def main():
    names = [a for a in sys.argv[1:] if not a.startswith("--")]
    options = dict(a[2:].partition("=")[::2] for a in sys.argv[1:] if a.startswith("--"))
    comparison = Comparison(*map(os.path.abspath, names[:3]))
    if "one" in options:
        found = comparison.is_different(options["one"], options.get("config", "default"))
        print(found or "no difference")
        sys.exit(found is not None)
    first, count = int(names[3]), int(names[4])
    features, others = list(generate.FEATURES), list(CONFIGURATIONS)[2:]
    compared = executions = tried = left_out = 0
    outcomes = 0
    for begin in range(first, first + count, AT_ONCE):
        programs = []
        rng = random.Random(begin)
        for seed in range(begin, min(begin + AT_ONCE, first + count)):
            attempt = 0
            while True:
                text, used = generate.make(seed * 1000 + attempt, features[seed % len(features)])
                n, ends = comparison.interpret(text)
                if 0 <= n <= (MOST_FORKS if "sigwait" in used else MOST_TRACES):
                    break
                attempt += 1
            programs.append((seed, text, used))
            compared += 1
            executions += n
            outcomes += len(ends)
        # Those that these features have met least.
        seldom = sorted(others, key=lambda c: (sum(min(comparison.met[f, c], 40) for _, _, used in
                                                   programs for f in used), rng.random()))
        for name in ["dfs", "default"] + seldom[:3]:
            for forks in (False, True):
                comparison.batch([p for p in programs if ("sigwait" in p[2]) == forks], name)
        if comparison.differences > MOST_DIFFERENCES:
            print("and so on")
            break
    if "table" in options:
        print(" " * 20 + " ".join(f"{c[:8]:>8}" for c in CONFIGURATIONS))
        for f in features:
            print(f"{f:20}" + " ".join(f"{comparison.met[f, c]:8}" for c in CONFIGURATIONS))
        print(f"{'seconds':20}" + " ".join(f"{comparison.seconds[c]:8.1f}" for c in CONFIGURATIONS))
    if "least" in options:
        least = min(comparison.met[f, c] for f in features for c in CONFIGURATIONS)
        print(f"each feature has met each configuration {least} times or more")
    print(f"{compared} programs, {executions} interleavings, {outcomes} ends, {comparison.runs} runs: "
          f"{comparison.differences} differences")
    sys.exit(comparison.differences > 0)


if __name__ == "__main__":
    main()
