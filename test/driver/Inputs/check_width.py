"""check_width.py FILE COLUMNS...: no line of the schedule in FILE takes more columns, and its widest one takes all."""
import sys
import unicodedata


def width(text):
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


for path, columns in zip(sys.argv[1::2], map(int, sys.argv[2::2])):
    lines = open(path).read().split("step  thread", 1)[1].split("\n\n", 1)[0].splitlines()[1:]
    widths = [width(line) for line in lines]
    assert max(widths) <= columns, (path, max(widths), columns)
    assert max(widths) >= columns - 1 or ".." not in "".join(lines), (path, max(widths), columns)
