"""The rows of the paper's Tables 2 to 10, which program of ours each is, and how one is run."""
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
    transitions: int  # these, as the traces and seconds, are the paper's; None: not printed there
    traces: int
    seconds: float
    program: str
    arguments: str
    deadlocks: int = None
    first: bool = False  # ends at the first finding
    semaphores: bool = False
    options: list = field(default_factory=list)  # of every search
    dpor: list = field(default_factory=list)  # of our dpor, besides
    mark: str = ""  # of a row about which the text has something to say

    def searches(self, build):
        """The options of the searches of which the best counts."""
        relations = [[]]
        if self.semaphores and "semaphore-dependence" in os.popen(f"{build}/bin/mcmini --help").read():
            relations = [["--semaphore-dependence=plain"], ["--semaphore-dependence=numbered"]]
        optimal = [["--algorithm=optimal", *relation] for relation in relations]
        return optimal + [["--algorithm=source", "--sleep-sets=conditional", "--races=off", *relations[0]]]


TABLES = {
    "2": {
        "title": "programs without a deadlock",
        "rows": [
            Row("philosophers_mut", 6, 37968, 2507, 11.16, "philosophers_mutex", "6"),
            Row("philosophers_sem", 5, 136931, 10017, 37.49, "philosophers_semaphores", "5", semaphores=True),
            Row("reader_writer_fifo", 3, 935, 83, 0.37, "reader_writer_fifo", "2 1"),
            Row("reader_writer_mut_reader_preferred", 3, 9023, 831, 2.76, "reader_writer_mut_reader_preferred", "2 1"),
            Row("producer_consumer_mut_sem", 2, 1156, 65, 0.45, "producer_consumer", "1 1", semaphores=True),
            Row("simple_barrier_with_threads", 10, 53, 1, 0.04, "simple_barrier_with_threads", "10"),
        ],
        "text": """
**philosophers_sem**: in the static relation every wait of the dining semaphore is dependent on every other
one, and the classes grow fast (66, 2,144 for 3 and 4 seats). Conditional sleep sets leave out orders that
commute while places are left.
**reader_writer_mut_reader_preferred**: 142 of our traces fail: the last reader out need not be the first
one in, and then unlocks a mutex that another thread holds. The paper's tool does not report it. A search
by `optimal` that goes on after a failure restarts with `source`: hence the sleep-set blocked ones
(with a semaphore in place of that mutex there are 546 traces, none failed and none blocked).
**producer_consumer_mut_sem**: with numbered dependence a wait is ordered only with the post whose unit it
takes: 42 classes, against 3,225 with plain dependence.
**simple_barrier_with_threads**: arrivals are independent of each other, and so are departures.
""",
    },
    "3": {
        "title": "up to the first deadlock",
        "rows": [
            Row("simple_cond_broadcast", 10, 46, 1, 0.04, "simple_cond_broadcast_deadlock", "10", 1, True),
            Row("simple_barrier_with_threads", 5, 25, 1, 0.02, "simple_barrier_with_threads", "5 6", 1, True, mark=" (*)"),
            Row("philosophers_mut", 10, 37627, 2585, 14.38, "philosophers_mutex_deadlock", "10", 1, True),
            Row("philosophers_sem", 5, 7579, 513, 2.25, "philosophers_semaphores", "5 5", 1, True, True),
            Row("producer_consumer_mut_sem", 10, 53, 1, 0.04, "producer_consumer", "5 5 1", 1, True, True, mark=" (*)"),
        ],
        "text": """
(*) The paper gives no program. Ours: a barrier for one thread more than there are; producers and consumers
that take the mutex before they wait for the semaphore.
**philosophers_mut**: the deadlock is the 512th of 1,023 classes. Our `dpor` meets it after exactly as many
traces as the paper, 2,585.
**philosophers_sem**: where a search meets the one deadlock is an accident of its order; our `dpor` meets it
much later than the paper's. Conditional sleep sets have few traces before it. (Where the first finding ends
the search no random probes are made, or one of them might find it.)
""",
    },
    "4": {
        "title": "all deadlocks",
        "rows": [
            Row("simple_cond_broadcast", 5, 298010, 67680, 154.70, "simple_cond_broadcast_deadlock", "5", 16680),
            Row("philosophers_sem", 5, 157439, 11208, 42.97, "philosophers_semaphores", "5 5", 120, semaphores=True),
            Row("producer_consumer_mut_sem", 3, 29753, 3619, 12.39, "producer_consumer", "2 1 1 3", 3154, semaphores=True,
                mark=" (*)"),
        ],
        "text": """
(*) The paper gives no program; ours takes the mutex before it waits for the semaphore, and has three items
for each thread. Deadlocks are counted in traces: with fewer of them there are fewer deadlocks.
**simple_cond_broadcast**: the sections of the mutex come in any order. With k waiters before the broadcast
there are 5!/(5-k)! orders before it and 5! after it: 39,120 in all. Only the 14,400 with all five before
it end well, and all others, 24,720, deadlock; the paper has fewer deadlocks in more traces.
**philosophers_sem**: the deadlock is one state, which conditional sleep sets reach once; 120 is the number
of orders in which five can sit down.
""",
    },
    "5": {
        "title": "dining philosophers, with sleep sets",
        "rows": [
            Row("philosophers_mut", 4, 834, 45, 0.26, "philosophers_mutex", "4"),
            Row("philosophers_mut", 5, 5188, 311, 1.38, "philosophers_mutex", "5"),
            Row("philosophers_mut", 6, 37968, 2507, 11.16, "philosophers_mutex", "6"),
            Row("philosophers_mut", 7, 321202, 23016, 108.77, "philosophers_mutex", "7"),
            Row("philosophers_mut", 8, 3097702, 236981, 1226.98, "philosophers_mutex", "8"),
        ],
        "text": """
The dining mutex comes first, so that its N! orders decide all others. The traces of our `dpor`, sleep-set
blocked ones included, are exactly the paper's: 45, 311, 2,507, 23,016 and 236,981.
""",
    },
    "6": {
        "title": "dining philosophers, without sleep sets",
        "rows": [
            Row("philosophers_mut", 4, 9779, 362, 2.35, "philosophers_mutex", "4", dpor=["--sleep-sets=none"]),
            Row("philosophers_mut", 5, 291932, 9757, 65.34, "philosophers_mutex", "5", dpor=["--sleep-sets=none"]),
            Row("philosophers_mut", 6, 9772424, 303575, 19285.38, "philosophers_mutex", "6", dpor=["--sleep-sets=none"]),
        ],
        "text": """
The best search is that of Table 5. Without sleep sets `dpor` has more traces than the paper, by a
sixth for 4 and 5, by half for 6: what is redundant depends on the order of the search.
""",
    },
    "7": {
        "title": "one reader, two writers",
        "rows": [
            Row("rw_cond_no_preference", 3, 739912, 82540, 345.99, "rw_cond", "1 2"),
            Row("rw_rwlock_no_preference", 3, 282207, 34415, 75.02, "rw_rwlock", "1 2"),
            Row("rw_cond_reader_preferred", 3, 604750, 53527, 251.32, "rw_cond", "1 2 0 2 1"),
            Row("rw_rwlock_reader_preferred", 3, 284374, 36080, 83.25, "own_rwlock", "1 2 0 2 1"),
            Row("rw_cond_writer_preferred", 3, 538118, 59884, 234.94, "rw_cond", "1 2 0 2 2"),
            Row("rw_rwlock_writer_preferred", 3, 284374, 36080, 83.40, "own_rwlock", "1 2 0 2 2"),
        ],
        "text": """
**rw_cond**: each critical section of the mutex changes the state that the next one reads, so its orders are
classes, and there is little to leave out. `test/counts/monitors.test` counts them without a search.
**rw_rwlock**: the six sections exclude each other: 6!/(2! 2! 2!) = 90 orders. `own_rwlock` is a primitive that
the program itself defines; an enqueue of it is dependent only on the locks that wait for whoever has
enqueued, and so adds no class. The paper's enqueue is dependent on every operation of the lock.
""",
    },
    "8": {
        "title": "one reader, two kinds of writers",
        "rows": [
            Row("reader_two_writers_cond", 3, 793912, 82540, 346.87, "rw_cond", "1 1 1"),
            Row("reader_writer_rwwlock", 3, 919, 109, 0.34, "own_rwlock", "1 1 1 1 2"),
            Row("the same as a library", 3, 919, 109, 0.34, "reader_writer_rwwlock", "1 1 1", mark=" (*)"),
        ],
        "text": """
(*) Not a row of the paper: the lock as a library over a mutex and a condition variable, with several
transitions for each call, against the paper's primitive.
**reader_two_writers_cond**: two classes of one writer each exclude each other as two writers of one class
do, so it is the row rw_cond_no_preference of Table 7 again, also in the paper.
**reader_writer_rwwlock**: one round, as in the paper; the three sections exclude each other: 3! orders.
""",
    },
}


SPURIOUS = ["--max-depth-per-thread=6", "--spurious-wakeups=1"]
TABLES["9"] = {
    "title": "spurious wakeups",
    "rows": [
        row
        for producers, (transitions, traces, seconds), (bug, bug_seconds) in [
            (1, (84, 21, 0.09), (28, 0.04)),
            (2, (2301, 907, 1.41), (1046, 0.47)),
            (3, (101509, 48636, 83.42), (45040, 17.58)),
        ]
        for row in (
            Row(f"no_spurious ({producers}+1)", producers + 1, transitions, traces, seconds,
                "producer_consumer_spurious", f"{producers} 1", options=SPURIOUS),
            Row(f"spurious ({producers}+1)", producers + 1, None, bug, bug_seconds,
                "producer_consumer_spurious", f"{producers}", first=True, options=SPURIOUS),
        )
    ],
    "text": """
Endless producers and one consumer, each thread cut after six transitions, at most one spurious wakeup; the
rows *spurious* have an `if` where a `while` should be, and end with the trace in which the assertion fails.
The traces are those that were cut; `test/policies/the-programs-of-table-9.test` counts the smallest by hand.
""",
}
TABLES["10"] = {
    "title": "wakeup policies of semaphores",
    "rows": [
        Row(name, 3, transitions, traces, None, "philosophers_all_semaphores", "3", semaphores=True,
            options=[f"--policy=sem.wait={policy}"])
        for name, transitions, traces, policy in [
            ("LIFO", 81282, 4519, "lifo"),
            ("FIFO", 104216, 5801, "fifo"),
            ("arbitrary, independent enqueue", 69924, 3918, "arbitrary-enqueue-independent"),
            ("arbitrary, dependent enqueue (*)", 203003, 11344, "arbitrary-enqueue-dependent"),
            ("arbitrary, without enqueue", 10840, 601, "arbitrary"),
        ]
    ],
    "text": """
(*) In the paper the two numbers of this row are swapped. The paper does not print the program; ours has
forks that are semaphores, too.
Conditional sleep sets see which enqueues and waits commute in the state at hand. The classes themselves, with
plain dependence: 660, 54, 54, 792 and 54 (`test/policies/the-policies-of-table-10.test`). An independent
enqueue adds none; FIFO has as many as without an enqueue, as each order of the wakeups is that of one order of
the enqueues; LIFO has more, for it matters between which waits a thread enters.
""",
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
    command = [build + "/bin/mcmini", "--quiet", "--output=none", "--estimate=off", f"--output-dir={folder}",
               f"--json={result}", f"--timeout={timeout}", *row.options, *options,
               *([] if row.first else ["--keep-going"])]
    done = subprocess.run([*command, program, *row.arguments.split()], stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True)
    if done.returncode not in (0, 1, 3):
        sys.exit(f"mcmini {program} {row.arguments}: status {done.returncode}\n{done.stderr}")
    with open(result) as file:
        found = json.load(file)
    traces = found["traces"]
    blocked = traces["sleep_set_blocked"]
    return {
        "traces": sum(traces.values()) - blocked, "blocked": blocked, "transitions": found["transitions"], "deadlocks": traces["deadlocked"],
        "seconds": found["seconds"],
        "complete": found["seconds"] < timeout,
        "by": " ".join(option.removeprefix("--algorithm=").removeprefix("--sleep-sets=")
                       .removeprefix("--semaphore-dependence=") for option in options
                       if option != "--races=off"),
    }
