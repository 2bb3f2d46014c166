# uses.py MCMINI PROGRAM [OPTION...]: runs each line of the table. HOW: what is found in the first of the
# two orders that has it, and how many of the two have it.
import re
import subprocess
import sys

TABLE = """
right              nothing 0
shrunk-right       nothing 0
freed-read         use after free: read of freed memory: byte 8 of a chunk of 22 bytes 1
freed-read-last    use after free: read of freed memory: byte 21 of a chunk of 22 bytes 1
freed-write        use after free: write of freed memory: byte 8 of a chunk of 22 bytes 1
freed-twice        double free: free of a chunk of 22 bytes that is free already 2
freed-copied       use after free: read of freed memory: byte 4 of a chunk of 22 bytes 1
freed-set          use after free: write of freed memory: byte 2 of a chunk of 22 bytes 1
freed-measured     use after free: read of freed memory: byte 0 of a chunk of 22 bytes 1
freed-compared     use after free: read of freed memory: byte 0 of a chunk of 22 bytes 1
large-read         use after free: read of freed memory: byte 60000 of a chunk of 100000 bytes 1
deleted            use after free: read of freed memory: byte 8 of a chunk of 16 bytes 1
virtual            use after free: read of freed memory: byte 0 of a chunk of 16 bytes 1
array              use after free: read of freed memory: byte 16 of a chunk of 20 bytes 1
moved              use after free: read of freed memory: byte 8 of a chunk of 22 bytes 1
shrunk             heap overflow: read of memory that was not allocated: 1 byte behind a chunk of 17 bytes 1
own-read           use after free: read of freed memory: byte 3 of a chunk of 22 bytes 2
own-write          use after free: write of freed memory: byte 3 of a chunk of 22 bytes 2
own-shrunk         heap overflow: read of memory that was not allocated: 1 byte behind a chunk of 17 bytes 2
behind             heap overflow: read of memory that was not allocated: right behind a chunk of 22 bytes 2
behind-in-part     heap overflow: read of memory that was not allocated: right behind a chunk of 22 bytes 2
behind-copied      heap overflow: read of memory that was not allocated: right behind a chunk of 22 bytes 2
behind-written     heap overflow: write of memory that was not allocated: right behind a chunk of 22 bytes 2
before             heap overflow: read of memory that was not allocated: 1 byte before a chunk of 22 bytes 2
"""

mcmini, program, *options = sys.argv[1:]
wrong = 0
for line in TABLE.strip().splitlines():
    how, rest = line.split(None, 1)
    finding, traces = rest.rsplit(None, 1)
    run = subprocess.run([mcmini, "-k", *options, program, how], capture_output=True, text=True)
    found = set(re.findall(r"^(?:mcmini|Finding \d+): ((?:use after|double|heap|crash|data race).*?)(?: \(in.*)?$",
                           run.stdout, re.M)) or {"nothing"}
    failed = re.search(r"(\d+) failed", run.stdout)
    if found != {finding} or not failed or failed[1] != traces or "\n2 traces" not in run.stdout:
        print(f"{how} {options}: {found}, {failed and failed[1]} failed\n{run.stdout}{run.stderr}")
        wrong += 1
print(f"{wrong} wrong")
sys.exit(wrong > 0)
