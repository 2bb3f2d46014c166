"""make_result.py FRAME.json - a result like that in FRAME.json, but with 20 threads and 10,000 steps, and a
schedule of as many that succeeds."""
import json
import sys

THREADS, STEPS, LOCKS = 20, 10000, 30


def step(number, thread, operation, object, text, line):
    place = {"file": "many.c", "line": line, "function": "work", "expression": object, "source": None, "path": "many.c", "inside": None}
    return {"step": number, "thread_number": thread, "text": f"{operation} {text}".strip(), "text_in_column": f"{operation} {text}".strip(),
            "does": f"{operation}s {text}: free -> held by {name(thread)}",
            "thread": name(thread), "operation": operation, "object": object, "is_apart": thread % 5 == 4 and number > 40,
            "is_library": False, "is_preempting": number % 7 == 0, **place}


def name(thread):
    return f"0.{thread}" if thread else "0"


def operations():
    """The threads in turn: each locks a mutex, changes a variable, unlocks it."""
    for thread in range(1, THREADS):
        yield 0, "create", name(thread), f"thread {name(thread)}", 10
    for thread in range(1, THREADS):
        yield thread, "start", name(thread), "", 10
    value = 0
    while True:
        thread, lock = value % (THREADS - 1) + 1, value % LOCKS
        yield thread, "lock", f"lock[{lock}]", f"lock[{lock}]", 20 + lock
        yield thread, "store", f"value[{lock}]", f"value[{lock}]: {value} -> {value + 1}", 60 + lock
        yield thread, "load", f"value[{lock}]", f"value[{lock}]: {value + 1}", 100 + lock
        yield thread, "unlock", f"lock[{lock}]", f"lock[{lock}]", 140 + lock
        value += 1


def schedule():
    return [step(number, *what) for number, what in zip(range(1, STEPS + 1), operations())]


with open(sys.argv[1], encoding="utf-8") as file:
    result = json.load(file)
finding = result["findings"][0]
finding["schedule"] = schedule()
finding["explained"]["succeeds"] = schedule()
finding["explained"]["succeeds"][-1]["line"] = 1
finding["explained"]["critical_step"] = STEPS - 1
for end in finding["at_the_end"]:
    end["held_since_step"] = None
json.dump(result, sys.stdout)
