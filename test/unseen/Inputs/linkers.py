# linkers.py MCMINI-CC MCMINI OBJECT [ARGUMENT] - links the object as ./program with each linker there is, checks it, and
# prints what of the result the test asks for; then which linkers' programs had the same result. What differs is printed.
import json
import shutil
import subprocess
import sys

compiler, mcmini, program, *arguments = sys.argv[1:]
MAKERS = {name: f"-fuse-ld={name}" for name in ("bfd", "gold", "lld", "mold") if shutil.which(f"ld.{name}")}
MAKERS["noseparate-code"] = "-Wl,-z,noseparate-code"

results = {}
for name, flag in MAKERS.items():
    subprocess.run([compiler, flag, program, "-o", "program"], check=True)
    run = [mcmini, "--keep-going", "--explored", "--json=result.json", "./program", *arguments]
    text = subprocess.run(run, capture_output=True, text=True).stdout
    with open("result.json") as file:
        result = json.load(file)
    del result["seconds"]
    results[name] = text.splitlines() + json.dumps(result, indent=1).splitlines()

first = results["bfd"]
for name, lines in results.items():
    for ours, theirs in zip(first, lines):
        if ours != theirs:
            print(f"{name}: {theirs}\n  but bfd: {ours}")
print("\n".join(first))
print("the same by", ", ".join(name for name, lines in results.items() if lines == first))
