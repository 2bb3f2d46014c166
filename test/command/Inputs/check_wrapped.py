"""check_wrapped.py (FILE COLUMNS FROM TO)...: between these two texts no line of FILE takes more columns, some line has
no room for the first word of the next, and there is one that goes on in the next. A warning is a line of its own, as
those of compilers are."""
import sys
import unicodedata


def width(text):
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


for i in range(1, len(sys.argv), 4):
    path, columns, start, end = sys.argv[i : i + 4]
    text = start + open(path).read().split(start, 1)[1]
    lines = (text.split(end, 1)[0] if end else text).splitlines()[1:]
    lines = [line for line in lines if not line.startswith("mcmini: warning: ")]
    assert max(map(width, lines)) <= int(columns), (path, max(lines, key=width))
    gone_on = [a for a, b in zip(lines, lines[1:]) if b.startswith("  ") and b.strip() and width(a) + 1 + width(b.split()[0]) > int(columns)]
    assert gone_on, path
