#!/usr/bin/env python3
"""full_database.py SEARCHES SEED MCMINI OPTIONS... PROGRAM SIZE - searches whose journal is in a database on a disk that is too
small. Where it is full the command ends and says so; with more room, and the server started again if it has ended, too, the
search goes on, until it has the traces of one without a journal, and leaves no process or connection. (The lease of a command
that could not write ends with its time.) As root, where a folder can be mounted."""
import os
import random
import re
import subprocess
import sys

from process import that_run
from server import Server

CONF = "max_wal_size = 4MB\nmin_wal_size = 2MB\nrestart_after_crash = off"


def traces(text):
    found = re.search(r"^\d+ traces: .*$", text, re.M)
    return found.group() if found else text


def run(words):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


class Disk:
    def __init__(self):
        self.folder, self.size = None, 1 << 20

    def mount(self, folder):
        self.folder = folder
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={self.size}k", "none", folder], check=True)

    def leave(self, kilobytes):
        """So much of it is free."""
        used = subprocess.run(["df", "--output=used", self.folder], stdout=subprocess.PIPE, text=True, check=True).stdout
        subprocess.run(["mount", "-o", f"remount,size={int(used.split()[1]) + kilobytes}k", self.folder], check=True)


def main():
    searches, seed, command, program = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:-2], sys.argv[-2:]
    random.seed(seed)
    alone = traces(run([*command, "--algorithm=pop", *program]).stdout)
    full = wrong = 0
    said = set()
    disk = Disk()
    with Server(CONF, disk.mount) as server:
        for number in range(searches):
            url = server.url(f"r{number}")
            words = [*command, "--lease=2", f"--journal={url}", f"-j{random.randint(1, 2)}", *program]
            disk.leave(random.randint(8, 250))
            while True:
                searched = run(words)
                if alone in searched.stdout or full > 100 * searches:
                    break
                full += 1
                said.add(next((line for line in searched.stdout.splitlines() if line.startswith("mcmini: ")), searched.stdout))
                disk.leave(random.randint(8, 250))
                if "server is running" not in server.call("pg_ctl", "-D", server.data, "status", check=False):
                    server.start()
                has_begun = run([command[0], "status", url]).returncode == 0
                words = [*command, "resume", f"-j{random.randint(1, 2)}", url] if has_begun else words
            disk.leave(1 << 18)
            left = that_run(program[0]), server.users()
            if traces(searched.stdout) != alone or searched.returncode or left != ([], "0"):
                wrong += 1
                print(f"wrong: {searched.returncode}, {searched.stdout}, alone {alone}, left {left}")
    subprocess.run(["umount", disk.folder], stderr=subprocess.DEVNULL)
    os.rmdir(disk.folder)
    for line in sorted(said):
        print("said:", line.replace(server.folder, "FOLDER"))
    print(f"{searches} searches, {full} times full, {wrong} wrong")


main()
