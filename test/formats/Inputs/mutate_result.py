"""mutate_result.py MCMINI RESULT.json COUNT - changes the stored result at one place, COUNT times, and makes
all formats of each: nothing may crash, hang, or say nothing of what is wrong."""
import random
import subprocess
import sys

mcmini, path, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
good = open(path, "rb").read()
words = [b"null", b"-1", b"[]", b"{}", b'""', b"99999999999", b"1e999", b'"\\u0000"', b'"\xff"', b"true"]
chance = random.Random(23)
refused = wrong = 0
for number in range(count):
    at = chance.randrange(len(good))
    end = good.find(b"\n", at)
    start = good.rfind(b": ", 0, at) + 2
    if number % 2 and 1 < start < at:  # the value of a member
        changed = good[:start] + chance.choice(words) + b",\n" + good[end + 1 :]
    else:
        changed = good[:at] + bytes([chance.randrange(256)]) + good[at + 1 :]
    with open("mutated.json", "wb") as file:
        file.write(changed)
    command = [mcmini, "report", "mutated.json"]
    done = [subprocess.run(command + more, capture_output=True, timeout=60) for more in ([], ["--sarif=-"], ["--junit=-"])]
    status = {one.returncode for one in done}
    refused += status == {2}
    if status not in ({0}, {2}) or (status == {2} and not all(one.stderr.startswith(b"mcmini: ") for one in done)):
        wrong += 1
        print(status, changed[max(0, at - 40) : at + 40], done[0].stderr[:300])
print(f"{count} results, {refused} of them refused, {wrong} wrong")
