# compare_with_kernel.py MCMINI PROGRAM FIRST COUNT - random programs over descriptors (kernel.c): what
# their calls return in all classes of schedules is what the kernel returns in all interleavings.
import os
import subprocess
import sys
import tempfile


def executions(lines):
    """A set of executions; of each, what the calls of each thread returned, in its order."""
    found, current = set(), None
    for line in lines:
        if line == "begin":
            if current is not None:
                found.add(tuple(sorted(current.items())))
            current = {}
        elif current is not None:
            thread, result = line.split(" ", 1)
            current[thread] = current.get(thread, ()) + (result,)
    if current is not None:
        found.add(tuple(sorted(current.items())))
    return found


def of_kernel(program, seed):
    return executions(subprocess.check_output([program, seed, "kernel"], text=True).splitlines())


def of_mcmini(mcmini, program, seed, folder):
    command = [mcmini, "--keep-going", "--estimate=off", "--output=all", program, seed]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    if "when a client comes" in done.stdout:
        return None, False
    if done.returncode not in (0, 1):
        sys.exit(f"seed {seed}: mcmini ends with {done.returncode}:\n{done.stdout}{done.stderr}")
    if " 0 failed, 0 bounded" not in done.stdout:
        sys.exit(f"seed {seed}: a trace fails:\n{done.stdout}")
    lines = done.stdout.split("\nmcmini: ")[0].splitlines()
    found = executions([line for line in lines if line == "begin" or line[:2] in ("0 ", "1 ", "2 ")])
    return found, " 0 sleep-set blocked" in done.stdout


def main():
    mcmini, program = sys.argv[1], os.path.abspath(sys.argv[2])
    first, count = int(sys.argv[3]), int(sys.argv[4])
    different = total = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in map(str, range(first, first + count)):
            (ours, all_end), kernels = of_mcmini(mcmini, program, seed, folder), of_kernel(program, seed)
            if ours is None:
                continue
            total += len(kernels)
            if not all_end:  # the output of what is sleep-set blocked is no execution's
                ours &= kernels
            if ours != kernels:
                different += 1
                print(f"seed {seed}: {len(ours)} executions, the kernel has {len(kernels)}")
                for execution in sorted(ours - kernels)[:2]:
                    print("  not the kernel's:", execution)
                for execution in sorted(kernels - ours)[:2]:
                    print("  only the kernel's:", execution)
    print(f"{count} programs, {total} different executions, {different} programs differ")


main()
