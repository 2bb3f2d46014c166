"""on_a_terminal.py COMMAND...: runs it with a terminal as standard input; prints what it says."""
import os
import pty
import subprocess
import sys

ours, theirs = pty.openpty()
done = subprocess.run(sys.argv[1:], stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
os.close(ours)
sys.stdout.buffer.write(done.stdout)
