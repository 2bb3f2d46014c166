# begin.py JOURNAL COMMAND... - begins a search with the journal, and interrupts it when the journal has something of it.
import contextlib
import signal
import sqlite3
import subprocess
import sys
import time

journal, command = sys.argv[1], sys.argv[2:]


def has_begun():
    try:
        with contextlib.closing(sqlite3.connect(f"file:{journal}?mode=ro", uri=True, timeout=60)) as db:
            return db.execute("SELECT count(*) FROM run WHERE name = 'first'").fetchone()[0]
    except sqlite3.OperationalError:
        return False


def hear_interrupts():
    """Who runs in the background ignores them, and its children do."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


run = subprocess.Popen([*command[:1], f"--journal={journal}", *command[1:]], stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, preexec_fn=hear_interrupts)
while run.poll() is None and not has_begun():
    time.sleep(0.05)
run.send_signal(signal.SIGINT)
run.wait()
