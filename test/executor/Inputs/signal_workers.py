# signal_workers.py BUILD TIMES SEED PROGRAM ARGUMENTS... - checks PROGRAM, once undisturbed, and then TIMES
# times while its worker gets SIGUSR1 from outside, from a random instant on. Counts and the order of all steps must
# be those of the first time; some search must say that a signal came.
import random
import signal
import sys
import time

from kill_workers import cpu_time, result_of, send, start, worker_of


def main():
    build, times, seed, *command = sys.argv[1:]
    rng = random.Random(int(seed))
    expected = result_of(start(build, command, ["--minimise=off"]))
    observed = expected.pop("observed")
    assert expected["status"] == 0 and observed["why_processes"] is None, (expected, observed)
    differ, reasons = 0, set()
    for _ in range(int(times)):
        process, enough = start(build, command, ["--minimise=off"]), rng.uniform(0.005, 0.05)
        while process.poll() is None:
            worker = worker_of(process)
            if worker and (cpu_time(worker) or 0) > enough:
                for _ in range(10):  # one that comes while the runtime is at work is let go
                    send(worker, signal.SIGUSR1)
                    time.sleep(0.0005)
                break
            time.sleep(0.001)
        got = result_of(process)
        reasons.add(got.pop("observed")["why_processes"])
        differ += got != expected
    print(f"{sum(expected['traces'].values())} traces, {differ} of {times} differ, {sorted(reasons - {None})}")


main()
