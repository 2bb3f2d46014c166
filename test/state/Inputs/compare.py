# compare.py MCMINI NATIVE INTERPRETER FIRST COUNT [--table] [--one=PROGRAM [--config=NAME]]
#
# Programs FIRST .. FIRST + COUNT - 1 of random/generate.py, as test/differential does it: what they can
# end with by the interpreter is what they end with under mcmini, by dfs, the default, and two of the other
# configurations; and each run leaves the files as it has found them.
import os
import random
import shutil
import sys
import tempfile

inputs = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(inputs, "../../differential/Inputs"))
import differential

sys.path.insert(0, os.path.join(inputs, "random"))
del sys.modules["generate"]
import generate

AT_ONCE = 4
MOST = 100  # executions of a program
differential.CONFIGURATIONS = {
    "dfs": (["--algorithm=dfs"], "", True),
    "default": ([], "", True),
    "source": (["--algorithm=source"], "", True),
    "dpor": (["--algorithm=dpor", "--sleep-sets=none"], "", True),
    "conditional": (["--algorithm=source", "--sleep-sets=conditional"], "", True),
    "fork": (["--isolation=fork"], "", True),
    "kernel": (["--threads=kernel", "--isolation=fork"], "", True),
}
FILES = {"a": "abc", "b": "q", "d/a": "x"}


class McMini(differential.McMini):
    """In a folder with those files, in memory."""

    def __init__(self, mcmini, native):
        super().__init__(mcmini, native)
        self.folder = os.path.abspath(self.folder)
        self.files = tempfile.mkdtemp(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else ".")
        os.umask(0o022)

    def prepare(self):
        shutil.rmtree(self.files, ignore_errors=True)
        os.makedirs(self.files + "/d")
        for name, text in FILES.items():
            with open(f"{self.files}/{name}", "w") as file:
                file.write(text)

    def found(self):
        files = {}
        for folder, _, names in os.walk(self.files):
            files[os.path.relpath(folder, self.files)] = None
            for name in names:
                with open(f"{folder}/{name}") as file:
                    files[os.path.relpath(f"{folder}/{name}", self.files)] = file.read()
        return files

    def __call__(self, programs, name):
        self.prepare()
        before, here = self.found(), os.getcwd()
        os.chdir(self.files)
        try:
            got, wrong = super().__call__(programs, name)
        finally:
            os.chdir(here)
        if self.found() != before:
            wrong += f"the files are not put back: {self.found()}; "
        return got, wrong



def is_small(text):
    """A trace is a process here, and dfs has those of all orders of the threads' starts and ends, too."""
    return text.count("/") == 2 and len(text.partition("/")[2].split()) <= 4


def main():
    names = [a for a in sys.argv[1:] if not a.startswith("--")]
    options = dict(a[2:].partition("=")[::2] for a in sys.argv[1:] if a.startswith("--"))
    differential.McMini = McMini
    comparison = differential.Comparison(*map(os.path.abspath, names[:3]))
    if "one" in options:
        found = comparison.is_different(options["one"], options.get("config", "default"))
        print(found or "no difference")
        sys.exit(found is not None)
    first, count = int(names[3]), int(names[4])
    features, others = list(generate.FEATURES), list(differential.CONFIGURATIONS)[2:]
    compared = executions = ends = 0
    for begin in range(first, first + count, AT_ONCE):
        # Of one feature, so that what one of them needs is not needed for all.
        feature = features[begin // AT_ONCE % len(features)]
        rng = random.Random(begin)
        programs = []
        for seed in range(begin, min(begin + AT_ONCE, first + count)):
            for attempt in range(1000):
                text, used = generate.make(seed * 1000 + attempt, feature)
                n, outcomes = comparison.interpret(text)
                if 0 <= n <= MOST:
                    break
            programs.append((seed, text, used))
            compared += 1
            executions += n
            ends += len(outcomes)
        # Alone, a program has its first descriptors before the search begins.
        groups = [[p] for p in programs] if rng.random() < 0.2 else [programs]
        for group in groups:
            comparison.batch([p for p in group if is_small(p[1])], "dfs")
            for name in ["default"] + rng.sample(others, 2):
                comparison.batch(group, name)
        if comparison.differences > differential.MOST_DIFFERENCES:
            print("and so on")
            break
    if "table" in options:
        print(" " * 12 + " ".join(f"{c[:8]:>8}" for c in differential.CONFIGURATIONS))
        for f in features:
            print(f"{f:12}" + " ".join(f"{comparison.met[f, c]:8}" for c in differential.CONFIGURATIONS))
    shutil.rmtree(comparison.check.files)
    print(f"{compared} programs, {executions} interleavings, {ends} ends, {comparison.runs} runs: "
          f"{comparison.differences} differences")
    sys.exit(comparison.differences > 0)


main()
