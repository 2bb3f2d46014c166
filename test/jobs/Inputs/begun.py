#!/usr/bin/env python3
"""begun.py JOURNAL COMMAND... - runs the command, which searches with that journal, and ends it by SIGTERM, once the
journal has what is left of the search."""
import signal
import subprocess
import sys
import time

journal, command = sys.argv[1], sys.argv[2:]
status = [command[0], "status", journal]
run = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
while run.poll() is None:
    time.sleep(0.05)
    if "not complete" in subprocess.run(status, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout:
        run.send_signal(signal.SIGTERM)
        break
run.wait()
