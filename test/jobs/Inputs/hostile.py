#!/usr/bin/env python3
"""hostile.py RUNS SEED MCMINI JOURNAL - what is in a database is damaged, in each way and then at random, and a command takes
part. It may say that this is no search, or that it cannot go on with it; it may not crash, nor be a fault of McMini's."""
import random
import subprocess
import sys

from server import Server

WAYS = {
    "no version": "DELETE FROM run WHERE name = 'version'",
    "no program": "DELETE FROM run WHERE name = 'words'",
    "no first items": "DELETE FROM run WHERE name = 'first'",
    "other files": "UPDATE run SET value = 'libc.so.6 hash 1' WHERE name = 'files'",
    "facts with zeros": "UPDATE run SET value = '\\x00' WHERE name NOT IN ('version', 'words', 'folder')",
    "a long fact": "UPDATE run SET value = repeat('x', 100000)::bytea WHERE name = 'options'",
    "an option that writes": "UPDATE run SET value = convert_to('--json=written' || chr(10), 'UTF8') WHERE name = 'options'",
    "an option that loads": "UPDATE run SET value = convert_to('--primitives=./x.so' || chr(10), 'UTF8') WHERE name = 'options'",
    "short counts": "UPDATE worker SET counts = substr(counts, 1, 40)",
    "kinds without end": "UPDATE worker SET counts = overlay(counts placing '\\xffffffff' from length(counts) - 6151)",
    "short items": "UPDATE item SET content = substr(content, 1, 20)",
    "empty items": "UPDATE item SET content = ''",
    "long items": "UPDATE item SET content = '\\xffffffff' || repeat('x', 20000000)::bytea",
    "an item within an item": "UPDATE item SET content = content || content",
    "items of zeros": "UPDATE item SET content = '\\x1800000000000000000000000000000000000000ffffffff'",
    "items of another type": "ALTER TABLE item ALTER content TYPE text USING 'x'",
    "rows of another type": "ALTER TABLE item ALTER id TYPE text",
    "facts of another type": "ALTER TABLE run ALTER value TYPE text USING 'x'",
    "no items": "DROP TABLE item",
    "no workers": "DROP TABLE worker",
    "an unknown owner": "UPDATE item SET owner = 77",
    "classes that are none": "INSERT INTO class VALUES(77, 'x')",
    "no classes": "DROP TABLE class",
    "an end": "INSERT INTO run VALUES('ended', '\\x1b5b324a'), ('kind', '../../x'), ('trace', 'x')",
    "an end with a trace": "INSERT INTO run VALUES('ended', 'x'), ('kind', 'deadlock'), ('trace', 'x')",
}


def main():
    runs, seed, mcmini, journal = sys.argv[1:]
    random.seed(int(seed))
    ways = list(WAYS.items())
    for number in range(int(runs)):
        at, byte = random.randint(0, 80), random.randint(0, 255)
        ways.append((f"byte {at} is {byte}", f"UPDATE item SET content = set_byte(content, {at} % length(content), {byte})"))
    wrong = 0
    with Server() as server:
        for number, (name, sql) in enumerate(ways):
            url = server.url(f"r{number}")
            subprocess.run([mcmini, "journal", "copy", journal, url], check=True, stdout=subprocess.DEVNULL)
            said = server.sql(f"SET search_path TO r{number}; {sql}")
            if said:
                print(f"{name}: {said}")
            try:
                run = subprocess.run([mcmini, "work", "-q", "--timeout=20", url], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                     text=True, errors="replace", timeout=120)
                status, text = run.returncode, run.stdout
            except subprocess.TimeoutExpired:
                status, text = "no end", ""
            lines = [line for line in text.splitlines() if line.startswith("mcmini: ")]
            shown = (lines[-1] if lines else text[-200:]).replace(url, "URL").replace(server.folder, "FOLDER")
            print(f"{name}: {status}: {shown[:160]}")
            wrong += status not in (0, 2, 3) or "ok: nothing found" in text
    print(f"{len(ways)} ways, {wrong} wrong")


main()
