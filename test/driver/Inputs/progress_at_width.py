"""progress_at_width.py COLUMNS COMMAND...: runs it with its standard error on a terminal of that width. What comes there
is looked at as the terminal would show it: each text is narrower than the terminal, nothing of it is left at the end, and
none is on a line of its own, but warnings, which come first. Prints the texts, then what came on standard output."""
import os
import pty
import re
import subprocess
import sys

sys.dont_write_bytecode = True
from pseudo_terminal import read_all, set_width

columns, command = int(sys.argv[1]), sys.argv[2:]
terminal, its_end = pty.openpty()
set_width(its_end, columns)
process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=its_end, text=True)
os.close(its_end)
seen = read_all(terminal)
output = process.stdout.read()
process.wait()
texts = re.sub(r"^(mcmini: warning: [^\r\n]*\r\n)*", "", seen.decode()).split("\r")
assert texts[0] == "" and texts[-1] == "\033[K", texts
for text in texts[1:-1]:
    assert re.fullmatch(r"[^\033\n]+\033\[K", text) and len(text) - len("\033[K") < columns, text
    print(text[: -len("\033[K")])
print(output, end="")
