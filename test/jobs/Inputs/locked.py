# locked.py JOURNAL COMMAND... PROGRAM SIZE - keeps the journal of a search locked, once the search has been divided, until
# the search has ended. The exit status is the command's.
import sqlite3
import subprocess
import sys
import time

journal, command, program = sys.argv[1], sys.argv[2:-2], sys.argv[-2:]
run = subprocess.Popen([*command, f"--journal={journal}", *program])
while run.poll() is None:
    time.sleep(0.05)
    try:
        db = sqlite3.connect(journal, timeout=60, isolation_level=None)
        if db.execute("SELECT count(*) FROM run WHERE name = 'first'").fetchone()[0]:
            break
    except sqlite3.OperationalError:
        pass
db.execute("BEGIN IMMEDIATE")
run.wait()
db.execute("ROLLBACK")
sys.exit(run.returncode)
