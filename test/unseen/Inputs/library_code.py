"""library_code.py TABLE COMPILER: is each function with an atomic instruction in the table?"""
import fnmatch
import re
import subprocess
import sys


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=True, **options).stdout


table = open(sys.argv[1]).read()
joined = re.sub(r"\s+", " ", table)
matters = set(re.findall(r'MC_MATTERS\("libstdc\+\+.so", "([^"]*)"', joined))
not_matters = re.findall(r'MC_MATTERS_NOT\("libstdc\+\+.so", "([^"]*)"', joined)
function, found = "", {}
library = run(sys.argv[2], "-print-file-name=libstdc++.so.6").strip()
for line in run("objdump", "-d", "--no-show-raw-insn", library).splitlines():
    if match := re.match(r"[0-9a-f]+ <(.*)>:", line):
        function = match.group(1).split("@")[0]
    elif re.search(r"\tlock |\txchg .*\(", line):
        found.setdefault(function, line)
names = list(found)
demangled = run("c++filt", input="\n".join(names)).splitlines()
unknown = [
    name for symbol, name in zip(names, demangled)
    if symbol not in matters and not any(fnmatch.fnmatchcase(name, p) for p in not_matters)
]
for name in unknown:
    print("in neither table:", name)
print(len(names), "functions,", len(matters & set(names)), "matter")
sys.exit(bool(unknown) or not matters & set(names))
