# libc_functions.py RUNTIME TABLE: which functions of libc can two threads meet in? Those that reach a system call, or
# that write variables of libc's, by direct calls of its machine code. Each has a function of that name in RUNTIME, which
# stands in for it, or a line in TABLE (a name or a pattern, then why not): what has neither is printed, and each line
# of TABLE that fits none.
import bisect
import fnmatch
import re
import subprocess
import sys

runtime, table = sys.argv[1:]
LIBC = "/lib/x86_64-linux-gnu/libc.so.6"
FUTEX = 202  # of locks inside, for which others wait in vain: what is done with them is what counts
# What libc calls inside of other functions, and two threads do not meet in by that: memory is the program's own, what
# ends the process has no second order, a size of the machine is always the same.
INSIDE = {"malloc", "free", "calloc", "realloc", "memalign", "abort", "__assert_fail", "__stack_chk_fail", "__chk_fail", "sysconf",
          "pthread_once", "pthread_mutex_lock", "pthread_mutex_unlock", "pthread_exit", "__cxa_atexit"}
# What begins with an underscore has no header, but for what _FORTIFY_SOURCE and other headers' inline functions call.
CALLED = re.compile(r"[^_]|__(\w+_chk|\w+_2|[fl]?xstat\w*|xmknod\w*|isoc\w+)$")


def lines(*command):
    found = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout.splitlines()
    return found or sys.exit(f"{command[0]} shows nothing")  # readelf's status is 1 where debug information is apart


def defined(*arguments):
    for line in lines("nm", "--defined-only", *arguments):
        words = line.split()
        if len(words) == 3:
            yield int(words[0], 16), words[1], words[2]


names, linked = {}, set()
for address, kind, name in defined("-D", LIBC):
    if kind in "TWi":
        names.setdefault(address, set()).add(name.split("@")[0])
        if "@@" in name and CALLED.match(name.split("@")[0]):
            linked.add(name.split("@")[0])
starts = set(names)
for line in lines("readelf", "--debug-dump=frames", LIBC):
    if frame := re.search(r"FDE .*pc=([0-9a-f]+)\.\.", line):
        starts.add(int(frame[1], 16))
starts = sorted(starts)
variables = []
for line in lines("readelf", "-SW", LIBC):
    if part := re.match(r"\s*\[\s*\d+\]\s+\.(?:data|bss)\s+\S+\s+(\w+)\s+\w+\s+(\w+)", line):
        variables.append(range(int(part[1], 16), int(part[1], 16) + int(part[2], 16)))

# What each function calls; whether it makes a system call, or may write a variable, itself.
calls, reaches = {}, set()
number = None
for line in lines("objdump", "-d", "--no-show-raw-insn", LIBC):
    instruction = re.match(r"\s*([0-9a-f]+):\s+(\S+)\s*(.*)", line)
    if not instruction:
        continue
    function = starts[bisect.bisect_right(starts, int(instruction[1], 16)) - 1]
    operation, operands = instruction[2], instruction[3]
    if operation == "mov" and (value := re.match(r"\$0x([0-9a-f]+),%eax", operands)):
        number = int(value[1], 16)
    elif operation == "xor" and operands == "%eax,%eax":
        number = 0
    elif operation == "syscall" and number != FUTEX:
        reaches.add(function)
    elif (operation == "call" or operation[0] == "j") and (target := re.match(r"[0-9a-f]+\b", operands)):
        called = starts[bisect.bisect_right(starts, int(target[0], 16)) - 1]
        if called != function:
            calls.setdefault(function, set()).add(called)
    elif operation[0] != "c" and operation[:4] != "test" and (at := re.search(r"# ([0-9a-f]+) ", operands)):
        is_target = operation == "lea" or operands.split("#")[0].rstrip().endswith("(%rip)")
        if is_target and any(int(at[1], 16) in part for part in variables):
            reaches.add(function)

ours = {name for _, kind, name in defined("-g", runtime) if kind in "TW"}
ends = {address for address, all_names in names.items() if all_names & INSIDE}
reasons, fits = [], set()
with open(table, encoding="utf-8") as file:
    for line in file:
        if line.strip() and line[0] != "#":
            words, _ = line.split(" - ", 1)
            reasons += words.split()
pending = list(reaches - ends)
callers = {}
for caller, all_called in calls.items():
    for called in all_called:
        callers.setdefault(called, set()).add(caller)
while pending:
    for caller in callers.get(pending.pop(), ()):
        if caller not in reaches and caller not in ends:
            reaches.add(caller)
            pending.append(caller)

wrong = 0
looked_at = sorted(name for address in reaches for name in names.get(address, ()) if name in linked)
for name in looked_at:
    fitting = {word for word in reasons if fnmatch.fnmatchcase(name, word)}
    fits |= fitting
    if name not in ours and not fitting:
        print(f"{name}: it is in no table")
        wrong += 1
for word in reasons:
    if word not in fits:
        print(f"{word}: no such function")
        wrong += 1
print(f"{len(looked_at)} functions, {wrong} wrong")
