"""at_width.py COLUMNS COMMAND...: runs it on a terminal of that width; prints what it writes there."""
import fcntl
import os
import pty
import struct
import sys
import termios

columns, command = int(sys.argv[1]), sys.argv[2:]
process, terminal = pty.fork()
if process == 0:
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    os.execvp(command[0], command)
seen = b""
while True:
    try:
        read = os.read(terminal, 65536)
    except OSError: # its end is closed
        break
    if not read:
        break
    seen += read
os.waitpid(process, 0)
sys.stdout.buffer.write(seen.replace(b"\r\n", b"\n"))
