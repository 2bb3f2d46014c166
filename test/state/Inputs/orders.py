# orders.py PAIRS NAME... -- MCMINI...: of each pair of test/mutants/Inputs/pairs.def ("all": of all), what the two calls return
# one after the other, in both orders, is what they return under mcmini, in as many traces; in 3 where what has a number is
# looked up by a step of its own (getfd_pipe). With --or-incomplete as
# the first name: or mcmini says that what one of them does is not explored.
import os
import re
import shutil
import subprocess
import sys
import tempfile

pairs = os.path.abspath(sys.argv[1])
names = sys.argv[2 : sys.argv.index("--")]
or_incomplete = names[0] == "--or-incomplete"
names = names[or_incomplete:]
if names == ["all"]:
    names = [line.split()[0] for line in subprocess.check_output([pairs], text=True).splitlines()]
mcmini = sys.argv[sys.argv.index("--") + 1 :]


def run(*command):
    folder = tempfile.mkdtemp(dir=".")
    with open(folder + "/file", "w") as file:
        file.write("abcde")
    try:
        with open(folder + "/output", "w+") as output:  # a pipe would be one from outside
            subprocess.run(command, cwd=folder, stdout=output, stderr=subprocess.STDOUT)
            output.seek(0)
            return output.read()
    finally:
        shutil.rmtree(folder)


def outcomes(text):
    return set(re.findall("^outcome .*$", text, re.MULTILINE))


for name in names:
    both = outcomes(run(pairs, name, "0") + run(pairs, name, "1"))
    for how in [], ["--isolation=fork"], ["--threads=kernel"]:
        text = run(*mcmini, *how, "--output=all", pairs, name)
        if or_incomplete and "Not every schedule of the program was explored: other orders of what" in text:
            continue
        if len(both) != 2 or outcomes(text) != both or ("3 traces" if name == "getfd_pipe" else "2 traces") not in text or "Every schedule" not in text:
            print(name, *how, "is wrong:", both, text)
print(len(names), "pairs")
