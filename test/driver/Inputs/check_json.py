# Checks that a file of --json has exactly the documented members, with the documented types.
import json
import sys

SCHEMA = {
    "version": str,
    "program": list,
    "verdict": str,
    "algorithm": str,
    "preemptions": (int, type(None)),
    "seed": int,
    "traces": dict,
    "random": (dict, type(None)),
    "estimate": (dict, type(None)),
    "order": str,
    "transitions": int,
    "replayed": int,
    "max_depth": int,
    "threads": int,
    "unknown_reversals": int,
    "wakeup_tree_bytes": int,
    "leaked": dict,
    "seconds": (int, float),
    "findings": list,
}
TRACES = ["completed", "deadlocked", "failed", "bounded", "dropped", "sleep_set_blocked"]
FINDING = {
    "kind": str,
    "message": str,
    "traces": int,
    "random_traces": int,
    "trace_file": (str, type(None)),
    "schedule": list,
}
RANDOM = {"traces": int, "classes": int, "classes_are_estimated": bool}
ESTIMATE = {
    "traces": (int, float),
    "low": (int, float),
    "high": (int, float),
    "at_least": bool,
    "probes": int,
}
STEP = {
    "step": int,
    "thread": str,
    "operation": str,
    "object": (str, type(None)),
    "file": (str, type(None)),
    "line": (int, type(None)),
}
OPTIONAL = {"alternative", "memory"}


def check(value, schema, where):
    keys = set(value) - OPTIONAL
    assert keys == set(schema), f"{where}: {sorted(keys ^ set(schema))}"
    for key, kind in schema.items():
        assert isinstance(value[key], kind), f"{where}.{key}: {value[key]!r}"


result = json.load(open(sys.argv[1]))
check(result, SCHEMA, "result")
assert list(result["traces"]) == TRACES
assert result["verdict"] in ("ok", "failed", "incomplete", "nondeterministic")
if result["random"]:
    check(result["random"], RANDOM, "random")
if result["estimate"]:
    check(result["estimate"], ESTIMATE, "estimate")
for finding in result["findings"]:
    check(finding, FINDING, "finding")
    for number, step in enumerate(finding["schedule"], 1):
        check(step, STEP, "step")
        assert step["step"] == number
