"""How many lines of code a primitive takes for each of its operations, beside the paper's Table 1.

A line of code is one with anything but blanks and comments. The files NAME.c and NAME_*.c have
everything there is of a primitive: state, operations, printing, interposed functions. Operations are
those of the files' tables `operations`."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
# name, as the paper calls it, files, (operations, lines) in the paper
ROWS = [
    ("thread", "pthread_t", ["primitives/thread.c", "primitives/thread_functions.c"], (5, 400)),
    ("mutex", "pthread_mutex_t", ["primitives/mutex.c", "primitives/mutex_functions.c"], (3, 267)),
    ("condition", "pthread_cond_t", ["primitives/condition.c", "primitives/condition_functions.c"], (6, 458)),
    ("barrier", "pthread_barrier_t", ["primitives/barrier.c"], (3, 243)),
    ("semaphore", "sem_t", ["primitives/semaphore.c"], (4, 329)),
]


def code_lines(text):
    text = re.sub(r'"(?:\\.|[^"\\])*"', '""', text)
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.S)
    return sum(1 for line in text.splitlines() if line.strip())


def operations(text):
    tables = re.findall(r"char \*const operations\[\]\s*=\s*\{(.*?)\}", text, re.S)
    return sum(len(re.findall(r'"[^"]+"', table)) for table in tables)


def measure(files):
    texts = [(ROOT / file).read_text() for file in files]
    return sum(map(operations, texts)), sum(map(code_lines, texts))


def all_rows():
    """Those of the paper, then every other file that has operations: name, files, the paper's."""
    rows = [(name, files, paper) for name, _, files, paper in ROWS]
    listed = {file for _, files, _ in rows for file in files}
    for folder in ("primitives", "examples/primitives"):
        for path in sorted((ROOT / folder).glob("*.c")):
            file = str(path.relative_to(ROOT))
            if file not in listed and operations(path.read_text()):
                others = sorted((ROOT / folder).glob(f"{path.stem}_*.c"))
                files = [file] + [str(other.relative_to(ROOT)) for other in others]
                rows.append((path.stem, files, None))
    return rows
