"""mutate.py SEEDS TRACE PROGRAM MCMINI... - replays random changes of a trace file: each ends by itself, with a
verdict or with an error that names file and line."""
import random
import subprocess
import sys

seeds, path, program, command = int(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4:]
with open(path, "rb") as file:
    original = file.read()
extremes = [b"0", b"-1", b"18446744073709551616", b"4294967296", b"99999999999999999999999", b"", b"%", b"%zz",
            b"0x", b"+", b",", b"0.0.0.0", b"a" * 5000, b"\0", b"\xff", b"%t999;", b"%n%s"]
options = [b"policy", b"ignore", b"focus", b"spurious-wakeups", b"rwlock-preference", b"semaphore-value",
           b"starvation", b"racy", b"interrupted", b"polls", b"reference-counts", b"misuse",
           b"order"]


def change(draw, lines):
    line = draw.randrange(len(lines))
    words = lines[line].split(b" ")
    word = draw.randrange(len(words))
    kind = draw.randrange(7)
    if kind == 0:
        del lines[line]
    elif kind == 1:
        lines.insert(line, draw.choice(lines))
    elif kind == 2:
        words[word] = draw.choice(extremes)
    elif kind == 3:
        del words[word]
    elif kind == 4:
        at = draw.randrange(len(words[word]) + 1)
        words[word] = words[word][:at] + bytes([draw.randrange(256)]) + words[word][at + 1:]
    elif kind == 5:
        words[word] = draw.choice(draw.choice(lines).split(b" "))
    else:
        lines.insert(min(line, 4), b"option " + draw.choice(options) + b" " + draw.choice(extremes + [b"1", b"0x10+8"]))
    if kind in (2, 3, 4, 5):
        lines[line] = b" ".join(words)
    return lines or [b""]


ends, wrong = {}, 0
for seed in range(1, seeds + 1):
    draw = random.Random(seed)
    lines = original.split(b"\n")
    for _ in range(draw.randint(1, 3)):
        lines = change(draw, lines)
    with open("mutated.trace", "wb") as file:
        file.write(b"\n".join(lines))
    try:
        end = subprocess.run([*command, "replay", "-q", "mutated.trace", program], capture_output=True, timeout=60)
        status, said = end.returncode, end.stderr
    except subprocess.TimeoutExpired:
        status, said = None, b""
    ends[status] = ends.get(status, 0) + 1
    if status not in (0, 1, 2, 3) or (status == 2 and not said.startswith(b"mcmini: ")):
        wrong += 1
        print("wrong:", seed, status, said[:300])
print(ends)
print(f"{seeds} seeds, {wrong} wrong")
