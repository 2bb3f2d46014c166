"""The rows of the paper's Tables 2 to 8, which program of ours each is, and how one is run."""
import json
import os
import subprocess
import sys
from dataclasses import dataclass, field

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


@dataclass
class Row:
    name: str  # as the paper prints it
    threads: int
    traces: int
    seconds: float
    program: str
    arguments: str
    deadlocks: int = None
    first: bool = False  # ends at the first finding
    semaphores: bool = False
    dpor: list = field(default_factory=list)  # options for our dpor
    mark: str = ""  # of a row about which the text has something to say

    def searches(self, build):
        """The options of the searches of which the best counts."""
        relations = [[]]
        if self.semaphores and "semaphore-dependence" in os.popen(f"{build}/bin/mcmini --help").read():
            relations = [["--semaphore-dependence=plain"], ["--semaphore-dependence=numbered"]]
        optimal = [["--algorithm=optimal", *relation] for relation in relations]
        return optimal + [["--algorithm=source", "--sleep-sets=conditional", *relations[0]]]


TABLES = {
    "2": {
        "title": "programs without a deadlock",
        "rows": [
            Row("philosophers_mut", 6, 2507, 11.16, "philosophers_mutex", "6"),
            Row("philosophers_sem", 5, 10017, 37.49, "philosophers_semaphores", "5", semaphores=True),
            Row("reader_writer_fifo", 3, 83, 0.37, "reader_writer_fifo", "2 1"),
            Row("reader_writer_mut_reader_preferred", 3, 831, 2.76, "reader_writer_mut_reader_preferred", "2 1"),
            Row("producer_consumer_mut_sem", 2, 65, 0.45, "producer_consumer", "1 1", semaphores=True),
            Row("simple_barrier_with_threads", 10, 1, 0.04, "simple_barrier_with_threads", "10"),
        ],
        "text": "",
    },
    "3": {
        "title": "up to the first deadlock",
        "rows": [
            Row("simple_cond_broadcast", 10, 1, 0.04, "simple_cond_broadcast_deadlock", "10", 1, True),
            Row("simple_barrier_with_threads", 5, 1, 0.02, "simple_barrier_with_threads", "5 6", 1, True, mark=" (*)"),
            Row("philosophers_mut", 10, 2585, 14.38, "philosophers_mutex_deadlock", "10", 1, True),
            Row("philosophers_sem", 5, 513, 2.25, "philosophers_semaphores", "5 5", 1, True, True),
            Row("producer_consumer_mut_sem", 10, 1, 0.04, "producer_consumer", "5 5 1", 1, True, True, mark=" (*)"),
        ],
        "text": "",
    },
    "4": {
        "title": "all deadlocks",
        "rows": [
            Row("simple_cond_broadcast", 5, 67680, 154.70, "simple_cond_broadcast_deadlock", "5", 16680),
            Row("philosophers_sem", 5, 11208, 42.97, "philosophers_semaphores", "5 5", 120, semaphores=True),
            Row("producer_consumer_mut_sem", 3, 3619, 12.39, "producer_consumer", "2 1 1", 3154, semaphores=True,
                mark=" (*)"),
        ],
        "text": "",
    },
    "5": {
        "title": "dining philosophers, with sleep sets",
        "rows": [
            Row("philosophers_mut", 4, 45, 0.26, "philosophers_mutex", "4"),
            Row("philosophers_mut", 5, 311, 1.38, "philosophers_mutex", "5"),
            Row("philosophers_mut", 6, 2507, 11.16, "philosophers_mutex", "6"),
            Row("philosophers_mut", 7, 23016, 108.77, "philosophers_mutex", "7"),
            Row("philosophers_mut", 8, 236981, 1226.98, "philosophers_mutex", "8"),
        ],
        "text": "",
    },
    "6": {
        "title": "dining philosophers, without sleep sets",
        "rows": [
            Row("philosophers_mut", 4, 362, 2.35, "philosophers_mutex", "4", dpor=["--sleep-sets=none"]),
            Row("philosophers_mut", 5, 9757, 65.34, "philosophers_mutex", "5", dpor=["--sleep-sets=none"]),
            Row("philosophers_mut", 6, 303575, 19285.38, "philosophers_mutex", "6", dpor=["--sleep-sets=none"]),
        ],
        "text": "",
    },
    "7": {
        "title": "one reader, two writers",
        "rows": [
            Row("rw_cond_no_preference", 3, 82540, 345.99, "rw_cond", "1 2"),
            Row("rw_rwlock_no_preference", 3, 34415, 75.02, "rw_rwlock", "1 2"),
            Row("rw_cond_reader_preferred", 3, 53527, 251.32, "rw_cond", "1 2 0 2 1"),
            Row("rw_rwlock_reader_preferred", 3, 36080, 83.25, "rw_rwlock", "1 2", mark=" (*)"),
            Row("rw_cond_writer_preferred", 3, 59884, 234.94, "rw_cond", "1 2 0 2 2"),
            Row("rw_rwlock_writer_preferred", 3, 36080, 83.40, "rw_rwlock", "1 2", mark=" (*)"),
        ],
        "text": "",
    },
    "8": {
        "title": "one reader, two kinds of writers",
        "rows": [
            Row("reader_two_writers_cond", 3, 82540, 346.87, "rw_cond", "1 1 1"),
            Row("reader_writer_rwwlock", 3, 109, 0.34, "reader_writer_rwwlock", "1 1 1", mark=" (*)"),
        ],
        "text": "",
    },
}


def compile_program(build, name, folder):
    output = f"{folder}/{name}"
    if not os.path.exists(output):
        source = f"{ROOT}/benchmarks/paper/{name}.c"
        subprocess.run([build + "/bin/mcmini-cc", "-g", "-O2", source, "-o", output], check=True)
    return output


def count(build, program, row, options, timeout, folder):
    """One search: how many traces ended, were sleep-set blocked, deadlocked; seconds."""
    result = folder + "/result.json"
    command = [build + "/bin/mcmini", "--quiet", "--output=none", f"--trace-dir={folder}", f"--json={result}",
               f"--timeout={timeout}", *options, *([] if row.first else ["--keep-going"])]
    done = subprocess.run([*command, program, *row.arguments.split()], stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True)
    if done.returncode not in (0, 1, 3):
        sys.exit(f"mcmini {program} {row.arguments}: status {done.returncode}\n{done.stderr}")
    with open(result) as file:
        found = json.load(file)
    traces = found["traces"]
    blocked = traces["sleep_set_blocked"]
    return {
        "traces": sum(traces.values()) - blocked, "blocked": blocked, "deadlocks": traces["deadlocked"],
        "seconds": found["seconds"],
        "complete": found["seconds"] < timeout,
        "by": " ".join(option.removeprefix("--algorithm=").removeprefix("--sleep-sets=")
                       .removeprefix("--semaphore-dependence=") for option in options),
    }
