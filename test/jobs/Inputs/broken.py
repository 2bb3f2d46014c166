# broken.py JOURNAL counts|items - breaks the counts of a journal, or its items.
import sqlite3
import sys

with sqlite3.connect(sys.argv[1]) as db:
    if sys.argv[2] == "counts":
        db.execute("UPDATE run SET value = substr(value, 1, 40) WHERE name = 'counts'")
    else:
        db.execute("UPDATE item SET content = substr(content, 1, 20)")
db.close()
