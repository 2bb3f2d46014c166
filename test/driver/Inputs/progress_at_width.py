"""progress_at_width.py COLUMNS COMMAND...: runs it with its standard error on a terminal of that width. What comes there
is looked at as the terminal would show it: each text is narrower than the terminal, nothing of it is left at the end, and
none is on a line of its own. Prints the texts, then what came on standard output."""
import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios

columns, command = int(sys.argv[1]), sys.argv[2:]
terminal, its_end = pty.openpty()
fcntl.ioctl(its_end, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=its_end, text=True)
os.close(its_end)
seen = b""
while True:
    try:
        read = os.read(terminal, 65536)
    except OSError: # its end is closed
        break
    if not read:
        break
    seen += read
output = process.stdout.read()
process.wait()
texts = seen.decode().split("\r")
assert texts[0] == "" and texts[-1] == "\033[K", texts
for text in texts[1:-1]:
    assert re.fullmatch(r"[^\033\n]+\033\[K", text) and len(text) - len("\033[K") < columns, text
    print(text[: -len("\033[K")])
print(output, end="")
