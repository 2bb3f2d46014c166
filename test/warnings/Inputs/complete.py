# complete.py FOLDER - which lines of warnings.def have neither a program in the folder nor an excuse?
import glob
import sys

sys.dont_write_bytecode = True
from table import lines

without = 0
for line in lines():
    tests = [open(path).read() for path in glob.glob(f"{sys.argv[1]}/{line['name']}.*")]
    has = any(f"shows.py {line['name']} " in text or "incomplete: nothing found" in text for text in tests)
    if has and line["excuse"]:
        print(f"{line['name']}: has a program, and an excuse for not having one")
    if not has and not line["excuse"]:
        print(f"{line['name']}: no program shows it")
        without += 1
print(f"{len(lines())} lines, {without} without a program")
