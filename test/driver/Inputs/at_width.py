"""at_width.py COLUMNS COMMAND...: runs it on a terminal of that width; prints what it writes there."""
import os
import pty
import sys

sys.dont_write_bytecode = True
from pseudo_terminal import read_all, set_width

columns, command = int(sys.argv[1]), sys.argv[2:]
process, terminal = pty.fork()
if process == 0:
    set_width(1, columns)
    os.execvp(command[0], command)
seen = read_all(terminal)
os.waitpid(process, 0)
sys.stdout.buffer.write(seen.replace(b"\r\n", b"\n"))
