# wild.py MCMINI NATIVE PROGRAM POINTER...: makes each call of wild.def with these wild pointers,
# natively and checked, and compares: the result and errno, or the signal. A crash is one of the program's, at
# its own line.
import re
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

mcmini, native, program, *POINTERS = sys.argv[1:]
CALLS = subprocess.run([f"./{native}"], capture_output=True, text=True).stdout.split()

# What nothing of is read natively, as far as glibc is concerned, and what McMini looks at: (call, pointer), "*":
# all pointers. The standard defines none of them.
STRICTER = {
    ("pthread_mutex_timedlock_unused", "*"), ("pthread_timedjoin_np_time", "*"), ("sem_destroy", "*"),
    ("pthread_rwlock_destroy", "*"), ("pthread_spin_destroy", "*"), ("pthread_rwlock_tryrdlock", "half"),
    ("pthread_spin_lock", "half"), ("pthread_spin_trylock", "half"), ("pthread_spin_unlock", "half"),
    ("pthread_mutex_timedlock_time", "null"), ("pthread_rwlock_timedrdlock_time", "null"),
    ("getrandom", "half"),  # less than was asked for
    ("mtx_init", "upper"), ("posix_memalign", "upper"),  # SIGBUS for SIGSEGV
}
# Where code is called that is not there: no stack leads to the program.
JUMPS = {"pthread_once_function", "pthread_create_body"}


def made(call, text):
    """What it has returned, which is printed before what is still in a buffer."""
    lines = re.findall(rf"^{call}: .*$", text, re.M)
    return lines[-1] if lines else f"status: {text[:300]}"


def natively(call, pointer):
    try:
        run = subprocess.run([f"./{native}", call, pointer], capture_output=True, timeout=5, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return "waits"
    if run.returncode < 0:
        return signal.Signals(-run.returncode).name
    return made(call, run.stdout.decode("latin1"))


def checked(call, pointer):
    run = subprocess.run([mcmini, "--output=all", "-k", "--timeout=20", program, call, pointer],
                         capture_output=True, timeout=60, stdin=subprocess.DEVNULL)
    text = run.stdout.decode("latin1") + run.stderr.decode("latin1")
    crash = re.search(r"^mcmini: (?:crash: (\S+)|assertion failed: (abort))", text, re.M)
    if crash:
        stack = re.search(r"^Backtrace of .*\n((?:  .*\n)*)", text, re.M)
        frames = stack[1].splitlines() if stack else []
        lines = [f for f in frames if "wild." in f]
        own = [f for f in frames if re.search(r"\b(mc_|__mcmini)", f)]
        is_there = call in JUMPS or (lines and f"X({call}," in lines[0])
        return ("SIGABRT" if crash[2] else crash[1]) if is_there and not own else f"not at its line: {frames}"
    if "mcmini: misuse" in text:
        return "misuse"
    if "mcmini: deadlock" in text:
        return "waits"
    return made(call, text) if run.returncode != 70 else f"status 70: {text[:300]}"


def compare(work):
    call, pointer = work
    mine, real = checked(call, pointer), natively(call, pointer)
    strict = {(call, pointer), (call, "*")} & STRICTER
    if mine == real or (strict and not mine.startswith(("status", "not at"))):
        return 0
    print(f"{call} of {pointer}: natively {real}, checked {mine}", flush=True)
    return 1


with ThreadPoolExecutor(2) as pool:
    wrong = sum(pool.map(compare, [(c, p) for c in CALLS for p in POINTERS]))
print(f"{len(CALLS)} calls, {wrong} differ")
sys.exit(wrong > 0)
