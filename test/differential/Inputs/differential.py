# differential.py MCMINI NATIVE INTERPRETER FIRST COUNT [--jobs=N] [--table] [--often=N] [--keep=FILE]
#                 [--one=PROGRAM [--config=NAME]]
#
# Programs FIRST .. FIRST + COUNT - 1 of generate.py: what they can end with by the interpreter is
# what they end with under mcmini, by dfs, the default and three of the other configurations. What
# differs is shrunk, and printed with both sets and the command that shows it again. --table: how
# often each feature has met each configuration; fewer than --often, 30, is wrong. --keep: the results of
# pieces of the set, which are not run again. --one: this program alone, under this configuration.
import concurrent.futures
import contextlib
import io
import json
import math
import os
import random
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
from collections import Counter

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import generate

AT_ONCE = 16         # programs in one run
MOST_STATES = 30000  # of a program
MOST_DIFFERENCES = 5
MOST_TRACES = 200    # as the interpreter counts them
MOST_SMALL = 60      # the same, where there are many small steps
MOST_CONFIGURED = 5000 # the same, with what a configuration sets
MOST_FORKS = 40      # the same, where each trace is a process
OFTEN = 30           # each feature meets each configuration
ROW = 256  # bytes, of ../../Inputs/ends.h

# name: options, settings of the interpreter, all that can happen must?
CONFIGURATIONS = {
    "dfs": (["--algorithm=dfs"], "", True),
    "default": ([], "", True),
    "source": (["--algorithm=source", "--isolation=fork", "--semaphore-dependence=plain"], "", True),
    "conditional": (["--algorithm=source", "--sleep-sets=conditional", "--heap=fast"], "", True),
    "dpor": (["--algorithm=dpor", "--sleep-sets=none", "--heap=libc"], "", True),
    "kernel": (["--threads=kernel", "--isolation=fork", "--semaphore-dependence=numbered"], "", True),
    "policies": (["--policy=mutex.lock=fifo,sem.wait=lifo,cond.wait=fifo", "--max-depth=1000"], "pol:1", True),
    "spurious": (["--spurious-wakeups=1"], "spur:1", True),
    "depth": (["--max-depth-per-thread=6", "--paranoid"], "", False),
    "pos": (["--algorithm=pos", "--max-traces=40"], "", False),
}
# Not what McMini has with that configuration, by intent: freed memory can be used with another heap.
WITHOUT = {"conditional": {"hfr", "hrd"}, "dpor": {"hfr", "hrd"}}
# What McMini does not explore, and says so: a wait in a queue which a handler ends; and with queues std::lock, which
# takes turns, is not always seen to repeat itself. Of a page that two threads unmap the address could be another's.
UNSEEN = {"eintr", "max-depth"}
UNSEEN_WITH = {"mun": {"unordered"}}
MOST_ORDERS = 2000   # of the steps of C++20's operations: more than there are, as these wait
FORK = {"sigwait", "mmap", "unmap", "pipe_end"}  # each trace of these is a process
# What one of these does slows all traces of its run: they are in runs of their own.
SLOW = (FORK | {"handler"}, {"files", "offsets"}, {"ending", "exit_handlers", "failing"})
SMALL = {"handler", "ending", "exit_handlers"}
STEPS = {"ltw": 17, "lta": 19, "csa": 4, "csr": 2, "cst": 2, "xw": 3, "ea": 6, "eb": 6, "em": 2, "pbn": 2, "pbt": 4,
         "pbw": 5}  # of one operation, for McMini
FINDINGS = {"deadlock": "deadlock", "livelock": "livelock", "assertion": "fail", "misuse": "misuse",
            "data-race": "race", "crash": "crash", "use-after-free": "used-after-free",
            "double-free": "freed-twice"}


def orders(text):
    """How many there are of the threads' steps, if none waited."""
    n, total = 1, 0
    for thread in text.split("/")[1:]:
        steps = sum(STEPS.get(word.split(":")[0], 1) for word in thread.split())
        total += steps
        n *= math.comb(total, steps)
    return n


def is_too_large(text, executions, used):
    if {"latch", "counting"} & used and orders(text) > MOST_ORDERS:
        return True
    most = MOST_FORKS if FORK & used else MOST_SMALL if SMALL & used else MOST_TRACES
    return executions < 0 or executions > most


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

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class McMini:
    def __init__(self, mcmini, native):
        self.mcmini, self.native = mcmini, native
        self.folder = tempfile.mkdtemp(dir=".")
        # In memory: a disk that others use would hold up each trace that writes to it.
        self.memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else self.folder

    def command(self, programs, name):
        options, _, is_exact = CONFIGURATIONS[name]
        return [self.mcmini, "-q", "-k", "--output=none", "--output-dir=" + self.folder,
                *["--estimate=off"] * is_exact, *options, self.native, *programs]

    def __call__(self, programs, name):
        """What each program ends with; or None and what went wrong."""
        # A table for each run: what is left of one that hangs has its own.
        with tempfile.NamedTemporaryFile(dir=self.memory) as table:
            table.truncate(4096 * ROW)
            command = self.command(programs, name)
            command[1:1] = ["--json=" + self.folder + "/json"]
            environment = dict(os.environ, DIFFERENTIAL_TABLE=table.name, DIFFERENTIAL_FOLDER=self.folder)
            run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   env=environment, start_new_session=True)
            try:
                out, err = run.communicate(timeout=600)
            except subprocess.TimeoutExpired:
                os.killpg(run.pid, signal.SIGKILL)
                run.communicate()
                return None, "no end after 600 s"
            rows = table.read()
        for file in os.listdir(self.folder):
            if file.endswith(".trace"):
                os.unlink(os.path.join(self.folder, file))
        if run.returncode not in (0, 1, 3):
            return None, f"status {run.returncode}: {err[-300:]}{out[-300:]}"
        with open(self.folder + "/json") as file:
            result = json.load(file)
        is_exact = CONFIGURATIONS[name][2]
        reasons = {reason["id"] for reason in result["reasons"]} if is_exact else set()
        unseen = UNSEEN.union(*(r for word, r in UNSEEN_WITH.items() if any(p.count(word) > 1 for p in programs)))
        if reasons & unseen:
            return None, "unseen"
        got = [set() for _ in programs]
        wrong = ""
        for at in range(0, len(rows), ROW):
            if rows[at]:
                k = int.from_bytes(rows[at + 4:at + 8], "little")
                got[k].add(rows[at + 8:at + ROW].split(b"\0")[0].decode())
        failed = [{"fail"} & g for g in got]
        # One finding for a status, of whichever program: who ends with one has a row that says so.
        statuses = set()
        for finding in result["findings"]:
            schedule = finding["schedule"]
            k = int(schedule[0].get("alternative", 0)) if len(programs) > 1 and schedule else 0
            what = FINDINGS.get(finding["kind"])
            if not schedule:
                wrong += f"{finding['kind']} without a schedule; "
            if finding["kind"] == "exit":
                statuses.add(int(finding["message"].split()[-1]))
            elif what is None:
                wrong += f"{finding['kind']}: {finding['message']}; "
                got[k].add(finding["kind"])
            else:
                got[k].add(what)
                failed[k] -= {what}
        if any(failed):
            wrong += "a failed assertion is no finding; "
        shown = {int(e[1]) for g in got for e in g if e[1:2].isdigit() and e[2:3] == ":"} - {0}
        if is_exact and shown != statuses:
            wrong += f"statuses {shown} are findings {statuses}; "
        if any("misuse" in g for g in got):
            reasons -= {"behind-misuse"}  # nor does the interpreter go on behind one
        if len(programs) > 1:
            reasons -= {"after-failure"}  # by all of them; a race that this hides is a difference, alone none
        wrong += "".join(f"incomplete: {reason}; " for reason in reasons)
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
        if WITHOUT.get(name, set()) & {w.split(":")[0] for w in text.split()}:
            return None
        executions, expected = self.interpret(text, settings)
        return None if executions < 0 or (settings and executions > MOST_CONFIGURED) else (expected, is_exact)

    def is_different(self, text, name):
        """The program alone: None, or both sets and what else is wrong."""
        settled = self.settle(text, name)
        if not settled:
            return None
        expected, is_exact = settled
        got, wrong = self.check([text], name)
        if got is None:
            return None if wrong == "unseen" else (expected, None, wrong)
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
                        if i == 0 and wrong not in ("", "unseen"):
                            self.differences += 1
                            print(f"seeds {seed} and following, {name}: {wrong}")
                        continue
                self.differences += 1
                self.report(seed, text, name, expected, got and got[i])


class Piece:
    """The programs FIRST .. FIRST + COUNT - 1, and what has come of them."""
    COUNTS = ("programs", "interleavings", "ends", "runs", "differences")

    def __init__(self, paths, first, count, often):
        self.comparison = Comparison(*paths)
        self.first, self.count, self.often = first, count, often
        self.sums, self.met = Counter(), Counter()

    def programs(self):
        for seed in range(self.first, self.first + self.count):
            attempt = 0
            while True:
                text, used = generate.make(seed * 1000 + attempt, FIRST[seed % len(FIRST)])
                n, ends = self.comparison.interpret(text)
                if not is_too_large(text, n, used):
                    break
                attempt += 1
            self.sums.update(programs=1, interleavings=n, ends=len(ends))
            yield seed, text, used

    def choose(self, seed, used):
        """Three of the other configurations, which these features have met least; and in which one is
        behind, so that each meets each often enough in the whole set."""
        met, others = self.met, list(CONFIGURATIONS)[2:]
        random.Random(seed).shuffle(others)
        others.sort(key=lambda c: sum(min(met[f, c], self.often) for f in used))
        behind = self.often * (seed - self.first + 1) / self.count
        chosen = others[:3] + [c for c in others[3:] if any(met[f, c] < behind for f in used)]
        met.update((f, c) for f in used for c in chosen)
        return chosen

    def run(self):
        compare, waiting = self.comparison, {}
        for program in self.programs():
            seed, _, used = program
            sort = next((i for i, features in enumerate(SLOW) if features & used), None)
            for name in ["dfs", "default"] + self.choose(seed, used):
                batch = waiting.setdefault((name, sort), [])
                batch.append(program)
                if len(batch) == AT_ONCE:
                    compare.batch(batch, name)
                    batch.clear()
            if compare.differences > MOST_DIFFERENCES:
                print("and so on")
                break
        else:
            for (name, _), batch in waiting.items():
                compare.batch(batch, name)
        compare.interpret.close()
        self.sums.update(runs=compare.runs, differences=compare.differences)
        return {"sums": dict(self.sums), "seconds": dict(compare.seconds),
                "met": [[f, c, n] for (f, c), n in compare.met.items()]}


FEATURES = list(generate.FEATURES)
# These have little beside them.
FIRST = FEATURES + ["races", "handler", "unmap", "robust", "lock_all", "weak", "heap", "pipe_end"]
PIECE = 220  # programs


def run_piece(paths, first, count, often):
    """What has come of them, and what was printed."""
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        result = Piece(paths, first, count, often).run()
    return {**result, "text": text.getvalue()}


def run_pieces(paths, first, count, often, jobs, keep):
    kept = {}
    if keep and os.path.exists(keep):
        with open(keep) as file:
            kept = {(r["first"], r["count"]): r for r in map(json.loads, file)}
    pieces = [(f, min(PIECE, first + count - f)) for f in range(first, first + count, PIECE)]
    yield from (kept[p] for p in pieces if p in kept)
    with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
        running = {pool.submit(run_piece, paths, *p, often * p[1] / count * 1.2): p for p in pieces if p not in kept}
        for done in concurrent.futures.as_completed(running):
            result = done.result()
            if keep:
                with open(keep, "a") as file:
                    f, n = running[done]
                    print(json.dumps({"first": f, "count": n, **result}), file=file)
            yield result


def print_table(met, seconds):
    print(" " * 16 + " ".join(f"{c[:8]:>8}" for c in CONFIGURATIONS))
    for f in FEATURES:
        print(f"{f:16}" + " ".join(f"{met[f, c]:8}" for c in CONFIGURATIONS))
    print(f"{'seconds':16}" + " ".join(f"{seconds[c]:8.1f}" for c in CONFIGURATIONS))


def main():
    names = [a for a in sys.argv[1:] if not a.startswith("--")]
    options = dict(a[2:].partition("=")[::2] for a in sys.argv[1:] if a.startswith("--"))
    paths = list(map(os.path.abspath, names[:3]))
    if "one" in options:
        found = Comparison(*paths).is_different(options["one"], options.get("config", "default"))
        print(found or "no difference")
        sys.exit(found is not None)
    first, count, often = int(names[3]), int(names[4]), int(options.get("often", OFTEN))
    sums, met, seconds = Counter(), Counter(), Counter()
    for result in run_pieces(paths, first, count, often, int(options.get("jobs", 1)), options.get("keep")):
        print(result["text"], end="", flush=True)
        sums.update(result["sums"])
        seconds.update(result["seconds"])
        met.update({(f, c): n for f, c, n in result["met"]})
    seldom = 0
    if "table" in options:
        print_table(met, seconds)
        seldom = sum(met[f, c] < often for f in FEATURES for c in CONFIGURATIONS)
        print(f"{seldom} features have met a configuration fewer than {often} times")
    print(", ".join(f"{sums[c]} {c}" for c in Piece.COUNTS[:-1]) + f": {sums['differences']} differences")
    sys.exit(sums["differences"] + seldom > 0)


if __name__ == "__main__":
    main()
