# Checks that a file of --json has exactly the documented members, with the documented types.
import json
import sys

SCHEMA = {
    "version": str,
    "program": list,
    "verdict": str,
    "reasons": list,
    "coverage": str,
    "algorithm": str,
    "preemptions": (int, type(None)),
    "delays": (int, type(None)),
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
    "rules": list,
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
    "why": (str, type(None)),
    "explained": (dict, type(None)),
}
EXPLAINED = {
    "preemptions": int,
    "least_preemptions": bool,
    "found_steps": int,
    "found_preemptions": int,
    "traces": int,
    "late": bool,
    "critical": str,
    "critical_step": (int, type(None)),
    "succeeds": list,
}
RANDOM = {"traces": int, "classes": int, "classes_are_estimated": bool, "classes_are_least": bool}
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
RACE = {
    "object": str,
    "accesses": list,
    "missing_lock": (str, type(None)),
    "followed_by": (int, type(None)),
    "outputs": (int, type(None)),
}
ACCESS = {
    "thread": str,
    "access": str,
    "expression": (str, type(None)),
    "value": (int, type(None)),
    "function": (str, type(None)),
    "file": (str, type(None)),
    "line": (int, type(None)),
    "step": int,
    "is_step": bool,
    "is_pending": bool,
    "locks": list,
    "stack": list,
}
FRAME = {"function": (str, type(None)), "file": (str, type(None)), "line": (int, type(None))}
RULE = {"list": str, "rule": str, "origin": str, "matched": int}
OPTIONAL = {"alternative", "apart", "memory", "race"}


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
for rule in result["rules"]:
    check(rule, RULE, "rule")
for finding in result["findings"]:
    check(finding, FINDING, "finding")
    assert (finding["kind"] == "data-race") == ("race" in finding)
    if "race" in finding:
        check(finding["race"], RACE, "race")
        assert len(finding["race"]["accesses"]) == 2
        for access in finding["race"]["accesses"]:
            check(access, ACCESS, "access")
            for frame in access["stack"]:
                check(frame, FRAME, "frame")
    schedules = [finding["schedule"]]
    if finding["explained"]:
        check(finding["explained"], EXPLAINED, "explained")
        schedules.append(finding["explained"]["succeeds"])
    for number, step in ((n, s) for schedule in schedules for n, s in enumerate(schedule, 1)):
        check(step, STEP, "step")
        assert step["step"] == number
